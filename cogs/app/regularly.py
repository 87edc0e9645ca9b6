"""What the bot looks for regularly, each process in the servers it runs."""

from __future__ import annotations

import logging
from abc import abstractmethod
from datetime import timedelta

from discord.ext import commands, tasks

from data.store.errors import StoreError

log = logging.getLogger(__name__)


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
