"""The sessions with Discord, one for each shard: as many begin at once as Discord allows the bot.

Discord says that as `max_concurrency`. Shards whose numbers leave the same rest when divided by it share a place, and
at each place one session may begin every five seconds. One that comes too early is refused, and tried again.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import yarl
from discord.ext import commands

from tables.clock import uptime

APART = 5.2
"""Seconds between two sessions at one place; by Discord's clock, before which the network lies, five are enough."""


class Places:
    """When each shard may begin a session; `at_once` of them at once."""

    def __init__(self, at_once: int = 1, now: Callable[[], float] = lambda: uptime().total_seconds()) -> None:
        self._at_once = at_once
        self._now = now
        self._free_at: dict[int, float] = {}
        self._connecting: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    def connecting(self, shard: int) -> asyncio.Lock:
        """Held while a shard connects, so that no other one has a connection that only waits at the same place."""
        return self._connecting[shard % self._at_once]

    def reserve(self, shard: int) -> float:
        """In how many seconds this shard may begin a session, as the next one at its place."""
        place, now = shard % self._at_once, self._now()
        at = max(now, self._free_at.get(place, now))
        self._free_at[place] = at + APART
        return at - now


class Sessions(commands.AutoShardedBot):
    """A bot of several shards, which discord.py would open one after the other."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._places = Places()
        self._launching: list[asyncio.Task[None]] = []

    async def launch_shards(self) -> None:
        """Open all sessions, as discord.py asks for it when it connects."""
        if not self.is_closed():
            self._launching = []
            self._places = Places((await self.fetch_session_start_limits()).max_concurrency)
        await super().launch_shards()
        try:
            for launching in self._launching:  # those that failed and are tried again come behind
                await launching
        finally:
            for launching in self._launching:
                launching.cancel()

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Open a session beside the others; discord.py calls this for each shard, and again when it has failed."""
        self._launching.append(asyncio.create_task(self._launch(gateway, shard_id, initial=initial)))

    async def _launch(self, gateway: yarl.URL, shard_id: int, *, initial: bool) -> None:
        async with self._places.connecting(shard_id):
            await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for a shard's turn; a shard that has lost its session waits again."""
        await asyncio.sleep(self._places.reserve(shard_id or 0))
