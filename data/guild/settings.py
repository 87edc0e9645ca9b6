"""What each server has set, by name, and who changed what when. Values are the caller's JSON; nothing reads them here.

A setting that is not there has its default, which is the caller's too. The defaults are kept as each server last had
them, so that an upgrade can say what it changes there. A process keeps them for its shards, in `meta`. When all servers
are divided into another number of shards, those of the earlier division still count: of all that a server was ever in,
the one kept last.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from data.shards import ALL, Shards
from data.store.database import Database
from data.store.store import KEEP_META, Verbs, moment, seconds


@dataclass(frozen=True, slots=True)
class SettingChange:
    """`name` went from `before` to `after`, JSON or None for the default, by the Discord id `actor_id`."""

    name: str
    before: str | None
    after: str | None
    actor_id: int
    at: datetime


class Settings(Verbs):
    """The settings of all servers."""

    async def all(self, shards: Shards = ALL) -> dict[int, dict[str, str]]:
        """What every server of `shards` has set: JSON by name, by server."""
        these = f"SELECT guild, name, value FROM settings WHERE {shards.in_sql('guild')}"

        def work(db: Database) -> dict[int, dict[str, str]]:
            found: dict[int, dict[str, str]] = {}
            for guild, name, value in db.execute(these):
                found.setdefault(guild, {})[name] = value
            return found

        return await self._store.read(work)

    async def change(self, guild: int, values: Mapping[str, str | None], actor_id: int, now: datetime) -> None:
        """Set `values`, JSON by name, None for the default, all or none, and log those that are new."""

        def work(db: Database) -> None:
            for name, after in values.items():
                row = db.execute("SELECT value FROM settings WHERE guild = ? AND name = ?", (guild, name)).fetchone()
                before = None if row is None else row[0]
                if before == after:
                    continue
                if after is None:
                    db.execute(_DELETE, (guild, name))
                else:
                    db.execute(_SET, (guild, name, after))
                db.execute(_LOG, (guild, name, before, after, actor_id, seconds(now)))

        await self._store.write(work, guild)

    async def delete(self, guild: int, names: Sequence[str]) -> None:
        """Delete what a server has set under these names, unlogged."""
        rows = [(guild, name) for name in names]
        await self._store.write(lambda db: db.executemany(_DELETE, rows), guild)

    async def log(self, guild: int, limit: int) -> list[SettingChange]:
        """The latest `limit` changes in a server, newest first."""
        latest = "SELECT name, before, after, actor, at FROM settings_log WHERE guild = ? ORDER BY id DESC LIMIT ?"
        rows = await self._store.find(latest, (guild, limit))
        return [SettingChange(name, before, after, actor_id, moment(at)) for name, before, after, actor_id, at in rows]


_SET = """
    INSERT INTO settings (guild, name, value) VALUES (?, ?, ?)
    ON CONFLICT (guild, name) DO UPDATE SET value = excluded.value"""
_DELETE = "DELETE FROM settings WHERE guild = ? AND name = ?"
_LOG = "INSERT INTO settings_log (guild, name, before, after, actor, at) VALUES (?, ?, ?, ?, ?, ?)"


_PREFIX = "defaults of shard "


@dataclass(frozen=True, slots=True)
class _Kept:
    shards: Shards
    at: float
    defaults: dict[str, Any]


class Defaults(Verbs):
    """Those of all servers."""

    _kept: Sequence[_Kept] = ()

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
        await self._store.write(lambda db: db.executemany(KEEP_META, rows))


def _kept(place: str, text: str) -> _Kept:
    shard, _, count = place.partition(" of ")
    found = json.loads(text)
    return _Kept(Shards(int(count), (int(shard),)), found["at"], found["defaults"])
