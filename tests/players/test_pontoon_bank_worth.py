"""What house players do about Pontoon's bank between two deals, and how the figures behind it hang together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.pontoon import Options, check_bank, check_kitty
from players.pontoon import bank
from tables.pontoon.settings import PONTOON


@st.composite
def tables(draw):
    """Options, limits and players of a table."""
    minimum = draw(st.integers(1, 50))
    maximum = minimum * draw(st.integers(1, 20))
    least = draw(st.none() | st.integers(1, maximum))
    options = Options(shoot=draw(st.booleans()), kitty_min=least, sale_limit=draw(st.integers(0, 10)))
    return options, minimum, maximum, draw(st.integers(1, 7))


purses = st.integers(0, 5000)
FULL = 7
"""So many play against the bank at a full table."""
EVEN = (Options(), 1000, 1000, 4)
"""All stakes are equal, so the bank's edge is undisturbed."""
WIDE = (Options(), 1, 200, 4)
"""Players stake 200 times as much when their first card is good."""


@given(tables(), purses, st.integers(0, 500))
def test_a_bid_is_above_the_best_one_within_the_highest_price_and_leaves_enough_to_hold_the_bank(table, purse, best):
    options, minimum, maximum, _ = table
    chips = bank.bid(options, minimum, maximum, purse, best)
    if chips is None:
        return
    assert best < chips <= options.sale_limit * maximum
    left = purse - chips - (options.kitty_limits(minimum, maximum).least if options.shoot else 0)
    check_bank(FULL, left, minimum)


@given(tables(), purses)
def test_a_kitty_is_one_that_the_rules_accept_and_leaves_the_cover(table, purse):
    options, minimum, maximum, players = table
    chips = bank.kitty(*table, purse)
    if chips is None:
        return
    check_kitty(options, minimum, maximum, chips)
    check_bank(players, purse - chips, minimum)


@given(tables(), purses)
def test_who_takes_the_bank_can_hold_it_and_does_not_give_it_up_at_once(table, purse):
    options, minimum, _, players = table
    if not bank.takes(*table, purse):
        return
    check_bank(players, purse, minimum)
    put_up = bank.kitty(*table, purse) or 0
    assert bool(put_up) == options.shoot
    assert not bank.gives_up(*table, purse - put_up, put_up)


@given(tables(), purses, st.integers(0, 2000))
def test_who_buys_the_bank_has_the_price_and_what_it_takes_to_hold_it(table, purse, asked):
    options, minimum, maximum, players = table
    if bank.buys(*table, purse, asked):
        assert purse >= asked + bank.needs(options, minimum, maximum, FULL if asked else players)
        assert asked <= bank.price(options, minimum, maximum)


@given(tables())
def test_nobody_sells_the_bank_for_less_than_anyone_would_pay_for_it_or_pays_more_than_one_deal_brings(table):
    options, minimum, maximum, _ = table
    asked, price = bank.asks(options, minimum, maximum), bank.price(options, minimum, maximum)
    assert asked is None or asked >= price
    assert price <= max(0, bank.worth(*table))
    for others in range(1, FULL + 1):
        measured = bank.BY_PLAYERS[others - 1]
        kitty = options.kitty_limits(minimum, maximum).least if options.shoot else 0
        brings = measured.smallest * minimum + measured.largest * maximum + measured.kitty * kitty
        assert price <= max(0, brings)


def test_the_price_goes_by_the_deal_that_every_bank_holds():
    assert bank.price(Options(), 100, 100) == 5  # against one player a deal brings 6
    assert bank.asks(Options(), 100, 100) == 7
    assert bank.price(Options(), 1000, 1000) == 54
    assert bank.price(Options(), 10, 100) == 0


def test_where_all_stakes_are_equal_the_bank_is_worth_chips_since_it_wins_ties():
    price = bank.price(*EVEN[:3])
    assert bank.worth(*EVEN) > 0
    assert price > 0
    assert bank.buys(*EVEN, 20_000, asking_price=price)
    assert not bank.buys(*EVEN, 20_000, asking_price=price + 1)


def test_where_players_stake_far_more_on_good_cards_nobody_pays_for_the_bank():
    assert bank.worth(*WIDE) < 0
    assert bank.price(*WIDE[:3]) == 0
    assert bank.bid(*WIDE[:3], 5000) is None
    assert bank.asks(*WIDE[:3]) == 0
    assert not bank.buys(*WIDE, 5000, asking_price=0)


def test_a_bid_is_at_most_the_price_and_none_follows_it():
    best, bids = 0, []
    table = (Options(), 900, 1000)
    while (chips := bank.bid(*table, 30_000, best)) is not None:
        bids.append(chips)
        best = chips
    assert bids == [bank.price(*table)]


@pytest.mark.parametrize("players", range(1, 8))
@pytest.mark.parametrize("shoot", [False, True])
def test_at_the_usual_limits_the_bank_is_always_taken_and_kept_so_that_the_game_continues(players, shoot):
    table = (Options(shoot=shoot), *PONTOON.usual, players)
    assert bank.takes(*table, 20 * PONTOON.usual[1])
    assert not bank.gives_up(*table, 20 * PONTOON.usual[1])


def test_nobody_takes_or_keeps_a_bank_with_a_kitty_that_costs_too_much():
    table = (Options(shoot=True, kitty_min=20_000, kitty_max=30_000), 10, 100, 4)
    assert not bank.takes(*table, 50_000)
    assert bank.gives_up(*table, 50_000)


def test_nobody_takes_or_keeps_a_bank_without_the_cover():
    assert not bank.takes(*EVEN, 7999)
    assert bank.gives_up(*EVEN, 7999)
    assert bank.takes(*EVEN, 8000)
    assert not bank.gives_up(*EVEN, 8000)


def test_in_shoot_a_bank_needs_chips_for_a_kitty_only_while_there_is_nothing_in_it():
    table = (Options(shoot=True), 10, 10, 4)
    assert bank.needs(*table) == 90
    assert bank.gives_up(*table, 89)
    assert not bank.gives_up(*table, 90)
    assert not bank.gives_up(*table, 80, inside=1)
    assert bank.gives_up(*table, 79, inside=1)


def test_a_kitty_is_as_small_as_may_be_since_good_players_shoot_only_when_it_pays():
    assert bank.kitty(Options(shoot=True), 10, 100, 4, 1000) == 10
    assert bank.kitty(Options(), 10, 100, 4, 1000) is None


@pytest.mark.parametrize("players", range(1, 7))
def test_the_more_players_the_sooner_the_bank_passes(players):
    assert bank.BY_PLAYERS[players - 1].passes < bank.BY_PLAYERS[players].passes < 1
