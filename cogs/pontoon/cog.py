"""The commands of Pontoon."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import App
from cogs.tables.opening import Order, open_table
from guild_settings.general import MOST_CHIPS
from tables.pontoon.settings import PONTOON


@app_commands.guild_only()
class PontoonCog(commands.GroupCog, group_name="pontoon", group_description="Play Pontoon; one of you holds the bank"):
    """`/pontoon open`."""

    def __init__(self, app: App) -> None:
        super().__init__()
        self._app = app

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
        await open_table(self._app, interaction, PONTOON.key, Order(minimum, maximum, pace, {"shoot": shoot}))
