"""Tells servers in their log channels what an upgrade has changed for them.

The defaults that a server last had, and what it had set of settings that no longer exist, are kept until the lines are
posted, so a bot that is killed before tells it at its next start.
"""

from __future__ import annotations

from discord.ext import commands

from cogs.app.bot import App
from cogs.server_log import entries
from data.guild.settings import Defaults
from tables.settings import upgrade


class UpgradeCog(commands.Cog):
    """Looks once, when the bot knows its servers."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._defaults = Defaults(app.store)
        self._has_looked = False

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Compare the defaults with those that each server had, and tell the differences."""
        if self._has_looked:
            return
        self._has_looked = True
        await self._defaults.read()
        schema, served = self._app.servers.schema, self._app.served
        now = upgrade.defaults(schema)
        is_told = self._defaults.has(served, now)
        for guild in self._app.guilds:
            settings = self._app.servers.of(guild.id)
            kept = self._defaults.of(guild.id) if settings.log_channel else now
            if kept == now:
                continue
            is_told = False
            before = upgrade.FIRST if kept is None else kept
            for difference in upgrade.differences(schema, settings, before, now):
                self._app.server_log.note(guild.id, entries.upgraded(difference))
        removed = self._app.servers.removed()
        for guild in self._app.guilds:
            for name in removed.get(guild.id, ()) if self._app.servers.of(guild.id).log_channel else ():
                self._app.server_log.note(guild.id, entries.no_longer_exists(name))
        if removed:
            await self._app.server_log.once_posted(self._app.servers.forget_removed)
        if not is_told:
            await self._app.server_log.once_posted(lambda: self._defaults.keep(served, now, self._app.now()))


async def setup(app: App) -> None:
    """Look at the start."""
    await app.add_cog(UpgradeCog(app))
