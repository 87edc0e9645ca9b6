"""What the bot looks for regularly, above all what is to be posted in the channels that servers have chosen for it.

Each process looks at the servers it runs. A server's post is taken in the database before it is sent, so a process that
dies in between leaves out a post and never sends it twice.
"""

from __future__ import annotations

import logging
from abc import abstractmethod
from datetime import datetime, timedelta
from typing import Generic, TypeVar

import discord
from discord.ext import commands, tasks

from cogs.app.bot import App
from cogs.app.replies.components import Layout
from cogs.app.replies.requests import REFUSALS, error_text, request_timeout
from cogs.server_log.server_log import may_write
from data.guild.posts import Post, Posts
from data.store.errors import StoreError

log = logging.getLogger(__name__)

T = TypeVar("T")


class Regularly(commands.Cog):
    """Looks for what is due every so often, from when the bot knows its servers."""

    def __init__(self, every: timedelta, failed: str) -> None:
        """`failed` is what the log says of a look that failed."""
        self._failed = failed
        self._looks = tasks.loop(seconds=every.total_seconds())(self._look)

    @abstractmethod
    async def do_due(self) -> None:
        """Do what is due."""

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Servers are known from now on."""
        if not self._looks.is_running():
            self._looks.start()

    async def cog_unload(self) -> None:
        """Look no more."""
        self._looks.cancel()

    async def _look(self) -> None:
        try:
            await self.do_due()
        except StoreError:  # stopping the bot logs it
            pass
        except Exception:
            log.exception("%s; the next look is in %s", self._failed, timedelta(seconds=self._looks.seconds or 0))


class RegularPosts(Regularly, Generic[T]):
    """Looks every few minutes whether a post is due."""

    def __init__(self, app: App, post: Post) -> None:
        super().__init__(timedelta(minutes=5), f"posts about the {post.value} could not be sent")
        self._app = app
        self._post = post
        self._posts = Posts(app.store)
        self._done: dict[int, int] = {}
        """The last day whose post was sent, taken or not needed, by server."""

    @abstractmethod
    def due(self, now: datetime) -> int:
        """The day whose post is the latest that is due."""

    @abstractmethod
    def channel(self, guild: int) -> int:
        """Where a server wants it; 0 when it doesn't."""

    @abstractmethod
    async def found(self, guild: discord.Guild, day: int) -> T | None:
        """What there is to say; None when there is nothing. Raises TimeoutError when that can't be known now."""

    @abstractmethod
    async def drawn(self, guild: discord.Guild, day: int, found: T) -> tuple[Layout, list[discord.File]]:
        """The message that says it, and its files."""

    async def do_due(self) -> None:
        """Post what is due."""
        day = self.due(self._app.now())
        for guild in list(self._app.guilds):
            if self._done.get(guild.id) != day:
                await self._look_at(guild, day)

    async def _look_at(self, guild: discord.Guild, day: int) -> None:
        channel = self.channel(guild.id)
        if not channel or not may_write(guild, channel):
            return
        self._done[guild.id] = day
        try:
            found = await self.found(guild, day)
        except TimeoutError:
            del self._done[guild.id]
            return
        if found is None or not await self._posts.take(guild.id, self._post, day):
            return
        view, files = await self.drawn(guild, day, found)
        place = self._app.get_partial_messageable(channel, guild_id=guild.id)
        try:
            async with request_timeout():
                await place.send(view=view, files=files, allowed_mentions=discord.AllowedMentions.none(), silent=True)
        except REFUSALS as error:
            log.info(
                "the post about the %s of server %s was refused: %s", self._post.value, guild.id, error_text(error)
            )
