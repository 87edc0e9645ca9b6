"""`/language`: somebody chooses the language in which the bot answers them. The tables are in their server's.

While that has chosen none, a table is in its opener's; a manager who opens one is asked, once, whether all shall be.

The list stands in the languages' own names, so that everyone finds theirs whatever the message says.
"""

from __future__ import annotations

import logging
import re

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.bot import App
from cogs.app.replies.components import Layout, option
from cogs.app.replies.permissions import manages, verify_manages
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import REFUSALS, error_text, show
from cogs.app.router import Route, choice
from cogs.table.parts import layout, lines, small
from data.guild.introductions import Introductions
from data.store.errors import StoreError
from games.core import IllegalAction
from i18n.words import languages
from tables.table import Table

log = logging.getLogger(__name__)

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
    options = [option(words("Follow Discord"), OF_DISCORD, is_chosen=chosen is None)]
    options += [option(name, locale, is_chosen=locale == chosen) for locale, name in languages().items()]
    text = words(
        "### Your language\nMessages only you can see are in this language, in every server. Tables use the "
        "language of their server; managers set it with {settings}.",
        settings=app.command_list.mention("settings"),
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

TABLES = "tables"
"""What somebody knows who was asked for the language of a server's tables, beside the games they know."""


async def _ask(interaction: discord.Interaction[App], table: Table) -> None:
    """Ask a manager, once, whether all tables shall be in the language of the one they have just opened."""
    app, language = interaction.client, table.terms.mode.language
    if not language or not manages(interaction):
        return
    try:
        asked, person = Introductions(app.store), interaction.user.id
        if app.notices.has_room(person) and await asked.is_first(table.guild, person, TABLES, app.now()):
            words = own_words(interaction)
            text = words(
                "**Show tables here in {language}?** Everyone will see them in that language.",
                language=languages()[language],
            )
            yes = FOR_ALL.button(language, words("Yes"), discord.ButtonStyle.primary)
            await app.notices.ask(interaction, layout(None, [text], [[yes, FOR_ALL.button("no", words("No"))]]))
    except REFUSALS as error:
        log.info("nobody could be asked for the language of a server: %s", error_text(error))
    except StoreError:  # it stops the bot, which says so
        return


async def _answer(interaction: discord.Interaction[App], match: re.Match[str]) -> None:
    app, words, language = interaction.client, own_words(interaction), match["language"]
    verify_manages(interaction)
    if language in languages():
        await app.servers.change(interaction.guild_id or 0, {"language": language}, interaction.user.id, app.now())
        text = words("Tables here are in {language} from now on.", language=languages()[language])
    else:
        text = words("Then each table uses the language of the person who opens it.")
    how = small(words("{settings} changes that.", settings=app.command_list.mention("settings set")))
    await show(interaction, layout(None, [lines(text, how)]))


FOR_ALL = Route("spoken", r"(?P<language>[A-Za-z-]{2,10})", _answer, "the language of a server's tables")
"""The answer of a manager who was asked."""


async def setup(app: App) -> None:
    """Add the command and its list."""
    app.router.register(CHOICE, FOR_ALL)
    app.events.opened.subscribe(_ask)
    await app.add_cog(LanguageCog())
