"""`/rules`, the Rules button of every table, and the pages behind both: one text for each game.

At an open table the last page is about its shuffle.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.bot import App
from cogs.app.replies.components import Layout
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import show, tried
from cogs.app.router import Route
from cogs.coach.hints import HINT
from cogs.fair.fair_commands import shuffle_text
from cogs.table.parts import cards_dealt, joined, layout, lines, small
from cogs.table.rules_text import HouseRules, RulesPage, paragraphs
from cogs.table.spec import GameSpec
from games.core import IllegalAction
from i18n.words import Words
from tables.settings.schema import GameSettings

log = logging.getLogger(__name__)


class RulesCog(commands.Cog, name="rules"):
    """`/rules`."""

    def __init__(self, app: App) -> None:
        self._app = app

    def command(self) -> app_commands.Command[Any, ..., None]:
        """`/rules`, for the games offered so far: the first page of the rules as a server plays them."""

        @app_commands.command(name="rules", description="Show how a game is played here, with examples and the odds")
        @app_commands.describe(game="Which game")
        @app_commands.choices(game=self._app.game_choices)
        @app_commands.guild_only()
        async def rules(interaction: discord.Interaction[App], game: str) -> None:
            await _open(self._app, interaction, game, None)

        return rules


async def _open(app: App, interaction: discord.Interaction, game: str, table: int | None) -> None:
    view = await _page(app, interaction, game, table, 0)
    await tried(interaction.response.send_message(view=view, ephemeral=True), "nobody was there to read the rules")


async def _turn(interaction: discord.Interaction[App], match: re.Match[str]) -> None:
    """Show another page in place of the one whose button was pressed."""
    view = await _page(interaction.client, interaction, match["game"], int(match["table"]) or None, int(match["page"]))
    await tried(show(interaction, view), "nobody was there to turn a page")


PAGES = Route("r", r"(?P<game>[a-z_]{1,30}):(?P<table>[0-9]{1,18}):(?P<page>[0-9]{1,2})", _turn, "/rules")
"""The pages of a game's rules; the table is 0 for a server's."""


async def _page(app: App, interaction: discord.Interaction, game: str, table: int | None, page: int) -> Layout:
    words, guild = own_words(interaction), interaction.guild_id or 0
    spec = app.games.get(game)
    rules = None if spec is None else await _house_rules(app, guild, spec, table)
    if spec is None or rules is None or not await app.is_seen(table or 0, interaction.user.id):
        raise IllegalAction("There are no rules for that. See /rules.")
    written = spec.rules(rules, words, app.cards_for(interaction.user.id))
    pages = with_house_rules(spec.settings, rules.options, written, words)
    live = None if table is None else app.open_tables.find(table)
    about = "" if table is None else words("table {table}", table=str(table))
    if live is not None:
        text = await shuffle_text(app, spec, live.table) if page == len(pages) else ""
        pages = (*pages, RulesPage(words("Shuffle"), text))
        hints = app.hints.offered(live.table, words).text if HINT in spec.buttons else ""
        about = joined(about, cards_dealt(live.table, words), hints)
    return opened(game, words.said(spec.title), table, pages, page, small(about))


async def _house_rules(app: App, guild: int, game: GameSpec, table: int | None) -> HouseRules | None:
    if table is None:
        server = app.servers.of(guild)
        limits = server.values.get(f"{game.key}.limits")
        return HouseRules(
            game.settings.options(server.options_of(game.settings)),
            None if limits is None else (limits[0], limits[1]),
        )
    live = app.open_tables.find(table)
    if live is not None and live.table.guild == guild and live.table.game.name == game.key:
        terms = live.table.terms
        return HouseRules(terms.options, (terms.minimum, terms.maximum), table)
    saved = await app.tables.get(table)
    if saved is None or saved.guild != guild or saved.game != game.key:
        return None
    return HouseRules(game.settings.options(json.loads(saved.options)), (saved.minimum, saved.maximum), table)


def with_house_rules(
    game: GameSettings, options: Any, pages: tuple[RulesPage, ...], words: Words
) -> tuple[RulesPage, ...]:
    """`pages`, with every option that differs from the usual ones on the first of them; a preset by its name."""
    values = options.to_json()
    usual = {setting.option: setting.default for setting in game.house_options}
    rows = []
    if (preset := game.preset_of(lambda setting: values[setting.option])) is not None:
        if preset is not next(iter(game.presets.values())):
            rows.append(words("{option}: {value}", option=words("Rules"), value=preset.title))
        usual |= preset.values
    rows += [
        words("{option}: {value}", option=setting.title, value=setting.said(values[setting.option], words))
        for setting in game.house_options
        if values[setting.option] != usual[setting.option]
    ]
    if not rows:
        return pages
    first = pages[0]
    house = "\n".join([words("**House rules here** that differ from the usual ones:"), *rows])
    return (replace(first, text=paragraphs(first.text, house)), *pages[1:])


def opened(game: str, title: str, table: int | None, pages: Sequence[RulesPage], which: int, about: str) -> Layout:
    """The page number `which` (the first when there is no such page any more), with buttons to the others.

    `about` the table is a line.
    """
    which = which if which < len(pages) else 0
    page = pages[which]
    heading = lines(f"### {title} · {page.name}", about)
    others = ((number, each) for number, each in enumerate(pages) if number != which)
    buttons = [PAGES.button(f"{game}:{table or 0}:{number}", each.name) for number, each in others]
    return layout(None, [heading, page.text], [buttons])


async def setup(app: App) -> None:
    """Offer `/rules`, and let every table's Rules button work."""
    cog = RulesCog(app)
    app.router.register(PAGES)
    app.presses.common["rules"] = lambda press: _open(app, press.interaction, press.table.game.name, press.table.id)
    app.tree.add_command(cog.command())
    await app.add_cog(cog)
