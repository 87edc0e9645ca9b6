"""The queue for every picture that answers no press: one for the whole process.

Discord lets a bot make fifty requests a second, whatever they are for and however many processes it has. After a
restart thousands of tables want to be drawn at once, and so they do whenever clocks ring together; half of the allowed
requests are for them, and of these a process makes as many as it serves of all shards. Answers to presses don't wait
here. Tables where somebody has pressed come first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from datetime import timedelta

from cogs.app.process.shutdown import Tasks
from cogs.table.sending import Happening, Sending, or_gone
from data.store import write_log
from tables.clock import uptime

A_SECOND = 25
"""Requests a second of the whole bot."""
FEWEST_A_SECOND = 1
"""The slowest pace of the whole bot, however often Discord says that there are too many requests."""
RECOVERS_BY = 0.9
"""The factor by which a pause that is longer than necessary shrinks with each further request."""
MOST_PENALTY = 60.0
"""Seconds; the longest stop, whatever Discord says."""

LIVELY = timedelta(minutes=1)
"""For so long after a press a table goes before others."""

Go = Callable[[], bool]
"""Makes the request, unless there is nothing left to do; returns whether it made one."""


class EditQueue:
    """Everybody's requests, one after the other at a steady pace."""

    def __init__(self, share: float = 1.0) -> None:
        """`share` is the part of the bot's requests that this process may make, above 0 and up to 1."""
        self._first: dict[Hashable, Go] = {}
        self._others: dict[Hashable, Go] = {}
        self._usual = 1 / (A_SECOND * share)
        self._slowest = 1 / (FEWEST_A_SECOND * share)
        self._pause = self._usual
        self._penalty = 0.0
        self._resting: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._first) + len(self._others)

    def enter(self, who: Hashable, go: Go, *, first: bool) -> None:
        """Call `go` when it is the turn of `who`. Whoever already waits keeps their place, or moves among the first."""
        if who in self._first:
            return
        if first:
            self._others.pop(who, None)
            self._first[who] = go
        else:
            self._others.setdefault(who, go)
        if self._resting is None:
            self._rest(0)

    def slow_down(self, seconds: float) -> None:
        """Discord says that there are too many requests: stop for `seconds`, and go at half the pace for a while."""
        self._pause = min(2 * self._pause, self._slowest)
        self._penalty = min(max(self._penalty, seconds), MOST_PENALTY)
        if self._resting is None:
            self._rest(0)

    def stop(self) -> None:
        """Give nobody a turn any more."""
        self._first.clear()
        self._others.clear()
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None

    def _rest(self, seconds: float) -> None:
        self._resting = asyncio.get_running_loop().call_later(seconds, self._next)

    def _next(self) -> None:
        self._resting = None
        if self._penalty:
            penalty, self._penalty = self._penalty, 0.0
            self._rest(penalty)
            return
        while waiting := self._first or self._others:
            go = waiting.pop(next(iter(waiting)))
            if go():
                self._rest(self._pause)
                self._pause = max(self._pause * RECOVERS_BY, self._usual)
                return


class Turns:
    """The work for one table's messages that waits for its turn, or is under way."""

    def __init__(self, queue: EditQueue, what: str) -> None:
        """`what` names the work in the log."""
        self._queue = queue
        self.tasks = Tasks(what)
        self.pressed_at: timedelta | None = None
        """When somebody has last pressed at the table, by the loop's clock."""

    def wait(
        self,
        work: Callable[[], Coroutine[object, object, None]],
        what: object,
        is_needed: Callable[[], bool] = lambda: True,
    ) -> None:
        """Do `work` when its turn comes, if it still `is_needed`; only once for each kind, `what`."""

        def go() -> bool:
            if not is_needed():
                return False
            self.tasks.start(work())
            return True

        is_lively = self.pressed_at is not None and uptime() - self.pressed_at < LIVELY
        self._queue.enter((self, what), go, first=is_lively)

    def keep(self, sending: Sending, what: Hashable, request: Callable[[], Awaitable[object]], about: str) -> None:
        """Make `request` when its turn comes, and again as `sending` says; what fails is logged as `about`."""

        async def work() -> None:
            write_log.detached()
            await sending.send(request(), about, or_gone)

        sending.tell(Happening.CHANGED, lambda: self.wait(work, what, sending.begin))
