"""Waiting for another program that holds the database: somebody's shell with a transaction open, a copying tool.

Nothing has begun then, so the same can be tried again. The disk's thread waits, not the event loop.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")

_HELD = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_PROTOCOL})
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.001, 0.1  # seconds
_USUAL = 1.0  # seconds for which the log says nothing: so long a checkpoint of a backup may take


@dataclass(frozen=True, slots=True)
class BusyTimeout:
    """How many `seconds` to wait for another program's lock; `clock` tells the time, and `sleep` lets it pass."""

    seconds: float = 60.0
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep

    def retry(self, path: Path, work: Callable[[], T]) -> T:
        """What `work` returns, tried again for as long as another program holds the database at `path`.

        Raises what `work` raises: the lock's error only when that has taken too long.
        """
        began, pause, has_logged = self.clock(), _SHORTEST_PAUSE, False
        while True:
            try:
                return work()
            except sqlite3.OperationalError as error:
                waited = self.clock() - began
                if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _HELD or waited >= self.seconds:
                    raise
            if waited >= _USUAL and not has_logged:
                log.warning(
                    "another program holds the database %s; it is waited for, up to %g seconds", path, self.seconds
                )
                has_logged = True
            self.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
