"""Time that runs sixty times as fast, so that turns run out and windows close between two kills.

The loop's timers and the tables' `now` run at the same pace, as they do in the bot. Both stand still until `begin`, so
that no clock acts before all tables are back and can be reported.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from datetime import UTC, datetime, timedelta

SPEED = 60.0
_FIRST_DAY = datetime(2030, 1, 1, 12, tzinfo=UTC)


class _Selector(selectors.DefaultSelector):
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        return super().select(None if timeout is None else timeout / SPEED)


class HastyLoop(asyncio.SelectorEventLoop):
    """An event loop in which a minute passes in a second."""

    def __init__(self) -> None:
        super().__init__(_Selector())
        self._began: float | None = None

    def begin(self) -> None:
        """Let time pass."""
        self._began = super().time()

    def time(self) -> float:
        """Seconds of the fast time."""
        return 0.0 if self._began is None else (super().time() - self._began) * SPEED


class Calendar:
    """The fast time as a date. Each run begins at noon of the next day, as after a long absence of the bot."""

    def __init__(self, run: int) -> None:
        self._begin = _FIRST_DAY + timedelta(days=run)
        self._at: float | None = None

    def begin(self) -> None:
        """Let time pass."""
        self._at = time.monotonic()

    def now(self) -> datetime:
        """The present, aware, UTC."""
        passed = 0.0 if self._at is None else time.monotonic() - self._at
        return self._begin + timedelta(seconds=passed * SPEED)
