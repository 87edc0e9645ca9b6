"""How the bot gets onto Discord: it waits while Discord can't be reached, and gives up at once on what doesn't mend."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import aiohttp
import discord
from discord.ext import commands

from cogs.app.process.logs import is_passing
from cogs.app.replies.requests import error_text
from data.store.pauses import growing

log = logging.getLogger(__name__)


async def start(bot: commands.Bot | commands.AutoShardedBot, token: str) -> None:
    """Log in and serve until `bot` is closed. What fails for the moment is tried again, after growing pauses.

    Raises whatever else discord.py raises: a wrong token, a refused intent, a session that Discord has ended.
    """

    async def log_in() -> None:
        await bot.http.close()  # what an earlier try has opened; with its session, discord.py's connector is closed
        bot.http.connector = discord.utils.MISSING
        await bot.login(token)

    await _until_reached(bot, log_in)
    await _until_reached(bot, bot.connect)


async def _until_reached(bot: discord.Client, work: Callable[[], Awaitable[None]]) -> None:
    for pause in growing():
        try:
            await work()
        except (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError) as error:
            if bot.is_closed() or not (is_passing(error) or isinstance(error, discord.GatewayNotFound)):
                raise
            said = error_text(error).rstrip(".")
            log.warning("Discord can't be reached: %s; trying again in %g s", said, pause)
        else:
            return
        await asyncio.sleep(pause)
