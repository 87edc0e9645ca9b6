"""Time for bots in a simulated Discord: it stands still while something is being done, and jumps over all waiting.

SimCord gives a bot some seconds to come to rest, and waits for the timers that are due by then. On this loop those
seconds are over as soon as only timers are left, and a slow machine or disk uses up none of them.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, TypeAlias, TypeVar

import aiosqlite.core
from simcord import _dpy_internals as simcord_clock

HUNG_SECONDS = 60
"""A thread that works for longer than this is taken to hang, and time moves on."""
BEGINS = 30.0
"""What the clock says first: as on a machine that has just started, so that nothing may count on a later time."""
TURN_SECONDS = 0.000_01
"""How long a turn of the loop takes, so that the test of a bot that never comes to rest still fails."""

Found: TypeAlias = list[tuple[selectors.SelectorKey, int]]
T = TypeVar("T")


class JumpingLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock begins at `begins` seconds, and is everybody's in the process until it is closed."""

    def __init__(self, begins: float = BEGINS) -> None:
        self._now = begins
        self._in_threads: set[asyncio.Future[Any]] = set()
        super().__init__(_Selector(self))
        self._real = time.monotonic, simcord_clock._REAL_MONOTONIC, vars(aiosqlite.core)["SimpleQueue"]
        time.monotonic = simcord_clock._REAL_MONOTONIC = lambda: self._now
        vars(aiosqlite.core)["SimpleQueue"] = _Asked
        self.set_default_executor(_Threads(self))

    def close(self) -> None:
        """Give the process its clock back."""
        super().close()
        time.monotonic, simcord_clock._REAL_MONOTONIC, vars(aiosqlite.core)["SimpleQueue"] = self._real

    def run_in_executor(  # type: ignore[override]  # typeshed's own has more variables than one needs
        self, executor: Executor | None, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        """Stand still until the thread is done."""
        future = super().run_in_executor(executor, func, *args)
        self.stand_still_until(future)
        return future

    async def shutdown_default_executor(self, *args: Any) -> None:
        """Stand still until all threads have ended."""
        self.stand_still_until(self.create_future())
        await super().shutdown_default_executor(*args)

    def stand_still_until(self, future: asyncio.Future[Any]) -> None:
        """Time stands still until `future` is done, because a thread works on it."""
        self._in_threads.add(future)
        future.add_done_callback(self._in_threads.discard)

    def wait(self, seconds: float | None, select: Callable[[float | None], Found]) -> Found:
        """What `select` finds when nothing else is left to do for `seconds`; None means for ever."""
        self._now += TURN_SECONDS
        if not seconds:
            return select(seconds)
        if self._in_threads and (found := select(HUNG_SECONDS)):
            return found
        if seconds is None:
            return select(None)
        self._now += seconds
        return select(0)


class _Selector(selectors.DefaultSelector):
    def __init__(self, loop: JumpingLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> Found:
        return self._loop.wait(timeout, super().select)


class _Threads(ThreadPoolExecutor):
    """The threads of the loop; one whose caller was cancelled still works."""

    def __init__(self, loop: JumpingLoop) -> None:
        super().__init__(thread_name_prefix="asyncio")
        self._loop = loop

    def submit(self, fn: Callable[..., T], /, *args: Any, **named: Any) -> Future[T]:
        done = self._loop.create_future()
        self._loop.stand_still_until(done)
        submitted = super().submit(fn, *args, **named)
        submitted.add_done_callback(lambda _: self._tell(done))
        return submitted

    def _tell(self, done: asyncio.Future[Any]) -> None:
        with suppress(RuntimeError):  # the loop may be closed by now
            JumpingLoop.call_soon_threadsafe(self._loop, done.set_result, None)


class _Asked(SimpleQueue[Any]):
    """What a connection's thread is asked to do."""

    def put_nowait(self, item: tuple[asyncio.Future[Any] | None, object]) -> None:
        future, _ = item
        if future is not None and isinstance(loop := future.get_loop(), JumpingLoop):
            loop.stand_still_until(future)
        super().put_nowait(item)
