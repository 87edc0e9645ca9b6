"""The members of a server: what only its managers may do, for which reason, and what people see of it.

Managers have Manage Server, or the role that their server has chosen for it. The bot keeps no members in memory, and
looks them up at Discord.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.abc import GuildChannel

from cogs.app.replies.requests import request_timeout
from games.core import Counted, IllegalAction, Phrase

LONGEST_REASON = 200

Reason = app_commands.Range[str, 1, LONGEST_REASON]
AT_ONCE = 100
"""How many people Discord looks up for one question."""


class Refused(app_commands.CheckFailure):
    """The person may not use a command, for the reason that `phrase` says."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(str(phrase))
        self.phrase = phrase


class NotAManager(app_commands.MissingPermissions):
    """The person manages nothing here. `role` would do besides Manage Server, by Discord id; 0 is none."""

    def __init__(self, role: int = 0) -> None:
        super().__init__(["manage_guild"])
        self.role = role


def manages(interaction: discord.Interaction[Any]) -> bool:
    """Whether the person manages the server, whatever Discord let them see and press."""
    if interaction.permissions.manage_guild:
        return True
    role = _managers_role(interaction)
    return role is not None and isinstance(interaction.user, discord.Member) and role in interaction.user.roles


def verify_manages(interaction: discord.Interaction[Any]) -> None:
    """Raise NotAManager unless the person manages the server."""
    if not manages(interaction):
        role = _managers_role(interaction)
        raise NotAManager(0 if role is None else role.id)


def verify_has_permission(interaction: discord.Interaction[Any]) -> None:
    """Raise NotAManager unless the person has Manage Server; no role will do."""
    if not interaction.permissions.manage_guild:
        raise NotAManager


def _managers_role(interaction: discord.Interaction[Any]) -> discord.Role | None:
    """The role that the server has chosen, if it still has it."""
    chosen: int = interaction.client.servers.of(interaction.guild_id or 0).manager_role
    role = interaction.guild.get_role(chosen) if chosen and interaction.guild is not None else None
    return None if role is None or role.is_default() else role


def can_see(interaction: discord.Interaction[Any], channel: int) -> bool:
    """Whether the person sees the channel or thread with this id, as far as the bot knows.

    Those who manage the server see all. Nobody tells the bot who is in a private thread, so others see it only there.
    """
    if channel == interaction.channel_id or manages(interaction):
        return True
    place = interaction.guild.get_channel_or_thread(channel) if interaction.guild is not None else None
    return place is not None and isinstance(interaction.user, discord.Member) and is_seen_by(place, interaction.user)


def is_seen_by(place: discord.abc.Messageable | GuildChannel | discord.Thread, member: discord.Member) -> bool:
    """Whether `member` sees a channel, or a thread that isn't private, as far as the bot knows."""
    if not isinstance(place, GuildChannel | discord.Thread):
        return False
    try:
        may = place.permissions_for(member)
    except discord.ClientException:  # the channel of a thread is gone
        return False
    is_secret = isinstance(place, discord.Thread) and place.is_private() and not may.manage_threads
    return may.view_channel and not is_secret


async def members_of(guild: discord.Guild, people: Sequence[int]) -> list[discord.Member]:
    """Those of at most `AT_ONCE` Discord ids who are members of `guild` now.

    Raises TimeoutError when Discord doesn't answer within some seconds.
    """
    async with request_timeout():
        return await guild.query_members(user_ids=list(people), limit=AT_ONCE, cache=False)


def clean(reason: str) -> str:
    """The reason on one line, without invisible characters. Raises IllegalAction when it is empty or too long."""
    text = on_one_line(reason)
    if not 1 <= len(text) <= LONGEST_REASON:
        raise IllegalAction.saying(Counted("Give a short reason, of at most {count} characters.", LONGEST_REASON))
    return text


def on_one_line(text: str) -> str:
    """What somebody typed on one line, without invisible characters."""
    seen = "".join(letter if unicodedata.category(letter)[0] != "C" else " " for letter in text)
    return " ".join(seen.split())
