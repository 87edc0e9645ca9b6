"""What a round is worth: match-points, as bridge clubs give them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from tables.tournament.plan import Entrant, Plan, PlayedRound, PlayedTable

HALF = Fraction(1, 2)


def scores(plan: Plan, played: PlayedRound) -> dict[Entrant, Fraction]:
    """What each entrant of a round scored, from 0 to 1.

    For each deal there are two points for each other table where the same place made less, and one where it made as
    much, out of what was possible. Where no other table finished the deal, the opponents at one's own table are
    compared with. A deal that one's own table couldn't finish is half. The score is the mean over the deals; a
    manager's replaces it.
    """
    scored: dict[Entrant, Fraction] = {}
    for table in played:
        for place, entrant in enumerate(table.seating):
            if entrant is not None:
                deals = [_deal(plan, played, table, place, number) for number in range(len(table.deals))]
                scored[entrant] = table.corrected.get(entrant, mean(deals) if deals else HALF)
    return scored


def mean(of: Iterable[Fraction]) -> Fraction:
    """Of nothing it is 0."""
    values = [*of]
    return sum(values, Fraction()) / max(1, len(values))


def _deal(plan: Plan, played: PlayedRound, table: PlayedTable, place: int, number: int) -> Fraction:
    brought = table.deals[number]
    if brought is None:
        return HALF
    others = [
        deal[place]
        for other in played
        if other is not table and (deal := _brought(other, number)) is not None and place < len(deal)
    ]
    if not others:
        own = {place, (place + 2) % 4} if plan.partners else {place}
        others = [made for where, made in enumerate(brought) if where not in own]
    if not others:
        return HALF
    points = sum(2 * (made < brought[place]) + (made == brought[place]) for made in others)
    return Fraction(points, 2 * len(others))


def _brought(table: PlayedTable, number: int) -> tuple[int, ...] | None:
    return table.deals[number] if number < len(table.deals) else None
