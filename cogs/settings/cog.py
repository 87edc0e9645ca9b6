"""`/settings`: how this server wants to play, for everyone to read and for its managers to change."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.bot import App
from cogs.app.replies.permissions import verify_manages
from cogs.settings.presses import SettingPresses


@app_commands.guild_only()
class SettingsCog(
    commands.GroupCog,
    name="settings",
    group_name="settings",
    group_description="Show and change this server's settings and house rules",
):
    """`/settings show`, `/settings set`, `/settings rules`."""

    def __init__(self, app: App, presses: SettingPresses) -> None:
        """People can ask for the house rules of the games that have been offered so far."""
        super().__init__()
        self._presses = presses
        self._schema = app.servers.schema
        self._first = next(iter(self._schema.groups.values()))
        assert self.app_command is not None
        self.app_command.add_command(self._rules(app.game_choices))

    @app_commands.command(name="show", description="Show this server's settings")
    async def show(self, interaction: discord.Interaction[App]) -> None:
        """Every setting, to be read."""
        await self._presses.read(interaction, self._first)

    @app_commands.command(name="set", description="Change this server's settings (for managers)")
    async def set(self, interaction: discord.Interaction[App]) -> None:
        """Open the panel, for managers."""
        verify_manages(interaction)  # Discord's permissions are for whole commands, and /settings show is for everyone
        await self._presses.open(interaction, self._first)

    def _rules(self, games: list[app_commands.Choice[str]]) -> app_commands.Command[Any, ..., None]:
        """The limits and house rules of one game, to be read."""

        @app_commands.command(name="rules", description="Show the house rules and limits of a game here")
        @app_commands.describe(game="Which game")
        @app_commands.choices(game=games)
        async def rules(interaction: discord.Interaction[App], game: str) -> None:
            await self._presses.read(interaction, self._schema.group(game))

        return rules


async def setup(app: App) -> None:
    """Offer the commands, and let the panel's buttons, selects and forms work."""
    presses = SettingPresses(app)
    app.router.offer(*presses.routes)
    await app.add_cog(SettingsCog(app, presses))
