"""The commands of Pontoon, and how its tables plug into the common ones."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.app import App
from cogs.cards.faces import CardText
from cogs.economy import Economy
from cogs.pontoon import panel as pontoon_panel
from cogs.pontoon import picture as render
from cogs.pontoon import results as pontoon_results
from cogs.pontoon.forms import PontoonForms
from cogs.table.presses import Press
from cogs.tables.opening import Order, open_table
from games.core import IllegalAction
from guild_settings.servers import MOST_CHIPS
from i18n.words import Words
from tables.pontoon.adapter import PontoonGame
from tables.pontoon.bank_state import Standing
from tables.table import Table


class PontoonFace:
    """What Pontoon adds to the common table."""

    def __init__(self, economy: Economy, cards: CardText) -> None:
        forms = PontoonForms(economy)
        self.game = PontoonGame()
        self.stages = 0
        self.buttons = {**forms.buttons, "last": self.show_last}
        self.forms = forms.forms
        self._cards = cards

    def draw(self, table: Table, words: Words, stage: int) -> ui.LayoutView:
        """The public message; the results are shown at once."""
        return render.draw(table, words, self._cards)

    async def show_last(self, press: Press) -> None:
        """The results of the last deal, for the person alone."""
        if Standing.of(press.table.lobby).last is None:
            raise IllegalAction("No deal has been played here yet.")
        await press.show(pontoon_results.last_deal(press.table, press.person, press.words, self._cards))

    def panel(self, table: Table, person: int, words: Words) -> ui.LayoutView:
        """The person's own cards, and what may be done with them."""
        return pontoon_panel.draw(table, person, words, self._cards)


@app_commands.guild_only()
class PontoonCog(commands.GroupCog, group_name="pontoon", group_description="Play Pontoon; one of you holds the bank"):
    """`/pontoon open`."""

    def __init__(self, app: App) -> None:
        super().__init__()
        self._app = app
        self._game = PontoonGame()

    @app_commands.command(name="open", description="Open a Pontoon table in this channel, for 2 to 8 people")
    @app_commands.describe(
        minimum="The lowest stake in chips, 10 or the server's limit when left out",
        maximum="The highest stake in chips, 100 or the server's limit when left out",
        shoot="Shoot Pontoon: the banker puts up a kitty that others bet against",
        pace="How long everybody has to decide; the server's pace when left out",
    )
    async def open(
        self,
        interaction: discord.Interaction[App],
        minimum: app_commands.Range[int, 1, MOST_CHIPS] | None = None,
        maximum: app_commands.Range[int, 1, MOST_CHIPS] | None = None,
        shoot: bool | None = None,
        pace: Literal["quick", "normal", "relaxed"] | None = None,
    ) -> None:
        """Open a table with these limits, at which people gather for the first deal."""
        await open_table(self._app, interaction, self._game, Order(minimum, maximum, pace, {"shoot": shoot}))
