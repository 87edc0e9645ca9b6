"""What only those who manage a server may do."""

from __future__ import annotations

import discord
from discord import app_commands


def verify_manages(interaction: discord.Interaction) -> None:
    """Raise MissingPermissions unless the person has Manage Server, whatever Discord let them see and press."""
    if not interaction.permissions.manage_guild:
        raise app_commands.MissingPermissions(["manage_guild"])
