"""The commands of Pontoon."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.app.bot import App
from cogs.lobby.opening import TableOrder, open_table
from cogs.lobby.practice import PRIVATELY, Practice, Shows, practise
from cogs.table.game_cog import BetLimit, GameCog, PaceName
from tables.pontoon.settings import PONTOON


class PontoonCog(GameCog, group_name="pontoon", group_description="Play Pontoon; one of you holds the bank"):
    """`/pontoon open` and `practice`."""

    @app_commands.command(name="open", description="Open a Pontoon table in this channel, for 2 to 8 people")
    @app_commands.describe(
        minimum="Lowest stake in chips (10 or this server's limit if left out)",
        maximum="Highest stake in chips (100 or this server's limit if left out)",
        shoot="Shoot Pontoon: the banker puts up a kitty that the others can bet against",
        pace="How much time everyone has (this server's pace if left out)",
    )
    async def open(
        self,
        interaction: discord.Interaction[App],
        minimum: BetLimit | None = None,
        maximum: BetLimit | None = None,
        shoot: bool | None = None,
        pace: PaceName | None = None,
    ) -> None:
        """Open a table with these limits, where people gather for the first deal."""
        await open_table(self.app, interaction, PONTOON.key, TableOrder(minimum, maximum, pace, {"shoot": shoot}))

    @app_commands.command(name="practice", description="Play Pontoon with house players; no chips change hands")
    @app_commands.describe(
        players="How many players with you (5 if left out)", show="Who sees the table: only you if left out"
    )
    async def practice(
        self,
        interaction: discord.Interaction[App],
        players: app_commands.Range[int, 2, 8] | None = None,
        show: Shows = PRIVATELY,
    ) -> None:
        """Open a table full of house players, with the first deal already on it."""
        wanted = Practice(PONTOON.key, players, show == PRIVATELY, {})
        await practise(self.app, interaction, wanted)
