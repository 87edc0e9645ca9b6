"""The commands of Pok Deng, and how its tables plug into the common ones."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.app import App
from cogs.cards.faces import CardText
from cogs.cards.road import MarkText
from cogs.economy import Economy
from cogs.pok_deng import picture as render
from cogs.pok_deng.forms import BetForms
from cogs.tables.opening import Order, open_table
from guild_settings.servers import MOST_CHIPS
from i18n.words import Words
from tables.pok_deng.adapter import PokDengGame
from tables.table import Table


class PokDengFace:
    """What Pok Deng adds to the common table."""

    def __init__(self, economy: Economy, cards: CardText, marks: MarkText) -> None:
        forms = BetForms(economy, cards)
        self.game = PokDengGame()
        self.stages = render.STAGES
        self.buttons = forms.buttons
        self.forms = forms.forms
        self._cards = cards
        self._marks = marks

    def draw(self, table: Table, words: Words, stage: int) -> ui.LayoutView:
        """The public message."""
        return render.draw(table, words, self._cards, self._marks, stage)

    def panel(self, table: Table, person: int, words: Words) -> None:
        """None: everybody sees everything."""


@app_commands.guild_only()
class PokDengCog(commands.GroupCog, group_name="pokdeng", group_description="Play Pok Deng against the house"):
    """`/pokdeng open`."""

    def __init__(self, app: App) -> None:
        super().__init__()
        self._app = app
        self._game = PokDengGame()

    @app_commands.command(name="open", description="Open a Pok Deng table in this channel")
    @app_commands.describe(
        minimum="The lowest bet in chips, 10 or the server's limit when left out",
        maximum="The highest bet in chips, 500 or the server's limit when left out",
        pace="How long everybody has to bet; the server's pace when left out",
    )
    async def open(
        self,
        interaction: discord.Interaction[App],
        minimum: app_commands.Range[int, 1, MOST_CHIPS] | None = None,
        maximum: app_commands.Range[int, 1, MOST_CHIPS] | None = None,
        pace: Literal["quick", "normal", "relaxed"] | None = None,
    ) -> None:
        """Open a table with these limits, at which anybody may bet."""
        await open_table(self._app, interaction, self._game, Order(minimum, maximum, pace))
