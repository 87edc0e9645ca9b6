"""The bank's best play against hands of which everybody sees only a trace.

Against one hand it is exact, whatever the banker holds: what lies face down and what comes next are weighed together.
Against several, each is weighed for itself, and what the others probably hold is missing from the cards to come.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.pontoon.hands import MOST_CARDS
from players.pontoon.habits import Guess
from players.pontoon.holdings import FIVE_CARDS, GRADES, VALUES, Floats, Whole, holdings

_RANGE = np.arange(GRADES)
_BANK, _HAND = _RANGE[:, None], _RANGE[None, :]
WINS = _HAND > _BANK
"""Whether a hand of a grade (second index) beats a bank of a grade (first)."""
_STAKES = np.where(WINS, -np.where(_HAND >= FIVE_CARDS, 2.0, 1.0), np.where(_BANK >= FIVE_CARDS, 2.0, 1.0))
"""What the bank wins from a hand, in stakes."""
_SHOTS = np.where(WINS, -1.0, 1.0)
"""What the bank wins from a shoot bet, in bets."""
_BUST = -np.where(_RANGE >= FIVE_CARDS, 2.0, 1.0)
"""What a bust bank wins from a hand of a grade, in stakes."""


def player_wins(bank: int, hand: Whole) -> tuple[Floats, Floats]:
    """What hands of these grades win from a bank of a grade: in stakes, and in shoot bets."""
    return -_STAKES[bank, hand], -_SHOTS[bank, hand]


def player_wins_from_bust(hand: Whole) -> Floats:
    """What hands of these grades win from a bust bank, in stakes; a shoot bet wins once."""
    return -_BUST[hand]


@dataclass(frozen=True, slots=True)
class Rival:
    """A hand that waits for the bank: what may lie in it, and the chips `staked` and `shot` on it."""

    guess: Guess
    staked: float
    shot: float


@dataclass(frozen=True, slots=True)
class Facing:
    """What one or more rivals mean to each of the bank's holdings, in chips.

    `stay` is what staying wins, `bust` what going over 21 does; `hidden` says how many cards of each value are in them
    on average (value by holding).
    """

    stay: Floats
    bust: Floats
    hidden: Floats

    def __add__(self, other: Facing) -> Facing:
        """What both mean together."""
        return Facing(self.stay + other.stay, self.bust + other.bust, self.hidden + other.hidden)


@dataclass(frozen=True, slots=True)
class BankPlan:
    """What a bank does with each holding: what it is worth, by the better move, and by staying and by drawing."""

    value: Floats
    stay: Floats
    draw: Floats


class BankModel:
    """A bank that holds `base` at least, 0 for one of which nothing is known.

    `pool` counts by value the cards that not everybody has seen, the bank's own among them.
    """

    def __init__(self, pool: Floats, base: int = 0) -> None:
        held = holdings()
        every = held.within(base)
        self._least = max(2, int(held.size[base]))
        self.holdings: Whole = every[held.size[every] >= 2]
        self.grade = held.grade[self.holdings]
        self.size = held.size[self.holdings]
        self.pools = np.maximum(pool[:, None] - held.counts[self.holdings].T, 0)
        self._ways = held.ways(self.pools, MOST_CARDS - 1)
        self._place = np.full(len(held) + 1, -1)
        self._place[self.holdings] = np.arange(len(self.holdings))
        self.child: Whole = self._place[held.child[self.holdings]]
        self.levels = [np.flatnonzero(self.size == size) for size in range(MOST_CARDS + 1)]

    def place(self, holding: int) -> int:
        """Where the columns have `holding`."""
        return int(self._place[holding])

    def nobody(self) -> Facing:
        """What it is to face no rival."""
        none = np.zeros(len(self.holdings))
        return Facing(none, none, np.zeros((VALUES, len(self.holdings))))

    def facing(self, rival: Rival, shown: Sequence[int] = ()) -> Facing:
        """What `rival` means to each holding once the values `shown`, still in the pool, lie face up."""
        guess = rival.guess
        counts = holdings().counts[guess.hidden]
        ways, pools = self._ways_to(guess.hidden), self.pools
        for value in shown:
            of_value = pools[value]
            ways = ways * np.maximum(of_value - counts[:, value, None], 0) / np.maximum(of_value, 1)
            pools = _without(pools, (value,))
        grades = np.unique(guess.grade)
        columns = np.concatenate([guess.grade[:, None] == grades, counts], axis=1)
        # einsum, since a library for matrices would start threads of its own
        found = np.einsum("hb,hc->cb", ways, columns * guess.weight[:, None])
        total = found[: len(grades)].sum(axis=0)
        impossible = total == 0
        if impossible.any():  # then any hand is as good as another
            found[:, impossible] = (columns * guess.weight[:, None]).sum(axis=0)[:, None]
            total[impossible] = guess.weight.sum() or 1
        found /= total
        graded = found[: len(grades)]
        staked = rival.staked * _STAKES + rival.shot * _SHOTS
        stay = (graded * staked[self.grade][:, grades].T).sum(axis=0)
        bust = np.einsum("gb,g->b", graded, rival.staked * _BUST[grades] - rival.shot)
        return Facing(stay, bust, found[len(grades) :])

    def _ways_to(self, hidden: Whole) -> Floats:
        """In how many ways these holdings come from the cards that each of the bank's holdings leaves."""
        held = holdings()
        five = len(hidden) > 0 and held.size[hidden].max() == MOST_CARDS
        ways: Floats = (held.ways(self.pools) if five else self._ways)[hidden]
        return ways

    def facing_any(self, stakes: Floats) -> Facing:
        """What it is to face a hand that is still to be played: `stakes` will be on it on average, by its grade."""
        stay = (_STAKES @ stakes)[self.grade]
        return Facing(stay, np.full(len(stay), _BUST @ stakes), np.zeros((VALUES, len(stay))))

    def plan(self, facing: Facing, left: int = MOST_CARDS, shown: Sequence[int] = ()) -> BankPlan:
        """The best play with `left` cards in the pack when the bank holds `base`, or two cards.

        The values `shown`, still in the pool, lie face up by then.
        """
        value, draw = facing.stay.copy(), np.full(len(self.holdings), -np.inf)
        coming = np.maximum(_without(self.pools, shown) - facing.hidden, 0)
        for size in range(min(MOST_CARDS, self._least + left) - 1, 1, -1):
            level = self.levels[size]
            chance = coming[:, level]
            drawn = np.zeros(len(level))
            for card in range(VALUES):
                after = self.child[level, card]
                drawn += chance[card] * np.where(after < 0, facing.bust[level], value[after])
            cards = chance.sum(axis=0)
            drawn = np.divide(drawn, cards, out=np.full(len(level), -np.inf), where=cards > 0)
            draw[level], value[level] = drawn, np.maximum(value[level], drawn)
        return BankPlan(value, facing.stay, draw)

    def endings(self, draws: NDArray[np.bool_]) -> Floats:
        """In how many orders each holding's cards can come, if the bank `draws` so, until it stays there."""
        held = holdings()
        orders = np.zeros(len(self.holdings))
        pairs = self.levels[2]
        orders[pairs] = np.where(held.counts[self.holdings[pairs]].max(axis=1) == 2, 1, 2)
        orders[self.grade == GRADES - 1] = 0  # a Pontoon would have been shown
        for size in range(2, MOST_CARDS):
            going = self.levels[size][draws[self.levels[size]]]
            for card in range(VALUES):
                after = self.child[going, card]
                orders[after[after >= 0]] += orders[going[after >= 0]]
            orders[going] = 0
        return orders


def _without(pools: Floats, values: Sequence[int]) -> Floats:
    gone = np.bincount(np.array(values, dtype=np.int64), minlength=VALUES)
    return np.maximum(pools - gone[:, None], 0)
