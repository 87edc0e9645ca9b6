"""A closed table says why it has closed, and one press opens another one with the same terms in its place."""

import json
import re

import pytest

from tests.cogs.shown import Table

CANNOT = "can't be opened again"


@pytest.fixture
async def closed(house, ana, table):
    """Ana's table, which she has closed."""
    await ana.command("table close", table=1)
    await house.wait(1)
    return table


async def opens_again(guest, table):
    """Press Open again; the table that has opened."""
    answer = await guest.press("Open again", table)
    assert answer.said == ""
    number = re.search(r"(?:table|match) (\d+)", guest.house.read(answer.result.response.components))[1]
    return Table(guest.house, int(number))


# Why


async def test_a_table_that_a_manager_closed_says_so_even_after_its_last_round(house, ana, boss):
    table = await ana.opens("pokdeng")
    await ana.bets_on("P1", 100, table)
    await boss.command("table close", table=1)
    await house.wait(30)
    assert "this table closed. closed by a manager." in table.text


async def test_a_table_where_nobody_plays_says_so_and_an_older_copy_opens_it_again(house, ben, table):
    idle = "this table closed. closed as nobody played."
    late = ben.about_to_press("Sit", table)
    await house.wait(601)
    assert idle in table.text
    answer = await late.press()
    assert answer.said == idle
    opened = await answer.press("Open again")
    assert "Blackjack · table 2" in house.read(opened.result.response.components)
    assert Table(house, 2).live.table.host == ben.id


def _write_as_before(db):
    (lobby,) = db.execute("SELECT lobby FROM tables").fetchone()
    kept = {name: value for name, value in json.loads(lobby).items() if name not in ("closed_by", "instead_of")}
    db.execute("UPDATE tables SET lobby = ?", (json.dumps(kept),))


async def test_a_table_closed_by_an_older_version_gives_no_reason(house, ana, table, restart):
    late = ana.about_to_press("Sit", table)
    await ana.command("table close", table=1)
    await house.app.store.write(_write_as_before)
    await restart()
    assert (await late.press()).said == "this table closed."
    assert (await opens_again(ana, table)).number == 2


# Again


async def test_it_has_the_same_terms_and_its_presser_as_host_after_a_restart_too(house, ana, ben, restart):
    await house.sets({"tables_per_person": 4})
    opened = [
        await ana.opens("blackjack", minimum=20, maximum=80, seats=3, pace="relaxed"),
        await ana.opens("pokdeng", minimum=30, maximum=60, pace="quick"),
        await ana.opens("pontoon", maximum=50, shoot=True),
        await ana.opens("fivehundred", players=3, target=300, ante=7, pace="slow"),
    ]
    before = [table.live.table.terms for table in opened]
    for table in opened:
        await ana.command("table close", table=table.number)
    await house.wait(1)
    await restart()
    for table, terms in zip(opened, before, strict=True):
        again = await opens_again(ben, table)
        assert (again.live.table.terms, again.live.table.host) == (terms, ben.id)
        assert not any(again.live.table.lobby.seats)


async def test_of_two_who_press_at_once_one_opens_it_and_later_presses_lead_there(house, ana, ben, closed):
    await ben.chips()  # so that nothing has to be read about one of them first
    answers = await house.at_once(*(guest.about_to_press("Open again", closed) for guest in (ana, ben)))
    assert sorted(bool(answer.said) for answer in answers) == [False, True]
    assert [each.id for each in house.app.open_tables.tables(house.guild.id)] == [2]
    answer = await ben.press("Open again", closed)
    link = f"https://discord.com/channels/{house.guild.id}/{house.channel.id}/{Table(house, 2).message.id}"
    assert answer.said == "opened again as table 2"
    assert link in str(answer.result.response.components)
    assert house.app.open_tables.find(3) is None


async def test_all_closed_ones_of_a_chain_lead_to_the_one_that_is_open(house, ana, closed):
    await opens_again(ana, closed)
    await ana.command("table close", table=2)
    await house.wait(1)
    await opens_again(ana, Table(house, 2))
    assert (await ana.press("Open again", closed)).said == "opened again as table 3"
    await ana.command("table close", table=3)
    await house.wait(1)
    assert (await opens_again(ana, closed)).number == 4


async def test_what_the_server_no_longer_allows_is_refused(house, ana, ben, closed):
    await house.sets({"openers": "managers"})
    assert (await ben.press("Open again", closed)).said == "only managers open tables"
    await house.sets({"openers": None, "blackjack.limits": [20, 100]})
    refusal = "Blackjack bets only from 20 to 100"
    assert (await ana.press("Open again", closed)).said == refusal
    await house.sets({"blackjack.limits": None, "tables_per_channel": 1})
    open_ = await ana.opens()
    full = "channel full with 1 tables"
    assert (await ben.press("Open again", closed)).said.startswith(full)
    answer = await ana.about_to_press("Bet", open_, as_if="again:2").press()
    assert answer.said.startswith("Table 2 is open: https://discord.com/channels/")


async def test_a_table_that_never_was_is_not_opened_again(ana, closed):
    for forged in ("again:77", "again:999999999999999999"):
        assert (await ana.about_to_press("Open again", closed, as_if=forged).press()).said == CANNOT
