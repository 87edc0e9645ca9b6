"""The commands of Pok Deng."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import App
from cogs.tables.opening import Order, open_table
from guild_settings.general import MOST_CHIPS
from tables.pok_deng.settings import POK_DENG


@app_commands.guild_only()
class PokDengCog(commands.GroupCog, group_name="pokdeng", group_description="Play Pok Deng against the house"):
    """`/pokdeng open`."""

    def __init__(self, app: App) -> None:
        super().__init__()
        self._app = app

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
        await open_table(self._app, interaction, POK_DENG.key, Order(minimum, maximum, pace))
