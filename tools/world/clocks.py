"""Time for tools: for benchmarks it stands still while a bot computes, and jumps ahead while a bot waits.

Where bots are killed it runs sixty times as fast, so that turns run out and windows close between two kills.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable
from contextvars import Context
from typing import Any, TypeVarTuple

AT_ONCE = 0.1
"""Seconds. Shorter waits of a bot only keep its requests within Discord's limit a second, or its half of it."""
A_WHILE = 4.0
"""Seconds. Shorter waits of a bot come before it draws a table again; people get longer to decide."""
_NEVER = 10.0**9
_ROUNDED = 1e-6
"""Seconds by which a sum of waits may be wrong; nobody waits for ever because of that."""
SPEED = 60.0

Ts = TypeVarTuple("Ts")


class _StillSelector(selectors.DefaultSelector):
    """Waits for threads as in every loop, but not at all for the next timer."""

    def __init__(self, loop: StillLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None or timeout > A_WHILE + 2 * _ROUNDED:
            return super().select(None)
        self._loop.pass_time(timeout)
        return super().select(0)


class StillLoop(asyncio.SelectorEventLoop):
    """An event loop in which nobody's time to decide runs out, and nobody waits for a picture."""

    def __init__(self) -> None:
        super().__init__(_StillSelector(self))
        self._now = 0.0
        self._kept: set[asyncio.Task[Any]] = set()

    def time(self) -> float:
        """The seconds of waiting so far."""
        return self._now

    def pass_time(self, seconds: float) -> None:
        """Let so many seconds pass."""
        self._now += max(seconds, 0.0)

    def call_at(
        self,
        when: float,
        callback: Callable[[*Ts], object],
        *arguments: *Ts,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """Call back at once, or after a while, or never when the wait is longer than that."""
        wait = when - self._now
        at = self._now if wait <= AT_ONCE else when if wait <= A_WHILE + _ROUNDED else when + _NEVER
        return super().call_at(at, callback, *arguments, context=context)

    def keep_what_runs(self) -> None:
        """Remember the tasks that run now: they always run, so `until_quiet` doesn't wait for them."""
        self._kept = asyncio.all_tasks(self)

    async def until_quiet(self) -> None:
        """Return when nothing is left to do, now or after a while.

        asyncio has no public way to tell what it still has to do.
        """
        kept = {*self._kept, asyncio.current_task()}
        while True:
            # No public name tells what an event loop is waiting for.
            timers: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]
            if under_way := asyncio.all_tasks() - kept:
                await asyncio.wait(under_way)
            elif self._ready:  # type: ignore[attr-defined]
                await asyncio.sleep(0)
            elif timers and timers[0].when() - self._now <= A_WHILE:
                await asyncio.sleep(timers[0].when() - self._now)
            else:
                return


async def until_quiet() -> None:
    """Return when nothing is left to do in the running loop, which is a StillLoop."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, StillLoop)
    await loop.until_quiet()


class _HastySelector(selectors.DefaultSelector):
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        return super().select(None if timeout is None else timeout / SPEED)


class HastyLoop(asyncio.SelectorEventLoop):
    """An event loop in which a minute passes in a second."""

    def __init__(self) -> None:
        super().__init__(_HastySelector())
        self._began: float | None = None

    def begin(self) -> None:
        """Let time pass. Until then no clock acts, so that all tables are back before, and can be reported."""
        self._began = super().time()

    def time(self) -> float:
        """Seconds of the fast time."""
        return 0.0 if self._began is None else (super().time() - self._began) * SPEED
