"""A finished round is shown in stages, the results last."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from datetime import timedelta

SHOWN_FOR = timedelta(seconds=1.6)
"""How long each stage is shown before the next."""
LONGEST = timedelta(seconds=5)
"""How long all stages together take at most; many of them are shown for a shorter time each."""
ALL = sys.maxsize
"""The stage after the last, in which the results are shown."""


class Reveal:
    """Which picture of a round is shown, from 0; after the last come the results, with which a restart begins."""

    def __init__(self, until_drawn: Callable[[], timedelta], on_next: Callable[[], None]) -> None:
        """`until_drawn` says when the next picture can be drawn, `on_next` is called when it should be."""
        self.stage = ALL
        self._stages = 0
        self._until_drawn = until_drawn
        self._on_next = on_next
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, stages: int) -> None:
        """Show the first of so many stages, and then the others one after the other."""
        self._stages = stages
        self._show(0)

    def stop(self) -> None:
        """Go no further."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _show(self, stage: int) -> None:
        self.stop()
        self.stage = stage if stage < self._stages else ALL
        if stage < self._stages:
            shown_for = min(SHOWN_FOR, LONGEST / self._stages)
            wait = shown_for + self._until_drawn()  # otherwise a stage drawn late would disappear at once
            self._timer = asyncio.get_running_loop().call_later(wait / timedelta(seconds=1), self._next)

    def _next(self) -> None:
        self._show(self.stage + 1)
        self._on_next()
