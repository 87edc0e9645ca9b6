"""A closed table says why it has closed, and one press opens another one with the same terms in its place."""

import json
import re

import pytest

from tests.cogs.shown import Table


async def opens_again(guest, table):
    """Press Open again; the table that has opened."""
    answer = await guest.press("Open again", table)
    assert answer.said == ""
    number = re.search(r"(?:table|match) (\d+)", guest.house.read(answer.result.response.components))[1]
    return Table(guest.house, int(number))


# Why


async def test_a_table_that_its_host_closed_says_so(ana):
    table = await ana.opens()
    await ana.command("table close", table=1)
    await ana.house.wait(1)
    assert "The host has closed this table. All chips are back with their owners." in table.text


async def test_a_table_that_a_manager_closed_says_so_even_after_its_last_round(house, ana):
    boss, table = house.guest("Boss", manages=True), await ana.opens("pokdeng")
    await ana.bets_on("P1", 100, table)
    await boss.command("table close", table=1)
    await house.wait(30)
    assert "Someone who manages this server has closed this table." in table.text


async def test_a_table_where_nobody_plays_says_so_when_it_closes(house, ana):
    table = await ana.opens("pontoon")
    await house.wait(601)
    assert "This table has closed because nobody played for a while." in table.text


async def test_somebody_who_presses_an_older_copy_learns_why_it_closed_and_can_open_it_again(house, ana, ben):
    table = await ana.opens()
    late = ben.about_to_press("Sit", table)
    await house.wait(601)
    answer = await late.press()
    assert answer.said == "This table has closed because nobody played for a while."
    opened = await answer.press("Open again")
    assert "Blackjack · table 2" in house.read(opened.result.response.components)
    assert Table(house, 2).live.host == ben.id


def _write_as_before(db):
    (lobby,) = db.execute("SELECT lobby FROM tables").fetchone()
    kept = {name: value for name, value in json.loads(lobby).items() if name not in ("closed_by", "instead_of")}
    db.execute("UPDATE tables SET lobby = ?", (json.dumps(kept),))


async def test_a_table_closed_by_an_older_version_gives_no_reason(house, ana, restart):
    table = await ana.opens()
    late = ana.about_to_press("Sit", table)
    await ana.command("table close", table=1)
    await house.app.store.write(_write_as_before)
    await restart()
    assert (await late.press()).said == "This table is closed."
    assert (await opens_again(ana, table)).number == 2


# Again


@pytest.mark.parametrize(
    ("game", "terms"),
    [
        ("blackjack", {"minimum": 20, "maximum": 80, "seats": 3, "pace": "relaxed"}),
        ("pokdeng", {"minimum": 30, "maximum": 60, "pace": "quick"}),
        ("pontoon", {"maximum": 50, "shoot": True}),
        ("fivehundred", {"players": 3, "target": 300, "ante": 7, "pace": "slow"}),
    ],
)
async def test_it_has_the_same_terms_and_its_presser_as_host_after_a_restart_too(house, ana, ben, restart, game, terms):
    table = await ana.opens(game, **terms)
    before = table.live.terms
    await ana.command("table close", table=1)
    await house.wait(1)
    await restart()
    again = await opens_again(ben, table)
    assert again.live.terms == before
    assert again.live.host == ben.id
    assert again.live.lobby.seats == (None,) * len(again.live.lobby.seats)


async def test_a_second_press_leads_to_the_table_that_is_open_already(house, ana, ben):
    table = await ana.opens()
    await ana.command("table close", table=1)
    await house.wait(1)
    again = await opens_again(ana, table)
    answer = await ben.press("Open again", table)
    link = f"https://discord.com/channels/{house.guild.id}/{house.channel.id}/{again.message.id}"
    assert answer.said == "Table 2 has already been opened in its place."
    assert link in str(answer.result.response.components)
    assert house.app.open_tables.find(3) is None


async def test_two_who_press_at_once_get_one_table(house, ana, ben):
    table = await ana.opens()
    await ana.command("table close", table=1)
    await house.wait(1)
    answers = await house.at_once(*(guest.about_to_press("Open again", table) for guest in (ana, ben)))
    assert sorted(bool(answer.said) for answer in answers) == [False, True]
    assert [each.id for each in house.app.open_tables.in_guild(house.guild.id)] == [2]


async def test_all_closed_ones_of_a_chain_lead_to_the_one_that_is_open(house, ana):
    table = await ana.opens()
    for number in (1, 2):
        await ana.command("table close", table=number)
        await house.wait(1)
        await opens_again(ana, Table(house, number))
    assert (await ana.press("Open again", table)).said == "Table 3 has already been opened in its place."
    await ana.command("table close", table=3)
    await house.wait(1)
    assert (await opens_again(ana, table)).number == 4


async def test_whoever_may_not_open_tables_may_not_open_one_again(house, ana, ben):
    table = await ana.opens()
    await ana.command("table close", table=1)
    await house.wait(1)
    await house.sets({"openers": "managers"})
    answer = await ben.press("Open again", table)
    assert answer.said == "In this server, only managers can open tables."
    await house.sets({"openers": None, "tables_per_channel": 1})
    await ana.opens()
    assert (await ben.press("Open again", table)).said.startswith(
        "This channel has as many open tables as this server allows (1)."
    )


async def test_terms_that_the_server_no_longer_allows_are_refused(house, ana):
    table = await ana.opens(minimum=10, maximum=500)
    await ana.command("table close", table=1)
    await house.wait(1)
    await house.sets({"blackjack.limits": [20, 100]})
    refusal = "In this server Blackjack tables have bets from 20 to 100 chips."
    assert (await ana.press("Open again", table)).said == refusal


async def test_a_table_of_another_server_or_one_that_never_was_is_not_opened_again(house, ana):
    table = await ana.opens()
    await ana.command("table close", table=1)
    await house.wait(1)
    for forged in ("again:77", "again:999999999999999999"):
        said = (await ana.about_to_press("Open again", table, as_if=forged).press()).said
        assert said == "The bot can't open this table again. Open a new one: /help has the commands."


async def test_a_table_that_is_open_is_not_opened_again(house, ana):
    table = await ana.opens()
    answer = await ana.about_to_press("Bet", table, as_if="again:1").press()
    assert answer.said.startswith("Table 1 is open: https://discord.com/channels/")
