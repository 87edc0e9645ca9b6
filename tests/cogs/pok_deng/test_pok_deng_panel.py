"""One's own bets at a Pok Deng table in a private message: a press bets the chosen chips, and a crowd sees its own.

From *Ready* or the deal on it is one line, until its reader wants to bet again.
"""

import pytest

pytestmark = pytest.mark.usefixtures("turn_over")

HANDS = ["P1", "P2", "P3", "P4", "P5"]
PAIRS = [f"{hand} Pair" for hand in HANDS]
SIZES = ["10", "50", "100"]
NO_BETS = "no bets of yours"
PRESS = "Press a hand or a Pair to bet {} on it."
PAYS = [
    "-# Hands 1:1, deng 2:1 (a pair, or two cards of one suit), Pairs 11:1",
    "-# The Banker's deng wins double, so as much again is set aside for a bet on a hand.",
]


@pytest.fixture
async def table(house):
    return await house.guest("Ana").opens("pokdeng")


def said(panel):
    """What the panel shows now, below the table's name, which only one with buttons for bets has."""
    return [line for line in panel.now.splitlines() if line != "### Pok Deng · table 1"]


async def test_a_press_on_a_hand_or_its_pair_bets_the_chosen_chips_and_another_takes_them_back(house, table):
    panel = await table.plays("Ana Bet")
    assert panel.buttons == ["● 10", *SIZES[1:], "Other…", *HANDS, *PAIRS]
    assert said(panel) == [PRESS.format(10), *PAYS, "-# You have 1,000 chips"]
    await panel.press("P2")
    await panel.press("50")
    assert panel.left[:4] == ["10", "● 50", "100", "Other…"]
    await panel.press("P4 Pair")
    assert table.line("Ana") == "Ana P2 10 · P4 Pair 50"
    assert await house.chips("Ana") == [930]
    assert said(panel)[:2] == ["P2 10 · P4 Pair 50 · 70 chips set aside", "⏳ in 20 s"]
    assert said(panel)[-1] == "-# You have 930 chips"
    assert panel.left[-2:] == ["Ready", "Clear my bets"]
    await panel.press("P2 · 10")
    assert table.line("Ana") == "Ana P2 50 · P4 Pair 50"
    await panel.press("P4 Pair · 50")
    await panel.press("P2 · 50")
    assert said(panel)[0] == PRESS.format(50)
    assert await house.chips("Ana") == [1000]


async def test_a_press_keeps_to_the_limits_of_pair_bets(house):
    await house.sets({"pok_deng.pair_minimum": 3, "pok_deng.pair_maximum": 40})
    table = await house.guest("Ana").opens("pokdeng")
    panel = await table.plays("Cy Bet")  # who never had chips here bets the starting ones
    await panel.press("100")
    await panel.press("P1 Pair")
    assert said(panel)[0] == "P1 Pair 40 · 40 chips set aside"


async def test_a_press_that_comes_twice_bets_once_and_after_a_restart_what_its_label_said(house, table, restart):
    ana, panel = house.named("Ana"), await table.plays("Ana Bet")
    await panel.press("50")
    await house.at_once(*[ana.about_to_press_on(panel, "P1") for _ in range(2)])
    assert table.line("Ana") == "Ana P1 50"
    late = ana.about_to_press_on(panel, "P2")
    await restart()
    await late.press()
    assert table.line("Ana") == "Ana P1 50 · P2 50"


async def test_who_sat_a_round_out_reads_so_until_somebody_bets_on_the_next(table, turn_over):
    await table.plays("Ana bets 10 on P1, Ana Ready")
    await turn_over(3)
    panel = await table.plays("Ana Bet")
    await table.plays("Ben bets 10 on P1, Ben Ready, 2 s")
    assert said(panel) == ["You didn't bet on this round."]
    await turn_over(3)
    await table.plays("Ben Same, 2 s")
    assert said(panel) == [NO_BETS]


async def test_the_message_follows_every_change_and_has_the_rest_of_the_round(house, table, turn_over):
    panel = await table.plays("Ben bets 10 on P1, Ana bets 50 on P1, Ana Bet")
    assert said(panel)[0] == "P1 50 · 100 chips set aside"
    await table.plays("Ana bets 20 on P1 Pair, 2 s")
    assert said(panel)[0] == "P1 50 · P1 Pair 20 · 120 chips set aside"
    await panel.press("Clear my bets")
    assert said(panel)[0] == PRESS.format(10)
    assert await house.chips("Ana") == [1000]
    await panel.press("P5")
    await panel.press("Ready")
    assert table.line("Ana") == "Ana ✓ P5 10"
    assert (said(panel), panel.left) == (["P5 10 · 20 chips set aside"], [])
    panel = await table.plays("Ana Bet")
    assert panel.left[-2:] == ["Ready", "Clear my bets"]
    await table.plays("Ana Ready, Ben Ready, 2 s")
    assert said(panel) == ["P5 10 · 20 chips set aside"], "not before the hands are turned over"
    await turn_over(3)
    await house.wait(2)
    net = table.line("Ana ").split(" ")[1]
    assert (said(panel), table.live.table.lobby.nets[panel.guest.id]) == ([f"### {net}", "P5"], int(net))
    await table.plays("Ana Same, 2 s")
    assert (said(panel), panel.left) == (["P5 10 · 20 chips set aside"], [])
    panel = await table.plays("Ana Bet")
    assert panel.left[-2:] == ["Ready", "Clear my bets"]
    await panel.press("Clear my bets")
    await house.named("Ana").command("table close", table=1)
    await house.wait(2)
    assert said(panel)[-1].endswith("all chips back.")
    assert panel.left == []


async def test_in_a_crowd_everyone_gets_one_private_message_with_their_bets(house, table):
    for name in ("Cy", "Dee", "Eli", "Fay"):
        assert (await table.plays(f"{name} bets 10 on P1")).said == ""
    panel = await table.plays("Gus bets 10 on P1")
    assert (said(panel), panel.left) == (["P1 10 · 20 chips set aside"], [])
    assert (await table.plays("Gus bets 30 on P2")).said == ""
    await house.wait(2)
    assert said(panel) == ["P1 10 · P2 30 · 80 chips set aside"]
