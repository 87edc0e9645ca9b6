"""Messages that only their reader sees."""

from __future__ import annotations

import discord

from cogs.app.replies.components import Layout


def is_private(interaction: discord.Interaction) -> bool:
    """Whether the press was on a message that only its reader sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def show(interaction: discord.Interaction, view: Layout) -> None:
    """Show `view` in place of the private panel that was pressed; otherwise in a new private message."""
    if is_private(interaction):
        await interaction.response.edit_message(view=view)
    else:
        await interaction.response.send_message(view=view, ephemeral=True)
