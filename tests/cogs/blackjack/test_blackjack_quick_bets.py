"""Betting at Blackjack without a form: Minimum, Same and ×2; and bets that are rounded down."""

import pytest


@pytest.fixture
def opens(house):
    """A table where Ben sits as well, so that Ana's bet alone doesn't start a round."""

    async def opens(**options):
        table = await house.named("Ana").opens(**options)
        await table.plays("Ben Sit")
        return table

    return opens


# Minimum


async def test_minimum_takes_a_seat_or_the_place_of_another_bet(house, opens):
    table = await opens()
    assert (await table.plays("Ana Bet 10")).said == ""
    assert table.line("2 Ana") == "2 Ana 10"
    assert await house.chips("Ana") == [990]
    await table.plays("Ana bets 100 pair 5, Ana Bet 10")
    assert table.line("2 Ana") == "2 Ana 10"
    full = await opens(seats=1)
    assert (await full.plays("Ana Bet 10")).said == "no seat left"
    assert await house.chips("Ana") == [990]


@pytest.mark.parametrize(
    ("pays", "said", "bet"),
    [
        ("3:2", "only multiples of 2: 25 became 26", 26),
        ("6:5", "only multiples of 10: 25 became 30", 30),
    ],
)
async def test_the_minimum_is_a_bet_that_the_house_can_pay_out_in_whole_chips(house, opens, pays, said, bet):
    await house.sets({"blackjack.blackjack_pays": pays})
    table = await opens(minimum=25)
    assert (await table.plays(f"Ana Bet {bet}")).said == said
    assert table.line("2 Ana") == f"2 Ana {bet}"


# ×2


async def test_x2_doubles_the_last_bet_with_its_pair_bet_and_a_late_press_bets_nothing(house):
    table = await house.guest("Ana").opens(seats=2)
    assert "×2" not in table.buttons
    for _ in range(2):
        house.deal("10S 8D v 9H then 10C")
    await table.plays("Ana bets 40 pair 5, Ana Stand")
    late = [house.named("Ana").about_to_press(label, table) for label in ("Bet 10", "×2")]
    await table.plays("Ana ×2")
    assert "10S 8D = 18 · Ana 80" in table.text
    for press in late:
        await press.press()
    assert await house.chips("Ana") == [1000 - 45 - 90]


async def test_x2_doubles_a_bet_that_is_already_there_within_the_limits(house, opens):
    table = await opens()
    assert (await table.plays("Ana bets 150, Ben ×2")).said == "no bet yet, press Bet…"
    await table.plays("Ana ×2")
    assert table.line("2 Ana") == "2 Ana 300"
    assert (await table.plays("Ana ×2")).said == "bets from 10 to 500"
    assert table.line("2 Ana") == "2 Ana 300"
    assert await house.chips("Ana") == [700]
    assert (await table.plays("Ana bets 100 pair 300, Ana ×2")).said == "a Pair bet of 1 to 500 or none"
    assert await house.chips("Ana") == [600]


async def test_x2_doubles_bets_behind(house, opens):
    table = await opens()
    await table.plays("Ana bets 40 behind 1 pair 3, Ana ×2")
    assert table.line("-# behind") == "-# behind: Ana 80 (pair 6)"
    assert await house.chips("Ana") == [1000 - 80 - 6]


async def test_x2_is_refused_without_enough_chips(opens):
    table = await opens(maximum=2000)
    assert (await table.plays("Ana bets 600, Ana ×2")).said == "too few chips: 400 of 600"
    assert table.line("2 Ana") == "2 Ana 600"


# Rounded down


@pytest.mark.parametrize(
    ("pays", "move", "said", "left"),
    [
        ("3:2", "bets 25", "only multiples of 2: 25 became 24", 976),
        ("3:2", "bets 499", "only multiples of 2: 499 became 498", 502),
        ("3:2", "bets 11", "only multiples of 2: 11 became 10", 990),
        ("3:2", "bets 51 behind 1", "only multiples of 2: 51 became 50", 950),
        ("6:5", "bets 129", "only multiples of 10: 129 became 120", 880),
    ],
)
async def test_a_bet_that_can_not_be_paid_out_is_rounded_down_with_a_word(house, opens, pays, move, said, left):
    await house.sets({"blackjack.blackjack_pays": pays})
    table = await opens(maximum=499)
    assert said in (await table.plays(f"Ana {move}")).said
    assert await house.chips("Ana") == [left]


@pytest.mark.parametrize(
    ("minimum", "pays", "typed", "said"),
    [
        (25, "3:2", 25, "multiples of 2 from 26"),
        (25, "6:5", 29, "multiples of 10 from 30"),
        (25, "3:2", 23, "bets from 25 to 500"),
        (10, "3:2", 501, "bets from 10 to 500"),
        (10, "6:5", 509, "bets from 10 to 500"),
    ],
)
@pytest.mark.sampled
async def test_a_bet_outside_the_limits_is_refused(house, opens, minimum, pays, typed, said):
    await house.sets({"blackjack.blackjack_pays": pays})
    table = await opens(minimum=minimum)
    assert (await table.plays(f"Ana bets {typed}")).said == said
    assert await house.chips("Ana") == [1000]
