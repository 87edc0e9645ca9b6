"""Time for bots in a simulated Discord: it stands still while something is being done, and jumps over all waiting.

SimCord gives a bot some seconds to come to rest, and waits for the timers that are due by then. On this loop those
seconds are over as soon as only timers are left, and a slow machine or disk uses up none of them.

Nor does the machine decide what comes first. In which turn of the loop a job of a thread begins, in which its answer
arrives, and in which a request reaches Discord and is answered, is drawn from a seed: the same one gives the same order
on every machine. Jobs are done one at a time. A turn that is only waited for costs no time.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import selectors
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from queue import SimpleQueue
from random import Random
from threading import Event
from typing import Any, TypeAlias, TypeVar

import aiosqlite.core
from simcord import _dpy_internals as simcord_clock

HUNG_SECONDS = 60
"""A thread that works for longer than this is taken to hang, and time moves on, if anything is due."""
ALONE_SECONDS = 2.0
"""A thread that works for longer than this may wait for what another one does, so others begin beside it."""
BEGINS = 30.0
"""What the clock says first: as on a machine that has just started, so that nothing may count on a later time."""
TURN_SECONDS = 0.000_01
"""How long a turn of the loop takes, so that the test of a bot that never comes to rest still fails."""
SHORTEST_WAIT = 0.001
"""Of a loop on Linux, in seconds: a timer that is set anew for the next microsecond turns it no more often."""
LONGEST_HOLD = 3
"""In turns."""
LOOKS_EVERY = 0.01
"""Seconds between two looks whether a thread that takes long is done."""
SEED = 1
"""Of the order, where nobody has another one."""

Found: TypeAlias = list[tuple[selectors.SelectorKey, int]]
T = TypeVar("T")


class Order:
    """What comes one after the other, whatever is drawn: the last one's `turn`."""

    def __init__(self) -> None:
        self.turn = 0


class Job:
    """What a thread does, and what tells its caller afterwards."""

    def __init__(self, answer: Callable[[], object], order: Order | None = None) -> None:
        self.answer, self.order = answer, order
        self.is_done = Event()


class JumpingLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock begins at `begins` seconds, and is everybody's in the process until it is closed."""

    def __init__(self, begins: float = BEGINS, seed: int = SEED) -> None:
        self._now = begins
        self._random = Random(seed)
        self._turn = 0
        self._held: list[tuple[int, int, Callable[[], object]]] = []
        """What is done in a later turn, by the turn and in the order in which it was held."""
        self._numbers = itertools.count()
        self._at_work: list[Job] = []
        """Threads that took too long to be waited for."""
        self._is_closing = False
        super().__init__(_Selector(self))
        self._real = time.monotonic, simcord_clock._REAL_MONOTONIC, vars(aiosqlite.core)["SimpleQueue"]
        time.monotonic = simcord_clock._REAL_MONOTONIC = lambda: self._now
        vars(aiosqlite.core)["SimpleQueue"] = _Asked
        self._threads = ThreadPoolExecutor(thread_name_prefix="asyncio")
        self.set_default_executor(self._threads)

    def close(self) -> None:
        """Give the process its clock back."""
        self._let_go(everything=True)
        super().close()
        time.monotonic, simcord_clock._REAL_MONOTONIC, vars(aiosqlite.core)["SimpleQueue"] = self._real

    async def held(self) -> None:
        """Wait for some turns."""
        future = self.create_future()
        self.hold(lambda: None if future.done() else future.set_result(None))
        await future

    def hold(self, then: Callable[[], object], order: Order | None = None) -> None:
        """Do something in a later turn, and not before what is in the same order already."""
        turn = self._turn + self._random.randint(0, LONGEST_HOLD)
        if order is not None:
            turn = order.turn = max(turn, order.turn)
        heapq.heappush(self._held, (turn, next(self._numbers), then))

    def _let_go(self, *, everything: bool = False) -> None:
        while self._held and (everything or self._held[0][0] <= self._turn):
            heapq.heappop(self._held)[2]()

    def wait_for(self, job: Job) -> None:
        """Wait for a job that has just begun, and hold its answer."""
        if job.is_done.wait(ALONE_SECONDS):
            self.hold(job.answer, job.order)
        else:
            self._at_work.append(job)

    def run_in_executor(  # type: ignore[override]  # typeshed's own has more variables than one needs
        self, executor: Executor | None, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        """Let a thread do it, from a later turn on."""
        answer: asyncio.Future[T] = self.create_future()

        def begin() -> None:
            try:
                submitted = (executor or self._threads).submit(func, *args)
            except RuntimeError as error:  # after its end
                submitted = Future()
                submitted.set_exception(error)
            answer.add_done_callback(lambda _: submitted.cancel() if answer.cancelled() else None)
            job = Job(lambda: _copy(submitted, answer))
            submitted.add_done_callback(lambda _: job.is_done.set())
            self.wait_for(job)

        self.hold(begin)
        return answer

    async def shutdown_default_executor(self, *args: Any) -> None:
        """Stand still until all threads have ended."""
        self._let_go(everything=True)
        self._is_closing = True
        await super().shutdown_default_executor(*args)

    def wait(self, seconds: float | None, select: Callable[[float | None], Found]) -> Found:
        """What `select` finds when nothing else is left to do for `seconds`; None means for ever."""
        self._turn += 1
        self._take_in()
        if not self._at_work:
            self._now += TURN_SECONDS
        if self._held and seconds != 0:
            self._turn = max(self._turn, self._held[0][0])
        if self._held and self._held[0][0] <= self._turn:
            self._let_go()
            return select(0)
        if seconds == 0:
            return select(0)
        if self._is_closing and (found := select(HUNG_SECONDS)):
            return found
        looks = itertools.count() if seconds is None else range(round(HUNG_SECONDS / LOOKS_EVERY))
        for _ in looks if self._at_work else ():
            if found := select(LOOKS_EVERY):
                return found
            if any(job.is_done.is_set() for job in self._at_work):
                return []
        if seconds is None:
            return select(None)
        self._now += max(seconds, SHORTEST_WAIT)
        return select(0)

    def _take_in(self) -> None:
        for job in [job for job in self._at_work if job.is_done.is_set()]:
            self._at_work.remove(job)
            self.hold(job.answer, job.order)


class _Selector(selectors.DefaultSelector):
    def __init__(self, loop: JumpingLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> Found:
        return self._loop.wait(timeout, super().select)


def _copy(done: Future[T], answer: asyncio.Future[T]) -> None:
    if answer.done() or done.cancelled():
        answer.cancel()
    elif (error := done.exception()) is not None:
        answer.set_exception(error)
    else:
        answer.set_result(done.result())


class _Asked(SimpleQueue[Any]):
    """What a connection's thread is asked to do, one thing after the other; its answers keep their order, too."""

    def __init__(self) -> None:
        super().__init__()
        self._begins, self._answers = Order(), Order()

    def put_nowait(self, item: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        future, function = item
        loop = None if future is None else future.get_loop()
        if future is None or not isinstance(loop, JumpingLoop):
            super().put_nowait(item)
            return
        told: list[Callable[[], None]] = []
        job = Job(lambda: told.pop()(), self._answers)  # an error is nobody's but the caller's, and with it its frames

        def work() -> Any:
            try:
                result = function()
            except BaseException as error:
                told.append(partial(aiosqlite.core.set_exception, future, error))
                raise
            else:
                told.append(partial(aiosqlite.core.set_result, future, result))
                return result
            finally:
                job.is_done.set()

        def begin() -> None:
            super(_Asked, self).put_nowait((None, work))
            loop.wait_for(job)

        loop.hold(begin, self._begins)
