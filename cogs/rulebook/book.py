"""`/rules`, the Rules button of every table, and the pages behind both: one text for each game."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.addressed import show
from cogs.app import App
from cogs.rulebook import blackjack, five_hundred, pok_deng, pontoon
from cogs.rulebook.house import with_house_rules
from cogs.rulebook.page import HouseRules, Writer, opened
from cogs.table.message import REFUSALS
from cogs.table.presses import Press
from cogs.words import Words
from games import blackjack as blackjack_rules
from games import five_hundred as five_hundred_rules
from games import pok_deng as pok_deng_rules
from games import pontoon as pontoon_rules
from games.core import IllegalAction, Phrase

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Book:
    """The rules of one game: how its options are read from plain values, and who writes the pages."""

    title: Phrase
    read_options: Callable[[Any], Any]
    write: Writer


BOOKS = {
    "blackjack": Book(Phrase("Blackjack"), blackjack_rules.Options.from_json, blackjack.pages),
    "pok_deng": Book(Phrase("Pok Deng"), pok_deng_rules.Options.from_json, pok_deng.pages),
    "pontoon": Book(Phrase("Pontoon"), pontoon_rules.Options.from_json, pontoon.pages),
    "five_hundred": Book(Phrase("Five Hundred"), five_hundred_rules.Options.from_json, five_hundred.pages),
}
"""By the game's name."""

_CHOICES = [app_commands.Choice(name=book.title.template, value=name) for name, book in BOOKS.items()]


class RulesCog(commands.Cog, name="rules"):
    """`/rules`."""

    def __init__(self, app: App) -> None:
        self._app = app

    @app_commands.command(name="rules", description="How a game is played in this server, with examples and the odds")
    @app_commands.describe(game="Which game")
    @app_commands.choices(game=_CHOICES)
    @app_commands.guild_only()
    async def rules(self, interaction: discord.Interaction[App], game: str) -> None:
        """The first page of the rules as this server plays them."""
        await self._show(interaction, game, None, 0)

    async def at_table(self, press: Press) -> None:
        """The first page of the rules as they are played at the table where this was pressed."""
        await self._show(press.interaction, press.table.game.name, press.table.id, 0)

    async def turn(self, interaction: discord.Interaction[Any], game: str, table: int | None, page: int) -> None:
        """Show another page in the place of the one on which its button was pressed. Raises IllegalAction."""
        view = await self._view(interaction, game, table, page)
        try:
            await show(interaction, view)
        except REFUSALS as error:
            log.info("nobody was there to turn a page: %s", error)

    async def _show(self, interaction: discord.Interaction[Any], game: str, table: int | None, page: int) -> None:
        view = await self._view(interaction, game, table, page)
        try:
            await interaction.response.send_message(view=view, ephemeral=True)
        except REFUSALS as error:
            log.info("nobody was there to read the rules: %s", error)

    async def _view(
        self, interaction: discord.Interaction[Any], game: str, table: int | None, page: int
    ) -> discord.ui.LayoutView:
        book, words, guild = BOOKS.get(game), Words.of(interaction), interaction.guild_id or 0
        rules = None if book is None else await self._house_rules(guild, game, book, table)
        if book is None or rules is None:
            raise IllegalAction("There are no such rules. See /rules.")
        written = book.write(rules, words, self._app.card_emojis.text)
        pages = with_house_rules(game, rules.options, written, words)
        return opened(game, words.said(book.title), table, pages, page, words)

    async def _house_rules(self, guild: int, game: str, book: Book, table: int | None) -> HouseRules | None:
        if table is None:
            server = self._app.servers.of(guild)
            limits = server.limits.get(game)
            return HouseRules(
                book.read_options(server.options_of(game)),
                None if limits is None else (limits.minimum, limits.maximum),
            )
        live = self._app.floor.find(table)
        if live is not None and live.guild == guild and live.game.name == game:
            return HouseRules(live.terms.options, (live.terms.minimum, live.terms.maximum), table)
        saved = await self._app.tables.get(table)
        if saved is None or saved.guild != guild or saved.game != game:
            return None
        return HouseRules(book.read_options(json.loads(saved.options)), (saved.minimum, saved.maximum), table)
