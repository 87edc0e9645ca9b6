"""How a process comes to its end without cutting anybody off: no round begins, and what is under way is answered.

It waits for answers to presses and commands, and for what these changed to be shown, but not for long: whatever is
missing then comes with the next start, because every press is written before it is answered. Where many play there is
always something under way, so after a while nothing more is listened to, and only what has arrived is answered.

Work that nobody waits for is kept in `Tasks` until it is done, and when it fails the log says so.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterator

import discord

from tables.halt import Halt

log = logging.getLogger(__name__)

MOST_SECONDS = 8.0
"""How long an end waits at most for what is under way."""
LISTENS_FOR = 0.3
"""The part of that time in which new presses are answered too."""
LOOKS_EVERY = 0.05
"""Seconds between two looks at what is under way."""
CANCELLED_EVERY = 0.5
"""Seconds until what has forgotten its cancellation is cancelled again."""
A_MINUTE = 60
"""Seconds."""


class Tasks:
    """What is under way for one owner; true while anything is. `what` names such a task in the log."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._running: set[asyncio.Task[object]] = set()
        self._is_over = False

    def start(self, work: Coroutine[object, object, object]) -> None:
        """Do `work` beside whoever calls this, unless all has been cancelled; needs a running loop."""
        if self._is_over:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)  # the loop itself holds no reference to it
        task.add_done_callback(self._finished)

    def cancel(self) -> None:
        """End all that is under way, and begin nothing more."""
        self._is_over = True
        for task in self._running:
            task.cancel()

    async def end(self) -> None:
        """End all that is under way, and wait for that; what waits once more in its end is cancelled again."""
        while self._running:
            self.cancel()
            await asyncio.wait(self._running, timeout=CANCELLED_EVERY)

    def __bool__(self) -> bool:
        return bool(self._running)

    def _finished(self, task: asyncio.Task[object]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s failed", self._what, exc_info=error)


class Shutdown:
    """What one process is answering, and whether it is about to end."""

    def __init__(self) -> None:
        self.halt: Halt | None = None
        """Why no round begins any more."""
        self._arrivals: deque[float] = deque()
        """When presses and commands came, as of `time.monotonic`; those of more than a minute ago are left out."""
        self.is_deaf = False
        """Nothing more is answered than what is under way."""
        self._answers: dict[asyncio.Task[object], tuple[float, discord.Interaction]] = {}
        """When each came, as of `time.monotonic`, and what it answers."""

    def admits(self, interaction: discord.Interaction) -> bool:
        """Whether the task that calls this may answer a press or a command; then it is under way until it is done."""
        if self.is_deaf:
            return False
        task, now = asyncio.current_task(), time.monotonic()
        assert task is not None
        self._arrivals.append(now)
        while self._arrivals[0] <= now - A_MINUTE:
            self._arrivals.popleft()
        self._answers[task] = now, interaction
        task.add_done_callback(self._answers.pop)
        return True

    @property
    def arrivals(self) -> int:
        """How many presses and commands came in the last minute."""
        since = time.monotonic() - A_MINUTE
        return sum(at > since for at in self._arrivals)

    @property
    def answers(self) -> int:
        """How many presses and commands are being answered."""
        return len(self._answers)

    @property
    def longest_wait(self) -> float:
        """For how many seconds somebody has waited whom nothing was answered yet; 0 when there is nobody."""
        return max((waited for waited, *_ in self.waiting()), default=0.0)

    def waiting(self) -> Iterator[tuple[float, discord.Interaction, asyncio.Task[object]]]:
        """What nothing was answered to yet: for how many seconds, and which task is to answer it."""
        now = time.monotonic()
        for task, (came, interaction) in self._answers.items():
            if not interaction.response.is_done():
                yield now - came, interaction, task

    async def cut(self) -> None:
        """Give up what is still being answered, because nothing can reach Discord any more."""
        self.is_deaf = True
        left = self._answers.keys() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def finish(self, is_quiet: Callable[[], Awaitable[bool]], seconds: float) -> bool:
        """Wait until nothing is being answered, for `seconds` at most. Returns whether that was in time.

        At first also wait until everything else `is_quiet`.
        """
        if await self._wait(is_quiet, seconds * LISTENS_FOR):
            return True
        self.is_deaf = True
        log.info("nothing more is listened to; %s answers are under way", self.answers)
        return await self._wait(lambda: asyncio.sleep(0, True), seconds * (1 - LISTENS_FOR))

    async def _wait(self, is_quiet: Callable[[], Awaitable[bool]], seconds: float) -> bool:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await asyncio.sleep(LOOKS_EVERY)  # first, because a press may have arrived in this moment
            if not self._answers and await is_quiet() and not self._answers:
                return True
        return False
