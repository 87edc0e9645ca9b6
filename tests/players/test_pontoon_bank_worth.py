"""What house players do about Pontoon's bank between two deals, and how the figures behind it hang together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.pontoon import Options, check_kitty
from games.pontoon.pontoon_options import check_bank
from players.pontoon import bank_worth as bank
from tables.pontoon.pontoon_settings import PONTOON


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


@pytest.mark.parametrize(
    ("limits", "price"),
    [((100, 100), 5), ((1000, 1000), 54), ((10, 100), 0)],  # against one player a deal at 100 brings 6
)
def test_the_price_goes_by_the_deal_that_every_bank_holds(limits, price):
    assert bank.price(Options(), *limits) == price
    assert limits != (100, 100) or bank.asks(Options(), *limits) == 7


def test_where_all_stakes_are_equal_the_bank_is_worth_chips_since_it_wins_ties_and_else_nobody_pays_for_it():
    price = bank.price(*EVEN[:3])
    assert bank.worth(*EVEN) > 0
    assert price > 0
    assert [bank.buys(*EVEN, 20_000, asking_price=asked) for asked in (price, price + 1)] == [True, False]
    assert bank.worth(*WIDE) < 0
    assert (bank.price(*WIDE[:3]), bank.asks(*WIDE[:3])) == (0, None), "it is kept, not offered for nothing"
    assert bank.bid(*WIDE[:3], 5000) is None
    assert not bank.buys(*WIDE, 5000, asking_price=0)


def test_a_bid_is_at_most_the_price_and_none_follows_it():
    table = (Options(), 900, 1000)
    chips = bank.bid(*table, 30_000, 0)
    assert chips == bank.price(*table)
    assert bank.bid(*table, 30_000, chips) is None
    needed = bank.needs(*table, FULL)
    assert [bank.bid(*table, needed + more) for more in (0, 1)] == [None, 1], "what the bank takes is not bid"


@pytest.mark.parametrize("players", range(1, 8))
@pytest.mark.parametrize("shoot", [False, True])
def test_at_the_usual_limits_the_bank_is_always_taken_and_kept_so_that_the_game_continues(players, shoot):
    table = (Options(shoot=shoot), *PONTOON.usual, players)
    assert bank.takes(*table, 20 * PONTOON.usual[1])
    assert not bank.gives_up(*table, 20 * PONTOON.usual[1])


DEAR_KITTY = (Options(shoot=True, kitty_min=20_000, kitty_max=30_000), 10, 100, 4)
KITTY = (Options(shoot=True), 10, 10, 4)


@pytest.mark.parametrize(
    ("table", "purse", "inside", "keeps"),
    [
        (DEAR_KITTY, 50_000, 0, False),  # the kitty costs too much
        (EVEN, 7999, 0, False),  # without the cover
        (EVEN, 8000, 0, True),
        # In Shoot a bank needs chips for a kitty only while there is nothing in it.
        (KITTY, 89, 0, False),
        (KITTY, 90, 0, True),
        (KITTY, 80, 1, True),
        (KITTY, 79, 1, False),
    ],
)
def test_nobody_takes_or_keeps_a_bank_without_what_it_needs(table, purse, inside, keeps):
    assert bank.gives_up(*table, purse, inside=inside) is not keeps
    assert inside or bank.takes(*table, purse) is keeps


def test_a_kitty_is_as_small_as_may_be_since_good_players_shoot_only_when_it_pays():
    assert bank.kitty(Options(shoot=True), 10, 100, 4, 1000) == 10
    assert bank.kitty(Options(), 10, 100, 4, 1000) is None


@pytest.mark.parametrize("players", range(1, 7))
def test_the_more_players_the_sooner_the_bank_passes(players):
    assert bank.BY_PLAYERS[players - 1].passes < bank.BY_PLAYERS[players].passes < 1
