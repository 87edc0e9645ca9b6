"""When the process collects garbage: often a little, and everything only while nobody plays.

A full collection stops all presses: for half a second at 10,000 tables. So Python never looks through the oldest
objects on its own. Every second, and sooner when many are new, the collector looks through the new ones. Once they have
become many it freezes them, which exempts them from every later look. Frozen objects are freed like others when nothing
refers to them; only circles among them stay, until the process has grown and nobody has pressed anything for a while.
Presses are always under way, and tables open, when objects are frozen, so no press may be a circle once it is over, and
no table once it is closed and shown so.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

from cogs.app.process.heartbeat import resident_bytes

EVERY_SECONDS = 1.0
MOST_IN_A_SECOND = 20
"""Looks, when there is much that is new."""
QUIET_SECONDS = 60.0
"""Nobody must have pressed anything for this long before a full collection."""
RARELY_SECONDS = 3600.0
"""The last full collection must be at least this long ago."""
GROWS = 1.25
"""The process must hold so many times as much memory as after the last full collection: few circles take little."""
MOST = 5_000
"""More objects than these are frozen; to look through so many takes a millisecond or two."""
NEVER = 1_000_000_000


class Collector:
    """The garbage collection of one process, in which one bot runs."""

    def __init__(self) -> None:
        self.pressed_at = time.monotonic()
        """When somebody last pressed something, as of `time.monotonic`."""
        self._looked_at, self._held = self.pressed_at, 0
        self._task: asyncio.Task[None] | None = None
        self._thresholds = gc.get_threshold()

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Collect nothing while a great many lasting objects are created."""
        gc.disable()
        try:
            yield
        finally:
            gc.enable()
            self._look_at_everything()

    def start(self) -> None:
        """Collect from now on as this file says; needs a running loop."""
        self._thresholds = gc.get_threshold()
        gc.set_threshold(*self._thresholds[:2], NEVER)
        self._task = asyncio.get_running_loop().create_task(self._keep_looking(), name="garbage")

    def stop(self) -> None:
        """Leave it to Python again."""
        if self._task is not None:
            self._task.cancel()
            gc.set_threshold(*self._thresholds)
            gc.unfreeze()

    async def _keep_looking(self) -> None:
        while True:
            for _ in range(MOST_IN_A_SECOND):
                await asyncio.sleep(EVERY_SECONDS / MOST_IN_A_SECOND)
                if gc.get_count()[2]:  # Python itself has looked through thousands of new objects
                    break
            self.look(time.monotonic())

    def look(self, now: float) -> None:
        """Look through what is new, or everything when it is quiet. `now` is in seconds, as of `time.monotonic`."""
        if now - self.pressed_at >= QUIET_SECONDS and now - self._looked_at >= RARELY_SECONDS:
            self._looked_at = now
            if (resident_bytes() or NEVER) > GROWS * self._held:
                self._look_at_everything()
        else:
            gc.collect()
            if len(gc.get_objects()) > MOST:
                gc.freeze()

    def _look_at_everything(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._held = resident_bytes() or 0
