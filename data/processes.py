"""The bot's processes: each writes every few seconds how it is doing, and finds in its row what its owner asks of it.

No row keeps anybody from anything; who serves which shard is said by locks (data/shards.py).
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from datetime import datetime, timedelta

from data.store.database import Database, SqlRow
from data.store.store import Verbs, moment, seconds

EVERY = timedelta(seconds=10)
"""How often a process writes its row."""
GONE_AFTER = timedelta(minutes=1)
"""A process that was not seen for so long has ended, or has no database."""
GOES_ON = -1
"""Asked of a process that is to end: that it does not."""


@dataclass(frozen=True, slots=True)
class Process:
    """What a process says of itself."""

    id: int
    """By chance, and above 0."""
    name: str
    """Its machine, and its number there."""
    version: str
    shards: str
    started_at: datetime
    seen_at: datetime
    waits: bool
    """Another process still has one of its shards."""
    lag: float
    """Seconds by which its event loop was late at worst, lately."""
    tables: int
    """Open ones."""
    rounds: int
    """Those in play."""
    memory: int | None
    """Bytes."""
    ends_at: datetime | None
    """When it ends at the latest, if it is to."""


_COLUMNS = "id, name, version, shards, started_at, seen_at, waits, lag, tables, rounds, memory, ends_at"
_BEAT = f"""
    INSERT INTO processes ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
        seen_at = excluded.seen_at, waits = excluded.waits, lag = excluded.lag, tables = excluded.tables,
        rounds = excluded.rounds, memory = excluded.memory, ends_at = excluded.ends_at, asked = NULL"""


class Processes(Verbs):
    """The rows of all of them. Each row has a lock of its own, like a server of Discord with a number below 0."""

    async def beat(self, process: Process) -> int | None:
        """Write its row, and take away those of processes that are gone.

        Returns what was asked of it since it did that last: within how many minutes to end, `GOES_ON`, or None.
        """

        def work(db: Database) -> int | None:
            asked = db.execute("SELECT asked FROM processes WHERE id = ?", (process.id,)).fetchone()
            db.execute(_BEAT, [seconds(each) if isinstance(each, datetime) else each for each in astuple(process)])
            db.execute("DELETE FROM processes WHERE seen_at < ?", (seconds(process.seen_at - GONE_AFTER),))
            return None if asked is None else asked[0]

        return await self._store.write(work, -process.id)

    async def ask(self, process: int, minutes: int) -> bool:
        """Ask a process to end within `minutes`, or for `GOES_ON`; it finds that when it next writes its row.

        Returns whether there is such a process.
        """
        sql = "UPDATE processes SET asked = ? WHERE id = ?"
        return await self._store.write(lambda db: db.execute(sql, (minutes, process)).rowcount > 0, -process)

    async def leave(self, process: int) -> None:
        """Take its row away."""
        await self._store.write(lambda db: db.execute("DELETE FROM processes WHERE id = ?", (process,)), -process)

    async def seen(self, now: datetime) -> list[Process]:
        """Those that are there, by their shards."""
        sql = f"SELECT {_COLUMNS} FROM processes WHERE seen_at >= ? ORDER BY shards, started_at, id"
        since = seconds(now - GONE_AFTER)
        return await self._store.read(lambda db: [_read(row) for row in db.execute(sql, (since,)).fetchall()])


def _read(row: SqlRow) -> Process:
    number, name, version, shards, started_at, seen_at, waits, lag, tables, rounds, memory, ends_at = row
    if ends_at is not None:
        ends_at = moment(ends_at)
    times, load = (moment(started_at), moment(seen_at)), (lag, tables, rounds, memory)
    return Process(number, name, version, shards, *times, bool(waits), *load, ends_at)
