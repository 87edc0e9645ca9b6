"""How an auction is taken to go on: everybody bids what their cards are worth, once or again, and never a partner's."""

import numpy as np
import pytest

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


SINGLE = {"single_round_bidding": True}


@pytest.mark.parametrize(
    ("call", "most", "options", "won"),
    [
        ("7S", {1: 6, 3: 6}, {}, (0, "7S")),  # nobody bids against what is too high for them
        ("7S", {1: 9}, {}, (1, "7H")),  # a foe overcalls as low as can be
        ("6S", {2: 8}, {}, (0, "6S")),  # partners do not overcall each other
        ("6H", {2: 6}, {}, (2, "7H")),  # but a partner with support raises the suit
        ("6H", {0: 8, 2: 6}, {}, (0, "8H")),  # and may be raised in turn
        ("6H", {2: 5}, {}, (0, "6H")),
        ("6S", {0: 7, 1: 6}, {}, (0, "7H")),  # who is overcalled may bid again
        # With a single round nobody does.
        ("6S", {0: 7, 1: 6}, SINGLE, (1, "6H")),
        ("6S", {1: 8, 2: 7}, {}, (1, "8H")),
        ("6S", {1: 8, 2: 7}, SINGLE, (2, "7H")),
        (None, {}, {}, None),  # when all pass the cards are thrown in
        # A misère is overcalled by eight, and an open one by ten hearts.
        ("misere", {1: 7}, {}, (0, "misere")),
        ("misere", {1: 8}, {}, (1, "8H")),
        ("open-misere", {1: 9}, {}, (0, "open-misere")),
        ("open-misere", {1: 10}, {}, (1, "10H")),
    ],
)
def test_how_an_auction_is_taken_to_go_on(call, most, options, won):
    assert goes_on(call, most, **options) == won
