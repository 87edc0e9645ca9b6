"""What the bot does when its time has come, each process in the servers it runs.

The rows of an evening or a tournament say when something is due, and nothing else does. So a duty looks at its rows,
does what is due, and says when to look again; a process that starts looks at once. What a process that died has left
undone is still due. A duty that must not do something twice makes sure of that itself.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import timedelta
from typing import TypeVar

from cogs.app.process.shutdown import Tasks
from data.store import write_log
from data.store.errors import StoreError

log = logging.getLogger(__name__)

T = TypeVar("T")

MINUTE, QUARTER = timedelta(minutes=1), timedelta(minutes=15)
AT_ONCE = 100
"""Of many servers or tables so many are looked at before others act: a millisecond."""


class Duty:
    """Looks in the background for what is due, when it has said so itself or somebody else has."""

    def __init__(self, do: Callable[[], Awaitable[timedelta]], failed: str, retry: timedelta) -> None:
        """`do` does what is due, and returns after which time to look again.

        If it fails, the log says `failed`, and the next look is after `retry`.
        """
        self._do = do
        self._failed = failed
        self._retry = retry
        self._tasks = Tasks(failed)
        self._timer: asyncio.TimerHandle | None = None
        self._is_due = self._is_looking = False

    def soon(self) -> None:
        """Something may be due: look now, or once more after the look that is under way."""
        self._is_due = True
        if self._timer is not None:
            self._timer.cancel()
        if not self._is_looking:
            self._is_looking = True
            self._tasks.start(self._look())

    def stop(self) -> None:
        """Look no more."""
        self._tasks.cancel()
        if self._timer is not None:
            self._timer.cancel()

    async def _look(self) -> None:
        write_log.detached()
        wait = self._retry
        while self._is_due:
            self._is_due, wait = False, self._retry
            try:
                wait = await self._do()
            except StoreError:  # the store has said so; if it fails for good, the bot stops
                pass
            except Exception:
                log.exception("%s; the next look is in %s", self._failed, self._retry)
        self._is_looking = False
        self._timer = asyncio.get_running_loop().call_later(wait.total_seconds(), self.soon)


class Schedule:
    """All duties of a process that look at its servers."""

    def __init__(self) -> None:
        self._duties: list[Duty] = []

    def add(self, do: Callable[[], Awaitable[timedelta]], failed: str, retry: timedelta) -> Duty:
        """A duty that looks from when the servers are known."""
        self._duties.append(duty := Duty(do, failed, retry))
        return duty

    def begin(self) -> None:
        """The servers are known, perhaps once more: look what is due there."""
        for duty in self._duties:
            duty.soon()

    def stop(self) -> None:
        """Nothing is done any more."""
        for duty in self._duties:
            duty.stop()


def next_look(now: float, *, is_under_way: bool) -> timedelta:
    """The time, in Unix seconds `now`, until what is under way is looked at again, or else until the next quarter.

    A day's results are final and evenings begin at full quarters of an hour.
    """
    return MINUTE if is_under_way else QUARTER - timedelta(seconds=now) % QUARTER + timedelta(seconds=1)


async def one_by_one(things: Sequence[T]) -> AsyncIterator[T]:
    """All of many, letting others act in between, as most of them need nothing that is waited for."""
    for count, thing in enumerate([*things], 1):
        yield thing
        if not count % AT_ONCE:
            await asyncio.sleep(0)
