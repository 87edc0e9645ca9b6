"""Every hand says why it won or lost, and everyone what the deal brought them and what they have now."""

import pytest

from cogs.pontoon.hands import line_text
from games.cards import parse_cards
from games.pontoon import Line, Outcome, worth
from games.pontoon.settle import against
from i18n.words import ENGLISH
from tests.cogs.pontoon.house import a_deal, dont_shoot, finish


def told(hand, bank, *, staked=10, shot=0, is_only=True):
    """What is said of `hand` against `bank`, settled by the rules."""
    mine, banks = worth(parse_cards(hand)), worth(parse_cards(bank))
    outcome, times = (Outcome.BUST, 1) if not mine.kind else against(mine, banks)
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
    assert told("10S 8S", "10H KH", shot=40) == "the banker's 20 beats 18: -10 · shoot -40"


async def test_everyone_reads_their_net_and_their_chips_after_a_deal(five, packs):
    table = await a_deal(five, packs)
    await finish(five, table)
    assert table.line("Ben +") == "Ben +10 · now 1,010 chips"
    assert table.line("Cy -") == "Cy -10 · now 990 chips"
    ben = await five.panel(five.ben)
    assert "Your hand: 19\n# 10C 9D\n19 beats 17\nYou won 10 on this deal and now have 1,010 chips." in ben.text


async def test_a_panel_says_bust_once(five, packs):
    packs.deal("10C 6D", "8H 9C", "10H KD", "7S KH", bank="10S 7C", then="9H")
    table = await five.sit_down()
    await five.start()
    await five.stake()
    await five.press(five.ben, "Twist")
    for guest in (five.cy, five.dee, five.eve):
        await five.press(guest, "Stick")
    await five.ana.press("Stay, pay 18", table)
    ben = await five.panel(five.ben)
    assert "Your hand: 25, bust\n# 10C 6D 9H\nYou lost 10 on this deal" in ben.text


async def test_a_banker_who_has_stayed_has_one_total(five, packs):
    packs.deal("10C 9D", "8H 9C", "10H KD", "7S KH", bank="AS 7C")
    table = await five.sit_down()
    await five.start()
    await five.stake()
    for guest in (five.ben, five.cy, five.dee, five.eve):
        await five.press(guest, "Stick")
    assert table.line("Banker") == "Banker Ana: 8/18"
    ana = await five.panel(five.ana)
    assert "You hold the bank: 8/18\n# AS 7C" in ana.text
    await five.ana.press("Stay, pay 19", table)
    assert table.line("Banker") == "Banker Ana: 18 · pays 19"
    assert "You hold the bank: 18\n# AS 7C" in ana.text


async def test_a_player_who_has_stuck_has_one_total(five, packs):
    packs.deal("AC 7D", "8H 9C", "10H KD", "7S KH", bank="10S 7C")
    await five.sit_down()
    await five.start()
    await five.stake()
    ben = await five.panel(five.ben)
    assert "Your hand: 8/18" in ben.text
    await ben.press("Stick")
    assert "Your hand: 18\n" in ben.text
    assert "You have played. Your result will appear here." in ben.text


async def test_a_table_that_closes_counts_the_kitty_that_came_back(five, packs):
    table = await a_deal(five, packs, shoot=True)
    await dont_shoot(five, five.ben, five.cy, five.dee, five.eve)
    await finish(five, table)
    await five.ana.command("table close", table=table.number)
    assert table.line("Ana 0") == "Ana 0 · now 1,000 chips"
    assert await five.ana.chips() == 1000
