"""One's own bets at a Pok Deng table in a private message: the minimum by one press, and what a crowd's table omits."""

import pytest

pytestmark = pytest.mark.usefixtures("turn_over")

HANDS = ["P1", "P2", "P3", "P4", "P5"]
PAIRS = [f"{hand} Pair" for hand in HANDS]


@pytest.fixture
async def people(house):
    return house.guests("Ana Ben")


@pytest.fixture
async def table(people):
    return await people[0].opens("pokdeng")


def said(panel):
    """What the panel shows now, below the table's name."""
    return panel.guest.house.read(panel.guest.house.raw(panel.result.response)).splitlines()[1:]


async def test_the_minimum_is_bet_by_a_press_on_a_hand_or_its_pair(people, table):
    ana, _ = people
    panel = await ana.press("Minimum…", table)
    assert panel.buttons == [*HANDS, *PAIRS, "Bet"]
    assert said(panel) == [
        "You have no bets on the next round.",
        "Press a hand or its Pair to bet 10 chips on it.",
    ]
    await panel.press("P2")
    await panel.press("P4 Pair")
    assert table.line("Ana") == "Ana P2 10 · P4 Pair 10"
    assert await ana.chips() == 970
    assert said(panel)[:2] == [
        "Player 2 10 · Player 4 Pair 10",
        "You put in 30: 10 of it is a deposit in case the Banker wins double.",
    ]
    assert panel.left == [
        "P1",
        "P3",
        "P4",
        "P5",
        "P1 Pair",
        "P2 Pair",
        "P3 Pair",
        "P5 Pair",
        "Bet",
        "Clear my bets",
        "Ready",
    ]


async def test_the_minimum_of_pair_bets_may_be_another(house, people):
    ana, _ = people
    await house.sets({"pok_deng.pair_minimum": 3})
    table = await ana.opens("pokdeng")
    panel = await ana.press("Minimum…", table)
    assert said(panel)[1] == "Press a hand to bet 10 chips on it, or its Pair to bet 3."
    await panel.press("P1 Pair")
    assert said(panel)[:2] == ["Player 1 Pair 3", "You put in 3."]


async def test_a_press_that_comes_twice_bets_once_and_lowers_no_bet(house, people, table):
    ana, _ = people
    panel = await ana.press("Minimum…", table)
    await house.at_once(*[ana.about_to_press_on(panel, "P1") for _ in range(2)])
    assert table.line("Ana") == "Ana P1 10"
    late = ana.about_to_press_on(panel, "P2")
    await ana.bets_on("P2", 50, table)
    await late.press()
    assert table.line("Ana") == "Ana P1 10 · P2 50"


async def test_whoever_never_had_chips_here_bets_the_starting_ones(house, table):
    cy = house.guest("Cy")
    panel = await cy.press("Minimum…", table)
    await panel.press("P1")
    assert table.line("Cy") == "Cy P1 10"


async def test_the_message_follows_every_change_and_has_the_rest_of_the_round(house, people, table, turn_over):
    ana, ben = people
    await ben.bets_on("P1", 10, table)
    await ana.bets_on("P1", 50, table)
    panel = await ana.press("My bets", table)
    assert said(panel)[0] == "Player 1 50"
    await ana.bets_on("P1 Pair", 20, table)
    await house.wait(2)
    assert said(panel)[0] == "Player 1 50 · Player 1 Pair 20"
    await panel.press("Clear my bets")
    assert said(panel)[0] == "You have no bets on the next round."
    assert await ana.chips() == 1000
    await panel.press("P5")
    await panel.press("Ready")
    assert table.line("Ana") == "Ana ✓ P5 10"
    await ben.press("Ready", table)
    await turn_over(3)
    await house.wait(2)
    assert said(panel)[0] == "You have no bets on the next round."
    await ana.command("table close", table=1)
    await house.wait(2)
    assert said(panel)[-1].endswith("All chips are back with their owners.")
    assert panel.left == []


async def test_in_a_crowd_everyone_gets_one_private_message_with_their_bets(house, table):
    guests = house.guests("Cy Dee Eli Fay Gus")
    answers = [await guest.bets_on("P1", 10, table) for guest in guests]
    assert [bool(answer.said) for answer in answers] == [False] * 4 + [True]
    panel = answers[-1]
    assert said(panel)[0] == "Player 1 10"
    assert (await guests[-1].bets_on("P2", 30, table)).said == ""
    await house.wait(2)
    assert said(panel)[0] == "Player 1 10 · Player 2 30"
