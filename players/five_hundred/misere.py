"""A quick sound way to play out a misère, for many deals at once.

The contractor ducks as high as it is safe and throws what is most dangerous. The others stay below the contractor's
card when it wins, keep low cards to lead, and get rid of high ones on tricks that the contractor has escaped.
"""

from __future__ import annotations

import numpy as np

from players.five_hundred.lanes import Lanes
from players.five_hundred.layout import NO_SUIT, Bits, above, highest, lowest
from players.five_hundred.policy import Move


def choose(lanes: Lanes) -> Move:
    """What whoever's turn it is plays in each lane."""
    hand = lanes.hand()
    unseen = lanes.in_play & ~hand
    if not lanes.count:
        return _lead(lanes, hand, unseen)
    return _follow(lanes, hand, unseen), None


def _top(legal: Bits) -> Bits:
    """The highest bit of sets across suits."""
    bits = legal
    for shift in (1, 2, 4, 8, 16, 32):
        bits = bits | (bits >> shift)
    return bits ^ (bits >> 1)


def _follow(lanes: Lanes, hand: Bits, unseen: Bits) -> Bits:
    legal = lanes.legal(hand)
    is_contractor = lanes.turn == lanes.contractor
    void = (hand & lanes.follow) == 0
    below = legal & (lanes.best - 1)
    under = _top(below)
    dangerous = _thrown(lanes, hand, legal, unseen)
    low, top = lowest(legal), _top(legal)
    is_last = lanes.count == len(lanes.playing) - 1
    own = np.where(void, dangerous, np.where(below != 0, under, top if is_last else low))
    contractor_wins = lanes.winner == lanes.contractor
    contractor_left = lanes.hands[lanes.contractor, lanes.index] != 0
    played = np.bitwise_count(lanes.hands[lanes.contractor, lanes.index]) < lanes.left
    against_winner = np.where(below != 0, under, top)
    beaten = contractor_left & ~played & ((lanes.best & lanes.follow) != 0)
    waiting = np.where(beaten & (below != 0), under, low)
    against = np.where(contractor_wins, against_winner, np.where(played, top, waiting))
    against = np.where(void, dangerous, against)
    return np.where(is_contractor, own, against)


def _thrown(lanes: Lanes, hand: Bits, legal: Bits, unseen: Bits) -> Bits:
    """The most dangerous card: the one with most unseen cards below it, least guarded by lower ones of its own."""
    cost, card = np.full(lanes.size, -1), lowest(legal)
    for suit in lanes.layout.suits:
        cards = hand & suit
        top = highest(cards)
        below = np.bitwise_count(unseen & suit & (top - 1)).astype(np.int64)
        guards = np.bitwise_count(cards).astype(np.int64) - 1
        lowest_of = lowest(cards)
        floor = np.bitwise_count(unseen & suit & (lowest_of - 1)).astype(np.int64)
        price = np.where(cards != 0, 4 * below + 3 * floor - guards, -1)
        better = price > cost
        cost, card = np.where(better, price, cost), np.where(better, top, card)
    joker = lanes.layout.joker
    return np.where(legal & joker, joker, card) if joker else card


def _lead(lanes: Lanes, hand: Bits, unseen: Bits) -> Move:
    layout, size = lanes.layout, lanes.size
    is_contractor = lanes.turn == lanes.contractor
    others = lanes.hands[lanes.contractor, lanes.index]
    score, card = np.full(size, -1000), lowest(lanes.legal(hand))
    for suit in layout.suits:
        cards, rest = hand & suit, unseen & suit
        low = lowest(cards)
        higher = np.bitwise_count(rest & above(low)).astype(np.int64)
        lower = np.bitwise_count(rest & (low - 1)).astype(np.int64)
        worth = np.where(higher == 0, -100, 0) - 4 * lower + higher
        worth = np.where(~is_contractor & ((others & suit) == 0), worth - 50, worth)
        better = (cards != 0) & (worth > score)
        score, card = np.where(better, worth, score), np.where(better, low, card)
    if not layout.joker:
        return card, None
    return card, _named(lanes)


def _named(lanes: Lanes) -> Bits:
    """A suit that may be named with a free joker, should it be the only card to lead."""
    named = np.full(lanes.size, NO_SUIT)
    for number in range(len(lanes.layout.suits)):
        named = np.where((lanes.led >> number) & 1, named, number)
    return named
