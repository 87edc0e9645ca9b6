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

    def __init__(self) -> None:
        self.stage = ALL
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, stages: int, until_drawn: Callable[[], timedelta], on_next: Callable[[], None]) -> None:
        """Show the first of so many stages, and then the others one after the other.

        `until_drawn` says when the next picture can be drawn, `on_next` is called when it should be.
        """
        self._show(0, stages, until_drawn, on_next)

    def stop(self) -> None:
        """Go no further."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _show(self, stage: int, stages: int, until_drawn: Callable[[], timedelta], on_next: Callable[[], None]) -> None:
        self.stop()
        self.stage = stage if stage < stages else ALL
        if stage < stages:
            shown_for = min(SHOWN_FOR, LONGEST / stages)
            wait = shown_for + until_drawn()  # otherwise a stage drawn late would disappear at once
            loop, seconds = asyncio.get_running_loop(), wait / timedelta(seconds=1)
            self._timer = loop.call_later(seconds, self._next, stages, until_drawn, on_next)

    def _next(self, stages: int, until_drawn: Callable[[], timedelta], on_next: Callable[[], None]) -> None:
        self._show(self.stage + 1, stages, until_drawn, on_next)
        on_next()
