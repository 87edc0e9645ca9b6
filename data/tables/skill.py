"""How skilled somebody is believed to be, and what a match changes in that: openskill's Plackett-Luce model.

Pure arithmetic. A match is teams that came in at places; equal places are ties. openskill is loaded with the first
match that is rated.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


@dataclass(frozen=True, slots=True)
class Skill:
    """`mu` is the best guess, `sigma` how uncertain it is, in openskill's measure; `matches` is what they come from."""

    mu: float = 25.0
    sigma: float = 25.0 / 3
    matches: int = 0

    @property
    def ordinal(self) -> float:
        """The skill that somebody has almost certainly: three sigma below the guess, 0 for a newcomer."""
        return self.mu - 3 * self.sigma


def after(teams: Sequence[Sequence[Skill]], places: Sequence[int]) -> list[list[Skill]]:
    """The skills of all `teams` after a match in which they came in at `places`, the first 1."""
    model = _model()
    before = [[model.rating(mu=skill.mu, sigma=skill.sigma) for skill in team] for team in teams]
    rated = model.rate(before, ranks=[float(place) for place in places])
    return [
        [Skill(new.mu, new.sigma, old.matches + 1) for new, old in zip(news, olds, strict=True)]
        for news, olds in zip(rated, teams, strict=True)
    ]


@functools.cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce

    return PlackettLuce()
