"""Who stands where in a tournament, and what that brings."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from tables.tournament import knock_out
from tables.tournament.plan import Entrant, Plan, PlayedRound, System
from tables.tournament.scoring import mean, scores

SHARES = (50, 30, 20)
"""Percent of the pot for the first places."""


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant's place from 1, which equals share; the mean of the rounds that count; each of them, or None."""

    place: int
    entrant: Entrant
    score: Fraction
    rounds: tuple[Fraction | None, ...]


def standings(
    plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[PlayedRound], gone: Collection[Entrant]
) -> tuple[Standing, ...]:
    """Best first: by score, in a knock-out by how far one came before that. Nothing breaks a tie.

    A round counts for those who sat at one of its tables; where somebody had withdrawn, it is 0.
    """
    made = [scores(plan, played) for played in rounds]
    came: dict[Entrant, knock_out.Came] = {}
    if plan.system is System.KNOCK_OUT:
        state = knock_out.after(plan, entrants, rounds, gone)
        came, missed = state.came, state.missed
        scored = {
            entrant: tuple(
                Fraction() if missed.get(entrant) == number else each.get(entrant) for number, each in enumerate(made)
            )
            for entrant in entrants
        }
    else:
        scored = {entrant: _every_round(entrant, made, gone) for entrant in entrants}
    means = {entrant: mean(score for score in scored[entrant] if score is not None) for entrant in entrants}
    best_first = sorted(entrants, key=lambda entrant: (came.get(entrant, ()), means[entrant]), reverse=True)
    found: list[Standing] = []
    for _, equals in groupby(best_first, key=lambda entrant: (came.get(entrant, ()), means[entrant])):
        place = len(found) + 1
        found += [Standing(place, entrant, means[entrant], scored[entrant]) for entrant in equals]
    return tuple(found)


def _every_round(
    entrant: Entrant, made: Sequence[dict[Entrant, Fraction]], gone: Collection[Entrant]
) -> tuple[Fraction | None, ...]:
    """Missed rounds are 0, but for those before the first of somebody who came late."""
    played = [number for number, each in enumerate(made) if entrant in each]
    first = min(played, default=0 if entrant in gone else len(made))
    return tuple(each.get(entrant, Fraction() if number >= first else None) for number, each in enumerate(made))


def prizes(pot: int, standing: Sequence[Standing]) -> dict[Entrant, int]:
    """What the first three places bring, in whole chips; equals share what their places bring together.

    What can't be split, and what a place brings that nobody has, is left over.
    """
    won: dict[Entrant, int] = {}
    for place, equals in groupby(standing, key=lambda each: each.place):
        sharing = [each.entrant for each in equals]
        percent = sum(SHARES[place - 1 : place - 1 + len(sharing)])
        if each_gets := pot * percent // (100 * len(sharing)):
            won |= dict.fromkeys(sharing, each_gets)
    return won
