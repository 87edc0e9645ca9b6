"""Servers that the bot was removed from: their data is kept for 30 days and then deleted, all of it.

Its rows are found on a connection of their own, and go in short transactions, so that nobody waits long for the writer.
Once the deletion of a server's data has begun it continues, after a restart too, until nothing is left. Only during
that time, and for that server alone, does the ledger let rows be deleted (`guilds_left.deleting`), and data/check.py
ignores what is left of it.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from data.guild.owned import OWNED, Owned
from data.shards import ALL, Shards
from data.store.database import Database, number_of_row
from data.store.store import Store, seconds

KEPT = timedelta(days=30)
"""How long the data of a server is kept after the bot was removed from it."""

_BY_GUILD = tuple(owned.table for owned in OWNED if owned.by == "guild")
"""Without rows in these a server has none anywhere: what else belongs to it refers to one of them."""
_KNOWN = " UNION ".join(f"SELECT guild FROM {table}" for table in _BY_GUILD if table != "ledger")
"""Every row of the ledger has its accounts, which are fewer."""


class Removed:
    """The servers of `shards` that the bot is not in any more."""

    def __init__(self, store: Store, shards: Shards = ALL) -> None:
        self._store = store
        self._shards = shards

    async def left(self, guild: int, now: datetime) -> None:
        """The bot was removed from a server; the days until its data is deleted begin."""
        await self._store.write(lambda db: _left(db, guild, now), guild)

    async def back(self, guild: int) -> None:
        """The bot is in a server again, and its data is kept, unless its deletion has begun."""
        await self._store.write(lambda db: _back(db, guild), guild)

    async def compare(self, present: Collection[int], now: datetime) -> None:
        """Of its servers the bot is in those `present` and in no others, as Discord says.

        Servers in an outage are present.
        """
        sql = f"SELECT guild FROM ({_KNOWN}) k WHERE {self._shards.in_sql('guild')}"
        known = {guild for (guild,) in await self._store.long_read(lambda db: db.execute(sql).fetchall())}

        def work(db: Database) -> None:
            for guild in known - set(present):
                _left(db, guild, now)
            for (guild,) in db.execute("SELECT guild FROM guilds_left").fetchall():
                if guild in present:
                    _back(db, guild)

        await self._store.write(work)

    async def due(self, now: datetime) -> list[int]:
        """The servers whose data is to be deleted now: their days are over, or it had begun before a restart."""
        mine = self._shards.in_sql("guild")

        def work(db: Database) -> list[int]:
            db.execute(f"UPDATE guilds_left SET deleting = 1 WHERE left_at <= ? AND {mine}", (seconds(now - KEPT),))
            found = db.execute(f"SELECT guild FROM guilds_left WHERE deleting = 1 AND {mine}").fetchall()
            return [guild for (guild,) in found]

        return await self._store.write(work)

    async def delete_some(self, guild: int) -> bool:
        """Delete some rows of a server whose data is to be deleted. Returns whether there may be more.

        Raises ValueError when its data is to stay: a bug in the caller.
        """
        found = await self._store.long_read(lambda db: _find(db, guild, self._store.slices.found))
        if found is None:
            is_over = await self._store.write(lambda db: _finish(db, guild), guild)
            if is_over:
                await self._store.purge()
            return not is_over
        owned, rows = found
        # The number of a row that somebody else has deleted meanwhile can be another server's by now.
        delete = f"DELETE FROM {owned.table} WHERE {number_of_row(owned.table)} = ? AND {owned.guild} = ?"

        def work(db: Database, row: int) -> None:
            db.execute(delete, (row, guild))

        await self._store.write_each(rows, work, guild)
        return True


def _left(db: Database, guild: int, now: datetime) -> None:
    db.execute(
        "INSERT INTO guilds_left (guild, left_at) VALUES (?, ?) ON CONFLICT (guild) DO NOTHING", (guild, seconds(now))
    )


def _back(db: Database, guild: int) -> None:
    db.execute("DELETE FROM guilds_left WHERE guild = ? AND deleting = 0", (guild,))


def _find(db: Database, guild: int, limit: int) -> tuple[Owned, list[int]] | None:
    """The first of the tables that have rows of a server, and some of these; None when there are none left."""
    _verify_goes(db, guild)
    for owned in OWNED:
        number, mine = number_of_row(owned.table), owned.among("guild = ?")
        found = db.execute(f"SELECT {number} FROM {owned.table} WHERE {mine} LIMIT {limit}", (guild,))
        if rows := [row for (row,) in found]:
            return owned, rows
    return None


def _finish(db: Database, guild: int) -> bool:
    """Forget that the bot was in a server of which nothing is left. Returns whether that is so."""
    _verify_goes(db, guild)
    if any(db.execute(f"SELECT 1 FROM {table} WHERE guild = ?", (guild,)).fetchone() for table in _BY_GUILD):
        return False
    db.execute("DELETE FROM guilds_left WHERE guild = ?", (guild,))
    return True


def _verify_goes(db: Database, guild: int) -> None:
    if db.execute("SELECT 1 FROM guilds_left WHERE guild = ? AND deleting = 1", (guild,)).fetchone() is None:
        raise ValueError(f"the data of server {guild} stays")


def look_past_what_goes(db: Database) -> None:
    """For this connection's present transaction: hide the rows of servers whose data is being deleted."""
    if not db.execute("SELECT EXISTS (SELECT 1 FROM guilds_left WHERE deleting = 1)").fetchone()[0]:
        return
    going = "guild IN (SELECT guild FROM main.guilds_left WHERE deleting = 1)"
    for owned in OWNED:
        stays = f"NOT ({owned.among(going)})"
        db.execute(f"CREATE TEMP VIEW {owned.table} AS SELECT * FROM main.{owned.table} WHERE {stays}")
