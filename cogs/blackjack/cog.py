"""The commands of Blackjack, and how its tables plug into the common ones."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.app import App
from cogs.blackjack import picture as render
from cogs.blackjack.forms import BetForms
from cogs.cards.faces import CardText
from cogs.economy import Economy
from cogs.tables.opening import Order, open_table
from guild_settings.servers import MOST_CHIPS
from i18n.words import Words
from tables.blackjack.adapter import BlackjackGame
from tables.table import Table


class BlackjackFace:
    """What Blackjack adds to the common table."""

    def __init__(self, economy: Economy, cards: CardText) -> None:
        forms = BetForms(economy)
        self.game = BlackjackGame()
        self.stages = 0
        self.buttons = forms.buttons
        self.forms = forms.forms
        self._cards = cards

    def draw(self, table: Table, words: Words, stage: int) -> ui.LayoutView:
        """The public message; the results are shown at once."""
        return render.draw(table, words, self._cards)

    def panel(self, table: Table, person: int, words: Words) -> None:
        """None: everybody sees everything."""


@app_commands.guild_only()
class BlackjackCog(commands.GroupCog, group_name="blackjack", group_description="Play Blackjack against the house"):
    """`/blackjack open`."""

    def __init__(self, app: App) -> None:
        super().__init__()
        self._app = app
        self._game = BlackjackGame()

    @app_commands.command(name="open", description="Open a Blackjack table in this channel")
    @app_commands.describe(
        minimum="The lowest bet in chips, 10 or the server's limit when left out",
        maximum="The highest bet in chips, 500 or the server's limit when left out",
        seats="How many can play, 7 or the server's number when left out",
        pace="How long everybody has to bet and to decide; the server's pace when left out",
    )
    async def open(
        self,
        interaction: discord.Interaction[App],
        minimum: app_commands.Range[int, 2, MOST_CHIPS] | None = None,
        maximum: app_commands.Range[int, 2, MOST_CHIPS] | None = None,
        seats: app_commands.Range[int, 1, 7] | None = None,
        pace: Literal["quick", "normal", "relaxed"] | None = None,
    ) -> None:
        """Open a table with these limits, with everybody's first bet still to come."""
        await open_table(self._app, interaction, self._game, Order(minimum, maximum, pace, {"seats": seats}))
