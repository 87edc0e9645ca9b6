"""How a process comes to its end without cutting anybody off: no round begins, and what is under way is answered.

It waits for answers to presses and commands, and for what these changed to be shown, but not for long: whatever is
missing then comes with the next start, because every press is written before it is answered.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from cogs.running.last_minute import LastMinute
from tables.halt import Halt

MOST_SECONDS = 10.0
"""How long an end waits at most for what is under way."""
LOOKS_EVERY = 0.05
"""Seconds between two looks at what is under way."""


class Drain:
    """What one process is answering, and whether it is about to end."""

    def __init__(self) -> None:
        self.halt: Halt | None = None
        """Why no round begins any more."""
        self.arrivals = LastMinute()
        """Presses and commands."""
        self._answers: set[asyncio.Task[object]] = set()

    def answering(self) -> None:
        """The task that calls this answers a press or a command, until it is done."""
        task = asyncio.current_task()
        assert task is not None
        self._answers.add(task)
        task.add_done_callback(self._answers.discard)

    @property
    def answers(self) -> int:
        """How many presses and commands are being answered."""
        return len(self._answers)

    async def cut(self) -> None:
        """Give up what is still being answered, because nothing can reach Discord any more."""
        left = self._answers - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def wait(self, is_quiet: Callable[[], bool], seconds: float) -> bool:
        """Wait until nothing is being answered and everything `is_quiet`, for `seconds` at most; was that in time?"""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await asyncio.sleep(LOOKS_EVERY)  # first, because a press may have arrived in this moment
            if not self._answers and is_quiet():
                return True
        return False
