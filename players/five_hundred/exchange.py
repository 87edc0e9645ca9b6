"""What a contractor puts aside when there is no time to think: for many deals at once."""

from __future__ import annotations

import numpy as np

from players.five_hundred.layout import Bits, Layout, above, highest, lowest

_DISCARDS = 3
_KEEP = 1000


def kept(layout: Layout, thirteen: Bits) -> Bits:
    """What is left of hands of thirteen cards when three are put aside."""
    hand = thirteen
    least = _most_dangerous if layout.order.is_misere else _least_useful
    for _ in range(_DISCARDS):
        hand = hand ^ least(layout, hand, layout.all & ~thirteen)
    return hand


def _least_useful(layout: Layout, hand: Bits, unseen: Bits) -> Bits:
    """A low card of a short side suit; trumps, aces and guarded kings stay."""
    price = np.where(hand & layout.trump, _KEEP, 2 * _KEEP)
    card = lowest(np.where(hand & layout.trump, hand & layout.trump, hand))
    for suit in layout.suits:
        if suit == layout.trump:
            continue
        cards = hand & suit
        low = lowest(cards)
        length = np.bitwise_count(cards).astype(np.int64)
        over = np.bitwise_count(unseen & suit & above(low)).astype(np.int64)
        over_top = np.bitwise_count(unseen & suit & above(highest(cards))).astype(np.int64)
        cost = 20 - 2 * over + 5 * length
        cost += np.where(over == 0, 60, 0)
        cost += np.where((length > 1) & (length <= over_top + 1) & (over_top < 3), 12 - 3 * over_top, 0)
        better = (cards != 0) & (cost < price)
        price, card = np.where(better, cost, price), np.where(better, low, card)
    return card


def _most_dangerous(layout: Layout, hand: Bits, unseen: Bits) -> Bits:
    """The card that is likeliest to win a trick: a free joker, or a high one with no low ones below it."""
    worst, card = np.full(hand.shape, -_KEEP), lowest(hand)
    for suit in layout.suits:
        cards = hand & suit
        top, low = highest(cards), lowest(cards)
        below = np.bitwise_count(unseen & suit & (top - 1)).astype(np.int64)
        floor = np.bitwise_count(unseen & suit & (low - 1)).astype(np.int64)
        danger = below + 3 * floor - 2 * np.bitwise_count(cards).astype(np.int64)
        more = (cards != 0) & (danger > worst)
        worst, card = np.where(more, danger, worst), np.where(more, top, card)
    return np.where(hand & layout.joker, layout.joker, card) if layout.joker else card
