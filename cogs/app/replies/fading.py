"""Private messages that go by themselves: a refusal is read once, and would stay below the table until it is dismissed.

They are deleted through the interaction's own webhook, which takes nothing of the bot's fifty requests a second. But
Discord stops listening to whoever sends 10,000 requests in ten minutes that fail, and the delete of a message that is
gone already fails. So few of them wait at a time; the others stay until their readers dismiss them.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Awaitable, Callable

import discord

from cogs.app.replies.requests import REFUSALS, error_text, request_timeout

log = logging.getLogger(__name__)

FADES_AFTER = 10.0
"""Seconds."""
MOST = 50
"""How many messages wait for their end at a time: 3,000 in ten minutes."""

_waiting: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, set[asyncio.TimerHandle]] = weakref.WeakKeyDictionary()
_under_way: set[asyncio.Task[None]] = set()
"""Keeps tasks alive, because the loop itself holds no reference to them."""


def fade(interaction: discord.Interaction, delete: Callable[[], Awaitable[None]]) -> None:
    """Delete a private message that has answered `interaction`, some seconds from now; `delete` does it."""
    loop = asyncio.get_running_loop()
    waiting = _waiting.setdefault(loop, set())
    if len(waiting) >= MOST:
        return

    def due() -> None:
        waiting.discard(timer)
        if not interaction.client.is_closed():
            task = loop.create_task(_delete(delete))
            _under_way.add(task)
            task.add_done_callback(_under_way.discard)

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
