"""What only those who manage a server may do, and what people see of it."""

from __future__ import annotations

import discord
from discord import app_commands


def verify_manages(interaction: discord.Interaction) -> None:
    """Raise MissingPermissions unless the person has Manage Server, whatever Discord let them see and press."""
    if not interaction.permissions.manage_guild:
        raise app_commands.MissingPermissions(["manage_guild"])


def can_see(interaction: discord.Interaction, channel: int) -> bool:
    """Whether the person sees the channel or thread with this id, as far as the bot knows.

    Those who manage the server see all. Nobody tells the bot who is in a private thread, so others see it only there.
    """
    if channel == interaction.channel_id or interaction.permissions.manage_guild:
        return True
    place = interaction.guild.get_channel_or_thread(channel) if interaction.guild is not None else None
    if place is None or not isinstance(interaction.user, discord.Member):
        return False
    try:
        may = place.permissions_for(interaction.user)
    except discord.ClientException:  # the channel of a thread is gone
        return False
    is_secret = isinstance(place, discord.Thread) and place.is_private() and not may.manage_threads
    return may.view_channel and not is_secret
