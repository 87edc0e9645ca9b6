"""How a function becomes a transaction: on the connection's own thread, alone or together with those that waited.

A COMMIT that fails says neither yes nor no: what was written may lie in the log, whole, and be found there at the next
start. So every transaction that changes something counts itself, and after such a failure the file is closed, opened
and read again before anybody is told.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from data.store.database import Database
from data.store.errors import StoreError
from data.store.group_commit import GroupCommit
from data.store.sqlite.busy_timeout import BusyTimeout
from data.store.sqlite.connection import Connection, Work
from data.store.sqlite.errors import in_a_sentence

T = TypeVar("T")
Begin = Callable[[sqlite3.Connection], object]


def begin_writing(db: sqlite3.Connection) -> None:
    """Begin a transaction beside which nobody else can write."""
    db.execute("BEGIN IMMEDIATE")


def begin_reading(db: sqlite3.Connection) -> None:
    """Begin a transaction that sees the present state of the database until it ends."""
    db.execute("BEGIN")
    try:
        db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    except BaseException:
        db.execute("ROLLBACK")
        raise


def transaction(busy: BusyTimeout, begin: Begin, work: Work[T], path: Path, db: sqlite3.Connection) -> T:
    """Run `work` between `begin` and COMMIT; whatever it raises rolls back and comes out.

    Raises StoreError, and nobody knows whether it was written when COMMIT is what failed.
    """
    is_committing = False
    try:
        with in_a_sentence(path):
            busy.retry(path, lambda: begin(db))
            try:
                result = work(db)
                is_committing = True
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:  # after some errors, a full disk say, SQLite has rolled back by itself
                    db.execute("ROLLBACK")
                raise
            return result
    except StoreError as error:
        error.written = None if is_committing else False
        raise


class File(Protocol):
    """The open database; the store is the one there is."""

    @property
    def writer(self) -> Connection:
        """The connection that writes."""

    async def reopen(self) -> None:
        """Close the file, and open it again as it lies on the disk. Raises StoreError."""


_COUNT = """
    INSERT INTO meta (key, value) VALUES ('transactions', '1')
    ON CONFLICT (key) DO UPDATE SET value = CAST(value AS INTEGER) + 1 RETURNING value"""
_COUNTED = "SELECT value FROM meta WHERE key = 'transactions'"


class Writer:
    """The one way to write to the database at `path`."""

    def __init__(self, file: File, path: Path, busy: BusyTimeout) -> None:
        self._file = file
        self._path = path
        self._busy = busy
        self._count = 0
        """What the transaction that was tried last has counted."""
        self._commits = GroupCommit(self._in_a_transaction, partial(in_a_sentence, path))

    async def run(self, work: Callable[[Database], T]) -> T:
        """Run `work(db)` as a transaction, or as its own part of one. See `Store.write`."""
        return await self._commits.run(work)

    async def finish(self) -> None:
        """Wait until everything that was asked for is done."""
        await self._commits.finish()

    async def _in_a_transaction(self, work: Work[T]) -> T:
        counted = partial(self._counting, work)
        try:
            return await self._file.writer.run(partial(transaction, self._busy, begin_writing, counted, self._path))
        except StoreError as error:
            if error.written is None:
                error.written = await self._is_written()
            raise

    def _counting(self, work: Work[T], db: sqlite3.Connection) -> T:
        """Run `work`, and count it when it changed a row."""
        before = db.total_changes
        result = work(db)
        if db.total_changes != before:
            self._count = int(db.execute(_COUNT).fetchone()[0])
        return result

    async def _is_written(self) -> bool | None:
        """Whether the transaction that was tried last is in the file; None when that can't be read."""
        try:
            await self._file.reopen()
            with in_a_sentence(self._path):
                found = await self._file.writer.run(lambda db: db.execute(_COUNTED).fetchone())
        except StoreError:
            return None
        return found is not None and int(found[0]) == self._count
