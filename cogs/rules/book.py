"""`/rules`, the Rules button of every table, and the pages behind both: one text for each game."""

from __future__ import annotations

import json
import logging
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import App
from cogs.components import Layout
from cogs.game_spec import GameSpec
from cogs.persistent import show
from cogs.rules.house import with_house_rules
from cogs.rules.page import opened
from cogs.rules_text import HouseRules
from cogs.table.patience import REFUSALS
from cogs.table.press import Press
from games.core import IllegalAction
from i18n.words import Words

log = logging.getLogger(__name__)


class RulesCog(commands.Cog, name="rules"):
    """`/rules`."""

    def __init__(self, app: App) -> None:
        self._app = app

    def command(self) -> app_commands.Command[Any, ..., None]:
        """`/rules`, for the games that are offered by now: the first page of the rules as a server plays them."""

        @app_commands.command(
            name="rules", description="How a game is played in this server, with examples and the odds"
        )
        @app_commands.describe(game="Which game")
        @app_commands.choices(game=self._app.game_choices)
        @app_commands.guild_only()
        async def rules(interaction: discord.Interaction[App], game: str) -> None:
            await self._show(interaction, game, None, 0)

        return rules

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

    async def _view(self, interaction: discord.Interaction[Any], game: str, table: int | None, page: int) -> Layout:
        words, guild = Words.of(interaction), interaction.guild_id or 0
        spec = self._app.games.get(game)
        rules = None if spec is None else await self._house_rules(guild, spec, table)
        if spec is None or rules is None:
            raise IllegalAction("There are no such rules. See /rules.")
        written = spec.rules(rules, words, self._app.card_emojis.text)
        pages = with_house_rules(spec.settings, rules.options, written, words)
        return opened(game, words.said(spec.title), table, pages, page, words)

    async def _house_rules(self, guild: int, game: GameSpec, table: int | None) -> HouseRules | None:
        if table is None:
            server = self._app.servers.of(guild)
            limits = server.limits.get(game.key)
            return HouseRules(
                game.settings.options(server.options_of(game.settings)),
                None if limits is None else (limits.minimum, limits.maximum),
            )
        live = self._app.open_tables.find(table)
        if live is not None and live.guild == guild and live.game.name == game.key:
            return HouseRules(live.terms.options, (live.terms.minimum, live.terms.maximum), table)
        saved = await self._app.tables.get(table)
        if saved is None or saved.guild != guild or saved.game != game.key:
            return None
        return HouseRules(game.settings.options(json.loads(saved.options)), (saved.minimum, saved.maximum), table)
