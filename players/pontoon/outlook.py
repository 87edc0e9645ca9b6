"""What a player's hand, and everything that it can become, is worth when the player sticks; and which card comes next.

The banker is expected to see what everybody sees of the hand, and to play best against that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from games.pontoon.hands import MOST_CARDS
from players.pontoon.banking import BankModel, BankPlan, Facing, Rival, player_wins, player_wins_from_bust
from players.pontoon.habits import Guess, Trace, usual_guess
from players.pontoon.holdings import ACE, FIVE_CARDS, GRADES, TEN, VALUES, Floats, falling, holdings

FIVE = Trace(bought=MOST_CARDS - 2)
"""Five cards are a Five Card Trick, whatever they are."""
_FIVE = Guess(np.array([0]), np.array([FIVE_CARDS]), np.array([1.0]))
"""A bank that faces one draws in any case, so it doesn't matter what it thinks of the cards."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a hand is played into.

    `bank` is a bank of which nothing is known, and `others` is what the other hands mean to it. `own` counts by value
    the cards that the player hasn't seen, without what the others probably hold. `left` counts the pack when the hand
    has its second card, or now if it has more. `guess` says what the bank believes of a hand with a trace.
    """

    bank: BankModel
    others: Facing
    own: Floats
    left: int
    guess: Callable[[Trace], Guess] = usual_guess


class Outlook:
    """The prospects of a hand that holds `base` and shows `trace`, and of all that it can become.

    `staked` says for a trace how many chips are on the hand then, and `shot` is the shoot bet on it. `wins` and `beats`
    have what sticking wins on average for a chip of stake and for a chip of shoot bet, as long as the bank has no
    Pontoon; `quiet` is the chance of that now. `next` has the chances of each value that can come next.
    """

    def __init__(
        self, around: Surroundings, base: int, trace: Trace, staked: Callable[[Trace], float], shot: float
    ) -> None:
        held = holdings()
        self._bank = around.bank
        every = held.within(base)
        self._column = {int(number): column for column, number in enumerate(every)}
        pools = np.maximum(around.own[:, None] - (held.counts[every] - held.counts[base]).T, 0)
        cards, quiet = pools.sum(axis=0), _quiet(pools)
        self.quiet = float(quiet[0])
        self._quiet = np.where(quiet > 0, quiet, 1)
        ways = held.ways(pools)[around.bank.holdings]
        self._chance = ways / falling(cards[None, :], around.bank.size[:, None])
        chances = _next(pools, self._quiet)
        self.next: dict[int, list[float]] = {number: chances[column] for number, column in self._column.items()}
        self.wins: dict[tuple[Trace, int], float] = {}
        self.beats: dict[tuple[Trace, int], float] = {}
        least = max(2, int(held.size[base]))
        for seen, numbers in _reached(base, trace):
            shown = seen.twisted[len(trace.twisted) :]
            rival = Rival(_FIVE if seen == FIVE else around.guess(seen), staked(seen), shot)
            against = around.others + self._bank.facing(rival, shown)
            plan = self._bank.plan(against, around.left - (seen.size - least), shown)
            self._settle(seen, numbers, plan)
        self._fifth: dict[int, tuple[float, float]] = {}

    def _settle(self, seen: Trace, numbers: Iterable[int], plan: BankPlan) -> None:
        """Note what sticking on each of the holdings `numbers` wins when the bank plays by `plan`."""
        rows = list(numbers)
        columns = [self._column[number] for number in rows]
        grades = holdings().grade[rows]
        chance = self._chance[:, columns] * self._bank.endings(plan.draw > plan.stay)[:, None] / self._quiet[columns]
        won, beaten, stays = np.zeros(len(rows)), np.zeros(len(rows)), np.zeros(len(rows))
        for grade in range(2, GRADES - 1):
            of_grade = chance[self._bank.grade == grade].sum(axis=0)
            stake, shot = player_wins(grade, grades)
            won, beaten, stays = won + of_grade * stake, beaten + of_grade * shot, stays + of_grade
        bust = np.maximum(1 - stays, 0)
        won, beaten = won + bust * player_wins_from_bust(grades), beaten + bust
        for number, on_stake, on_shot in zip(rows, won.tolist(), beaten.tolist(), strict=True):
            self.wins[seen, number], self.beats[seen, number] = on_stake, on_shot

    def fifth(self, holding: int) -> tuple[float, float]:
        """What a fifth card to `holding` wins on average for a chip of stake and for a chip of shoot bet."""
        if holding not in self._fifth:
            held, stake, shot = holdings(), 0.0, 0.0
            for value, chance in enumerate(self.next[holding]):
                child = int(held.child[holding, value])
                stake += chance * (-1 if child < 0 else self.wins[FIVE, child]) if chance else 0
                shot += chance * (-1 if child < 0 else self.beats[FIVE, child]) if chance else 0
            self._fifth[holding] = stake, shot
        return self._fifth[holding]


def bought_one(trace: Trace) -> Trace:
    """`trace` with a card bought."""
    first, bought, twisted = trace
    return Trace(first, bought + 1, twisted) if trace.size < MOST_CARDS - 1 else FIVE


def twisted_one(trace: Trace, value: int) -> Trace:
    """`trace` with a card of `value` twisted."""
    first, bought, twisted = trace
    return Trace(first, bought, (*twisted, value)) if trace.size < MOST_CARDS - 1 else FIVE


def _reached(base: int, trace: Trace) -> Iterator[tuple[Trace, set[int]]]:
    """All traces that can follow, with the holdings that can be behind each."""
    held = holdings()
    second = held.size[base] == 1
    at = {trace: {int(child) for child in held.child[base] if child >= 0} if second else {base}}
    while at:
        yield from at.items()
        after: dict[Trace, set[int]] = {}
        for seen, numbers in at.items():
            if seen.size == MOST_CARDS:
                continue
            for value in range(VALUES):
                children = {int(child) for child in held.child[list(numbers), value] if child >= 0}
                if children and not seen.twisted:
                    after.setdefault(bought_one(seen), set()).update(children)
                if children:
                    after.setdefault(twisted_one(seen, value), set()).update(children)
        at = after


def _quiet(pools: Floats) -> Floats:
    """The chance that two cards from each of `pools` are no Pontoon."""
    cards = pools.sum(axis=0)
    chance: Floats = 1 - 2 * pools[ACE] * pools[TEN] / np.maximum(cards * (cards - 1), 1)
    return chance


def _next(pools: Floats, quiet: Floats) -> list[list[float]]:
    """The chances of each value to come next from each of `pools`, given that the bank has no Pontoon."""
    cards = np.maximum(pools.sum(axis=0), 1)
    rows = []
    for value in range(VALUES):
        after = pools.copy()
        after[value] = np.maximum(after[value] - 1, 0)
        rows.append(pools[value] / cards * _quiet(after) / quiet)
    chances = np.array(rows).T
    total = chances.sum(axis=1, keepdims=True)
    every: list[list[float]] = np.divide(
        chances, total, out=np.full_like(chances, 1 / VALUES), where=total > 0
    ).tolist()
    return every
