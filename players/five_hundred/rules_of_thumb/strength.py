"""How many tricks a hand is worth as contractor, by what it holds."""

from __future__ import annotations

from collections.abc import Collection
from math import erf, sqrt

from games.cards import JOKER, Card, Rank, Suit
from games.five_hundred.bids import SUITS
from games.five_hundred.tricks import CardOrder, bowers
from players.five_hundred.rules_of_thumb.seat_view import by_suit

_ACE, _KING, _QUEEN = Rank.ACE, Rank.KING, Rank.QUEEN


def tricks(players: int, trump: Suit | None, hand: Collection[Card]) -> float:
    """The tricks that the side of a contractor with `hand` wins on average, the kitty and any partner included."""
    weights = _WITHOUT_TRUMPS[players] if trump is None else _WITH_TRUMPS[players]
    return sum(weight * feature for weight, feature in zip(weights, features(trump, hand), strict=True))


def chance(expected: float, wanted: int) -> float:
    """How likely at least `wanted` tricks are won where `expected` are won on average."""
    return (1 + erf((expected - wanted + 0.5) / (_SPREAD * sqrt(2)))) / 2


def features(trump: Suit | None, hand: Collection[Card]) -> tuple[float, ...]:
    """What counts in a hand; the first is always 1."""
    suits = by_suit(CardOrder(trump), hand)
    return _without_trumps(suits) if trump is None else _with_trumps(suits, trump, hand)


def _with_trumps(suits: dict[Suit | None, list[Card]], trump: Suit, hand: Collection[Card]) -> tuple[float, ...]:
    right, left = bowers(trump)
    trumps = suits.get(trump, [])
    ranks = {card.rank for card in trumps if card.rank is not Rank.JACK}
    sides = [suits.get(suit, []) for suit in SUITS if suit is not trump]
    return (
        1,
        len(trumps),
        max(len(trumps) - 5, 0),
        JOKER in hand,
        right in hand,
        left in hand,
        _ACE in ranks,
        _KING in ranks,
        sum(_tops(side)[0] for side in sides),
        sum(_tops(side)[1] for side in sides),
        sum(not side for side in sides),
        sum(len(side) == 1 for side in sides),
        max(map(len, sides)),
    )


def _tops(suit: Collection[Card]) -> tuple[bool, bool]:
    """Whether a side suit has its ace, and its king beside another card."""
    ranks = {card.rank for card in suit}
    return _ACE in ranks, _KING in ranks and len(suit) > 1


def _without_trumps(suits: dict[Suit | None, list[Card]]) -> tuple[float, ...]:
    sides = [suits.get(suit, []) for suit in SUITS]
    ranks = [{card.rank for card in side} for side in sides]
    long = [len(side) for side in sides]
    return (
        1,
        bool(suits.get(None)),
        sum(_ACE in side for side in ranks),
        sum(_KING in side and size > 1 for side, size in zip(ranks, long, strict=True)),
        sum(_QUEEN in side and size > 2 for side, size in zip(ranks, long, strict=True)),
        sum(_ACE in side and _KING in side for side in ranks),
        sum(max(size - 3, 0) for side, size in zip(ranks, long, strict=True) if {_ACE, _KING} & side),
        sum(size < 2 and _ACE not in side for side, size in zip(ranks, long, strict=True)),
        max(long),
    )


# For each number of players what each feature is worth: least squares over deals that this player played itself.
_WITH_TRUMPS = {
    2: (1.65, 0.81, -0.18, 0.62, 0.58, 0.5, 0.18, 0.13, 0.65, 0.33, -0.09, 0.01, 0.2),
    3: (0.75, 0.65, -0.27, 1.18, 0.72, 0.74, 0.2, 0.25, 0.75, 0.35, 0.6, 0.34, -0.08),
    4: (2.24, 0.6, 0.07, 0.81, 0.52, 0.57, 0.41, 0.09, 0.5, 0.25, -0.2, -0.12, 0.25),
    5: (2.85, 0.4, 0.35, 0.82, 0.59, 0.4, 0.27, 0.13, 0.53, 0.02, 0.01, -0.02, 0.24),
    6: (3.26, 0.4, 0.22, 0.71, 0.56, 0.37, 0.28, 0.22, 0.44, 0.19, -0.08, -0.02, 0.17),
}
_WITHOUT_TRUMPS = {
    2: (2.82, 1.73, 0.68, 0.38, 0.3, 0.4, 0.15, 0.05, 0.23),
    3: (-0.17, 2.38, 1.01, 0.66, 0.24, 0.39, 0.11, 0.09, 0.34),
    4: (3.59, 1.28, 0.61, 0.46, 0.21, 0.32, 0.23, 0.06, 0.1),
    5: (3.06, 1.65, 0.73, 0.55, 0.4, 0.36, 0.07, 0.06, 0.12),
    6: (3.88, 1.22, 0.57, 0.4, 0.2, 0.45, 0.08, 0.01, 0.09),
}
_SPREAD = 1.6
"""The standard deviation of the tricks won about the tricks expected."""
