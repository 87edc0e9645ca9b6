"""Work that no cancellation splits, so that the database and what memory says of it agree. Knows no Discord."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

_under_way: set[asyncio.Task[Any]] = set()
"""The loop itself holds on to no task."""


def whole(work: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Once asked for, `work` runs to its end; a caller that is cancelled while waiting just doesn't see that."""

    @wraps(work)
    async def wholly(*arguments: P.args, **named: P.kwargs) -> T:
        task = asyncio.get_running_loop().create_task(work(*arguments, **named))
        _under_way.add(task)
        task.add_done_callback(_under_way.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_unseen)
            raise

    return wholly


def _unseen(task: asyncio.Task[Any]) -> None:
    error = None if task.cancelled() else task.exception()
    if error is not None:
        log.warning("nobody was left to be told of this", exc_info=error)
