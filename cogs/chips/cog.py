"""`/chips`: what a member has and how that came about, the daily chips, and who has most."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.bot import App
from cogs.app.members_here import MembersHere
from cogs.app.replies.errors import report, whisper
from cogs.app.replies.readers import own_words
from cogs.chips import give, graph, history, seasons, stats
from cogs.chips.boards import CHIPS, Board, Top
from cogs.chips.daily import daily_text, relief_text
from cogs.chips.give import ANSWERS
from cogs.chips.history import PAGES
from cogs.chips.seasons import SEASONS
from cogs.chips.shortage import HELP
from data.people import Person


@app_commands.guild_only()
class ChipsCog(commands.GroupCog, group_name="chips", group_description="See, collect and give chips"):
    """The commands; those that answer with more than a sentence have a file of their own next to this one."""

    def __init__(self, app: App, top: Top) -> None:
        """There are leaderboards of the games that have been offered so far."""
        super().__init__()
        self._app = app
        self._drawing = asyncio.Lock()
        self._top = top
        assert self.app_command is not None
        self.app_command.add_command(self._top_command(app.game_choices))

    @app_commands.command(name="balance", description="Show your balance, or another member's")
    @app_commands.describe(member="Whose chips (yours if left out)")
    async def balance(self, interaction: discord.Interaction[App], member: discord.User | None = None) -> None:
        """The balance, and what is at tables."""
        words, guild = own_words(interaction), interaction.guild_id or 0
        if member is not None and member.id != interaction.user.id:
            chips = await self._app.economy.chips.balance(guild, member.id)
            if chips is None:
                text = words("{person} hasn't played here yet.", person=Person(member.id))
            else:
                text = words.counted("{person} has **{count}** chips.", chips, person=Person(member.id))
            await whisper(interaction, text)
            return
        chips = await self._app.economy.balance(guild, interaction.user.id)
        rows = [words.counted("You have **{count}** chips.", chips)]
        rows += [
            words.counted("{count} more chips at table {table}.", at_tables, table=str(table))
            for table, at_tables in await self._app.economy.chips.at_tables(guild, interaction.user.id)
        ]
        await whisper(interaction, "\n".join(rows))

    @app_commands.command(name="daily", description="Collect your daily chips; more for each day in a row")
    async def daily(self, interaction: discord.Interaction[App]) -> None:
        """Pay the daily chips, once per UTC day, whatever is at tables."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        daily = await self._app.economy.daily(interaction.guild_id or 0, interaction.user.id)
        await report(interaction, daily_text(daily, own_words(interaction)))

    @app_commands.command(name="relief", description="Get a few chips when you have too few for the smallest bet")
    async def relief(self, interaction: discord.Interaction[App]) -> None:
        """Pay relief, once in some hours, to somebody who is broke."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        relief = await self._app.economy.claim_relief(interaction.guild_id or 0, interaction.user.id)
        await report(interaction, relief_text(relief, own_words(interaction)))

    @app_commands.command(name="give", description="Give a member some of your chips")
    @app_commands.describe(member="Who gets them", amount="How many, such as 250, 10k, half or all")
    async def give(self, interaction: discord.Interaction[App], member: discord.User, amount: str) -> None:
        """From one balance to the other, as far as the server allows."""
        await give.give(interaction, member, amount)

    @app_commands.command(name="history", description="Show where your chips came from and went")
    async def history(self, interaction: discord.Interaction[App]) -> None:
        """One's own ledger, in pages."""
        await history.show(interaction)

    @app_commands.command(name="graph", description="Show your chips over time as a picture")
    async def graph(self, interaction: discord.Interaction[App]) -> None:
        """One's own balance, as a picture."""
        await graph.show(interaction, self._drawing)

    @app_commands.command(name="stats", description="Show what you or another member won and lost at each game")
    @app_commands.describe(member="Whose results (yours if left out)")
    async def stats(self, interaction: discord.Interaction[App], member: discord.User | None = None) -> None:
        """What somebody won and lost in the rounds of each game."""
        await stats.show(interaction, member)

    @app_commands.command(name="seasons", description="Show who had the most chips at the end of each season")
    async def seasons(self, interaction: discord.Interaction[App]) -> None:
        """The winners of one season after the other."""
        await seasons.show(interaction)

    def _top_command(self, games: list[app_commands.Choice[str]]) -> app_commands.Command[Any, ..., None]:
        """`/chips top`: who is first among the members who are here."""

        @app_commands.command(name="top", description="Show who has the most chips, or who is best at a game")
        @app_commands.describe(board="Which game (all together if left out)", time="Which time (all time if left out)")
        @app_commands.choices(
            board=[app_commands.Choice(name="All games", value=CHIPS), *games],
            time=[
                app_commands.Choice(name="All time", value="all"),
                app_commands.Choice(name="This week", value="week"),
            ],
        )
        async def top(interaction: discord.Interaction[App], board: str = CHIPS, time: str = "all") -> None:
            await self._top.show(interaction, Board(board, time == "week"))

        return top


async def setup(app: App) -> None:
    """Add the commands, and the buttons of pages that are still open."""
    top = Top(MembersHere())
    app.router.offer(PAGES, ANSWERS, top.route, HELP, SEASONS)
    await app.add_cog(ChipsCog(app, top))
