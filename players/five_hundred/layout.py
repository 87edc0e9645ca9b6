"""Cards as bits, laid out by what a contract makes of them.

Each card of a pack is one bit of a 64-bit number, a set of cards is a number. A suit is a run of bits from its lowest
card to its highest; the trump suit lies above the others, a free joker above all. So the best card of a trick is the
largest number among those that can win it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from games.cards import JOKER, Card, Suit
from games.five_hundred.bids import SUITS
from games.five_hundred.packs import pack
from games.five_hundred.tricks import CardOrder

Bits: TypeAlias = npt.NDArray[np.int64]
"""Sets of cards, one for each of many deals; also counts and seats."""
Flags: TypeAlias = npt.NDArray[np.bool_]

NO_SUIT = -1
"""Instead of the number of a suit in SUITS."""


@dataclass(frozen=True, slots=True, eq=False)
class CardLayout:
    """Where each card of the pack for `players` lies under `order`.

    `bits` go by the pack's order. `suits` are the suits' cards in the order of SUITS, `trump` those of the trump suit
    (0 in no trumps) and `joker` a free joker (0 when it belongs to a suit). `suit_at` tells which suit holds a bit.
    """

    players: int
    order: CardOrder
    bit: dict[Card, int]
    bits: Bits
    suits: tuple[int, int, int, int]
    trump: int
    joker: int
    all: int
    suit_at: Bits

    def mask(self, cards: Iterable[Card]) -> int:
        """`cards` as a set."""
        bit = self.bit
        return sum(bit[card] for card in cards)

    @staticmethod
    def number(suit: Suit | None) -> int:
        """The number of `suit` in `suits`, NO_SUIT for none."""
        return NO_SUIT if suit is None else SUITS.index(suit)


@cache
def layout(players: int, order: CardOrder) -> CardLayout:
    """The layout for that pack and order."""
    cards = pack(players)
    trump = order.trump
    runs = [suit for suit in SUITS if suit is not trump] + ([trump] if trump else [])
    laid = [card for suit in runs for card in order.low_to_high(c for c in cards if order.suit_of(c) is suit)]
    if order.is_free_joker(JOKER):
        laid.append(JOKER)
    bit = {card: 1 << place for place, card in enumerate(laid)}
    suits = [sum(bit[card] for card in cards if order.suit_of(card) is suit) for suit in SUITS]
    return CardLayout(
        players=players,
        order=order,
        bit=bit,
        bits=np.array([bit[card] for card in cards], dtype=np.int64),
        suits=(suits[0], suits[1], suits[2], suits[3]),
        trump=suits[SUITS.index(trump)] if trump else 0,
        joker=bit[JOKER] if order.is_free_joker(JOKER) else 0,
        all=(1 << len(laid)) - 1,
        suit_at=np.array([CardLayout.number(order.suit_of(card)) for card in laid], dtype=np.int64),
    )


def lowest(sets: Bits) -> Bits:
    """The lowest card of each set, 0 of none."""
    return sets & -sets


def place(cards: Bits) -> Bits:
    """At which bit each single card lies, or the highest card of a set within one suit; -1023 for none."""
    return (cards.astype(np.float64).view(np.int64) >> 52) - 1023


def highest(sets: Bits) -> Bits:
    """The highest card of each set, all of whose cards lie within one suit; 0 of none."""
    top = place(sets)
    return np.where(sets == 0, 0, np.left_shift(1, np.maximum(top, 0)))


def above(cards: Bits) -> Bits:
    """All bits above each single card."""
    return -(cards << 1)
