"""A process tells the others, through the database, how it is doing, and hears what the owner asks of it.

When each was seen is the time of the database's clock: one whose own is wrong is there all the same.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from cogs import VERSION
from cogs.app.process.lag import Lag
from cogs.app.schedule import Duty
from data.processes import EVERY, GOES_ON, Process, Processes
from data.shards import Shards
from data.store.errors import StoreError
from data.store.store import Store
from tables.open_tables import OpenTables
from tables.subscribers import Subscribers

LEAVES_WITHIN = 1.0
"""Seconds that the end of a process waits for its row to go."""


class Heartbeat:
    """What this process says of itself."""

    def __init__(
        self,
        store: Store,
        served: Shards,
        open_tables: OpenTables,
        now: Callable[[], datetime],
        late: Callable[[float], None],
        read: Callable[[], Awaitable[None]],
    ) -> None:
        """`now` is the present, aware, UTC; `late` is told every second how late the event loop is.

        `read` reads what other processes may have changed.
        """
        self._store = store
        self._processes = Processes(store)
        self._served = served
        self._open_tables = open_tables
        self._read = read
        self._now = now
        self._started_at = now()
        self.lag = Lag(late)
        self._beats = Duty(self.beat, "a process could not say how it is doing", EVERY)
        self.id = secrets.randbits(62) + 1
        self.waits = True
        """Another process still has one of its shards."""
        self.ends_at: datetime | None = None
        """When the process ends at the latest, if it is to."""
        self.asked: Subscribers[timedelta | None] = Subscribers()
        """The process is asked to end within some time; None calls it off."""

    @asynccontextmanager
    async def beating(self) -> AsyncIterator[None]:
        """Tell it meanwhile."""
        self.lag.start()
        self._beats.soon()
        try:
            yield
        finally:
            self.lag.stop()
            self._beats.stop()
            with suppress(StoreError, TimeoutError):
                async with asyncio.timeout(LEAVES_WITHIN):
                    await self._processes.leave(self.id)

    def own(self) -> Process:
        """This process, as it is now."""
        return Process(
            id=self.id,
            name=f"{socket.gethostname()}:{os.getpid()}",
            version=VERSION,
            shards=str(self._served),
            started_at=self._started_at,
            seen_at=self._now(),
            waits=self.waits,
            lag=self.lag.worst,
            tables=len(self._open_tables),
            rounds=self._open_tables.rounds_in_play,
            memory=resident_bytes(),
            ends_at=self.ends_at,
        )

    async def others(self) -> list[Process]:
        """All other processes that are there."""
        return [process for process in await self._processes.seen(await self._present()) if process.id != self.id]

    async def _present(self) -> datetime:
        return await self._store.present(self._now())

    async def ask(self, process: int, within: timedelta | None) -> bool:
        """Ask another process to end within some time, or with None not to; it hears that with its next heartbeat.

        Returns whether there is such a process.
        """
        return await self._processes.ask(process, GOES_ON if within is None else within // timedelta(minutes=1))

    async def beat(self) -> timedelta:
        """Tell how this process is doing, and hear what the owner wants of it. Returns when to tell it again."""
        asked = await self._processes.beat(replace(self.own(), seen_at=await self._present()))
        if asked is not None:
            await self.asked.tell(None if asked == GOES_ON else timedelta(minutes=asked))
        await self._read()
        return EVERY


def resident_bytes() -> int | None:
    """The memory that the process holds; None where the system doesn't say."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):  # there is such a file under Linux alone
        return None
