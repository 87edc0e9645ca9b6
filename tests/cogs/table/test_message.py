"""The one message of a table: how often it is edited, what it shows when answers overlap, when it is posted again."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import timedelta
from types import SimpleNamespace

import pytest

from tables.events import Arrange, Close


def edits(house):
    """How often the bot has edited a message without a press."""
    return sum(request.method == "PATCH" and "/messages/" in request.path for request in house.env.http_requests)


@pytest.fixture
def wire(house):
    """The connection to Discord, on which an edit travels for `seconds`; it takes effect when it arrives."""
    wire = SimpleNamespace(seconds=0)

    async def passing(send, route, **more):
        if route.method == "PATCH" or (more.get("payload") or {}).get("type") == 7:
            await asyncio.sleep(wire.seconds)
        return await send()

    house.between(passing)
    return wire


def begin_changes(house, table, people, times, every):
    """Let `people` sit down and leave in turn from now on, unseen by Discord."""

    async def go():
        for index in range(times):
            guest = people[index // 2 % len(people)]
            verb = "leave" if index % 2 else "sit"
            await table.live.do(Arrange(guest.id, lambda lobby, guest=guest, verb=verb: getattr(lobby, verb)(guest.id)))
            await asyncio.sleep(every)

    with house.as_the_bot():
        asyncio.get_running_loop().create_task(go())


async def test_edits_are_at_least_a_second_apart_however_many_changes_there_are(house, ana, ben, cy, table):
    before = edits(house)
    begin_changes(house, table, [ana, ben, cy], times=9, every=0.01)
    await house.wait(3)
    assert edits(house) - before <= 2
    assert table.line("1") == "1 Ben –", "the last change is shown"
    before = edits(house)
    await house.wait(500)
    assert edits(house) == before, "nothing happens"
    await table.plays("Ben Leave, 2 s")
    before = edits(house)
    begin_changes(house, table, [ana, ben, cy], times=45, every=0.2)
    for second in range(1, 10):
        await house.wait(1)
        assert second - 1 <= edits(house) - before <= second + 1
    await house.wait(2)
    assert table.line("1") == "1 Ben –"


@pytest.mark.parametrize("seconds", [1.2, 3], ids=["still in time", "too late to answer"])
async def test_a_press_during_a_slow_edit_is_acknowledged_at_once_and_shown_after_it(
    house, ana, cy, table, wire, seconds
):
    await ana.press("Sit", table)
    sit, leave = cy.about_to_press("Sit", table), ana.about_to_press("Leave", table)
    wire.seconds = seconds
    sit.dispatch()
    await house.wait(0.5)
    leave.dispatch()
    await house.wait(0.5)
    assert leave.answer().said == ""
    assert table.line("1") == "1 Ana –"
    await house.wait(7)
    assert [line for line in table.text.splitlines() if line.endswith(" –")] == ["2 Cy –"]


async def test_the_message_is_posted_again_before_it_is_an_hour_old_and_old_copies_link_to_it_and_play_nothing(
    house, ana, ben, table
):
    first, late = table.message, ben.about_to_press("Rules", table)
    for _ in range(14):
        await ana.press("Leave" if "1 Ana" in table.text else "Sit", table)
        old, sit = table.message, ben.about_to_press("Sit", table)
        await house.wait(540)
        assert house.env.now() - table.message.created_at < timedelta(minutes=50)
    while table.message.id == old.id:
        await ana.press("Leave" if "1 Ana" in table.text else "Sit", table)
        await house.wait(300)
    new = table.message
    for copy, press in ((old, sit), (first, late)):
        assert (await press.press()).said == ""
        assert house.read(house.raw(copy)) == (
            f"-# Table 1 continues here: https://discord.com/channels/{house.guild.id}/{house.channel.id}/{new.id}"
        )
    assert "Ben" not in table.text
    with_buttons = [message for message in house.messages() if message.components and "Sit" in str(house.raw(message))]
    assert [message.id for message in with_buttons] == [new.id]


async def test_a_deleted_message_is_posted_again_at_the_next_press_on_it(house, ana, table):
    gone, sit = table.message, ana.about_to_press("Sit", table)
    house.env.backend.delete_message(house.channel.id, gone.id)
    sit.dispatch()
    await house.wait(2)
    assert table.message.id != gone.id
    assert table.line("1 Ana") == "1 Ana –"


async def test_a_tables_number_is_written_as_commands_accept_it(house, ana, table):
    with closing(sqlite3.connect(house.app.store.where)) as db, db:
        db.execute("UPDATE sqlite_sequence SET seq = 1233 WHERE name = 'tables'")
    table = await ana.opens()
    assert table.text.startswith("### Blackjack · table 1234\n")
    assert (await ana.press("Close table", table)).said.startswith("close table 1234?")
    assert (await ana.command("table close", table=1234)).said == "table 1234 closed"


# Refused by Discord


@pytest.mark.parametrize("refusal", [{"code": 50083}, {"code": 0}], ids=["the thread was closed", "unknown"])
async def test_a_table_whose_message_cannot_be_edited_any_more_is_posted_again(house, ana, table, refusal):
    for way in ("/channels/*/messages/*", "/webhooks/*/*/messages/@original"):
        house.env.inject_error("PATCH", way, status=400, times=None, **refusal)
    with house.as_the_bot():
        await table.live.do(Arrange(ana.id, lambda lobby: lobby.sit(ana.id)))
    await house.wait(2 if refusal["code"] else 11)
    assert ["Ana" in text for text in house.texts()] == [False, True]


async def test_a_closed_table_that_discord_refuses_to_show_is_shown_a_minute_later(house, ana, table):
    ways = {"/webhooks/*/*/messages/@original": 1, "/channels/*/messages/*": 2, "/channels/*/messages": 1}
    for way, times in ways.items():
        house.env.inject_error("POST" if way.endswith("messages") else "PATCH", way, status=400, times=times)
    with house.as_the_bot():
        await table.live.do(Close(ana.id))
    await house.wait(30)
    assert "this table closed." not in " ".join(house.texts())
    await house.wait(60)
    assert "this table closed." in house.texts()[-1]
