"""The commands of Pok Deng."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.app.bot import App
from cogs.lobby.opening import TableOrder, open_table
from cogs.table.game_cog import BetLimit, GameCog, PaceName
from tables.pok_deng.settings import POK_DENG


class PokDengCog(GameCog, group_name="pokdeng", group_description="Play Pok Deng against the house"):
    """`/pokdeng open`."""

    @app_commands.command(name="open", description="Open a Pok Deng table in this channel")
    @app_commands.describe(
        minimum="Lowest bet in chips (10 or this server's limit if left out)",
        maximum="Highest bet in chips (500 or this server's limit if left out)",
        pace="How much time there is to bet (this server's pace if left out)",
    )
    async def open(
        self,
        interaction: discord.Interaction[App],
        minimum: BetLimit | None = None,
        maximum: BetLimit | None = None,
        pace: PaceName | None = None,
    ) -> None:
        """Open a table with these limits, where anybody may bet."""
        await open_table(self.app, interaction, POK_DENG.key, TableOrder(minimum, maximum, pace))
