"""A watch on the clocks: every table that waits has a deadline, and acts when it has passed.

People who press never notice a clock that was not set or whose timer was lost: they all just play on. So after each
start some tables are left alone until their clocks have acted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from tables.driver import LiveTable
from tables.table import Table

EVERY = 5.0
"""Seconds of the fast time between two looks."""
LATE = timedelta(seconds=5)
LOOKS = 40
"""Looks in a row, three seconds in all, because a clock that is late on a busy machine, or waits for the disk, is not
lost."""
SOON = timedelta(seconds=70)
"""A table with less time than this to its deadline may be left alone until the deadline has passed."""


class LostClock(Exception):
    """A table waits, and its clock doesn't act; `str()` says which."""


@dataclass(slots=True)
class _Seen:
    deadline: datetime | None
    times: int = 0


class Watch:
    """Looks at all tables that `open_tables` names, in the time of `now`."""

    def __init__(self, open_tables: Callable[[], Iterable[LiveTable]], now: Callable[[], datetime]) -> None:
        self._open_tables = open_tables
        self._now = now
        self._seen: dict[int, _Seen] = {}
        self._alone: dict[int, datetime | None] = {}

    def leave_alone(self, tables: Iterable[Table]) -> None:
        """Let nobody press anything at those of the tables whose clocks act soon, until they have acted."""
        self._alone |= {
            table.id: table.acts_at
            for table in tables
            if table.acts_at is not None and table.acts_at - self._now() < SOON
        }

    def is_alone(self, table: Table) -> bool:
        """Whether its clock must act first."""
        return table.id in self._alone

    async def stay(self) -> None:
        """Look again and again. Raises LostClock."""
        while True:
            await asyncio.sleep(EVERY)
            self.look()

    async def until_acted(self) -> None:
        """Wait for the clocks of all tables that are left alone. Raises LostClock."""
        while self._alone:
            await asyncio.sleep(EVERY)
            self.look()

    def look(self) -> None:
        """Look at every table once. Raises LostClock."""
        lives = [*self._open_tables()]
        for live in lives:
            if not live.lock.locked():
                self._look_at(live.table)
        tables = {live.table.id: live.table for live in lives}
        self._alone = {
            number: deadline
            for number, deadline in self._alone.items()
            if number in tables and tables[number].acts_at == deadline
        }

    def _look_at(self, table: Table) -> None:
        late = self._now() - LATE
        is_lost = _needs_clock(table) if table.acts_at is None else table.acts_at < late
        seen = self._seen.setdefault(table.id, _Seen(table.acts_at))
        if not is_lost or seen.deadline != table.acts_at:
            self._seen[table.id] = _Seen(table.acts_at)
            return
        seen.times += 1
        if seen.times >= LOOKS:
            since = "has no deadline" if table.acts_at is None else f"should have acted at {table.acts_at}"
            raise LostClock(f"table {table.id} waits at {table.question_id} and its clock {since}; it is {self._now()}")


def _needs_clock(table: Table) -> bool:
    """Only a paused table needs no clock, or a match between two deals that waits for people."""
    if table.is_paused(table.lobby):
        return False
    if table.is_playing or table.game.window(table.terms, table.lobby) is not None:
        return True
    return not table.is_kept
