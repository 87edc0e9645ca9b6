"""How players usually play, and so what a hand may be that lies face down.

`habits.json` says how often a hand is stuck on, twisted to or bought to, by its number of cards, its low total, whether
an ace can count 11 in it, and whether it has twisted already. `tools.arena.pontoon_habits` works it out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from games.pontoon.hands import MOST_CARDS
from players.pontoon.holdings import GRADES, PONTOON, VALUES, Floats, Whole, falling, holdings

STICK, TWIST, BUY = range(3)
_OF_EACH = 4
_REMEMBERED = 4096
_PRICE = 1.5
"""What a card costs on average, in initial stakes."""


class Trace(NamedTuple):
    """What everybody sees of a hand that isn't shown whole.

    `first` is the value of the split card that lies face up, None without a split; `bought` counts the cards that were
    bought, and `twisted` has the values of the twisted ones. They always come in this order. What was staked first is
    no part of it, since it tells hardly anything (`staking`).
    """

    first: int | None = None
    bought: int = 0
    twisted: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """How many cards it has."""
        return 2 + self.bought + len(self.twisted)

    @property
    def face_up(self) -> tuple[int, ...]:
        """The values that everybody sees."""
        return self.twisted if self.first is None else (self.first, *self.twisted)


@dataclass(frozen=True, slots=True)
class Guess:
    """What lies face down in a hand on which its player stuck: one entry for each possibility.

    `hidden` are the holdings of the cards that lie face down, `grade` is what the whole hand is worth, and `weight` is
    how often such a hand is played so, the more often the more orders its cards can have come in.
    """

    hidden: Whole
    grade: Whole
    weight: Floats


def key(size: int, low: int, *, soft: bool, twisted: bool) -> str:
    """The name of a kind of hand in `habits.json`."""
    return f"{size} {'soft' if soft else 'hard'} {low}{' twisted' if twisted else ''}"


class Habits:
    """How often each holding is stuck on, twisted to and bought to: `often[twisted][holding, move]`."""

    def __init__(self, table: Mapping[str, list[float]]) -> None:
        held = holdings()
        self.often = tuple(np.zeros((len(held), 3)) for _ in range(2))
        for holding in range(len(held)):
            size, low, best = (int(column[holding]) for column in (held.size, held.low, held.best))
            for twisted in (False, True):
                often = table.get(key(size, low, soft=best > low, twisted=twisted), (1.0, 0.0, 0.0))
                self.often[twisted][holding] = often

    def guess(self, trace: Trace) -> Guess:
        """What may lie face down in a hand of that trace."""
        held = holdings()
        weight = np.zeros(len(held))
        if trace.first is None:
            pairs = held.pairs[held.grade[held.pairs] != PONTOON]
            weight[pairs] = _orders(pairs)
        else:
            weight[held.child[held.of([trace.first])]] = 1
        for _ in range(trace.bought):
            weight = _one_more(weight * self.often[False][:, BUY], range(VALUES))
        for place, value in enumerate(trace.twisted):
            weight = _one_more(weight * self.often[place > 0][:, TWIST], (value,))
        if trace.size < MOST_CARDS:
            weight = weight * self.often[bool(trace.twisted)][:, STICK]
        return _guess(weight, trace)

    def ends(self) -> Floats:
        """The stakes that lie on an average hand in the end, by its grade, for each chip of initial stake.

        A hand that goes over 21 has none left.
        """
        held = holdings()
        pool = np.array([_OF_EACH] * (VALUES - 1) + [4 * _OF_EACH], dtype=np.float64)
        chance = held.ways(pool[:, None])[:, 0] / falling(np.full(len(held), pool.sum()), held.size)
        fresh, twisted, ended = (np.zeros((2, len(held))) for _ in range(3))
        fresh[:, held.pairs] = _orders(held.pairs)
        for size in range(2, MOST_CARDS + 1):
            sticks = (held.grade == PONTOON) | (size == MOST_CARDS)
            here = np.where(held.size == size, 1, 0)
            for orders, often in ((fresh, self.often[False]), (twisted, self.often[True])):
                ended += orders * here * np.where(sticks, 1, often[:, STICK])
            bought = fresh * here * np.where(sticks, 0, self.often[False][:, BUY])
            bought[1] += _PRICE * bought[0]
            more = fresh * here * np.where(sticks, 0, self.often[False][:, TWIST])
            more += twisted * here * np.where(sticks, 0, self.often[True][:, TWIST])
            for row in (0, 1):
                fresh[row] += _one_more(bought[row], range(VALUES))
                twisted[row] += _one_more(more[row], range(VALUES))
        return np.bincount(held.grade, weights=ended[1] * chance, minlength=GRADES).astype(np.float64)


def _orders(pairs: Whole) -> Floats:
    """In how many orders these two cards can have come."""
    orders: Floats = np.minimum(holdings().counts[pairs], 1).sum(axis=1, dtype=np.float64)
    return orders


def _one_more(weight: Floats, values: range | tuple[int, ...]) -> Floats:
    held = holdings()
    after = np.zeros(len(held))
    for value in values:
        child = held.child[:, value]
        np.add.at(after, child[child >= 0], weight[child >= 0])
    return after


def _guess(weight: Floats, trace: Trace) -> Guess:
    held = holdings()
    (whole,) = np.nonzero(weight)
    shown = np.bincount(np.array(trace.face_up, dtype=np.int64), minlength=VALUES)
    kept = [(number, held.number.get(tuple(held.counts[number] - shown), -1)) for number in whole]
    fitting = [(number, hidden) for number, hidden in kept if hidden >= 0]
    wholes = np.array([number for number, _ in fitting], dtype=np.int64)
    hiddens = np.array([hidden for _, hidden in fitting], dtype=np.int64)
    return Guess(hiddens, held.grade[wholes], weight[wholes])


@cache
def usual() -> Habits:
    """The habits of `habits.json`."""
    return Habits(json.loads(files(__package__).joinpath("habits.json").read_text(encoding="utf-8")))


@lru_cache(_REMEMBERED)
def usual_guess(trace: Trace) -> Guess:
    """What lies face down in a hand of that trace if its player has the usual habits."""
    return usual().guess(trace)


@cache
def usual_ends() -> Floats:
    """What `Habits.ends` says of the usual habits."""
    return usual().ends()
