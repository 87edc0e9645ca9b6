"""How late the event loop comes to what is due. While it is late everybody waits."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable

LOOKS_EVERY = 1.0
"""Seconds between two looks at how late the event loop is. While it is late everybody waits."""
KEPT = 15
"""Measurements; `worst` is of these."""


class Lag:
    """Looks every second whether it is a second later, and tells `note` each time how many seconds it is more."""

    def __init__(self, note: Callable[[float], None], now: Callable[[], float] = time.monotonic) -> None:
        self._note = note
        self._now = now
        self._latest: deque[float] = deque(maxlen=KEPT)
        self._due = now() + LOOKS_EVERY
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Measure from now on; needs a running loop."""
        self._due = self._now() + LOOKS_EVERY
        self._task = asyncio.get_running_loop().create_task(self._keep_looking(), name="event loop lag")

    def stop(self) -> None:
        """Measure no more."""
        if self._task is not None:
            self._task.cancel()

    def look(self) -> None:
        """What is due every second is done now."""
        late = self._overdue()
        self._due = self._now() + LOOKS_EVERY
        self._latest.append(late)
        self._note(late)

    @property
    def worst(self) -> float:
        """The longest delay in the last seconds, up to the present; in seconds."""
        return max((*self._latest, self._overdue()))

    def _overdue(self) -> float:
        return max(self._now() - self._due, 0.0)

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOKS_EVERY)
            self.look()
