"""A quick sound way to play out a misère, for many deals at once.

The contractor ducks as high as it is safe and throws what is most dangerous. The others stay below the contractor's
card when it wins, keep low cards to lead, and get rid of high ones on tricks that the contractor has escaped. Once an
open hand lies on the table they look at it.
"""

from __future__ import annotations

import numpy as np

from games.five_hundred.packs import HAND
from players.five_hundred.lanes import Lanes
from players.five_hundred.layout import NO_SUIT, Bits, above, highest, lowest
from players.five_hundred.policy import Move


def choose(lanes: Lanes) -> Move:
    """What whoever's turn it is plays in each lane."""
    hand = lanes.hand()
    unseen = lanes.in_play & ~hand
    theirs = lanes.hands[lanes.contractor, lanes.index] if lanes.is_open and lanes.left < HAND else None
    if not lanes.count:
        return _lead(lanes, hand, unseen, theirs)
    return _follow(lanes, hand, unseen, theirs), None


def _top(legal: Bits) -> Bits:
    """The highest bit of sets across suits."""
    bits = legal
    for shift in (1, 2, 4, 8, 16, 32):
        bits = bits | (bits >> shift)
    return bits ^ (bits >> 1)


def _follow(lanes: Lanes, hand: Bits, unseen: Bits, theirs: Bits | None) -> Bits:
    legal = lanes.legal(hand)
    is_contractor = lanes.turn == lanes.contractor
    void = (hand & lanes.follow) == 0
    below = legal & (lanes.best - 1)
    under, low, top = _top(below), lowest(legal), _top(legal)
    dangerous = _thrown(lanes, hand, legal, unseen)
    over = top if lanes.count == len(lanes.playing) - 1 else low
    own = np.where(void, dangerous, np.where(below != 0, under, over))
    held = lanes.hands[lanes.contractor, lanes.index]
    has_played = np.bitwise_count(held) < lanes.left
    useless = dangerous
    waiting = np.where(below != 0, under, low)
    if theirs is not None:
        useless = np.where(legal & lanes.layout.joker, dangerous, _useless(lanes, legal, theirs))
        beneath = legal & (lowest(theirs & lanes.follow) - 1) & ~np.where(theirs & lanes.follow, 0, -1)
        waiting = np.where(beneath != 0, _top(beneath), top)
    escaped = has_played & (lanes.winner != lanes.contractor)
    caught = lanes.winner == lanes.contractor
    against = np.where(caught, np.where(below != 0, under, top), np.where(escaped, top, waiting))
    return np.where(is_contractor, own, np.where(void, useless, against))


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


def _useless(lanes: Lanes, legal: Bits, theirs: Bits) -> Bits:
    """The card that helps least to get under cards that lie open: one of a suit they lack, or above most of them."""
    cost, card = np.full(lanes.size, -1), lowest(legal)
    for suit in lanes.layout.suits:
        cards = legal & suit
        top = highest(cards)
        under = np.bitwise_count(theirs & suit & (top - 1)).astype(np.int64)
        spare = np.bitwise_count(cards).astype(np.int64)
        price = np.where(cards != 0, np.where(theirs & suit, 4 * under, 14) + spare, -1)
        better = price > cost
        cost, card = np.where(better, price, cost), np.where(better, top, card)
    return card


def _lead(lanes: Lanes, hand: Bits, unseen: Bits, theirs: Bits | None) -> Move:
    layout, size = lanes.layout, lanes.size
    is_contractor = lanes.turn == lanes.contractor
    score, card = np.full(size, -1000), lowest(lanes.legal(hand))
    for suit in layout.suits:
        cards, rest = hand & suit, unseen & suit
        low = lowest(cards)
        higher = np.bitwise_count(rest & above(low)).astype(np.int64)
        lower = np.bitwise_count(rest & (low - 1)).astype(np.int64)
        lead, worth = low, np.where(higher == 0, -100, 0) - 4 * lower + higher
        if theirs is not None:
            own = theirs & suit
            ducks = (own & (low - 1)) != 0
            against = np.where(own == 0, -50, np.where(ducks, 4, 40))
            against += np.bitwise_count(own & above(low)).astype(np.int64)
            worth = np.where(is_contractor, worth, against)
            lead = np.where(is_contractor | ~ducks, low, highest(cards))
        better = (cards != 0) & (worth > score)
        score, card = np.where(better, worth, score), np.where(better, lead, card)
    if not layout.joker:
        return card, None
    named = np.full(size, NO_SUIT)  # should the joker be the only card to lead
    for number in range(len(layout.suits)):
        named = np.where((lanes.led >> number) & 1, named, number)
    return card, named
