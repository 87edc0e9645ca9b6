"""One's own bets at a Pok Deng table in a private message: the minimum by one press, and what a crowd's table omits."""

import pytest

pytestmark = pytest.mark.usefixtures("turn_over")

HANDS = ["P1", "P2", "P3", "P4", "P5"]
PAIRS = [f"{hand} Pair" for hand in HANDS]
NO_BETS = "You have no bets on the next round."


@pytest.fixture
async def table(house):
    return await house.guest("Ana").opens("pokdeng")


def said(panel):
    """What the panel shows now, below the table's name."""
    return panel.guest.house.read(panel.guest.house.raw(panel.result.response)).splitlines()[1:]


async def test_the_minimum_is_bet_by_a_press_on_a_hand_or_its_pair(house, table):
    panel = await table.plays("Ana Minimum…")
    assert panel.buttons == [*HANDS, *PAIRS, "Bet"]
    assert said(panel) == [NO_BETS, "Press a hand or its Pair to bet 10 chips on it."]
    await panel.press("P2")
    await panel.press("P4 Pair")
    assert table.line("Ana") == "Ana P2 10 · P4 Pair 10"
    assert await house.chips("Ana") == [970]
    assert said(panel)[:2] == [
        "Player 2 10 · Player 4 Pair 10",
        "You put in 30: 10 of it is a deposit in case the Banker wins double.",
    ]
    left = [label for label in (*HANDS, *PAIRS) if label not in ("P2", "P4 Pair")]
    assert panel.left == [*left, "Bet", "Clear my bets", "Ready"]


async def test_the_minimum_of_pair_bets_may_be_another(house):
    await house.sets({"pok_deng.pair_minimum": 3})
    table = await house.guest("Ana").opens("pokdeng")
    panel = await table.plays("Cy Minimum…")  # who never had chips here bets the starting ones
    assert said(panel)[1] == "Press a hand to bet 10 chips on it, or its Pair to bet 3."
    await panel.press("P1 Pair")
    assert said(panel)[:2] == ["Player 1 Pair 3", "You put in 3."]
    assert table.line("Cy") == "Cy P1 Pair 3"


async def test_a_press_that_comes_twice_bets_once_and_lowers_no_bet(house, table):
    ana, panel = house.named("Ana"), await table.plays("Ana Minimum…")
    await house.at_once(*[ana.about_to_press_on(panel, "P1") for _ in range(2)])
    assert table.line("Ana") == "Ana P1 10"
    late = ana.about_to_press_on(panel, "P2")
    await table.plays("Ana bets 50 on P2")
    await late.press()
    assert table.line("Ana") == "Ana P1 10 · P2 50"


async def test_the_message_follows_every_change_and_has_the_rest_of_the_round(house, table, turn_over):
    panel = await table.plays("Ben bets 10 on P1, Ana bets 50 on P1, Ana My bets")
    assert said(panel)[0] == "Player 1 50"
    await table.plays("Ana bets 20 on P1 Pair")
    await house.wait(2)
    assert said(panel)[0] == "Player 1 50 · Player 1 Pair 20"
    await panel.press("Clear my bets")
    assert said(panel)[0] == NO_BETS
    assert await house.chips("Ana") == [1000]
    await panel.press("P5")
    await panel.press("Ready")
    assert table.line("Ana") == "Ana ✓ P5 10"
    await table.plays("Ben Ready")
    await turn_over(3)
    await house.wait(2)
    assert said(panel)[0] == NO_BETS
    await house.named("Ana").command("table close", table=1)
    await house.wait(2)
    assert said(panel)[-1].endswith("All chips are back with their owners.")
    assert panel.left == []


async def test_in_a_crowd_everyone_gets_one_private_message_with_their_bets(house, table):
    for name in ("Cy", "Dee", "Eli", "Fay"):
        assert (await table.plays(f"{name} bets 10 on P1")).said == ""
    panel = await table.plays("Gus bets 10 on P1")
    assert said(panel)[0] == "Player 1 10"
    assert (await table.plays("Gus bets 30 on P2")).said == ""
    await house.wait(2)
    assert said(panel)[0] == "Player 1 10 · Player 2 30"
