"""How long a request to Discord may take, and how it may fail.

discord.py sets no limit and aiohttp waits five minutes; a request that hangs would freeze a table's picture while its
clocks keep running.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import AbstractAsyncContextManager
from types import TracebackType

import aiohttp
import discord

log = logging.getLogger(__name__)

REQUEST_SECONDS = 5.0
ACKNOWLEDGED_AFTER = 2.0
"""Seconds; Discord tells people after three that their press has failed."""
REFUSALS = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Discord refuses, can't be reached, or (TimeoutError is an OSError) keeps the bot waiting too long."""
TOO_MANY = 429
TOO_LONG = 408
"""A proxy says so when Discord hasn't answered it in time."""


def request_timeout() -> asyncio.Timeout:
    """Raises TimeoutError when an await inside takes longer than anybody should wait."""
    return asyncio.timeout(REQUEST_SECONDS)


def may_have_arrived(error: BaseException) -> bool:
    """Whether Discord may have done what it was asked for, although its answer was `error` or never came."""
    return not isinstance(error, discord.HTTPException) or error.status >= 500 or error.status == TOO_LONG


async def found_nevertheless(interaction: discord.Interaction, error: Exception) -> int | None:
    """The message that answered a command even though Discord gave `error` or no answer; None if there is none."""
    if not may_have_arrived(error):
        return None
    try:
        async with request_timeout():
            found = (await interaction.original_response()).id
    except REFUSALS:
        return None
    interaction._original_response = None  # it refers to the interaction, which would never be freed
    return found


def answered_in_time(interaction: discord.Interaction) -> AbstractAsyncContextManager[None]:
    """Limits the time for an answer to a press; when the answer is slow, the press is acknowledged separately.

    Discord accepts whichever of the two comes first. Raises TimeoutError, and what Discord raises.
    """
    return _Answer(interaction)


class _Answer(AbstractAsyncContextManager[None]):
    """An answer on its way, with one timer: until it is slow, and then until it has taken too long."""

    def __init__(self, interaction: discord.Interaction) -> None:
        self._interaction = interaction
        self._limit = asyncio.timeout(None)

    async def __aenter__(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(ACKNOWLEDGED_AFTER, self._be_slow)
        await self._limit.__aenter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        await self._limit.__aexit__(kind, error, trace)

    def _be_slow(self) -> None:
        loop = asyncio.get_running_loop()
        self._limit.reschedule(loop.time() + REQUEST_SECONDS - ACKNOWLEDGED_AFTER)
        _keep(loop.create_task(acknowledge(self._interaction)))


async def acknowledge(interaction: discord.Interaction) -> None:
    """Let Discord know that a press arrived. The press is done and saved by now, so this may fail."""
    if interaction.response.is_done():
        return
    try:
        async with request_timeout():
            await interaction.response.defer()
    except REFUSALS as error:
        log.info("a press could not be acknowledged: %s", error_text(error))


def error_text(error: BaseException) -> str:
    """The log's text for a refusal; a TimeoutError has none of its own."""
    return str(error) or type(error).__name__


_under_way: set[asyncio.Task[None]] = set()
"""Keeps tasks alive, because the loop itself holds no reference to them."""


def _keep(task: asyncio.Task[None]) -> None:
    _under_way.add(task)
    task.add_done_callback(_under_way.discard)
