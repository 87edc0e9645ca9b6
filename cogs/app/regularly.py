"""What the bot looks for regularly, each process in the servers it runs."""

from __future__ import annotations

import asyncio
import logging
from abc import abstractmethod
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta

import discord
from discord.ext import commands, tasks

from data.store.errors import StoreError

log = logging.getLogger(__name__)

AT_ONCE = 100
"""Servers that are looked at before others act: a millisecond."""


class Regularly(commands.Cog):
    """Looks for what is due every so often, from when the bot knows its servers."""

    def __init__(self, every: timedelta, failed: str) -> None:
        """`failed` is what the log says of a look that failed."""
        self._failed = failed
        self._looks = tasks.loop(seconds=every.total_seconds())(self._look)

    @abstractmethod
    async def do_due(self) -> None:
        """Do what is due."""

    async def one_by_one(self, guilds: Sequence[discord.Guild]) -> AsyncIterator[discord.Guild]:
        """All of many servers, letting others act in between, as most of them need nothing that is waited for."""
        for count, guild in enumerate([*guilds], 1):
            yield guild
            if not count % AT_ONCE:
                await asyncio.sleep(0)

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
