"""One SQLite file, one writer, one reader; a transaction is one function call.

Writes are run on the writer's own thread, in the order in which they were asked for, alone or together with those that
waited (data/store/group_commit.py). An acknowledged write is on the disk (WAL, synchronous = FULL).

A COMMIT that fails says neither yes nor no: what was written may lie in the log, whole, and be found there at the next
start. So whatever changes something counts itself, and after such a failure the file is closed, opened and read again
before anybody is told.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Self, TypeVar, cast

from data.store.database import LONG_READS, Changes, Database, Deferred, Load, SqlRow, Work
from data.store.errors import StoreError
from data.store.group_commit import GroupCommit
from data.store.locks import Locks, LocksHere
from data.store.sqlite.connection import BusyTimeout, Connection, begin_reading, begin_writing, in_a_sentence
from data.store.sqlite.file_lock import FileLock
from data.store.sqlite.migrate import prepare

T = TypeVar("T")

LARGEST_LOG = 16 * 2**20
"""Bytes that the write-ahead log may keep on the disk when nobody needs it; it is usually a quarter of that."""
CACHE_KIB = 64 * 1024
"""Of the database, so many KiB are kept in memory for writing, as they come to be used."""
_COUNT = """
    INSERT INTO meta (key, value) VALUES ('transactions', '1')
    ON CONFLICT (key) DO UPDATE SET value = CAST(value AS INTEGER) + 1 RETURNING value"""
_COUNTED = "SELECT value FROM meta WHERE key = 'transactions'"
_SETTINGS = (
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    # Without it INSERT OR REPLACE removes a row past the ledger's DELETE trigger.
    "PRAGMA recursive_triggers = ON",
    # What is deleted is overwritten, however the SQLite at hand was built.
    "PRAGMA secure_delete = ON",
    # While somebody reads for long the write-ahead log grows; afterwards it gives the disk back what is more than this.
    f"PRAGMA journal_size_limit = {LARGEST_LOG}",
    # Each posting looks into seven indexes. With SQLite's own 2 MB their pages are read anew for every transaction.
    f"PRAGMA cache_size = -{CACHE_KIB}",
)
"""Of the connection that writes."""


class SqliteFile:
    """An open file. Make one with `SqliteFile.open`, and close it."""

    def __init__(self, path: Path, lock: FileLock, uri: str, busy: BusyTimeout) -> None:
        self._path = path
        self.locks: Locks = LocksHere()
        self._lock = lock
        self._uri = uri
        self._busy = busy
        self._connect()
        self._long_reads = ThreadPoolExecutor(LONG_READS, thread_name_prefix="long reads")
        self._writes = GroupCommit(self._transact, self._counting, partial(in_a_sentence, path))
        self._count = 0
        """What was counted last in the transaction that was tried last."""
        self._is_connected = asyncio.Event()
        self._wal_holds_what_was_deleted = False
        self._open = True
        self.on_failure: Callable[[StoreError], None] = lambda _error: None
        """Told of a failure that nobody is waiting for."""
        self.is_away = False
        """A file is never away."""
        self.load = Load(0, 0, 0)
        """Nothing is ever begun again, and nothing waits for a connection."""

    @classmethod
    async def open(cls, path: Path, busy: BusyTimeout, now: datetime) -> Self:
        """Open the database at `path`, creating it and its folder when missing, and bring it to this version.

        `busy` says how long to wait for another program that holds it, here and at every transaction. `now` tells
        the age of a copy.

        Raises:
            StoreError: It was made by a newer bot, is no database or another program's, can't be read or written,
                the disk is full, or another bot has it open.
        """
        lock = await asyncio.to_thread(prepare, path, busy, now)
        uri = (await asyncio.to_thread(path.resolve)).as_uri()
        file = cls(path, lock, uri, busy)
        try:
            await file._settle()
        except BaseException:
            await file.close()
            raise
        return file

    def _connect(self) -> None:
        self._writer = Connection(f"{self._uri}?mode=rw", begin_writing, self._path, self._busy)
        self._reader = Connection(f"{self._uri}?mode=ro", begin_reading, self._path, self._busy)

    async def _settle(self) -> None:
        with in_a_sentence(self._path):
            await self._writer.open()
            await self._reader.open()
            for setting in _SETTINGS:
                await self._writer.execute(setting)
        self._is_connected.set()

    async def _reopen(self) -> None:
        """Close the file, and open it again as it lies on the disk; when that fails with a StoreError it is closed."""
        self._is_connected.clear()
        try:
            with in_a_sentence(self._path):
                await self._reader.close()
                await self._writer.close()
            self._connect()
            await self._settle()
        except StoreError:
            self._open = False
            self._is_connected.set()
            raise

    async def close(self) -> None:
        """Finish what was asked for, then close. A second call does nothing."""
        self._open = False
        await self._writes.finish()
        try:
            await self._reader.close()
            await self._writer.close()
            await asyncio.to_thread(self._long_reads.shutdown)
        finally:
            self._lock.close()

    async def write(self, _guild: int | None, work: Work[T], changes: Changes) -> T:
        """Run `work` as a transaction, and count its `changes`; all wait for each other, whatever their servers."""
        if not self._open:
            raise self._closed()
        return await self._writes.run(work, changes)

    async def write_blind(self, _guild: int | None, work: Work[Deferred[T]], changes: Changes) -> T:
        """Run `work` like `write`, and call what it returns at the end of the transaction."""
        if not self._open:
            raise self._closed()
        return await self._writes.run(lambda db: work(db)(), changes)

    async def _transact(self, work: Work[T], *, blind: bool) -> T:
        if self._wal_holds_what_was_deleted:
            await self._try_to_purge()
        try:
            return await self._writer.transact(work)
        except StoreError as error:
            if error.written is None:
                error.written = await self._is_written()
            raise

    def _counting(self, work: Work[T], changes: Changes, db: Database) -> T:
        """Run `work`, and count it when it changed a row."""
        before = db.total_changes
        result = work(db)
        if isinstance(result, sqlite3.Cursor):  # whoever still holds it would keep the file open after its end
            result = cast("T", None)
        changes.rows = db.total_changes - before
        if changes.rows:
            self._count = int(db.execute(_COUNT).fetchone()[0])
        return result

    async def _is_written(self) -> bool | None:
        """Whether the transaction that was tried last is in the file; None when that can't be read."""
        try:
            await self._reopen()
            with in_a_sentence(self._path):
                found = await self._writer.execute(_COUNTED)
        except StoreError:
            return None
        return [int(count) for (count,) in found] == [self._count]

    async def read(self, work: Work[T]) -> T:
        """Run `work` on one unchanging state of the database, with all acknowledged writes."""
        await self._is_connected.wait()
        if not self._open:
            raise self._closed()
        result = await self._reader.transact(work)
        if self._wal_holds_what_was_deleted:
            await self._try_to_purge()
        return result

    async def find(self, sql: str, parameters: Sequence[object]) -> list[SqlRow]:
        """The rows of one query."""
        return await self.read(lambda db: db.execute(sql, parameters).fetchall())

    async def present(self, now: datetime) -> datetime:
        """See `Store.present`."""
        return now

    async def long_read(self, work: Work[T]) -> T:
        """Like `read`, as a long read."""

        def read(db: sqlite3.Connection) -> T:
            self._busy.retry(self._path, lambda: begin_reading(db))
            return work(db)

        return await self.beside(read)

    async def beside(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` on a connection of its own, as a long read; it makes its own transactions."""

        def run() -> T:
            uri = f"{self._uri}?mode=ro"
            with (
                in_a_sentence(self._path),
                closing(sqlite3.connect(uri, uri=True, isolation_level=None, timeout=0)) as db,
            ):
                return work(db)

        return await asyncio.get_running_loop().run_in_executor(self._long_reads, run)

    async def purge(self) -> None:
        """Move the write-ahead log into the database and empty it, so that nothing deleted before is left in it.

        While somebody reads from the log it stays; then this happens with one of the next transactions, or when the
        file is closed.
        """
        self._wal_holds_what_was_deleted = True
        await self._try_to_purge()

    async def _try_to_purge(self) -> None:
        if not self._open:
            return
        try:
            with in_a_sentence(self._path):
                await self._is_connected.wait()
                self._wal_holds_what_was_deleted = not await self._empty_the_log()
        except StoreError as error:
            self.on_failure(error)

    async def _empty_the_log(self) -> bool:
        """Whether nothing is left in the write-ahead log; while it is read from it stays as it is."""
        try:
            ((is_busy, *_),) = await self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                return False
            raise
        return not is_busy

    def _closed(self) -> StoreError:
        return StoreError(f"The database {self._path} is closed.")
