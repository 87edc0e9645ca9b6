"""Opening a table where the command was given, whichever game it is."""

from __future__ import annotations

import discord

from cogs.app import App
from cogs.table.game import Game, Terms
from cogs.table.message import REFUSALS
from games.core import IllegalAction


def verify_limits(minimum: int, maximum: int) -> None:
    """Raise IllegalAction when no bet lies between them."""
    if minimum > maximum:
        raise IllegalAction(
            "The lowest bet, {minimum}, is above the highest, {maximum}.", minimum=minimum, maximum=maximum
        )


async def open_table(app: App, interaction: discord.Interaction[App], game: Game, terms: Terms) -> None:
    """Open a table of `game` and answer the command with its message.

    Raises IllegalAction when the bot could not keep a table's message up to date in this channel. A table whose
    message Discord does not take is closed again before anybody sees it.
    """
    if interaction.guild_id is None or interaction.channel_id is None:
        raise IllegalAction("Tables stand in the channels of a server.")
    _verify_permissions(interaction)
    table = await app.floor.open(
        game, guild=interaction.guild_id, channel=interaction.channel_id, host=interaction.user.id, terms=terms
    )
    message = app.presses.message_of(table)
    try:
        sent = await interaction.response.send_message(view=message.view())
    except REFUSALS:
        await table.close(interaction.user.id)
        raise
    assert sent.message_id is not None
    message.adopt(sent.message_id, app.now())
    await app.tables.posted(table.id, sent.message_id, app.now())


def _verify_permissions(interaction: discord.Interaction[App]) -> None:
    may = interaction.app_permissions
    can_send = may.send_messages_in_threads if isinstance(interaction.channel, discord.Thread) else may.send_messages
    if not (may.view_channel and can_send):
        raise IllegalAction(
            "The bot needs the permissions View Channel and Send Messages here. Ask somebody who manages the server."
        )
