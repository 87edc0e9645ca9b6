"""How an auction is taken to go on: everybody bids what their cards are worth, once or again, and never a partner's."""

import numpy as np

from games import five_hundred as fh
from games.cards import Suit
from players.five_hundred.bidding import AuctionSoFar, finished
from players.five_hundred.strength import DENOMINATIONS

HEARTS = DENOMINATIONS.index(Suit.HEARTS)
CALLS = {str(fh.Bid(call)): call for call in fh.CALLS}


def goes_on(call, most, **options):
    """Who plays what after seat 0 has called, when `most` says up to how many tricks of hearts a seat bids."""
    options = fh.Options(**options)
    limits = np.zeros((options.players, len(DENOMINATIONS), 1), np.int64)
    for seat, tricks in most.items():
        limits[seat, HEARTS] = tricks
    favourites = np.array([[HEARTS], *([number] for number in range(len(DENOMINATIONS)) if number != HEARTS)])
    start = AuctionSoFar(options, options.players - 1, frozenset(), None).after(0, CALLS.get(call))
    (won,) = finished(start, limits, np.stack([favourites] * options.players))
    return won and (won[0], str(fh.Bid(won[1])))


def test_nobody_bids_against_what_is_too_high_for_them():
    assert goes_on("7S", {1: 6, 3: 6}) == (0, "7S")


def test_a_foe_overcalls_as_low_as_can_be():
    assert goes_on("7S", {1: 9}) == (1, "7H")


def test_partners_do_not_overcall_each_other():
    assert goes_on("6S", {2: 8}) == (0, "6S")


def test_who_is_overcalled_may_bid_again():
    assert goes_on("6S", {0: 7, 1: 6}) == (0, "7H")


def test_with_a_single_round_nobody_bids_again():
    assert goes_on("6S", {0: 7, 1: 6}, single_round_bidding=True) == (1, "6H")
    assert goes_on("6S", {1: 8, 2: 7}) == (1, "8H")
    assert goes_on("6S", {1: 8, 2: 7}, single_round_bidding=True) == (2, "7H")


def test_when_all_pass_the_cards_are_thrown_in():
    assert goes_on(None, {}) is None


def test_a_misere_is_overcalled_by_eight_and_an_open_one_by_ten_hearts():
    assert goes_on("misere", {1: 7}) == (0, "misere")
    assert goes_on("misere", {1: 8}) == (1, "8H")
    assert goes_on("open-misere", {1: 9}) == (0, "open-misere")
    assert goes_on("open-misere", {1: 10}) == (1, "10H")
