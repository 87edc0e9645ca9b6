"""Time that runs sixty times as fast, so that turns run out and windows close between two kills.

The loop's timers and the tables' `now` run at the same pace, as they do in the bot. Both stand still until `begin`, so
that no clock acts before all tables are back and can be reported.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Iterator
from contextlib import contextmanager
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
        self._at = 0.0
        self._began: float | None = None
        self._speed = SPEED

    def begin(self) -> None:
        """Let time pass."""
        self._began = super().time()

    @contextmanager
    def real_time(self) -> Iterator[None]:
        """Let time pass as it does for others, then stand still again."""
        self._speed, self._began = 1.0, super().time()
        yield
        self._at, self._speed, self._began = self.time(), SPEED, None

    def time(self) -> float:
        """Seconds of the fast time."""
        return self._at if self._began is None else self._at + (super().time() - self._began) * self._speed


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
