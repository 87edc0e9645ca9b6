"""`/language`: somebody chooses the language in which the bot answers them. The tables are in their server's.

The list stands in the languages' own names, so that everyone finds theirs whatever the message says.
"""

from __future__ import annotations

import re

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.bot import App
from cogs.app.replies.components import Layout, option
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import show
from cogs.app.router import Route, choice
from cogs.table.parts import layout
from games.core import IllegalAction
from i18n.words import languages

OF_DISCORD = "discord"
"""What is chosen by whoever wants the language of their Discord."""


class LanguageCog(commands.Cog, name="language"):
    """`/language`."""

    @app_commands.command(name="language", description="Choose the language in which the bot answers you")
    @app_commands.guild_only()
    async def language(self, interaction: discord.Interaction[App]) -> None:
        """The choice, privately."""
        await interaction.response.send_message(view=_view(interaction), ephemeral=True)


def _view(interaction: discord.Interaction[App]) -> Layout:
    app, words = interaction.client, own_words(interaction)
    chosen = app.readers.language_of(interaction.user.id)
    options = [option(words("as in Discord"), OF_DISCORD, is_chosen=chosen is None)]
    options += [option(name, locale, is_chosen=locale == chosen) for locale, name in languages().items()]
    text = words(
        "### Your language\nWhat only you see is in this language, in every server. Tables are in the language of their"
        " server, which its managers choose with {settings}.",
        settings=app.mention("settings"),
    )
    return layout(None, [text], [[CHOICE.select("own", options, words("Your language"))]])


async def _choose(interaction: discord.Interaction[App], _match: re.Match[str]) -> None:
    chosen = choice(interaction)
    if chosen != OF_DISCORD and chosen not in languages():
        raise IllegalAction("The bot doesn't speak this language.")
    app, language = interaction.client, None if chosen == OF_DISCORD else chosen
    await app.readers.choose(interaction.guild_id or 0, interaction.user.id, language, app.now())
    await show(interaction, _view(interaction))


CHOICE = Route("language", "own", _choose, "/language")
"""The list of languages, for whoever chooses from it."""


async def setup(app: App) -> None:
    """Add the command and its list."""
    app.router.offer(CHOICE)
    await app.add_cog(LanguageCog())
