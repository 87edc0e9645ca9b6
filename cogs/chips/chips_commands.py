"""`/balance`, `/top` and `/chips give`: what members have and how that came about, and who has most."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.bot import App
from cogs.app.members_here import MembersHere
from cogs.chips import give, me
from cogs.chips.boards import CHIPS, Board, Top
from cogs.chips.daily import RELIEF
from cogs.chips.give import ANSWERS
from cogs.chips.me import OwnChips
from cogs.chips.shortage import HELP


class PurseCog(commands.Cog, name="purse"):
    """What people type most often, without a group."""

    def __init__(self, own: OwnChips) -> None:
        self._own = own

    @app_commands.command(name="balance", description="Show your chips, or another member's chips and results")
    @app_commands.describe(member="Whose chips (default: yours)")
    @app_commands.guild_only()
    async def balance(self, interaction: discord.Interaction[App], member: discord.User | None = None) -> None:
        """Show one's own in tabs, and somebody else's with their results."""
        if member is None or member.id == interaction.user.id:
            await self._own.show(interaction)
        else:
            await me.show_of(interaction, member.id)


@app_commands.guild_only()
class ChipsCog(commands.GroupCog, group_name="chips", group_description="Give a member some of your chips"):
    """`/chips give`."""

    @app_commands.command(name="give", description="Give a member some of your chips")
    @app_commands.describe(member="Who gets them", amount="Chips, such as 250, 10k, half or all")
    async def give(self, interaction: discord.Interaction[App], member: discord.User, amount: str) -> None:
        """From one balance to the other, as far as the server allows."""
        await give.give(interaction, member, amount)


def top_command(top: Top, games: list[app_commands.Choice[str]]) -> app_commands.Command[Any, ..., None]:
    """`/top`: who is first among the members who are here."""

    @app_commands.command(name="top", description="Show who has the most chips, or who is best at a game")
    @app_commands.describe(board="Which game (default: all together)", time="Which time (default: all time)")
    @app_commands.choices(
        board=[app_commands.Choice(name="All games", value=CHIPS), *games],
        time=[app_commands.Choice(name="All time", value="all"), app_commands.Choice(name="This week", value="week")],
    )
    @app_commands.guild_only()
    async def ask(interaction: discord.Interaction[App], board: str = CHIPS, time: str = "all") -> None:
        await top.show(interaction, Board(board, time == "week"))

    return ask


async def setup(app: App) -> None:
    """Add the commands, and the buttons of messages that are still open."""
    top, own = Top(MembersHere()), OwnChips()
    app.router.register(*own.routes, *top.routes, ANSWERS, HELP, RELIEF)
    app.tree.add_command(top_command(top, app.game_choices))
    await app.add_cog(PurseCog(own))
    await app.add_cog(ChipsCog())
