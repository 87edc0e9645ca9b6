"""The defaults of the settings as each server last had them, so that an upgrade can say what it changes there.

A process keeps them for its shards, in `meta`. When all servers are divided into another number of shards, those of the
earlier division still count: of all that a server was ever in, the one kept last.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from data.shards import Shards
from data.store.database import Database
from data.store.store import Store, seconds

_PREFIX = "defaults of shard "


@dataclass(frozen=True, slots=True)
class _Kept:
    shards: Shards
    at: float
    defaults: dict[str, Any]


class Defaults:
    """Those of all servers."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: list[_Kept] = []

    async def read(self) -> None:
        """Read what was kept, once, at the start."""
        found = await self._store.meta_under(_PREFIX)
        self._kept = [_kept(key.removeprefix(_PREFIX), text) for key, text in found.items()]

    def of(self, guild: int) -> Mapping[str, Any] | None:
        """The default of each setting, as JSON by its key, that `guild` last had; None when nothing was kept."""
        kept = [each for each in self._kept if each.shards.serve(guild)]
        return max(kept, key=lambda each: each.at).defaults if kept else None

    def has(self, shards: Shards, defaults: Mapping[str, Any]) -> bool:
        """Whether `defaults` are those that were kept for each of `shards`."""
        kept = {each.shards for each in self._kept if each.defaults == defaults}
        return all(Shards(shards.count, (shard,)) in kept for shard in shards.ids)

    async def keep(self, shards: Shards, defaults: Mapping[str, Any], now: datetime) -> None:
        """From now on the servers of `shards` have these."""
        text = json.dumps({"at": seconds(now), "defaults": defaults})
        rows = [(f"{_PREFIX}{shard} of {shards.count}", text) for shard in shards.ids]

        def work(db: Database) -> None:
            for row in rows:
                db.execute(_KEEP, row)

        await self._store.write(work)


_KEEP = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"


def _kept(place: str, text: str) -> _Kept:
    shard, _, count = place.partition(" of ")
    found = json.loads(text)
    return _Kept(Shards(int(count), (int(shard),)), found["at"], found["defaults"])
