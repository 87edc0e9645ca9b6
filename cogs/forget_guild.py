"""Which servers the bot is in: 30 days after it was removed from one, it deletes the server's data.

data/guild/forget_guild.py does that. An outage of a server is no removal; discord.py tells the two apart. Once a day
whatever else is due to be deleted goes too, such as the moves of old rounds.
"""

from __future__ import annotations

import logging
from datetime import timedelta

import discord
from discord.ext import commands

from cogs.app.bot import App
from data.guild.forget_guild import KEPT, Removed
from data.guild.forget_member import Departures
from data.ledger.history import History
from data.tables.old_moves import OldMoves

log = logging.getLogger(__name__)


_DAY = timedelta(days=1)


class RemovalCog(commands.Cog):
    """Listens to Discord, and looks once a day."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._removed = Removed(app.store, app.served)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The 30 days of this server begin."""
        log.info("removed from server %s", guild.id)
        await self._removed.left(guild.id, self._app.now())

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """A server that the bot comes back to keeps its data."""
        log.info("invited to server %s; type /play in one of its channels", guild.id)
        await self._removed.back(guild.id)

    async def do_due(self) -> timedelta:
        """Learn what happened while the bot was away, and delete the data that is due. Returns when to look again."""
        await self._removed.compare([guild.id for guild in self._app.guilds], self._app.now())
        departures = Departures(self._app.store, self._app.served)
        await departures.erase()
        await departures.forget_digests(self._app.now())
        await History(self._app.store).keep_long_curves(self._app.served)
        for guild in await self._removed.due(self._app.now()):
            await self._delete(guild)
        await self._delete_moves()
        return _DAY

    async def _delete(self, guild: int) -> None:
        log.info("server %s was left %s days ago; its data goes", guild, KEPT.days)
        await self._app.open_tables.drop(guild)
        self._app.servers.forget(guild)
        more = True
        while more:  # whoever waits for the writer gets a turn in between
            more = await self._removed.delete_some(guild)
        log.info("nothing is left of server %s", guild)

    async def _delete_moves(self) -> None:
        kept = self._app.keep_moves
        if kept is None:
            return
        count = await OldMoves(self._app.store).delete(self._app.now() - kept, self._app.served)
        if count:
            log.info("the moves of %s rounds that ended more than %s days ago are deleted", count, kept.days)


async def setup(app: App) -> None:
    """Load the extension."""
    cog = RemovalCog(app)
    app.schedule.add(cog.do_due, "what is due to be deleted could not be", retry=_DAY)
    await app.add_cog(cog)
