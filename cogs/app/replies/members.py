"""Members of a server, looked up at Discord: the bot keeps none in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord

AT_ONCE = 100
"""How many people Discord looks up for one question."""
PATIENCE_SECONDS = 5.0


async def members_of(guild: discord.Guild, people: Sequence[int]) -> list[discord.Member]:
    """Those of at most `AT_ONCE` Discord ids who are members of `guild` now.

    Raises TimeoutError when Discord doesn't answer within some seconds.
    """
    async with asyncio.timeout(PATIENCE_SECONDS):
        return await guild.query_members(user_ids=list(people), limit=AT_ONCE, cache=False)
