"""What a round is worth: match-points, as bridge clubs give them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

from tables.tournament.plan import Entrant, Plan, PlayedRound

HALF = Fraction(1, 2)


def scores(plan: Plan, played: PlayedRound) -> dict[Entrant, Fraction]:
    """What each entrant of a round scored, from 0 to 1.

    For each deal there are two points for each other table where the same place made less, and one where it made as
    much, out of what was possible. Where no other table finished the deal, the opponents at one's own table are
    compared with. A deal that one's own table couldn't finish is half. The score is the mean over the deals; a
    manager's replaces it.
    """
    made: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for table in played:
        for number, deal in enumerate(table.deals):
            for place, points in enumerate(deal or ()):
                made[number, place].append(points)
    for all_made in made.values():
        all_made.sort()
    scored: dict[Entrant, Fraction] = {}
    for table in played:
        for place, entrant in enumerate(table.seating):
            if entrant is not None:
                deals = [_deal(plan, deal, place, made[number, place]) for number, deal in enumerate(table.deals)]
                scored[entrant] = table.corrected.get(entrant, mean(deals) if deals else HALF)
    return scored


def mean(of: Iterable[Fraction]) -> Fraction:
    """Of nothing it is 0."""
    values = [*of]
    whole = lcm(*(value.denominator for value in values))
    return Fraction(
        sum(value.numerator * (whole // value.denominator) for value in values), whole * max(1, len(values))
    )


def _deal(plan: Plan, brought: tuple[int, ...] | None, place: int, made: Sequence[int]) -> Fraction:
    """The score of a deal that `brought` so much by place; all tables have `made` these points there, least first."""
    if brought is None:
        return HALF
    if len(made) == 1:
        own = {place, (place + 2) % 4} if plan.partners else {place}
        made = sorted([brought[place], *(points for where, points in enumerate(brought) if where not in own)])
    worse, to_ties = bisect_left(made, brought[place]), bisect_right(made, brought[place])
    return Fraction(worse + to_ties - 1, 2 * (len(made) - 1)) if len(made) > 1 else HALF
