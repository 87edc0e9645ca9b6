"""Rule 21: each side covers every stake of x with 2x, so nobody can owe."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pontoon_table import BANK, Table

from games.cards import pack52
from games.core import IllegalAction, Pot
from games.pontoon import Limits, Move, Options, able_to_play, start
from games.pontoon.checks import buy_limits, most_staked
from games.pontoon.pontoon_events import FirstCards
from games.pontoon.pontoon_options import COVERED, check_bank


def begin(purses, *, minimum=10, players=2):
    return start(Options(), range(players), BANK, pack52(), minimum, 200, purses)


def moved(step):
    return [(each.payer, each.payee, each.amount, each.why) for each in step.transfers]


def test_the_minimum_stake_and_its_covers_go_in_when_the_deal_starts_and_unused_cover_comes_back_at_its_end():
    table = Table("KC 9C", "4D 5D", bank="KS 8S", stakes=None, limits=(10, 200))
    assert table.chips == {0: -20, 1: -20, BANK: -5000, Pot.MIDDLE: 5040}
    assert moved(table.step)[-1] == (BANK, Pot.MIDDLE, 5000, "bank cover")
    table = Table("KC 9C", bank="KS 8S", stakes=None).play("0 stake 20")
    assert table.chips == {0: -40, BANK: -5000, Pot.MIDDLE: 5040}, "a larger stake is the player's alone"
    assert moved(table.step) == [(0, Pot.MIDDLE, 10, "stake"), (0, Pot.MIDDLE, 10, "cover")]
    table.play("0 stick").bank("stay")
    assert [each[1:] for each in moved(table.step)] == [
        (0, 40, "stake back"),
        (0, 20, "win"),
        (BANK, 4980, "cover back"),
    ]


@pytest.mark.parametrize(
    ("bank", "drawn", "moves"),
    [("KS 6S", "KH", ["draw"]), ("KS 6S", "5S", ["draw", "stay"]), ("2S 4S", "2H 4H 5H", ["draw"] * 3)],
    ids=["bust", "21", "Five Card Trick"],
)
def test_a_hand_that_bust_has_lost_its_stake_and_pays_nothing_more(bank, drawn, moves):
    table = Table("9C 4C", "KH 9H", bank=bank, then=f"KD {drawn}").play("0 buy 100", "1 stick")
    assert table.net() == -400  # its cover comes back at the end
    assert table.round.table.free == 5000 - 2 * 200 - 2 * 100 + 200
    table.bank(*moves)
    assert (table.net(), table.line().net) == (-200, -200)


# The banker's cover goes in when the deal starts


@pytest.mark.parametrize(
    ("purse", "limits", "needed"),
    [
        (20, (10, 15), 20),  # the smallest stake
        (39, (10, 15), 30),  # two hands or a bought card would need 40
        (41, (10, 15), 40),
        (1000, (10, 200), 1000),
        (10**6, (10, 15), 840),  # 28 times the largest stake, and its cover
    ],
)
def test_the_bank_puts_in_as_much_as_a_players_chips_can_make_it_need(purse, limits, needed):
    table = Table("2C 3C", stakes=None, limits=limits, purses={0: purse, BANK: 10**9})
    assert table.chips[BANK] == -needed


@pytest.mark.parametrize("limits", [(1, 1), (1, 2), (2, 3), (3, 3), (2, 5)])
def test_the_most_that_can_be_staked_is_what_four_full_hands_come_to(limits):
    reachable = set()
    for x in range(limits[0], limits[1] + 1):
        one = {x} | {x + a for a in range(x, 2 * x + 1)}
        one |= {x + a + b for a in range(x, 2 * x + 1) for b in range(x, a + 1)}
        one |= {x + a + b + c for a in range(x, 2 * x + 1) for b in range(x, a + 1) for c in range(x, b + 1)}
        sums = one
        reachable |= one
        for _ in range(3):
            sums = {old + new for old, new in product(sums, one)}
            reachable |= sums
    for purse in range(COVERED * limits[0], COVERED * 28 * limits[1] + 20):
        assert most_staked(Limits(*limits), purse) == max(total for total in reachable if COVERED * total <= purse)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**64))
def test_a_bank_with_enough_chips_refuses_nothing_in_the_whole_deal(seed):
    random = Random(seed)
    purses = {seat: random.choice([20, 55, 400, 3000]) for seat in range(3)} | {BANK: 10**9}
    pack = random.sample(pack52(), 52) if random.random() < 0.5 else random.choices(pack52()[:8], k=52)
    deal = start(Options(), range(3), BANK, pack, 10, 40, purses).round
    while deal.to_act:
        (seat,) = deal.to_act
        legal = list(deal.legal_actions(seat))
        assert deal.table.free >= 0
        if deal.turn is not None and any(action.move is Move.BUY for action in legal):
            dearest = max(action.amount for action in legal if action.move is Move.BUY)
            means = deal.table.box(seat).purse // COVERED
            assert dearest == min(buy_limits(deal.table.hand(deal.turn)).most, means)
        deal = deal.apply(seat, random.choice(legal)).round


@pytest.mark.parametrize(("move", "stake"), [("buy 150", 150), ("split", 100), ("twist", 0), ("stick", 0)])
def test_a_buy_and_a_split_take_chips_from_the_player_alone_and_nothing_else_costs_any(move, stake):
    table = Table("8C 8D", "2C 3C", then="2C 2D")
    before, free = table.chips.copy(), table.round.table.free
    table.play(f"0 {move}")
    assert before[0] - table.chips[0] == free - table.round.table.free == 2 * stake
    assert before[BANK] == table.chips[BANK]


def test_a_player_who_cannot_cover_the_minimum_is_left_out():
    step = begin({0: 19, 1: 20, BANK: 100})
    assert step.events == (FirstCards((1,), BANK, (0,)),)
    assert [box.seat for box in step.round.table.boxes] == [1]
    assert {moved.payer for moved in step.transfers} == {1, BANK}
    assert able_to_play([0, 1], {0: 19, 1: 20}, 10) == (1,)


def test_a_deal_that_no_player_or_the_banker_cannot_cover_is_refused():
    with pytest.raises(IllegalAction, match="Nobody has the 20 chips"):
        begin({0: 19, 1: 19, BANK: 100})
    with pytest.raises(IllegalAction, match=r"The bank needs 40 chips .* and has 39\. Sell the bank or give it up\."):
        begin({0: 20, 1: 20, BANK: 39})
    assert begin({0: 20, 1: 19, BANK: 20}).round.to_act == {0}
    check_bank(2, 40, 10)
    with pytest.raises(IllegalAction):
        check_bank(2, 39, 10)


def test_a_bank_that_cannot_cover_a_stake_says_how_much_it_can():
    table = Table("2C 3C", "4D 5D", stakes=None, limits=(10, 200), purses={BANK: 40 + 81})
    assert table.may() == "stake 10, stake 50"
    assert table.refuses("0 stake 51") == "The bank can't cover that; at most 40 more."
    table.play("0 stake 50")
    assert table.may(1) == "stake 10"
    assert table.refuses("1 stake 11") == "The bank can't cover that; at most 0 more."


def test_a_player_who_cannot_cover_a_stake_is_told_how_much_it_takes():
    table = Table("2C 3C", stakes=None, limits=(10, 200), purses={0: 60})
    assert table.may() == "stake 10, stake 30"
    assert table.refuses("0 stake 40") == (
        "You have 40 chips left; 30 more take 60, because the same amount is set aside until the deal ends."
    )


def test_a_buy_and_a_split_are_offered_up_to_what_both_sides_can_cover():
    bank_is_short = Table("8C 8D", then="2C", purses={BANK: 200 + 199})
    assert bank_is_short.may() == "twist, stick"
    player_is_short = Table("8C 8D", then="2C", purses={0: 200 + 199})
    for refused in ("0 buy 100", "0 split"):
        assert bank_is_short.refuses(refused) == "The bank can't cover that; at most 99 more."
        assert player_is_short.refuses(refused).startswith("You have 199 chips left; 100 more take 200")
    assert Table("2C 3C", then="2D", purses={BANK: 200 + 260}).may() == "buy 100, buy 130, twist"


def test_the_bank_can_cover_stakes_with_what_a_bust_hand_lost():
    table = Table("9C 4C", "2D 3D", then="KC", purses={BANK: 400})
    assert "buy" not in table.may(0)
    table.play("0 twist")
    assert table.may(1) == "twist"  # 100 chips cover a stake of 50
    table = Table("9C 4C", "2D 3D", then="KC", stakes=(200, 100), purses={BANK: 600}).play("0 twist")
    assert table.may(1) == "buy 100, twist"


@pytest.mark.parametrize(
    ("players", "limits", "cards", "kitty"),
    [
        ([], (10, 20), 52, 0),
        ([0, 0], (10, 20), 52, 0),
        ([0, BANK], (10, 20), 52, 0),
        ([*range(8)], (10, 20), 52, 0),
        ([0], (0, 20), 52, 0),
        ([0], (20, 10), 52, 0),
        ([0], (10, 20), 3, 0),
        ([0], (10, 20), 52, -1),
    ],
)
def test_an_impossible_start_is_an_error(players, limits, cards, kitty):
    purses = dict.fromkeys([*range(8), BANK], 1000)
    with pytest.raises(ValueError, match=r"no deal|no stake|too few|a kitty"):
        start(Options(), players, BANK, pack52()[:cards], *limits, purses, kitty)
