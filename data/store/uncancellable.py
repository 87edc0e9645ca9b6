"""Work that no cancellation splits, so that the database and what memory says of it agree. Knows no Discord."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import ParamSpec, TypeVar

from data.store.errors import StoreError

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

_under_way: set[asyncio.Task[None]] = set()
"""The loop itself holds on to no task."""


def uncancellable(work: Callable[P, Coroutine[object, None, T]]) -> Callable[P, Coroutine[object, None, T]]:
    """Once asked for, `work` runs to its end; a caller that is cancelled while waiting just doesn't see that."""

    @wraps(work)
    async def wholly(*arguments: P.args, **named: P.kwargs) -> T:
        loop = asyncio.get_running_loop()
        outcome: asyncio.Future[T] = loop.create_future()
        task = loop.create_task(_tell(outcome, work(*arguments, **named)))
        _under_way.add(task)
        task.add_done_callback(_under_way.discard)
        try:
            return await outcome
        finally:
            del outcome, task  # an error's traceback leads here; with these it would lead to itself, and never be freed

    return wholly


async def _tell(outcome: asyncio.Future[T], work: Coroutine[object, None, T]) -> None:
    """Do `work`, and tell who awaits the `outcome` in the same step of the loop, which asyncio.shield takes two for."""
    try:
        result = await work
    except asyncio.CancelledError:
        outcome.cancel()
        raise
    except Exception as error:
        if outcome.cancelled():
            # The store has told the bot of its own in a sentence, and a refusal's phrase is a sentence for people.
            is_fault = not (isinstance(error, StoreError) or hasattr(error, "phrase"))
            log.warning("nobody was left to be told: %s", error, exc_info=is_fault)
        else:
            outcome.set_exception(error)
    else:
        if not outcome.cancelled():
            outcome.set_result(result)
    finally:
        del outcome  # as above
