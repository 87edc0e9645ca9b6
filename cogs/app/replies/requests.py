"""How presses and commands are answered at Discord: how long a request may take, how it may fail, what goes by itself.

discord.py sets no limit and aiohttp waits five minutes; a request that hangs would freeze a table's picture while its
clocks keep running.

Private messages that are read once go by themselves, because they would stay below the table until they are dismissed.
They are deleted through the interaction's own webhook, which takes nothing of the bot's fifty requests a second. But
Discord stops listening to whoever sends 10,000 requests in ten minutes that fail, and the delete of a message that is
gone already fails. So few of them wait at a time; the others stay until their readers dismiss them.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Awaitable, Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import TypeVar

import aiohttp
import discord

from cogs.app.process.shutdown import Tasks
from cogs.app.replies import edits
from cogs.app.replies.components import Layout

log = logging.getLogger(__name__)

REQUEST_SECONDS = 5.0
ACKNOWLEDGED_AFTER = 2.0
"""Seconds; Discord tells people after three that their press has failed."""
REFUSALS = (discord.HTTPException, discord.InteractionResponded, aiohttp.ClientError, OSError)
"""Discord refuses, has an answer, can't be reached, or (TimeoutError is an OSError) keeps the bot waiting too long."""
TOO_MANY = 429
UNKNOWN_CHANNEL, TOO_OLD_TO_EDIT, THREAD_IS_ARCHIVED = 10003, 30046, 50083
TOO_LONG = 408
"""A proxy says so when Discord hasn't answered it in time."""
TRIED_AGAIN_AFTER = timedelta(seconds=5)
"""So long after a failure that may pass a picture is tried again."""
NOT_SOON = 60.0, 3600.0
"""The first and the longest pause, in seconds, before something that nobody waits for is tried again."""
FADES_AFTER = 10.0
"""Seconds."""
MOST = 50
"""How many messages wait for their end at a time: 3,000 in ten minutes."""

_waiting: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, set[asyncio.TimerHandle]] = weakref.WeakKeyDictionary()
_TASKS = Tasks("an answer")
_T = TypeVar("_T")


def request_timeout() -> asyncio.Timeout:
    """Raises TimeoutError when an await inside takes longer than anybody should wait."""
    return asyncio.timeout(REQUEST_SECONDS)


class Bucket(discord.http.Ratelimit):
    """discord.py's limit of a route, which opens again when a request was given up in the moment that it ended.

    discord.py then takes it for used up, without a time at which that ends, and lets the next request wait for thirty
    seconds. Here none waits so long, so none was ever sent again, and a table was never drawn again.
    """

    async def acquire(self) -> None:
        """Wait until a request may be sent."""
        is_left = not self.outgoing and self.expires is None and not self._sleeping.locked()
        if self.remaining <= 0 and is_left:
            self.reset()  # type: ignore[no-untyped-call]  # discord.py leaves it untyped
        await super().acquire()


discord.http.Ratelimit = Bucket  # type: ignore[misc]  # there is no public way


def may_have_arrived(error: BaseException) -> bool:
    """Whether Discord may have done what it was asked for, although its answer was `error` or never came."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status == TOO_LONG
    return not isinstance(error, discord.InteractionResponded)


def may_pass(error: BaseException) -> bool:
    """Whether the same request may be answered a little later."""
    return may_have_arrived(error) or (isinstance(error, discord.HTTPException) and error.status == TOO_MANY)


def is_gone(error: BaseException) -> bool:
    """Whether the message was deleted, or can't be edited any more; a new one opens an archived thread again."""
    if not isinstance(error, discord.HTTPException):
        return False
    is_missing = isinstance(error, discord.NotFound) and error.code != UNKNOWN_CHANNEL
    return is_missing or error.code in (TOO_OLD_TO_EDIT, THREAD_IS_ARCHIVED)


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


def free_when_over(interaction: discord.Interaction) -> None:
    """Let `interaction` be freed as soon as nothing refers to it any more, whether it has been answered or not.

    discord.py lets an interaction and its response refer to each other. The response gets what it reads of the
    interaction, and the number of its message, in a place of its own instead.
    """
    place = SimpleNamespace(
        id=interaction.id,
        token=interaction.token,
        type=interaction.type,
        channel=interaction.channel,
        locale=interaction.locale,
        message=interaction.message and discord.Object(interaction.message.id),
        _state=interaction._state,
        _session=interaction._session,
    )
    interaction.response._parent = place  # type: ignore[assignment]  # there is no public way


async def in_time(interaction: discord.Interaction, answer: Awaitable[_T]) -> _T:
    """What `answer`, Discord's to a press, comes to; while it is slow, the press is acknowledged separately.

    Discord accepts whichever of the two comes first. Raises TimeoutError, and what Discord raises. There is one timer:
    until the answer is slow, and then until the time is over.
    """
    limit, loop = asyncio.timeout(None), asyncio.get_running_loop()

    def be_slow() -> None:
        limit.reschedule(loop.time() + REQUEST_SECONDS - ACKNOWLEDGED_AFTER)
        _TASKS.start(acknowledge(interaction))

    timer = loop.call_later(ACKNOWLEDGED_AFTER, be_slow)
    try:
        async with limit:
            return await answer
    finally:
        timer.cancel()


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


def fade(interaction: discord.Interaction, delete: Callable[[], Awaitable[None]]) -> None:
    """Delete a private message that has answered `interaction`, some seconds from now; `delete` does it."""
    loop = asyncio.get_running_loop()
    waiting = _waiting.setdefault(loop, set())
    if len(waiting) >= MOST:
        return

    def due() -> None:
        waiting.discard(timer)
        if not interaction.client.is_closed():
            _TASKS.start(_delete(delete))

    timer = loop.call_later(FADES_AFTER, due)
    waiting.add(timer)


async def _delete(delete: Callable[[], Awaitable[None]]) -> None:
    try:
        async with request_timeout():
            await delete()
    except REFUSALS as error:
        log.debug("a private message stays until its reader dismisses it: %s", error_text(error))
    except RuntimeError:
        log.debug("the bot has stopped before a private message went")


def is_private(interaction: discord.Interaction) -> bool:
    """Whether the press was on a message that only its reader sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def show(interaction: discord.Interaction, view: Layout) -> None:
    """Show `view` in place of the private panel that was pressed; otherwise in a new private message."""
    if is_private(interaction):
        await edits.update(interaction, view)
    else:
        await interaction.response.send_message(view=view, ephemeral=True)
