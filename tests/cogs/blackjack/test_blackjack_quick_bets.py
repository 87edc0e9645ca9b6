"""Betting at Blackjack without a form: Minimum, Same and ×2; and bets that are rounded down."""

import pytest


@pytest.fixture
async def people(house):
    return house.guests("Ana Ben")


@pytest.fixture
async def table(people):
    """A table where Ben sits as well, so that Ana's bet alone doesn't start a round."""
    ana, ben = people
    table = await ana.opens()
    await ben.press("Sit", table)
    return table


async def plays(house, guest, table, chips, pair=""):
    """A round alone, which the dealer wins."""
    house.deal("10S 8D", dealer="9H", then="10C")
    await guest.bets(chips, table, pair=pair)
    await guest.press("Stand", table)


# Minimum


async def test_minimum_takes_a_seat_and_bets_the_least(people, table):
    ana, _ = people
    assert (await ana.press("Minimum", table)).said == ""
    assert table.line("2 Ana") == "2 Ana 10"
    assert await ana.chips() == 990


async def test_the_minimum_is_a_bet_that_the_house_can_pay_out_in_whole_chips(house, people):
    ana, ben = people
    odd = await ana.opens(minimum=25)
    await ben.press("Sit", odd)
    assert (await ana.press("Minimum", odd)).said == "Bets are even numbers: 25 became 26."
    assert odd.line("2 Ana") == "2 Ana 26"
    await house.sets({"blackjack.blackjack_pays": "6:5"})
    six_to_five = await ana.opens(minimum=25)
    await ben.press("Sit", six_to_five)
    assert (await ana.press("Minimum", six_to_five)).said == "Bets are multiples of 10: 25 became 30."
    assert six_to_five.line("2 Ana") == "2 Ana 30"


async def test_minimum_takes_the_place_of_another_bet(people, table):
    ana, _ = people
    await ana.bets(100, table, pair=5)
    await ana.press("Minimum", table)
    assert table.line("2 Ana") == "2 Ana 10"


async def test_without_a_free_seat_minimum_bets_nothing(house, people):
    ana, ben = people
    full = await ana.opens(seats=1)
    await ben.press("Sit", full)
    assert (await ana.press("Minimum", full)).said == "Every seat is taken. You can watch until one is free."
    assert await ana.chips() == 1000


# ×2


async def test_x2_doubles_the_last_bet_with_its_pair_bet(house, people):
    ana, _ = people
    table = await ana.opens(seats=2)
    assert "×2" not in table.buttons
    await plays(house, ana, table, 40, pair=5)
    house.deal("10S 8D", dealer="9H", then="10C")
    await ana.press("×2", table)
    assert "▶ 1 Ana 80 10S 8D = 18\n-# pair 10" in table.text
    assert await ana.chips() == 1000 - 45 - 90


async def test_x2_doubles_a_bet_that_is_already_there_and_is_refused_above_the_maximum(people, table):
    ana, _ = people
    await ana.bets(150, table)
    await ana.press("×2", table)
    assert table.line("2 Ana") == "2 Ana 300"
    assert (await ana.press("×2", table)).said == "Bets here are from 10 to 500 chips."
    assert table.line("2 Ana") == "2 Ana 300"
    assert await ana.chips() == 700


async def test_x2_is_refused_where_it_would_double_the_pair_bet_above_the_maximum(people, table):
    ana, _ = people
    await ana.bets(100, table, pair=300)
    assert (await ana.press("×2", table)).said == "A Pair bet is from 1 to 500 chips, or none."
    assert await ana.chips() == 600


async def test_x2_doubles_bets_behind(house, people, table):
    ana, _ = people
    await ana.bets_behind(1, 40, table, pair=3)
    await ana.press("×2", table)
    assert table.line("-# behind") == "-# behind: Ana 80"
    assert await ana.chips() == 1000 - 80 - 6


async def test_x2_is_refused_without_enough_chips_and_without_a_bet(people):
    ana, ben = people
    table = await ana.opens(maximum=2000)
    await ben.press("Sit", table)
    await ana.bets(600, table)
    assert (await ben.press("×2", table)).said == "You haven't bet here yet. Press Bet."
    assert (await ana.press("×2", table)).said == "You have 400 chips; this takes 600."
    assert table.line("2 Ana") == "2 Ana 600"


async def test_a_button_from_before_the_deal_bets_nothing(house, people):
    ana, _ = people
    table = await ana.opens()
    await plays(house, ana, table, 100)
    late = [ana.about_to_press(label, table) for label in ("Minimum", "×2")]
    house.deal("10S 8D", dealer="9H", then="10C")
    await ana.bets(100, table)
    for press in late:
        await press.press()
    assert await ana.chips() == 800


# Rounded down


@pytest.mark.parametrize(("typed", "bet"), [("25", 24), ("499", 498), ("11", 10)])
async def test_an_odd_bet_is_rounded_down_with_a_word(people, table, typed, bet):
    ana, _ = people
    assert (await ana.bets(typed, table)).said == f"Bets are even numbers: {typed} became {bet}."
    assert table.line("2 Ana") == f"2 Ana {bet}"
    assert await ana.chips() == 1000 - bet


async def test_where_a_blackjack_pays_6_to_5_bets_are_rounded_down_to_tens(house, people):
    ana, ben = people
    await house.sets({"blackjack.blackjack_pays": "6:5"})
    table = await ana.opens()
    await ben.press("Sit", table)
    assert (await ana.bets(129, table)).said == "Bets are multiples of 10: 129 became 120."
    assert await ana.chips() == 880


async def test_a_bet_behind_is_rounded_down_too(people, table):
    ana, _ = people
    assert (await ana.bets_behind(1, 51, table)).said == "Bets are even numbers: 51 became 50."
    assert await ana.chips() == 950


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("minimum", "pays", "typed", "said"),
    [
        (25, "3:2", 25, "Bets are even numbers; the lowest one here is 26."),
        (25, "6:5", 29, "Bets are multiples of 10; the lowest one here is 30."),
        (25, "3:2", 23, "Bets here are from 25 to 500 chips."),
        (10, "3:2", 501, "Bets here are from 10 to 500 chips."),
        (10, "6:5", 509, "Bets here are from 10 to 500 chips."),
    ],
)
async def test_a_bet_outside_the_limits_is_refused(house, people, minimum, pays, typed, said):
    ana, ben = people
    await house.sets({"blackjack.blackjack_pays": pays})
    table = await ana.opens(minimum=minimum)
    await ben.press("Sit", table)
    assert (await ana.bets(typed, table)).said == said
    assert await ana.chips() == 1000
