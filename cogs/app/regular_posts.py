"""What is posted regularly in the channels that servers have chosen for it, such as the results of each day.

Each process looks at the servers it runs. A server's post is taken in the database before it is sent, so a process that
dies in between leaves out a post and never sends it twice.
"""

from __future__ import annotations

import logging
from abc import abstractmethod
from datetime import datetime
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


class RegularPosts(commands.Cog, Generic[T]):
    """Looks every few minutes whether a post is due."""

    def __init__(self, app: App, post: Post) -> None:
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

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Servers are known from now on."""
        if not self.look.is_running():
            self.look.start()

    async def cog_unload(self) -> None:
        """Post nothing any more."""
        self.look.cancel()

    @tasks.loop(minutes=5)
    async def look(self) -> None:
        """Post what is due."""
        day = self.due(self._app.now())
        try:
            for guild in list(self._app.guilds):
                if self._done.get(guild.id) != day:
                    await self._look_at(guild, day)
        except StoreError:  # stopping the bot logs it
            pass
        except Exception:
            log.exception("posts about the %s could not be sent; the next look is in five minutes", self._post.value)

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
