"""One SQLite file, one writer, one reader; a transaction is one function call.

`write(work)` runs `work(db)` in a transaction on the writer's own thread, in the order in which the writes were asked
for (`data/store/writer.py` says how). `work` is an ordinary function, so a transaction can't stay open across an await,
two coroutines can't trip over each other's statements, and a cancelled caller can't split one: the work is done
wholly, or not at all. It also costs one hop to the thread instead of one per statement.

An acknowledged write is on the disk (WAL, synchronous = FULL). Times are aware datetimes outside and seconds since
1970 in UTC inside. This file knows no table of the database but `meta`.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeVar, cast

from data.store import deeds
from data.store.connection import Connection, Work
from data.store.errors import StoreError, in_a_sentence
from data.store.hold import Hold
from data.store.migrate import prepare
from data.store.patience import Patience
from data.store.writer import Writer, begin_reading, transaction

__all__ = ["Store", "StoreError", "moment", "seconds"]

T = TypeVar("T")

LARGEST_LOG = 16 * 2**20
"""Bytes that the write-ahead log may keep on the disk when nobody needs it; it is usually a quarter of that."""


def seconds(at: datetime) -> float:
    """An aware datetime as the database keeps it. Raises ValueError when it has no time zone."""
    if at.tzinfo is None:
        raise ValueError(f"{at} has no time zone")
    return at.timestamp()


def moment(at: float) -> datetime:
    """The datetime in UTC of a time kept in the database, exact to the microsecond."""
    return datetime.fromtimestamp(at, UTC)


class Store:
    """An open database. Make one with `Store.open`, and close it."""

    def __init__(self, path: Path, hold: Hold, uri: str, patience: Patience) -> None:
        self.path = path
        self._hold = hold
        self._uri = uri
        self._patience = patience
        self._connect()
        self._transactions = Writer(self, path, patience)
        self._is_connected = asyncio.Event()
        self._wal_holds_what_was_deleted = False
        self._open = True
        self.on_failure: Callable[[StoreError], None] = lambda _error: None
        """Told when the disk or the file fails while the store is open; the caller gets the error as well."""

    @classmethod
    async def open(cls, path: Path | str, patience: Patience | None = None, *, now: datetime | None = None) -> Store:
        """Open the database at `path`, creating it and its folder when missing, and bring it to this version.

        `patience` says how long to wait for another program that holds it, here and at every transaction. `now` tells
        the age of a copy; None asks the system's clock.

        Raises:
            StoreError: It was made by a newer bot, is no database or another program's, can't be read or written,
                the disk is full, or another bot has it open.
        """
        path, patience = Path(path), patience or Patience()
        hold = await asyncio.to_thread(prepare, path, patience, now or datetime.now(UTC))
        uri = (await asyncio.to_thread(path.resolve)).as_uri()
        store = cls(path, hold, uri, patience)
        try:
            await store._settle()
        except BaseException:
            await store.close()
            raise
        return store

    def _connect(self) -> None:
        self.writer, self._reader = Connection(f"{self._uri}?mode=rw"), Connection(f"{self._uri}?mode=ro")

    async def _settle(self) -> None:
        with in_a_sentence(self.path):
            await self.writer.open()
            await self._reader.open()
            await self.writer.run(_settle_writer)
        self._is_connected.set()

    async def reopen(self) -> None:
        """Close the file, and open it again as it lies on the disk; when that fails the store is closed.

        Raises:
            StoreError: The file can't be opened any more.
        """
        self._is_connected.clear()
        try:
            with in_a_sentence(self.path):
                await self._reader.close()
                await self.writer.close()
            self._connect()
            await self._settle()
        except StoreError:
            self._open = False
            self._is_connected.set()
            raise

    async def close(self) -> None:
        """Finish what was asked for, then close. A second call does nothing."""
        self._open = False
        await self._transactions.finish()
        try:
            await self._reader.close()
            await self.writer.close()
        finally:
            self._hold.close()

    async def write(self, work: Work[T]) -> T:
        """Run `work(db)` as one transaction and return what it returns, once that is on the disk.

        An exception of `work` rolls everything back and comes out here. A caller that is cancelled while it waits
        doesn't learn whether the work was done; it was done wholly or not at all.

        Raises:
            StoreError: The disk or the file failed, or the store is closed. Nothing was written, unless the error
                says otherwise.
        """
        with self._told():
            result, is_changed = await self._transactions.run(partial(_changing, work))
            if is_changed:
                deeds.enter()
            await self._try_to_purge()
        return result

    async def read(self, work: Work[T]) -> T:
        """Run `work(db)` on one unchanging state of the database, with all acknowledged writes, and return its result.

        Raises:
            StoreError: The disk or the file failed, or the store is closed.
        """
        with self._told():
            await self._is_connected.wait()
            self._verify_open()
            result = await self._reader.run(partial(transaction, self._patience, begin_reading, work, self.path))
            await self._try_to_purge()
        return result

    async def read_beside(self, work: Work[T]) -> T:
        """Like `read`, on a connection and a thread of its own: for what takes so long that others must not wait.

        Raises:
            StoreError: The disk or the file failed, or the store is closed.
        """
        return await self.beside(lambda db: transaction(self._patience, begin_reading, work, self.path, db))

    async def beside(self, work: Work[T]) -> T:
        """Run `work(db)` on a connection and a thread of its own, which only reads; it makes its own transactions.

        Raises:
            StoreError: The disk or the file failed, or the store is closed.
        """

        def run() -> T:
            with in_a_sentence(self.path), closing(self._connected()) as db:
                return work(db)

        with self._told():
            return await asyncio.to_thread(run)

    def _connected(self) -> sqlite3.Connection:
        return sqlite3.connect(f"{self._uri}?mode=ro", uri=True, isolation_level=None, timeout=0)

    async def purge(self) -> None:
        """Move the write-ahead log into the database and empty it, so that nothing deleted before is left in it.

        While somebody reads from the log it stays; then this happens after one of the next transactions, or when the
        store is closed. It raises nothing: what was deleted is deleted.
        """
        self._wal_holds_what_was_deleted = True
        await self._try_to_purge()

    async def _try_to_purge(self) -> None:
        if not self._wal_holds_what_was_deleted or not self._open:
            return
        try:
            with in_a_sentence(self.path):
                await self._is_connected.wait()
                self._wal_holds_what_was_deleted = not await self.writer.run(_empty_the_log)
        except StoreError as error:
            self.on_failure(error)

    @contextmanager
    def _told(self) -> Iterator[None]:
        self._verify_open()
        try:
            yield
        except StoreError as error:
            self.on_failure(error)
            raise

    def _verify_open(self) -> None:
        if not self._open:
            raise StoreError(f"The database {self.path} is closed.")

    async def get_meta(self, key: str) -> str | None:
        """The value kept under `key`, None when there is none."""

        def work(db: sqlite3.Connection) -> str | None:
            row = db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
            return None if row is None else cast(str, row[0])

        return await self.read(work)

    async def meta_under(self, prefix: str) -> dict[str, str]:
        """What is kept under the keys that begin with `prefix`, by key."""
        found = "SELECT key, value FROM meta WHERE substr(key, 1, ?) = ?"
        return await self.read(lambda db: dict(db.execute(found, (len(prefix), prefix)).fetchall()))

    async def set_meta(self, key: str, value: str) -> None:
        """Keep `value` under `key`, in place of what was there."""

        def work(db: sqlite3.Connection) -> None:
            db.execute(
                "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                (key, value),
            )

        await self.write(work)


def _empty_the_log(db: sqlite3.Connection) -> bool:
    """Whether nothing is left in the write-ahead log; while it is read from it stays as it is."""
    try:
        is_busy: int = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return False
        raise
    return not is_busy


def _changing(work: Work[T], db: sqlite3.Connection) -> tuple[T, bool]:
    """Run `work`, and say whether it changed a row."""
    before = db.total_changes
    return work(db), db.total_changes != before


def _settle_writer(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    # Without it INSERT OR REPLACE removes a row past the ledger's DELETE trigger.
    db.execute("PRAGMA recursive_triggers = ON")
    # What is deleted is overwritten, however the SQLite at hand was built.
    db.execute("PRAGMA secure_delete = ON")
    # While somebody reads for long the write-ahead log grows; afterwards it gives the disk back what is more than this.
    db.execute(f"PRAGMA journal_size_limit = {LARGEST_LOG}")
