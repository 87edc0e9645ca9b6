"""How presses and commands are answered at Discord: how long a request may take, how it may fail, what goes by itself.

discord.py sets no limit and aiohttp waits five minutes; a request that hangs would freeze a table's picture while its
clocks keep running.

Private messages that are read once go by themselves, at their reader's next press at the latest, because they would
stay below the table until they are dismissed.
They are deleted through the interaction's own webhook, which takes nothing of the bot's fifty requests a second. But
Discord stops listening to whoever sends 10,000 requests in ten minutes that fail, and the delete of a message that is
gone already fails. So few of them wait at a time; the others stay until their readers dismiss them.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Awaitable, Callable
from enum import StrEnum, auto
from types import SimpleNamespace
from typing import Any, TypeAlias, TypeVar

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
_TOO_LONG = 408
"""A proxy says so when Discord hasn't answered it in time."""
_UNKNOWN_CHANNEL = 10003
_NOT_EDITED_ANY_MORE = frozenset({30046, 50083})
"""Discord's errors for a message that is too old to be edited so often, or in an archived thread."""
_NOBODY_WAITS = frozenset({10015, 10062, 40060, 50027})
"""Discord's errors when a press can't be answered any more: it is too old, or it was already answered."""
NOT_SOON = 60.0, 3600.0
"""The first and the longest pause, in seconds, before something that nobody waits for is tried again."""
FADES_AFTER = 10.0
"""Seconds."""
MOST = 50
"""How many messages wait for their end at a time: 3,000 in ten minutes."""

_Delete: TypeAlias = Callable[[], Awaitable[None]]
_waiting: weakref.WeakKeyDictionary[discord.Client, dict[_Delete, int]] = weakref.WeakKeyDictionary()
"""What deletes each message, and who reads it; nobody once it is gone."""
TOLD: set[int] = set()
"""Whoever has something that goes with their next press."""
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


class Outcome(StrEnum):
    """What became of a request to Discord."""

    ARRIVED = auto()
    LOST = auto()
    """No answer came in time. It may have arrived, or may yet."""
    BUSY = auto()
    """Discord, a proxy or the connection has failed. It may have arrived."""
    TOO_MANY = auto()
    """There were too many requests."""
    TOO_LATE = auto()
    """The press that it answers is too old, or is answered already."""
    GONE = auto()
    """The message was deleted, or can't be edited any more; a new one opens an archived thread again."""
    PLACE_GONE = auto()
    """The channel was deleted."""
    FORBIDDEN = auto()
    REFUSED = auto()
    """Discord takes it for wrong, for a reason that isn't known here."""
    BROKEN = auto()
    """It was never sent: the bot itself has failed."""

    @property
    def may_have_arrived(self) -> bool:
        """Whether Discord may have done what it was asked for, although nothing says so."""
        return self in (Outcome.LOST, Outcome.BUSY)

    @property
    def may_pass(self) -> bool:
        """Whether the same request may be answered a little later; a line in the log is enough then."""
        return self in (Outcome.LOST, Outcome.BUSY, Outcome.TOO_MANY)


def outcome_of(error: BaseException) -> Outcome:
    """What `error` says about the request that met it. Nothing else reads Discord's refusals."""
    if isinstance(error, TimeoutError):
        return Outcome.LOST
    if isinstance(error, aiohttp.ClientError | OSError):
        return Outcome.BUSY
    if isinstance(error, discord.InteractionResponded):
        return Outcome.REFUSED
    if not isinstance(error, discord.HTTPException):
        return Outcome.BROKEN
    if error.status >= 500 or error.status == _TOO_LONG:
        return Outcome.BUSY
    if error.status == TOO_MANY:
        return Outcome.TOO_MANY
    if error.code in _NOBODY_WAITS:
        return Outcome.TOO_LATE
    if error.code == _UNKNOWN_CHANNEL:
        return Outcome.PLACE_GONE
    if isinstance(error, discord.NotFound) or error.code in _NOT_EDITED_ANY_MORE:
        return Outcome.GONE
    return Outcome.FORBIDDEN if isinstance(error, discord.Forbidden) else Outcome.REFUSED


async def tried(
    request: Awaitable[_T], about: str, answers: discord.Interaction | None = None
) -> tuple[Outcome, _T | None]:
    """What becomes of a `request`, and Discord's answer to it. What doesn't arrive is logged as `about`.

    It may answer an interaction, which is acknowledged then while it is slow.
    """
    try:
        if answers is not None:
            return Outcome.ARRIVED, await in_time(answers, request)
        async with request_timeout():
            return Outcome.ARRIVED, await request
    except REFUSALS as error:
        outcome = outcome_of(error)
        level = logging.INFO if outcome in (Outcome.TOO_LATE, Outcome.GONE) else logging.WARNING
        log.log(level, "%s: %s", about, error_text(error))
        return outcome, None


async def answer_command(interaction: discord.Interaction, view: Layout, **how: Any) -> int | None:
    """Answer a command with a message, and return its number, if it is known.

    Raises one of REFUSALS, unless Discord has the message even though its answer was lost.
    """
    try:
        async with request_timeout():
            return (await interaction.response.send_message(view=view, **how)).message_id
    except REFUSALS as error:
        if not outcome_of(error).may_have_arrived:
            raise
        _, found = await tried(interaction.original_response(), "the answer to a command isn't found")
        if found is None:
            raise
        interaction._original_response = None  # it refers to the interaction, which would never be freed
        return found.id


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
    await tried(interaction.response.defer(), "a press could not be acknowledged")


def error_text(error: BaseException) -> str:
    """The log's text for a refusal; a TimeoutError has none of its own."""
    return str(error) or type(error).__name__


def fade(
    interaction: discord.Interaction, delete: _Delete, seconds: float = FADES_AFTER, *, is_news: bool = False
) -> None:
    """Delete a private message beside `interaction`, so many `seconds` from now; `delete` does it.

    The reader's next press does it sooner, unless it `is_news`, which nobody has asked for.
    """
    waiting = _waiting.setdefault(interaction.client, {})
    if len(waiting) >= MOST:
        return

    def due() -> None:
        TOLD.discard(interaction.user.id)
        if waiting.pop(delete, 0) and not interaction.client.is_closed():
            _TASKS.start(_delete(delete))

    waiting[delete] = -1 if is_news else interaction.user.id
    TOLD.add(interaction.user.id)
    asyncio.get_running_loop().call_later(seconds, due)


def fade_now(interaction: discord.Interaction) -> None:
    """Whoever presses has read what they were told before."""
    TOLD.discard(interaction.user.id)
    waiting = _waiting.get(interaction.client, {})
    for delete in [each for each, reader in waiting.items() if reader == interaction.user.id]:
        waiting[delete] = 0  # it still counts
        _TASKS.start(_delete(delete))


async def _delete(delete: _Delete) -> None:
    try:
        await tried(delete(), "a private message stays until its reader dismisses it")
    except RuntimeError:
        log.debug("the bot has stopped before a private message went")


def is_private(interaction: discord.Interaction) -> bool:
    """Whether the press was on a message that only its reader sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def show(interaction: discord.Interaction, view: Layout, *, goes_after: float | None = None) -> None:
    """Show `view` in place of the private panel that was pressed; otherwise in a new private message, which may go."""
    if is_private(interaction):
        await edits.update(interaction, view)
    else:
        await interaction.response.send_message(view=view, ephemeral=True)
        if goes_after is not None:
            delete = edits.Token.of(interaction).delete
            asyncio.get_running_loop().call_later(goes_after, lambda: _TASKS.start(_delete(delete)))
