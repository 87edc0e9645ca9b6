"""How many tricks a hand of ten is worth to who plays the contract with it, before the kitty: for many hands at once.

The figures were fitted to deals played out at random by the quick policy, the partner's help and the kitty included,
by least squares: `python -m tools.odds.strength` makes them anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from games.cards import JOKER, Card, Rank, Suit
from games.five_hundred.bids import SUITS
from games.five_hundred.tricks import CardOrder, bowers
from players.five_hundred.layout import Bits, CardLayout, layout

Numbers: TypeAlias = npt.NDArray[np.float64]

DENOMINATIONS: tuple[Suit | None, ...] = (*SUITS, None)
"""What can be trumps, the lowest in the bidding first; None stands for no trumps."""

_TRUMPS = {
    2: (2.70, 0.72, -0.53, 0.86, 0.53, 0.32, 0.17, 0.12, 0.54, 0.34, 0.16, 0.11, 0.18, 0.11),
    3: (0.50, 0.76, -0.01, 1.19, 0.52, 0.31, 0.15, 0.08, 0.74, 0.26, 0.05, 0.16, 0.29, 0.17),
    4: (3.41, 0.48, 0.05, 0.76, 0.49, 0.29, 0.17, 0.10, 0.48, 0.17, 0.02, 0.16, 0.20, 0.12),
    5: (3.18, 0.43, 0.21, 0.74, 0.54, 0.37, 0.13, 0.10, 0.57, 0.18, 0.04, 0.15, 0.21, 0.13),
    6: (3.99, 0.35, 0.17, 0.68, 0.44, 0.34, 0.19, 0.14, 0.45, 0.12, 0.05, 0.06, 0.21, 0.12),
}
_NO_TRUMPS = {
    2: (3.64, 2.22, 0.62, 0.46, 0.24, 0.27, 0.16),
    3: (0.50, 2.94, 0.91, 0.52, 0.17, 0.44, 0.17),
    4: (3.49, 1.77, 0.64, 0.46, 0.20, 0.38, 0.11),
    5: (3.34, 1.82, 0.72, 0.53, 0.25, 0.34, 0.08),
    6: (4.17, 1.37, 0.58, 0.48, 0.25, 0.21, 0.04),
}


@dataclass(frozen=True, slots=True)
class _Suit:
    """A side suit: all its cards, and its highest three."""

    cards: int
    ace: int
    king: int
    queen: int


def layout_of(players: int, trump: Suit | None) -> CardLayout:
    """The layout when `trump` is trumps; None for no trumps."""
    return layout(players, CardOrder(trump))


def worth(players: int, trump: Suit | None, hands: Bits) -> Numbers:
    """The tricks that hands, in the layout of `trump`, are worth on average."""
    figures = _NO_TRUMPS[players] if trump is None else _TRUMPS[players]
    total = np.full(hands.shape, figures[0])
    for figure, feature in zip(figures[1:], features(players, trump, hands), strict=True):
        total += figure * feature
    return total


def features(players: int, trump: Suit | None, hands: Bits) -> list[Numbers]:
    """What of a hand counts, in the order of the figures after the first."""
    cards = layout_of(players, trump)
    found = []
    if trump is not None:
        length = _count(hands & cards.trump)
        found += [length, np.maximum(length - 5, 0)]
        top = (JOKER, *bowers(trump), Card(Rank.ACE, trump), Card(Rank.KING, trump))
        found += [_has(hands, cards.bit[card]) for card in top]
    else:
        found.append(_has(hands, cards.bit[JOKER]))
    suits = _side_suits(players, trump)
    lengths = [_count(hands & suit.cards) for suit in suits]
    found.append(_sum(_has(hands, suit.ace) for suit in suits))
    found.append(_sum(_has(hands, suit.king) * (n > 1) for suit, n in zip(suits, lengths, strict=True)))
    found.append(_sum(_has(hands, suit.queen) * (n > 2) for suit, n in zip(suits, lengths, strict=True)))
    found.append(_sum(_has(hands, suit.ace) * _has(hands, suit.king) for suit in suits))
    if trump is None:
        return [*found, np.max(lengths, axis=0)]
    return [*found, _sum(n == 0 for n in lengths), _sum(n == 1 for n in lengths)]


@cache
def _side_suits(players: int, trump: Suit | None) -> tuple[_Suit, ...]:
    cards = layout_of(players, trump)
    return tuple(
        _Suit(cards.suits[number], *(cards.bit[Card(rank, suit)] for rank in (Rank.ACE, Rank.KING, Rank.QUEEN)))
        for number, suit in enumerate(SUITS)
        if suit is not trump
    )


def _count(sets: Bits) -> Numbers:
    number: Numbers = np.bitwise_count(sets).astype(np.float64)
    return number


def _has(hands: Bits, card: int) -> Numbers:
    held: Numbers = ((hands & card) != 0).astype(np.float64)
    return held


def _sum(each: Iterable[npt.NDArray[np.bool_] | Numbers]) -> Numbers:
    total: Numbers = np.sum(list(each), axis=0, dtype=np.float64)
    return total
