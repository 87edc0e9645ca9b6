"""The commands of Blackjack."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.app.bot import App
from cogs.lobby.opening import TableOrder, open_table
from cogs.table.game_cog import GameCog, PaceName
from tables.blackjack.settings import BLACKJACK
from tables.settings.kinds import MOST_CHIPS


class BlackjackCog(GameCog, group_name="blackjack", group_description="Play Blackjack against the house"):
    """`/blackjack open`."""

    @app_commands.command(name="open", description="Open a Blackjack table in this channel")
    @app_commands.describe(
        minimum="Lowest bet in chips (10 or this server's limit if left out)",
        maximum="Highest bet in chips (500 or this server's limit if left out)",
        seats="How many can play (7 or this server's number if left out)",
        pace="How much time everyone has (this server's pace if left out)",
    )
    async def open(
        self,
        interaction: discord.Interaction[App],
        minimum: app_commands.Range[int, 2, MOST_CHIPS] | None = None,
        maximum: app_commands.Range[int, 2, MOST_CHIPS] | None = None,
        seats: app_commands.Range[int, 1, 7] | None = None,
        pace: PaceName | None = None,
    ) -> None:
        """Open a table with these limits, with everyone's first bet still to come."""
        await open_table(self.app, interaction, BLACKJACK.key, TableOrder(minimum, maximum, pace, {"seats": seats}))
