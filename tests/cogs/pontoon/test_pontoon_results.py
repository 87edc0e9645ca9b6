"""Every hand says why it won or lost, everyone what the deal brought them, and all that stays readable."""

import json

import pytest

from cogs.pontoon.hand_words import line_text
from games.cards import parse_cards
from games.pontoon import HandOutcome, Line, worth
from games.pontoon.settle import against
from i18n.words import ENGLISH
from tables.lobby import Lobby
from tables.pontoon.bank_state import BankState
from tests.cogs.pontoon.house import a_deal, finished

RESULTS = (
    "Banker Ana: 17 · pays 18 and up · 0",
    "2 10C 9D · Ben +10 · 19 beats 17",
    "3 8H 9C · Cy -10 · 17 each, banker wins",
    "4 10H KD · Dee +10 · 20 beats 17",
    "5 7S KH · Eve -10 · 17 each, banker wins",
)


def shown(text):
    """Whether all results of that deal are in a text."""
    return all(line in text for line in RESULTS)


def told(hand, bank, *, staked=10, shot=0, is_only=True):
    """What is said of `hand` against `bank`, settled by the rules."""
    mine, banks = worth(parse_cards(hand)), worth(parse_cards(bank))
    outcome, times = (HandOutcome.BUST, 1) if not mine.kind else against(mine, banks)
    line = Line(0, 0, mine, outcome, times, staked, shot)
    return line_text(line, banks, ENGLISH, is_only=is_only).replace("**", "")


@pytest.mark.parametrize(
    ("hand", "bank", "why"),
    [
        ("10S 8S", "10H 7H", "18 beats 17"),
        ("7S 7H 7D", "10H 10S", "21 beats 20"),
        ("10S 8S", "10H 8H", "18 each: the banker wins ties"),
        ("10S 8S", "10H KH", "the banker's 20 beats 18"),
        ("10S 8S", "7S 7H 7D", "the banker's 21 beats 18"),
        ("10S 8S", "10H 6H 8D", "18 wins: the banker is bust"),
        ("10S 8S", "2S 2H 3D 4C 5S", "the banker's five-card trick takes double"),
        ("AS KS", "2S 2H 3D 4C 5S", "pontoon pays 2:1"),
        ("AS KS", "AH JH", "the banker's pontoon takes double"),
        ("2S 2H 3D 4C 5S", "10H 6H 8D", "five-card trick pays 2:1"),
        ("10S 6S 9D", "10H 6H 8D", "bust"),
    ],
)
def test_a_hand_says_why_it_won_or_lost(hand, bank, why):
    assert told(hand, bank) == why


def test_one_hand_of_several_and_one_that_was_shot_with_say_how_many_chips():
    assert told("10S 8S", "10H 7H", staked=30, is_only=False) == "18 beats 17: +30"
    assert told("AS KS", "10H 7H", staked=30, is_only=False) == "pontoon pays 2:1: +60"
    assert told("10S 8S", "10H 7H", shot=40) == "18 beats 17: +10 · shoot +40"
    assert told("10S 8S", "10H KH", shot=40) == "the banker's 20 beats 18: −10 · shoot −40"


async def test_everyone_reads_their_net_and_their_chips_during_the_next_deal_too(five):
    table = await finished(five)
    assert shown(table.text)
    won = "## Result: +10\n-# You have 1,010 chips\n"
    assert (await five.panel(five.ben)).text.startswith(f"{won}Your hand: 19\n# 10C 9D\n19 beats 17")
    await five.house.wait(21)
    assert table.live.table.is_playing
    assert "pays 18 and up" not in table.text
    ben = await table.plays("Ben Last deal")
    assert ben.result.response.ephemeral
    assert shown(ben.said)
    assert ben.said.startswith(won)
    assert (await table.plays("Cy Last deal")).said.startswith("## Result: -10\n-# You have 990 chips\n")
    zed = (await table.plays("Zed Last deal")).said
    assert shown(zed)
    assert "Result:" not in zed


async def test_the_last_deal_is_there_after_a_restart(five, restart):
    table = await finished(five)
    before = table.text
    await restart()
    await five.house.wait(2)
    assert shown(table.text)
    assert table.text.splitlines()[:8] == before.splitlines()[:8]
    assert shown((await table.plays("Ben Last deal")).said)


async def test_a_forgotten_member_appears_in_no_last_deal(five):
    table = await finished(five)
    await (await five.cy.my_data("Delete…")).press("Delete my data")
    assert five.cy.id not in [hand.person for hand in BankState.of(table.live.table.lobby).last.hands]
    assert "3 8H 9C · someone who left -10 · 17 each" in table.text


def test_a_table_that_an_earlier_version_saved_has_no_last_deal():
    saved = json.loads(Lobby(seats=(7,), game_state=BankState(deal=3)).to_json())
    saved["carry"] = {name: value for name, value in saved["carry"].items() if name not in ("last", "moved")}
    saved["carry"]["shown"] = "10S 7C"
    assert BankState.of(Lobby.from_json(json.dumps(saved), BankState)) == BankState(deal=3)


async def test_who_has_stayed_or_stuck_has_one_total_and_bust_is_said_once(five):
    table = await a_deal(five, "AC 7D, 10C 6D, 10H KD, 7S KH v AS 7C then 9H")
    ana, ben, cy = [await five.panel(guest) for guest in five.people[:3]]
    assert "Your hand: 8/18" in ben.text
    await ben.press("Stick")
    assert "Your hand: 18\n" in ben.text
    assert "played, result here" in ben.text
    await five.plays("Cy Twist, Dee Stick, Eve Stick")
    assert table.line("Banker") == "Banker Ana: 8/18"
    assert "You hold the bank: 8/18\n# AS 7C" in ana.text
    await table.plays("Ana Pay 19 and up")
    assert table.line("Banker") == "Banker Ana: 18 · pays 19 and up · +20"
    assert "You hold the bank: 18\n# AS 7C" in ana.text
    assert cy.text.startswith("## Result: -10\n-# You have 990 chips\nYour hand: 25, bust\n# 10C 6D 9H")


async def test_a_table_that_closes_counts_the_kitty_that_came_back(five):
    table = await finished(five, shoot=True)
    await five.ana.command("table close", table=table.number)
    assert table.line("Banker") == "Banker Ana: 17 · pays 18 and up · 0"
    assert await five.ana.chips() == 1000
