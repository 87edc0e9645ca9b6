"""The sessions with Discord, one for each shard: as many begin at once as Discord allows the bot.

Discord says that as `max_concurrency`. Shards whose numbers leave the same rest when divided by it share a place, and
at each place one session may begin every five seconds. One that comes too early is refused, and tried again.

A shard may have several sessions, and Discord tells all of them everything. So a process that waits for another one's
shards begins its sessions meanwhile, without listening to them. When it gets the shards nobody has to wait until all
sessions have begun, which takes the longer the more there are.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import discord
import yarl
from discord.ext import commands

from tables.clock import uptime

log = logging.getLogger(__name__)

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
        self.may_connect = asyncio.Event()
        """Set when the sessions may begin."""
        self.lateness = 10.0
        """Seconds after which a session may still bring what another session of its shard has brought in time."""
        self._follows = False
        """Another process has sessions of the same shards, and does what they ask for."""
        self._asked_since: datetime | None = None
        """Whoever has pressed before has asked that process; None once all such presses have come."""

    def follow(self) -> None:
        """Begin sessions without listening to them."""
        self._follows, self._asked_since = True, datetime.max.replace(tzinfo=UTC)
        self.may_connect.set()

    def take_over(self) -> None:
        """Listen to the sessions; what they have told before, all learn who look when they are ready."""
        if self._follows:
            self._follows, self._asked_since = False, discord.utils.utcnow()
            self.loop.call_later(self.lateness, self._forget_the_other)
            if self.is_ready():
                self.dispatch("ready")

    def _forget_the_other(self) -> None:
        self._asked_since = None

    def is_asked(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether this process is to answer, and not the one from which it takes over or has just taken over."""
        return self._asked_since is None or interaction.created_at >= self._asked_since

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Tell everybody here of an event, unless another process does what it asks for."""
        if not self._follows:
            super().dispatch(event_name, *args, **kwargs)
        elif event_name == "ready":
            log.info("ready to take over")

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
