"""A game that the bot doesn't have, played through the whole bot. All that it needs is in tests/high_card.

docs/add-a-game.md builds it step by step. After each test, the fixture `house` runs `data.check`. The command of
docs/CONTRIBUTING.md is tried at the end, as it stands there.
"""

import re
import sys
from functools import partial
from pathlib import Path

import discord
import pytest
from discord.ext import commands

from cogs.extensions import EXTENSIONS
from games.cards import parse_cards
from games.core import Phrase
from tests.cogs.shown import walk
from tests.high_card import high_card_adapter as adapter

CONTRIBUTING = Path(__file__).parents[2] / "docs" / "CONTRIBUTING.md"
COMMAND, ITS_TEST = re.findall(r"^```python\n(.*?)^```", CONTRIBUTING.read_text(encoding="utf-8"), re.M | re.S)


@pytest.fixture
def make_app(make_app, monkeypatch, tmp_path):
    """The bot with one more game, and one more command."""
    (tmp_path / "busy.py").write_text(COMMAND, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "busy", raising=False)  # from the test before
    return partial(make_app, parts=("tests.high_card.high_card_spec", *EXTENSIONS, "busy"))


@pytest.fixture
def deal(instead_of):
    """`deal("9H 4C KD")`: a card for each player, then the house's."""
    return lambda cards: instead_of(adapter, "shuffled", lambda *_: parse_cards(cards))


@pytest.fixture
async def ana(house):
    return house.guest("Ana", manages=True)


@pytest.fixture
async def table(ana):
    """Both are seated."""
    table = await ana.opens("highcard")
    await table.plays("Ana Sit, Ben Sit")
    return table


def rows(table):
    """The text of the table below its limits."""
    return table.text.splitlines()[2:]


# Playing


async def test_a_table_keeps_the_servers_limits(house, ana):
    await house.sets({"high_card.limits": [20, 50]})
    refused = await ana.command("highcard open", minimum=10)
    assert refused.said == "High Card bets only from 20 to 50"
    table = await ana.opens("highcard")
    assert table.text.splitlines()[1].startswith("-# bets 20–50 · shuffle ")
    assert table.buttons[:2] == ["Bet 20", "Bet 50"]
    other = await ana.about_to_press("Bet 20", table, as_if="b:1:0.b:bet:51").press()
    assert other.said == "Bet 20 to 50."


async def test_the_round_begins_with_the_last_bet_and_the_higher_card_wins(house, ana, ben, table, deal):
    deal("9H 4C 8D")
    await ana.press("Bet 10", table)
    assert rows(table) == ["Ana 10"]
    await ben.press("Bet 100", table)
    assert rows(table) == ["Ana BACK", "Ben BACK", "House BACK", "Turn your card up in 30 s"]
    await ben.press("Turn up", table)
    assert rows(table)[:3] == ["Ana BACK", "Ben 4C", "House BACK"]
    await ana.press("Turn up", table)
    assert rows(table) == ["Ana 9H +10", "Ben 4C -100", "House 8D"]
    assert house.movements() == [
        "1: Ana to table 10, bet",
        "1: Ben to table 100, bet",
        "1: table to Ana 10, stake back",
        "1: house to Ana 10, win",
        "1: table to house 100, lose",
    ]
    assert (await ana.chips(), await ben.chips()) == (1_010, 900)
    assert "+10 High Card #1 round 1" in (await ana.looks("History")).said


async def test_a_tie_loses_unless_the_server_wants_it_to_give_the_bet_back(house, ana, deal):
    deal("KH KS")
    table = await ana.opens("highcard")
    await table.plays("Ana Bet 100, Ana Turn up")
    assert rows(table) == ["Ana KH -100", "House KS"]
    await house.sets({"high_card.tie_returns": True})
    await house.wait(2)
    assert table.live.table.terms.options.tie_returns
    await table.plays("Ana Bet 100, Ana Turn up")
    assert rows(table) == ["Ana KH 0", "House KS"]


async def test_the_clock_turns_up_the_cards_of_late_players(house, ana, table, deal):
    deal("2H AC 2D")
    for is_late in (False, True):
        await ana.press("Bet 10", table)
        await house.wait(32 if is_late else 21)
        if not is_late:
            await ana.press("Turn up", table)
        assert rows(table) == ["Ana 2H -10", "House AC"]


# A restart

STORY = """\
Ana: Sit
Ben: Sit
Ana: Bet 10
Ben: Bet 100
Ben: Turn up
Ana: Turn up
Ben: Bet 10
Ana: Bet 100
Ana: Turn up
Ben: Turn up"""

RESULTS = """\
Ana 9H +10
Ben 4H -100
House 4C
Ben 10S +10
Ana QH +100
House 7S"""

MOVEMENTS = """\
1: Ana to table 10, bet
1: Ben to table 100, bet
1: table to Ana 10, stake back
1: house to Ana 10, win
1: table to house 100, lose
2: Ben to table 10, bet
2: Ana to table 100, bet
2: table to Ben 10, stake back
2: house to Ben 10, win
2: table to Ana 100, stake back
2: house to Ana 100, win"""


@pytest.mark.sampled
@pytest.mark.parametrize(
    "after",
    [range(11), {3}, {4}, {5}, {6}],
    ids=["every press", "a bet lies there", "dealt", "one card is turned up", "results are shown"],
)
async def test_stopped_or_killed_it_continues_with_the_same_cards_and_chips(house, ana, ben, restart, after, one_salt):
    table, results = await ana.opens("highcard"), []
    for number, press in enumerate(STORY.splitlines(), 1):
        name, _, label = press.partition(": ")
        await {"Ana": ana, "Ben": ben}[name].press(label, table)
        shown = rows(table)
        if not table.live.table.is_playing and not table.live.table.lobby.bets:
            results += shown
        if number in after:
            await restart()
            assert rows(table) == shown
    assert results == RESULTS.splitlines()
    assert house.movements() == MOVEMENTS.splitlines()
    assert (await ana.chips(), await ben.chips()) == (1_110, 910)


async def test_a_round_begun_under_other_rules_is_void_and_its_bets_come_back(house, ana, ben, table, restart):
    await table.plays("Ana Bet 10, Ben Bet 100, Ben Turn up")
    await house.app.store.write(lambda db: db.execute("UPDATE rounds SET rules = 0"))
    await restart()
    assert rows(table) == []
    assert "Bet 10" in table.buttons
    assert (await ana.chips(), await ben.chips()) == (1_000, 1_000)


# Elsewhere in the bot


async def test_its_settings_are_shown_and_changed_like_all_others(house, ana):
    panel = await ana.command("settings")
    await choose(panel, "group", "high_card")
    assert panel.now.splitlines()[:3] == [
        "### Settings · High Card",
        "Limits: 10 to 100 (a host can choose 1 to 1,000,000)",
        "Ties give the bet back: off",
    ]
    await choose(panel, "pick", "high_card.tie_returns")
    assert "It lifts the return from 94.12% of the bets to 100%." in panel.now
    await panel.press("On")
    assert "Ties give the bet back: on" in panel.now


async def choose(panel, verb, value):
    """Choose in one of the selects of the settings panel."""
    message, guest = panel.result.response, panel.guest
    controls = walk(guest.house.raw(message))
    custom_id = next(each["custom_id"] for each in controls if f":{verb}:" in each.get("custom_id", ""))
    await guest.member.select(message, [value], custom_id=custom_id)


async def test_it_is_listed_and_its_rules_pages_say_how_it_is_played(house, ana, table):
    assert "High Card · table 1" in (await ana.command("play")).said
    said = await ana.reads_help()
    assert "/highcard open" in said
    assert "Play High Card, Blackjack, " in said
    assert (await ana.command("rules", game="high_card")).said.endswith("A tie loses.")
    await house.sets({"high_card.tie_returns": True})
    at_table = await ana.press("Rules", table)
    assert at_table.said.startswith("### High Card · The game\n-# table 1\n")
    assert "A tie gives the bet back.\n\nhouse rules that differ:" in at_table.said
    assert at_table.buttons == ["Fair cards", "Shuffle"]
    await ana.press("Bet 10", table)
    await ana.command("table close", table=1)
    assert rows(table)[-1] == "this table closed. closed by its host. all chips back."
    assert await ana.chips() == 1_000
    assert (await ana.command("play")).said.startswith("### Open a table\nHigh Card\n")


async def test_its_shuffle_is_promised_before_and_verified_afterwards(ana, ben, table):
    mark = table.live.table.commitment[:8]
    shown = (await (await ana.press("Rules", table)).press("Shuffle")).said
    assert f"Shuffle {mark}\n" in shown
    assert "The seed is shown when the round is over." in shown
    for label in ("Bet 10", "Turn up"):
        await ana.press(label, table)
        await ben.press(label, table)
    verified = (await ana.command("fair verify")).said
    assert f"Shuffle {mark} of table 1 checks out" in verified
    assert "Round 1: all cards match." in verified


async def test_a_title_may_have_a_hyphen(ana, monkeypatch):
    monkeypatch.setattr(adapter.HighCardGame, "title", Phrase("Twenty-One"))
    table = await ana.opens("highcard")
    assert table.text.splitlines()[0] == "### Twenty-One · table 1"
    await table.plays("Ana Bet 10, Ana Turn up")
    assert rows(table)[0].startswith("Ana ")


# The first change


async def test_the_first_change_of_a_contributor_does_what_its_own_test_says(house):
    exec(ITS_TEST, namespace := {})
    await namespace["test_busy_counts_the_tables_of_the_server"](house)


async def test_a_cog_gets_the_events_of_discord_that_it_names(house):
    class Reactions(commands.Cog):
        intents = discord.Intents(guild_reactions=True)

    assert not house.app.intents.guild_reactions
    await house.app.add_cog(Reactions())
    assert house.app.intents == discord.Intents(guilds=True, guild_reactions=True)
