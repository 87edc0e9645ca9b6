"""A finished round is shown in stages, such as the dealer's cards one by one, and its results last."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from datetime import timedelta

from tables.driver import LiveTable
from tables.services import Paces
from tables.table import Table

ALL = sys.maxsize
"""The stage after the last, in which the results are shown."""


class Reveal:
    """Which picture of a table's last round is shown, from 0; a restart begins with the results."""

    def __init__(self, live: LiveTable, stages: Callable[[Table], int] | None, paces: Paces) -> None:
        """`stages` says in how many pictures a round is revealed before its results; None when none ever is."""
        self._live = live
        self._stages, self._paces = stages, paces
        self._timer: asyncio.TimerHandle | None = None
        self.stage = ALL
        self.round = live.table.rounds
        """The latest round that has been shown, or is being shown."""

    @property
    def may_be_cut_off(self) -> bool:
        """Whether a process that ended now may have left the last round without its results."""
        return self._stages is not None and bool(self._live.table.lobby.nets)

    def begin(self, until_drawn: Callable[[], timedelta], on_next: Callable[[], None]) -> None:
        """The round is over: show its first stage, and then the others one after the other.

        `until_drawn` says when the next picture can be drawn, `on_next` is called when it should be.
        """
        self.round = self._live.table.rounds
        self._show(0, 0 if self._stages is None else self._stages(self._live.table), until_drawn, on_next)

    def stop(self) -> None:
        """Go no further."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _show(self, stage: int, stages: int, until_drawn: Callable[[], timedelta], on_next: Callable[[], None]) -> None:
        self.stop()
        self.stage = stage if stage < stages else ALL
        if stage < stages:
            shown_for = min(self._paces.stage, self._paces.stages / stages)
            wait = shown_for + until_drawn()  # otherwise a stage drawn late would disappear at once
            loop, seconds = asyncio.get_running_loop(), wait / timedelta(seconds=1)
            self._timer = loop.call_later(seconds, self._next, stages, until_drawn, on_next)

    def _next(self, stages: int, until_drawn: Callable[[], timedelta], on_next: Callable[[], None]) -> None:
        self._show(self.stage + 1, stages, until_drawn, on_next)
        on_next()
