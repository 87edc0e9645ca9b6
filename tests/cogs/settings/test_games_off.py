"""A server switches a game off: nobody opens a table of it, and open tables end without anybody losing a bet."""

import re

import pytest
from simcord.enums import ComponentType

from tests.cogs.five_hundred.house import HEARTS
from tests.cogs.settings.test_settings_panel import Forged, Panel

OFF = "Blackjack is off here"


async def switch_off(house, *games):
    await house.sets({"games_off": list(games)})
    await house.wait(2)


# The setting


async def test_the_panel_lists_the_games_and_those_not_chosen_are_off(house, boss):
    panel = await (await Panel.of(boss)).open("games_off")
    assert "Games: all games" in panel.text
    await panel.choose("s:games", "pok_deng", "five_hundred")
    assert "Games: Pok Deng and Five Hundred" in panel.text
    assert "Boss changed Games from all games to Pok Deng and Five Hundred · in 0 s" in panel.text
    assert house.app.servers.of(house.guild.id).games_off == house.all_but("pok_deng", "five_hundred")
    await panel.press("Default")
    assert house.app.servers.of(house.guild.id).games_off == ()


async def test_no_server_is_without_a_game_and_none_names_one_that_does_not_exist(house):
    for value in ([*house.app.games], ["chess"], ["pontoon"] * 2, 1):
        with pytest.raises(Exception, match=r"Choose at least one|can't be set"):
            await house.app.servers.change(house.guild.id, {"games_off": value}, 1, house.env.now())
    assert house.app.servers.of(house.guild.id).games_off == ()


# What nobody can do any more


async def test_no_table_of_it_can_be_opened_and_the_other_games_are_played_as_before(house, ana, boss, table):
    await ana.command("table close", table=1)
    await switch_off(house, "blackjack", "pontoon")
    for guest in (ana, boss):
        assert (await guest.command("blackjack open")).said == OFF
    assert (await ana.command("pontoon practice")).said == "Pontoon is off here"
    assert (await ana.press("Open again", table)).said == OFF
    assert house.app.open_tables.tables(house.guild.id) == []
    asked = await ana.command("play")
    await asked.press("Ping me…")
    assert "Blackjack" not in asked.left
    assert (await ana.forges(asked.result.response.message, "callme:on.blackjack")).said == OFF
    assert "calls you for any game" in await ana.asks_for_calls("Any game")
    assert "Pok Deng · table 2" in (await ana.opens("pokdeng")).text


async def test_help_the_list_of_tables_and_achievements_name_only_the_games_that_are_on(house, ana):
    before = (await ana.command("achievements")).said
    for on, together in (
        (["pok_deng", "pontoon"], "Pok Deng and Pontoon"),
        (["pok_deng"], "Pok Deng"),
    ):
        await switch_off(house, *house.all_but(*on))
        said = await ana.reads_help()
        assert said.startswith(f"### Play {together}\n")
        assert "blackjack" not in said.lower()
        assert "/fivehundred" not in said
        asked = await ana.command("play")
        assert asked.left.count("Open") == len(on)
        assert "Blackjack" not in asked.said
    after = (await ana.command("achievements")).said
    assert "Pok Deng" in before
    assert "Pok Deng" in after
    assert count_of(after) < count_of(before)
    assert not any(game in after for game in ("Blackjack", "Pontoon", "Five Hundred"))


def count_of(said):
    """How many achievements there are to be found."""
    return int(re.search(r"0 of (\d+)", said)[1])


async def test_relief_no_longer_counts_its_bets(house):
    await house.sets({"pontoon.limits": [300, 400]})
    terms = house.app.economy.relief_terms(house.guild.id)
    await switch_off(house, "pontoon")
    assert terms.chips > house.app.economy.relief_terms(house.guild.id).chips
    await switch_off(house, *house.all_but("five_hundred"))
    assert house.app.economy.relief_terms(house.guild.id) is None


# Tables that are open


async def test_a_table_between_two_rounds_closes_at_once_and_bets_go_back(house, ana):
    table, other = await ana.opens(), await ana.opens("pokdeng")
    await house.guest("Ben").press("Sit", table)
    await ana.bets(100, table)
    assert await ana.chips() == 900
    await switch_off(house, "blackjack")
    assert "this table closed. its game is off." in table.text
    assert await ana.chips() == 1_000
    assert not other.live.table.is_closed


@pytest.mark.parametrize("comes_back", [False, True], ids=["for good", "and on again"])
async def test_a_round_in_play_is_played_to_its_end_and_then_the_table_closes(house, ana, table, comes_back):
    house.deal("10S 9D v 9H then 8C")
    await ana.bets(100, table)
    await switch_off(house, "blackjack")
    assert "table 1 closes after its round" in table.text
    if comes_back:
        await switch_off(house)
    await table.plays("Ana Stand, 2 s")
    assert "its game is off." in table.text
    assert await ana.chips() == 1_100


async def test_a_match_in_progress_is_finished_and_no_new_one_begins(house, match_of, deals):
    deals.deal(HEARTS)
    two = match_of(2)
    table = await two.start(ante=100)
    await switch_off(house, "five_hundred")
    assert "closes after" not in table.text
    await two.play_out(two.ana, "10 tricks", "Hearts", claims=True)
    assert await two.ana.chips() == 1_100
    assert (await two.ana.press("Rematch", table)).said == "Five Hundred is off here"


@pytest.mark.thorough
async def test_people_who_gather_for_a_match_are_sent_home(house, match_of, deals):
    two = match_of(2)
    table = await two.sit_down(ante=100)
    await switch_off(house, "five_hundred")
    assert "its game is off." in table.text
    assert await two.ana.chips() == 1_000


async def test_a_bot_that_died_before_it_closed_the_tables_closes_them_at_its_next_start(house, ana, restart):
    table = await ana.opens()
    await house.guest("Ben").press("Sit", table)
    await ana.bets(100, table)
    house.app.servers.changed._calls.clear()  # the process dies before it tells its tables
    await switch_off(house, "blackjack")
    assert not table.live.table.is_closed
    await restart()
    await house.wait(2)
    assert "its game is off." in table.text
    assert await ana.chips() == 1_000


async def test_a_table_that_opens_while_its_game_is_switched_off_does_not_stay(house, ana, boss):
    on = {"component": ComponentType.STRING_SELECT, "values": ["pontoon"]}
    await house.at_once(
        ana.about_to_command("blackjack open"),
        Forged(boss, "settings:s:games:games_off", await boss.opens("pontoon"), **on),
    )
    await house.wait(2)
    assert house.app.servers.of(house.guild.id).games_off == house.all_but("pontoon")
    assert [table.game.name for table in house.app.open_tables.tables(house.guild.id)] == ["pontoon"]
