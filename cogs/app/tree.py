"""The way of every command into the bot, and of its errors out again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from cogs.app.rate_limit import MOST
from cogs.app.replies.errors import explain, whisper
from cogs.app.replies.outcome import Outcome, command_of, mark
from cogs.app.replies.readers import own_words
from cogs.table.parts import soon
from data.store import write_log
from tables.clock import uptime

if TYPE_CHECKING:
    from cogs.app.bot import App


class Tree(app_commands.CommandTree["App"]):
    """The commands; errors in them are explained like all others."""

    async def interaction_check(self, interaction: discord.Interaction[App], /) -> bool:
        """Refuse a person's commands when there are too many, and say until when."""
        write_log.begin()
        app = interaction.client
        if not app.drain.admits():
            return False
        await app.readers.meet(interaction.user.id)
        if interaction.type is not discord.InteractionType.application_command:
            return True
        app.watch.arrived()
        if await app.gate.refuses(interaction):
            mark(interaction, Outcome.REFUSED)
            app.watch.commanded(interaction)
            return False
        wait = app.command_limiter.admit(interaction.guild_id or 0, interaction.user.id, uptime())
        if wait is None:
            return True
        words, when = own_words(interaction), soon(app.now() + wait)
        text = words.counted(
            "You can use {count} command a minute. Try again {when}.",
            "You can use {count} commands a minute. Try again {when}.",
            MOST,
            when=when,
        )
        await whisper(interaction, text)
        mark(interaction, Outcome.REFUSED)
        app.watch.commanded(interaction)
        return False

    async def on_error(self, interaction: discord.Interaction[App], error: app_commands.AppCommandError, /) -> None:
        """Tell the person what went wrong."""
        await explain(interaction, error, f"/{command_of(interaction)}")
        interaction.client.watch.commanded(interaction)
