"""Events in a server's own list at Discord: the bot makes, begins and ends them, where it may.

An event is only shown by Discord, and nothing else depends on it. So whatever Discord refuses is a sentence for
whoever asked, or a line in the log, and the bot goes on without the event.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

import discord

from cogs.app.replies.requests import REFUSALS, error_text, outcome_of, request_timeout, tried
from games.core import IllegalAction, Phrase

log = logging.getLogger(__name__)

_Change: TypeAlias = Callable[[discord.ScheduledEvent], Awaitable[object]]
_FORBIDDEN = Phrase("Discord doesn't let the bot make or change this event. Give it the permission Create Events.")
_TOO_MANY_EVENTS = 30038
"""A server can have a hundred that aren't over."""
_LONGEST_NAME, _LONGEST_DESCRIPTION = 100, 1_000
_SOON = timedelta(seconds=30)
"""Discord makes no event that begins in the past; one that would begin so soon isn't asked for."""


@dataclass(frozen=True, slots=True)
class Event:
    """What people read of an event, which takes place in a channel of the server."""

    name: str
    description: str
    channel: int
    starts: datetime
    ends: datetime

    def location(self, guild: int) -> str:
        """The link to the channel."""
        return f"https://discord.com/channels/{guild}/{self.channel}"


class NoEvent(IllegalAction):
    """Discord hasn't done what it was asked for. `is_passing`: a later try may succeed, and this one may have too."""

    def __init__(self, phrase: Phrase, *, is_passing: bool = False) -> None:
        super().__init__(phrase.template)
        self.is_passing = is_passing


async def create(guild: discord.Guild, event: Event, now: datetime) -> int:
    """Discord's number of the event, which is made unless the bot has made it before and just didn't hear of it.

    Raises NoEvent.
    """
    if guild.me is None or not guild.me.guild_permissions.create_events:
        raise NoEvent(_FORBIDDEN)
    if event.starts < now + _SOON:
        raise NoEvent(Phrase("An event can't begin in the past."))
    wanted = (guild.me.id, event.name[:_LONGEST_NAME], event.starts, event.location(guild.id))
    try:
        async with request_timeout():
            for made in await guild.fetch_scheduled_events(with_counts=False):
                is_open = made.status in (discord.EventStatus.scheduled, discord.EventStatus.active)
                if is_open and (made.creator_id, made.name, made.start_time, made.location) == wanted:
                    return made.id
        async with request_timeout():
            made = await guild.create_scheduled_event(
                name=event.name[:_LONGEST_NAME],
                description=event.description[:_LONGEST_DESCRIPTION],
                start_time=event.starts,
                end_time=event.ends,
                entity_type=discord.EntityType.external,
                privacy_level=discord.PrivacyLevel.guild_only,
                location=event.location(guild.id),
            )
    except REFUSALS as error:
        raise _refusal(error) from error
    return made.id


async def start(guild: discord.Guild, number: int) -> None:
    """Let an event begin, if it still waits; Discord may be a moment earlier, or refuse."""
    await _change(guild, number, {discord.EventStatus.scheduled: discord.ScheduledEvent.start})


async def end(guild: discord.Guild, number: int) -> None:
    """Let an event be over, unless Discord refuses: end it if it has begun, and cancel it if it hasn't."""
    change = {
        discord.EventStatus.active: discord.ScheduledEvent.end,
        discord.EventStatus.scheduled: discord.ScheduledEvent.cancel,
    }
    await _change(guild, number, change)


async def _change(guild: discord.Guild, number: int, changes: Mapping[discord.EventStatus, _Change]) -> None:
    """Change an event as `changes` say for what it is now."""
    _, made = await tried(guild.fetch_scheduled_event(number, with_counts=False), "an event isn't there any more")
    if made is not None and (change := changes.get(made.status)) is not None:
        await tried(change(made), "an event stays as it was")


def _refusal(error: BaseException) -> NoEvent:
    """The sentence for what Discord answered, or didn't."""
    log.info("an event was refused: %s", error_text(error))
    if isinstance(error, discord.Forbidden):
        return NoEvent(_FORBIDDEN)
    if isinstance(error, discord.HTTPException) and error.code == _TOO_MANY_EVENTS:
        return NoEvent(Phrase("This server has as many events as Discord allows. Delete one first."))
    if outcome_of(error).may_pass:
        return NoEvent(
            Phrase("Discord doesn't answer about the event right now. Try again in a minute."), is_passing=True
        )
    return NoEvent(Phrase("Discord refused the event."))
