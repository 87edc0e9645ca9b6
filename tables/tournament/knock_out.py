"""Who goes on in a knock-out: the better half of each table, until one table is left."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import TypeAlias

from tables.tournament.plan import Entrant, Plan, PlayedRound, PlayedTable
from tables.tournament.scoring import mean, scores

Came: TypeAlias = tuple[int, int]
"""How far somebody came: rounds survived; then, below 0, how many sides were better at the last table of all.

Whoever didn't play the next round comes after all who did.
"""


@dataclass(frozen=True, slots=True)
class KnockOut:
    """What rounds that were played leave: who is in, in the order of the bracket, and how far the others came.

    `missed` has those who withdrew, with the first round that they missed. `over` it is after the last table of all.
    """

    left: tuple[Entrant, ...]
    came: dict[Entrant, Came]
    missed: dict[Entrant, int]
    over: bool


def after(
    plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[PlayedRound], gone: Collection[Entrant]
) -> KnockOut:
    """A knock-out after `rounds`. Whoever is at no table in one had a bye, or had withdrawn and never came back."""
    left, came, missed, over = [*entrants], dict[Entrant, Came](), dict[Entrant, int](), False
    before: dict[Entrant, list[Fraction]] = {entrant: [] for entrant in entrants}
    for number, played in enumerate(rounds):
        to_play = {entrant for later in rounds[number:] for table in later for entrant in table.entrants}
        missed |= {entrant: number for entrant in left if entrant in gone and entrant not in to_play}
        at_tables = {entrant for table in played for entrant in table.entrants}
        waiting = [entrant for entrant in left if entrant not in at_tables and entrant not in missed]
        over = len(played) == 1 and not set(waiting) - set(gone)
        made, going = scores(plan, played), list[Entrant]()
        for table in played:
            sides = _best_first(plan, table, made, before)
            best = [*chain(*sides)][: -(-len(table.entrants) // 2)] if not over else sides[0]
            going += best
            for worse, side in enumerate(sides):
                came |= {entrant: (number, -worse if over else 0) for entrant in side if entrant not in best}
        for entrant, score in made.items():
            before[entrant].append(score)
        came |= {entrant: (number, -len(entrants)) for entrant in left if missed.get(entrant) == number}
        left = [entrant for entrant in [*going, *waiting] if entrant not in missed]
    return KnockOut(tuple(left), came | {entrant: (len(rounds), 0) for entrant in left}, missed, over)


def _best_first(
    plan: Plan, table: PlayedTable, made: dict[Entrant, Fraction], before: dict[Entrant, list[Fraction]]
) -> list[list[Entrant]]:
    """The sides of a table, by the scores of the round, then points at the table, then earlier scores, then place."""
    places = [(0, 2), (1, 3)] if plan.partners else [(place,) for place in range(len(table.seating))]

    def good(side: tuple[int, ...]) -> tuple[Fraction, int, Fraction]:
        people = [entrant for place in side if (entrant := table.seating[place]) is not None]
        points = sum(deal[side[0]] for deal in table.deals if deal is not None)
        return mean(made[each] for each in people), points, mean(mean(before[each]) for each in people)

    inhabited = [side for side in places if any(table.seating[place] is not None for place in side)]
    return [
        [entrant for place in side if (entrant := table.seating[place]) is not None]
        for side in sorted(inhabited, key=good, reverse=True)
    ]
