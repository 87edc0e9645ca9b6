"""Servers that the bot was removed from: their data is kept for 30 days and then deleted, all of it.

It goes in small transactions, so that nobody waits long for the writer. Once the deletion of a server's data has begun
it continues, after a restart too, until nothing is left. Only during that time, and for that server alone, does the
ledger let rows be deleted (`guilds_left.deleting`), and data/check.py ignores what is left of it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from datetime import datetime, timedelta

from data.store.store import Store, seconds

KEPT = timedelta(days=30)
"""How long the data of a server is kept after the bot was removed from it."""
ROWS = 1_000
"""Deleted in one transaction."""

_AT_TABLES = "table_id IN (SELECT id FROM main.tables WHERE {0})"
OWNED = (
    ("resets", "{0}"),
    ("match_deals", _AT_TABLES),
    ("match_players", _AT_TABLES),
    ("matches", "{0}"),
    ("results", _AT_TABLES),
    ("curves", "account IN (SELECT id FROM main.accounts WHERE {0})"),
    ("records", "account IN (SELECT id FROM main.accounts WHERE {0})"),
    ("moves", _AT_TABLES),
    ("rounds", _AT_TABLES),
    ("ledger", "{0}"),
    ("shuffles", _AT_TABLES),
    ("accounts", "{0}"),
    ("tables", "{0}"),
    ("settings", "{0}"),
    ("settings_log", "{0}"),
    ("audits", "{0}"),
    ("departed", "{0}"),
    ("erasures", "{0}"),
)
"""Whatever belongs to a server, and how a condition on `guild` finds its rows; those that refer to others first."""

_KNOWN = " UNION ".join(f"SELECT guild FROM {table}" for table, which in OWNED if which == "{0}")


class Removed:
    """The servers that the bot is not in any more."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def left(self, guild: int, now: datetime) -> None:
        """The bot was removed from a server; the days until its data is deleted begin."""
        await self._store.write(lambda db: _left(db, guild, now))

    async def back(self, guild: int) -> None:
        """The bot is in a server again, and its data is kept, unless its deletion has begun."""
        await self._store.write(lambda db: _back(db, guild))

    async def compare(self, present: Collection[int], now: datetime) -> None:
        """The bot is in the servers `present` and in no others, as Discord says; servers in an outage are present."""
        known = {guild for (guild,) in await self._store.read(lambda db: db.execute(_KNOWN).fetchall())}

        def work(db: sqlite3.Connection) -> None:
            for guild in known - set(present):
                _left(db, guild, now)
            for (guild,) in db.execute("SELECT guild FROM guilds_left").fetchall():
                if guild in present:
                    _back(db, guild)

        await self._store.write(work)

    async def due(self, now: datetime) -> list[int]:
        """The servers whose data is to be deleted now: their days are over, or it had begun before a restart."""

        def work(db: sqlite3.Connection) -> list[int]:
            db.execute("UPDATE guilds_left SET deleting = 1 WHERE left_at <= ?", (seconds(now - KEPT),))
            return [guild for (guild,) in db.execute("SELECT guild FROM guilds_left WHERE deleting = 1").fetchall()]

        return await self._store.write(work)

    async def delete_some(self, guild: int) -> bool:
        """Delete a few rows of a server whose data is to be deleted. Returns whether there may be more.

        Raises ValueError when its data is to stay: a bug in the caller.
        """
        more = await self._store.write(lambda db: _delete_some(db, guild))
        if not more:
            await self._store.purge()
        return more


def _left(db: sqlite3.Connection, guild: int, now: datetime) -> None:
    db.execute(
        "INSERT INTO guilds_left (guild, left_at) VALUES (?, ?) ON CONFLICT (guild) DO NOTHING", (guild, seconds(now))
    )


def _back(db: sqlite3.Connection, guild: int) -> None:
    db.execute("DELETE FROM guilds_left WHERE guild = ? AND deleting = 0", (guild,))


def _delete_some(db: sqlite3.Connection, guild: int) -> bool:
    if db.execute("SELECT 1 FROM guilds_left WHERE guild = ? AND deleting = 1", (guild,)).fetchone() is None:
        raise ValueError(f"the data of server {guild} stays")
    for table, which in OWNED:
        rows = f"SELECT rowid FROM {table} WHERE {which.format('guild = ?')} LIMIT {ROWS}"
        if db.execute(f"DELETE FROM {table} WHERE rowid IN ({rows})", (guild,)).rowcount:
            return True
    db.execute("DELETE FROM guilds_left WHERE guild = ? AND deleting = 1", (guild,))
    return False


def look_past_what_goes(db: sqlite3.Connection) -> None:
    """For this connection's present transaction: hide the rows of servers whose data is being deleted."""
    if not db.execute("SELECT EXISTS (SELECT 1 FROM guilds_left WHERE deleting = 1)").fetchone()[0]:
        return
    going = "guild IN (SELECT guild FROM main.guilds_left WHERE deleting = 1)"
    for table, which in OWNED:
        db.execute(f"CREATE TEMP VIEW {table} AS SELECT * FROM main.{table} WHERE NOT ({which.format(going)})")
