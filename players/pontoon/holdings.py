"""Every hand that can be held without going over 21, whatever its suits and the order in which its cards came.

A value counts from 0, the ace, to 9, the ten and the pictures. A holding is a number in `holdings()`; the smaller ones
come first, and 0 is the empty one. All reckoning is done for many holdings, or many pools of unseen cards, at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.cards import Card
from games.pontoon.hands import MOST_CARDS

Floats: TypeAlias = NDArray[np.float64]
Whole: TypeAlias = NDArray[np.int64]

VALUES = 10
ACE, TEN = 0, 9
TWENTY_ONE, FIVE_CARDS, PONTOON = 21, 22, 23
"""Grades above those of 20 or less, which are their totals; the higher grade wins, the same is the banker's."""
GRADES = PONTOON + 1


def value_of(card: Card) -> int:
    """The value of `card`."""
    return card.rank.pips - 1


def value_counts(cards: Iterable[Card]) -> Floats:
    """How many of each value there are among `cards`."""
    return np.bincount(np.fromiter(map(value_of, cards), np.int64), minlength=VALUES).astype(np.float64)


class Holdings:
    """All holdings, as columns: `counts` by value, `size`, `low` and `best` totals, and `grade`.

    `child[holding, value]` is what it becomes with one card more, -1 when that goes over 21 or five cards are held.
    `pairs` are those of two cards.
    """

    def __init__(self) -> None:
        found = sorted(_found(()), key=lambda counts: (sum(counts), counts))
        self.number = {counts: number for number, counts in enumerate(found)}
        self.counts = np.array(found, dtype=np.int64)
        self.size = self.counts.sum(axis=1)
        self.low = self.counts @ np.arange(1, VALUES + 1)
        soft = (self.counts[:, ACE] > 0) & (self.low <= 11)
        self.best = self.low + 10 * soft
        self.grade = np.where(self.size == MOST_CARDS, FIVE_CARDS, self.best)
        self.grade[(self.size == 2) & (self.best == TWENTY_ONE)] = PONTOON
        self.child = np.full((len(found), VALUES), -1, dtype=np.int64)
        for number, counts in enumerate(found):
            for value in range(VALUES):
                self.child[number, value] = self.number.get(_plus(counts, value, 1), -1)
        self._levels = [np.flatnonzero(self.size == size) for size in range(MOST_CARDS + 1)]
        self.pairs = self._levels[2]
        self._last = np.array([max((v for v in range(VALUES) if c[v]), default=0) for c in found], dtype=np.int64)
        self._before = np.array([self.number.get(_plus(c, self._last[n], -1), 0) for n, c in enumerate(found)])

    def __len__(self) -> int:
        return len(self.size)

    def of(self, values: Iterable[int]) -> int:
        """The holding of cards with these values. Raises KeyError when they go over 21."""
        held = list(values)
        return self.number[tuple(map(held.count, range(VALUES)))]

    def within(self, base: int, most: int = MOST_CARDS) -> Whole:
        """`base` and all holdings of up to `most` cards that it can become, the smaller first."""
        contains = (self.counts >= self.counts[base]).all(axis=1)
        return np.flatnonzero(contains & (self.size <= most))

    def ways(self, pools: Floats, most: int = MOST_CARDS) -> Floats:
        """In how many ways the cards of each holding, in one order, come from each of `pools` (value by pool)."""
        drawn = np.zeros((len(self), pools.shape[1]))
        drawn[0] = 1
        for level in self._levels[1 : most + 1]:
            last = self._last[level]
            left = pools[last] - (self.counts[level, last] - 1)[:, None]
            drawn[level] = drawn[self._before[level]] * np.maximum(left, 0)
        return drawn


def _found(counts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if len(counts) == VALUES:
        yield counts
        return
    for more in range(MOST_CARDS + 1):
        held = (*counts, more)
        if sum(held) <= MOST_CARDS and sum((value + 1) * count for value, count in enumerate(held)) <= TWENTY_ONE:
            yield from _found(held)


def _plus(counts: Sequence[int], value: int, more: int) -> tuple[int, ...]:
    return tuple(count + more * (place == value) for place, count in enumerate(counts))


@cache
def holdings() -> Holdings:
    """The one table of them."""
    return Holdings()


def falling(cards: Floats, size: Whole) -> Floats:
    """In how many ways `size` cards come from so many `cards`, in order; at least 1, so that it can divide."""
    ways = np.ones(np.broadcast(cards, size).shape)
    for taken in range(MOST_CARDS):
        ways *= np.where(taken < size, np.maximum(cards - taken, 1), 1)
    return ways
