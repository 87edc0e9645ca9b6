"""Locks by name, each held by one process at a time, or shared by some: who serves a shard, who tells Discord what.

A process takes those of its shards before it brings their tables back, and lets none of them go: they are free when its
store is closed, behind everything that it had written, or when it dies. So whoever takes them next finds all of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Protocol

log = logging.getLogger(__name__)


class Locks(Protocol):
    """The locks of everybody who uses one database.

    A process that loses one that it holds, as it can when they are kept by a server, must write nothing more: its store
    fails then, as with a failing disk.
    """

    async def take(self, name: str, *, shared: bool = False, waits: Callable[[], None] = lambda: None) -> None:
        """Hold the lock `name`, alone or with others who share it, once nobody holds it otherwise.

        A line in the log says that this has to wait, and `waits` is called. It can be cancelled, and holds nothing
        then. Whoever waits for a lock alone doesn't keep others from sharing it. Nobody takes a lock twice. Raises
        StoreError when the database fails, or the store is closed.
        """

    async def let_go(self, name: str) -> None:
        """Hold the lock `name` no more. Raises ValueError when nobody does: a bug in the caller."""


@asynccontextmanager
async def held(locks: Locks, name: str, waits: Callable[[], None] = lambda: None) -> AsyncIterator[None]:
    """Hold the lock `name` alone for a short time; `waits` as in `Locks.take`."""
    await locks.take(name, waits=waits)
    try:
        yield
    finally:
        await locks.let_go(name)


def tell_that_it_waits(name: str) -> None:
    """Log that the lock `name` is taken."""
    log.info("waiting for %s, which another process has", name)


class LocksHere:
    """The locks of a database that no other process can use."""

    def __init__(self) -> None:
        self._held: defaultdict[str, list[bool]] = defaultdict(list)
        """By name: whether each holder shares it."""
        self._freed = asyncio.Event()
        """Set, and replaced, when a lock is held no more."""

    async def take(self, name: str, *, shared: bool = False, waits: Callable[[], None] = lambda: None) -> None:
        """See `Locks.take`."""
        if not self._is_free(name, shared=shared):
            tell_that_it_waits(name)
            waits()
        while not self._is_free(name, shared=shared):
            await self._freed.wait()
        self._held[name].append(shared)

    async def let_go(self, name: str) -> None:
        """See `Locks.let_go`."""
        if not self._held[name]:
            raise ValueError(f"nobody holds {name}")
        self._held[name].pop()
        self._freed.set()
        self._freed = asyncio.Event()

    def _is_free(self, name: str, *, shared: bool) -> bool:
        return all(shared and is_shared for is_shared in self._held[name])
