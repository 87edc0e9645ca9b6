"""A tournament whose channel, threads or permissions are taken away goes on where it was, once it has a place."""

from collections import Counter

import discord
import pytest
from simcord.backend.models import Overwrite

from cogs.tournament.director import Director
from games.core import IllegalAction
from tests.cogs.shown import walk
from tests.cogs.tournament.test_tournament import begins


@pytest.fixture
def people(house):
    """Four members, so that there is one table of single players."""
    return house.guests("Ana Ben Cyn Dan")


async def threads(house):
    """Where the tables of the running round are."""
    return [
        thread for (thread,) in await house.app.store.find("SELECT thread FROM tournament_tables WHERE deals IS NULL")
    ]


@pytest.mark.parametrize("while_away", [False, True])
async def test_a_table_whose_thread_was_deleted_gets_another_one(house, cup, mia, people, instead_of, while_away):
    await cup.opens(mia, rounds=1, deals=3, players="single players")
    await begins(cup, people)
    (before,) = await threads(house)
    if while_away:
        with instead_of(house.env.backend, "emit", lambda *_about, **_more: None):
            house.env.backend.delete_channel(before)
        await house.restart()
    else:
        house.env.backend.delete_channel(before)
    await cup.minutes(2)
    (now,) = await threads(house)
    (table,) = cup.tables()
    assert now not in (0, before)
    assert table.channel == now
    assert not table.is_paused(table.lobby)
    shown = await people[0].command("tournament show")
    assert [part["url"] for part in walk(house.raw(shown.result.response)) if f"/{now}" in part.get("url", "")]
    cup.there = people
    await cup.to_the_end()
    assert await cup.stage() == "over"


@pytest.mark.parametrize("moment", ["sign-up", "round", "between"])
async def test_one_whose_channel_was_deleted_waits_until_it_is_brought_to_another(house, cup, mia, people, moment):
    log = house.guild.create_text_channel("log")
    other = house.guild.create_text_channel("other")
    await house.sets({"log_channel": log.id})
    await cup.opens(mia, rounds=2, prize=1_000, players="single players")
    if moment == "sign-up":
        for guest in people:
            await cup.press(guest, "Sign up")
    else:
        await begins(cup, people)
    if moment == "between":
        await cup.until_round(2)
    house.env.backend.delete_channel(house.channel.id)
    await cup.minutes(2)
    await house.restart()
    await cup.minutes(60)
    held = [(table.rounds, table.is_paused(table.lobby)) for table in cup.tables()]
    await cup.minutes(10)
    assert held == [(table.rounds, True) for table in cup.tables()]
    house.channel = log
    gone = "channel of Spring Cup gone"
    assert sum(gone in text for text in house.texts()) in (1, 2)  # once for each process
    house.channel = other
    assert "Bring it here" not in (await people[0].command("tournament show")).buttons
    shown = await mia.command("tournament show")
    assert gone in shown.said
    assert (await shown.press("Bring it here")).said == "tournament Spring Cup announced"
    assert (await shown.press("Bring it here")).said == "nothing changed"
    if moment == "sign-up":
        await cup.wait(15)
        for guest in people:
            await cup.press(guest, "Check in")
        await cup.minutes(16)
    cup.there = people
    texts = await cup.to_the_end()
    assert await cup.stage() == "over"
    assert [text for text in texts if text.startswith("### Spring Cup: the end")]
    assert sum(await house.chips("Ana Ben Cyn Dan")) > 4_000


async def test_what_the_bot_may_not_do_it_does_not_ask_for(house, cup, mia, people):
    await cup.opens(mia, rounds=2, players="single players")
    await begins(cup, people)
    denied = discord.Permissions(create_private_threads=True, send_messages=True).value
    me = house.app.user.id
    house.env.backend.set_overwrite(house.channel.id, Overwrite(target_id=me, type=1, deny=denied))
    await cup.until_round(2)
    asked = len(house.env.http_requests)
    await cup.minutes(60)
    assert Counter(each.path for each in house.env.http_requests[asked:] if each.method == "POST") == {}
    assert not cup.tables()
    house.env.backend.set_overwrite(house.channel.id, Overwrite(target_id=me, type=1))
    await cup.wait(15)
    assert len(cup.tables()) == 1


@pytest.mark.parametrize("what", ["threads", "posts"])
async def test_what_discord_refuses_again_and_again_is_asked_for_ever_more_rarely(house, cup, mia, people, what):
    await cup.opens(mia, rounds=1, players="single players")
    path = "/channels/*/threads" if what == "threads" else "/channels/*/messages"
    for guest in people:
        await cup.press(guest, "Sign up")
    if what == "threads":
        await cup.minutes(15)
        for guest in people:
            await cup.press(guest, "Check in")
    house.env.inject_error("POST", path, status=400, code=160006, message="No more threads", times=None)
    asked = len(house.env.http_requests)
    await cup.minutes(29 if what == "posts" else 90)
    refused = [each for each in house.env.http_requests[asked:] if each.method == "POST"]
    assert 3 <= len(refused) <= 14


async def test_a_table_that_cannot_open_is_tried_until_it_can(house, cup, mia, people, fails_at, caplog):
    await cup.opens(mia, rounds=1, players="single players")
    with fails_at(Director, "_open", IllegalAction("Not now.")):
        await begins(cup, people)
        await cup.minutes(2)
        assert not cup.tables()
    await cup.minutes(5)
    assert len(cup.tables()) == 1
    assert [text for text in caplog.messages if "Not now." in text] == ["table 1 of tournament 1 can't go on: Not now."]


async def test_an_announcement_that_cannot_be_drawn_leaves_the_others_and_a_refused_one_is_drawn_again(
    house, cup, mia, instead_of
):
    for name in ("First", "Second"):
        await cup.opens(mia, name=name)
    posts, drawn = house.app.get_cog("Posts"), []

    def draw(announcement, course):
        drawn.append(course.of.name)
        if course.of.name == "First":
            raise RuntimeError("it can't be drawn")
        return announcement(course)

    instead_of(posts, "_announcement", draw)
    house.env.inject_error("PATCH", "/channels/*/messages/*", status=500)
    with house.as_the_bot():
        posts.redraw(1)
        posts.redraw(2)
    await house.wait(10)
    assert drawn == ["First", *["Second"] * 3]  # once more, as the first may have arrived last
    house.expects_faults = True
