"""`/chips graph`: one's own balance over time, as a picture that only they see.

A thread outside the event loop draws it, one picture after the other.
"""

from __future__ import annotations

import asyncio
import io

import discord

from cogs.app.bot import App
from cogs.app.replies.components import Attached
from cogs.app.replies.readers import own_words
from cogs.chips.graph_picture import STRETCHES, draw


async def show(interaction: discord.Interaction[App], drawing: asyncio.Lock) -> None:
    """Answer a command; whoever's picture is being drawn holds `drawing`."""
    app, words = interaction.client, own_words(interaction)
    guild, user_id = interaction.guild_id or 0, interaction.user.id
    await interaction.response.defer(ephemeral=True, thinking=True)
    balance = await app.economy.balance(guild, user_id)
    now = app.now()
    points = await app.history.curve(guild, user_id, STRETCHES) or ((now, balance),)
    gifts = [(gift.at, gift.net, gift.after) for gift in await app.gifts.of(guild, user_id)]
    async with drawing:
        graph = await app.on_thread(draw, points, gifts, now, words)
    picture = Attached(io.BytesIO(graph.png), "chips.png", description=graph.description)
    await interaction.edit_original_response(attachments=[picture])
