"""Locks of a file that one process alone can use (data/store/sqlite/file_lock.py): between parts of that process."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from data.store.locks import tell_that_it_waits


@dataclass(slots=True)
class _Holders:
    count: int
    shared: bool


class LocksHere:
    """The locks of a database that no other process can use."""

    def __init__(self) -> None:
        self._held: dict[str, _Holders] = {}
        self._freed = asyncio.Event()
        """Set, and replaced, when a lock is held no more."""

    async def take(self, name: str, *, shared: bool = False) -> None:
        """See `Locks.take`."""
        if not self._is_free(name, shared=shared):
            tell_that_it_waits(name)
        while not self._is_free(name, shared=shared):
            await self._freed.wait()
        self._held.setdefault(name, _Holders(0, shared)).count += 1

    async def let_go(self, name: str) -> None:
        """See `Locks.let_go`."""
        if name not in self._held:
            raise ValueError(f"nobody holds {name}")
        self._held[name].count -= 1
        if not self._held[name].count:
            del self._held[name]
            self._freed.set()
            self._freed = asyncio.Event()

    def _is_free(self, name: str, *, shared: bool) -> bool:
        holders = self._held.get(name)
        return holders is None or (shared and holders.shared)
