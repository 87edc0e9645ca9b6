"""What each server has set, by name, and who changed what when. Values are the caller's JSON; nothing reads them here.

A setting that is not there has its default, which is the caller's too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from data.shards import ALL, Shards
from data.store.database import Database
from data.store.store import Store, moment, seconds


@dataclass(frozen=True, slots=True)
class SettingChange:
    """`name` went from `before` to `after`, JSON or None for the default, by the Discord id `actor_id`."""

    name: str
    before: str | None
    after: str | None
    actor_id: int
    at: datetime


class Settings:
    """The settings of all servers."""

    def __init__(self, store: Store) -> None:
        self._store = store

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
                    db.execute("DELETE FROM settings WHERE guild = ? AND name = ?", (guild, name))
                else:
                    db.execute(_SET, (guild, name, after))
                db.execute(_LOG, (guild, name, before, after, actor_id, seconds(now)))

        await self._store.write(work, guild)

    async def log(self, guild: int, limit: int) -> list[SettingChange]:
        """The latest `limit` changes in a server, newest first."""

        def work(db: Database) -> list[SettingChange]:
            rows = db.execute(
                "SELECT name, before, after, actor, at FROM settings_log WHERE guild = ? ORDER BY id DESC LIMIT ?",
                (guild, limit),
            )
            return [
                SettingChange(name, before, after, actor_id, moment(at)) for name, before, after, actor_id, at in rows
            ]

        return await self._store.read(work)


_SET = """
    INSERT INTO settings (guild, name, value) VALUES (?, ?, ?)
    ON CONFLICT (guild, name) DO UPDATE SET value = excluded.value"""
_LOG = "INSERT INTO settings_log (guild, name, before, after, actor, at) VALUES (?, ?, ?, ?, ?, ?)"
