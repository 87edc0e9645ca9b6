"""The commands of Blackjack."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import App
from cogs.tables.opening import Order, open_table
from guild_settings.general import MOST_CHIPS
from tables.blackjack.settings import BLACKJACK


@app_commands.guild_only()
class BlackjackCog(commands.GroupCog, group_name="blackjack", group_description="Play Blackjack against the house"):
    """`/blackjack open`."""

    def __init__(self, app: App) -> None:
        super().__init__()
        self._app = app

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
        await open_table(self._app, interaction, BLACKJACK.key, Order(minimum, maximum, pace, {"seats": seats}))
