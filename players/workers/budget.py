"""How much effort a question gets, so that those behind it are answered in time too."""

from __future__ import annotations

from collections.abc import Iterable

LEAST = 0.02
"""The effort with which a question is answered that has waited too long already."""

FULL_SECONDS = 0.3
"""What an answer of full effort takes, until some have been measured."""

AIM_SECONDS = 0.4
"""What an answer should take on average at most, also on a slow machine."""

MOST_SECONDS = 1.0
"""An answer of full effort counts as no more; what takes longer has work that effort can't shrink."""

_WEIGHT = 0.1
"""Of the newest measurement, in the average."""


class Budget:
    """Knows how long each kind of question takes."""

    def __init__(self) -> None:
        self._seconds: dict[type, float] = {}

    def learn(self, kind: type, effort: float, seconds: float) -> None:
        """A question of this kind took so many seconds with so much effort."""
        full, before = min(seconds / effort, MOST_SECONDS), self._full_seconds(kind)
        self._seconds[kind] = before + _WEIGHT * (full - before)

    def effort(self, waiting: Iterable[tuple[type, float]], workers: int) -> float:
        """The effort with which all that are `waiting` are answered in time by so many workers; from LEAST to 1.

        They are given in the order in which they will be answered, by kind and the seconds that are left until the
        answer has to be there. The first of them is begun now.
        """
        share, work = 1.0, 0.0
        for kind, left in waiting:
            full = self._full_seconds(kind)
            work += full
            share = min(share, left * workers / max(work, full * workers), AIM_SECONDS / full)
        return max(share, LEAST)

    def _full_seconds(self, kind: type) -> float:
        return self._seconds.get(kind, FULL_SECONDS)
