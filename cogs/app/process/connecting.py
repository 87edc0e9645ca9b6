"""How the bot gets at its database and onto Discord.

It waits for what may mend by itself, and no longer than that is worth; it gives up at once on what doesn't mend.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import aiohttp
import discord

from cogs.app.process.sessions import Sessions
from cogs.app.replies.requests import error_text, outcome_of
from data.store.errors import Unavailable, growing_pauses
from data.store.store import Store
from data.store.where import Where

log = logging.getLogger(__name__)


async def opened(where: Where, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep) -> Store:
    """The database at `where`, open, tried again after growing pauses while it is only unavailable.

    `sleep` lets seconds pass. Raises StoreError at once for what waiting doesn't mend, and for the rest when it was
    waited for in vain.
    """
    waited = 0.0
    for pause in growing_pauses():
        try:
            return await Store.open(where)
        except Unavailable as error:
            if waited + pause > error.worth:
                raise
            log.warning("%s Trying again in %g s.", error, pause)
        await sleep(pause)
        waited += pause
    raise AssertionError  # the pauses have no end


async def start(bot: Sessions, token: str) -> None:
    """Log in and serve until `bot` is closed. What fails for the moment is tried again, after growing pauses.

    The sessions begin when all is brought back, or already while that has to wait for another process.

    Raises whatever else discord.py raises: a wrong token, a refused intent, a session that Discord has ended.
    """

    async def log_in() -> None:
        await bot.http.close()  # what an earlier try has opened; with its session, discord.py's connector is closed
        bot.http.connector = discord.utils.MISSING
        await bot.login(token)

    async def prepare() -> None:
        await _until_reached(bot, log_in)
        bot.may_connect.set()

    async def connect() -> None:
        await bot.may_connect.wait()
        await _until_reached(bot, bot.connect)
        both[0].cancel()  # the bot is closed, be it prepared or not

    both = [asyncio.create_task(prepare()), asyncio.create_task(connect())]
    try:
        await asyncio.gather(*both)
    finally:
        for each in both:
            each.cancel()
        await asyncio.gather(*both, return_exceptions=True)


async def _until_reached(bot: discord.Client, work: Callable[[], Awaitable[None]]) -> None:
    for pause in growing_pauses():
        try:
            await work()
        except (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError) as error:
            if bot.is_closed() or not (outcome_of(error).may_pass or isinstance(error, discord.GatewayNotFound)):
                raise
            log.warning("Discord can't be reached: %s; trying again in %g s", error_text(error).rstrip("."), pause)
        else:
            return
        await asyncio.sleep(pause)
