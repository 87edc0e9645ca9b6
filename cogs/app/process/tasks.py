"""Work that nobody waits for: it is kept until it is done, and when it fails the log says so."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine

log = logging.getLogger(__name__)


class Tasks:
    """What is under way for one owner; true while anything is. `what` names such a task in the log."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[object, object, None]) -> None:
        """Do `work` beside whoever calls this; needs a running loop."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)  # the loop itself holds no reference to it
        task.add_done_callback(self._finished)

    def cancel(self) -> None:
        """End all that is under way."""
        for task in self._running:
            task.cancel()

    def __bool__(self) -> bool:
        return bool(self._running)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s failed", self._what, exc_info=error)
