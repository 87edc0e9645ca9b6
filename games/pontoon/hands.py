"""What beats what (rules 2 and 3 and the table under them). It does not know chips, nor who may see a card.

Best first: Pontoon, Five Card Trick, 21, then 20 or less by its total; a bust hand is worthless. Suits do not
matter. That equal hands are the banker's is for `settle` to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from games.cards import Card, Rank

_ACE = Rank.ACE

MOST_CARDS = 5
"""A hand takes no more cards than these."""


class Totals(NamedTuple):
    """A hand's total with every ace as 1, and the best that its aces make without going over 21 (rule 3).

    The two differ by 10 when an ace may count 11, and are one total otherwise.
    """

    low: int
    best: int


def totals(cards: Sequence[Card]) -> Totals:
    """Both totals of `cards`, of any number of them."""
    low = 0
    for card in cards:
        low += card.rank.pips
    if low <= 11:
        for card in cards:
            if card.rank is _ACE:
                return Totals(low, low + 10)
    return Totals(low, low)


class HandRank(IntEnum):
    """A hand's rank; the higher beats the lower."""

    BUST = 0
    TOTAL = 1
    """20 or less with two to four cards."""
    TWENTY_ONE = 2
    """21 with three or four cards."""
    FIVE_CARD_TRICK = 3
    PONTOON = 4


class Worth(NamedTuple):
    """What a finished hand is worth: the greater beats the lower, and equal worths are equal hands.

    `points` is the best total of a hand of 20 or less; others of one kind are all equal, and have 0.
    """

    kind: HandRank
    points: int = 0


def worth(cards: Sequence[Card]) -> Worth:
    """What a hand of two to five cards is worth."""
    low, best = totals(cards)
    if low > 21:
        return Worth(HandRank.BUST)
    if len(cards) == MOST_CARDS:
        return Worth(HandRank.FIVE_CARD_TRICK)
    if best == 21:
        return Worth(HandRank.PONTOON if len(cards) == 2 else HandRank.TWENTY_ONE)
    return Worth(HandRank.TOTAL, best)


def is_pontoon(cards: Sequence[Card]) -> bool:
    """Are these exactly two cards, an ace and a ten-valued card? It doesn't matter whether they come from a split."""
    return len(cards) == 2 and totals(cards).best == 21


def takes_more(cards: Sequence[Card]) -> bool:
    """May the hand of a player take another card: below 21 with every ace as 1, and fewer than five (rules 12-14)?"""
    return len(cards) < MOST_CARDS and totals(cards).low < 21
