"""`/achievements`: what somebody has achieved in this server, for them alone, and what they show of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta

import discord
from discord import app_commands
from discord.ext import commands

from cogs.achievements.panel import Listed, Panel, catalogue
from cogs.app.bot import App
from cogs.app.replies.readers import own_words, shared_words
from cogs.app.replies.requests import show
from cogs.app.router import Route, choice
from data.tables.achievements import Achieved, Achievements
from games.core import IllegalAction
from tables.clock import uptime

SHOWN_EVERY = timedelta(seconds=20)
"""How often one person can show something to everyone."""


class AchievementsCog(commands.Cog, name="achievements"):
    """The command and its list."""

    def __init__(self, app: App) -> None:
        """The games have been offered by now."""
        self._app = app
        self._achievements = Achievements(app.store)
        self._listed = catalogue(app)
        self._shown: dict[tuple[int, int], timedelta] = {}
        """When people last showed something, by server and person, by the loop's clock."""
        # Messages of older versions have `page`, and `one` with a key where they told what somebody had just earned.
        parts = r"(?P<verb>page|show|one):(?P<what>[a-z0-9_]{1,40})"
        self.route: Route[App] = Route("achievements", parts, self._pressed, "/achievements")

    @app_commands.command(name="achievements", description="Show your achievements here, and those you can still earn")
    @app_commands.guild_only()
    async def achievements(self, interaction: discord.Interaction[App]) -> None:
        """The list; what was new is not new any more."""
        await self._open(interaction)

    async def _pressed(self, interaction: discord.Interaction[App], match: re.Match[str]) -> None:
        if match["verb"] == "page":
            await self._open(interaction)
        else:
            await self._show(interaction, match["what"] if match["verb"] == "one" else choice(interaction))

    async def _open(self, interaction: discord.Interaction[App]) -> None:
        rows = await self._rows(interaction)
        panel = Panel(self._app, self.route, self._offered(interaction.guild_id or 0, rows), own_words(interaction))
        await show(interaction, panel.own(rows))
        await self._achievements.see(interaction.guild_id or 0, interaction.user.id, rows)

    def _offered(self, guild: int, rows: Sequence[Achieved]) -> dict[str, Listed]:
        """What somebody has, and what can be had in a server: at the games that are not switched off there."""
        titles, had = [game.title for game in self._app.games_in(guild)], {row.key for row in rows}
        return {
            key: each for key, each in self._listed.items() if key in had or each.game is None or each.game in titles
        }

    async def _show(self, interaction: discord.Interaction[App], key: str) -> None:
        """Show the achievement `key` of whoever has pressed, for everyone to read."""
        row = next((row for row in await self._rows(interaction) if row.key == key), None)
        if row is None:
            raise IllegalAction("You haven't earned that achievement.")
        who, now = (interaction.guild_id or 0, interaction.user.id), uptime()
        self._shown = {each: at for each, at in self._shown.items() if now - at < SHOWN_EVERY}
        if who in self._shown:
            raise IllegalAction("You have just shown an achievement. Wait a moment before the next one.")
        self._shown[who] = now
        panel = Panel(self._app, self.route, self._listed, shared_words(interaction))
        await interaction.response.send_message(view=panel.for_everyone(row, interaction.user.id))

    async def _rows(self, interaction: discord.Interaction[App]) -> list[Achieved]:
        """Those that this version of the bot knows, the latest first."""
        rows = await self._achievements.of(interaction.guild_id or 0, interaction.user.id)
        return [row for row in rows if row.key in self._listed]


async def setup(app: App) -> None:
    """Add the command and its buttons."""
    cog = AchievementsCog(app)
    app.router.register(cog.route)
    await app.add_cog(cog)
