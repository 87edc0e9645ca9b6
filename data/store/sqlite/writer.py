"""How a function becomes a transaction: on the connection's own thread, alone or together with those that waited.

What is asked for while a transaction is on its way to the disk waits, and then shares the next one: each piece of work
in a savepoint of its own, so that one that fails takes back itself and nothing else, and one COMMIT for all of them.
The disk is asked once for many presses, and nobody is answered before it has said yes.

A COMMIT that fails says neither yes nor no: what was written may lie in the log, whole, and be found there at the next
start. So every transaction that changes something counts itself, and after such a failure the file is closed, opened
and read again before anybody is told.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from data.store.errors import StoreError
from data.store.sqlite.connection import Connection, Work
from data.store.sqlite.errors import in_a_sentence
from data.store.sqlite.patience import Patience

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


def transaction(patience: Patience, begin: Begin, work: Work[T], path: Path, db: sqlite3.Connection) -> T:
    """Run `work` between `begin` and COMMIT; whatever it raises rolls back and comes out.

    Raises StoreError, and nobody knows whether it was written when COMMIT is what failed.
    """
    is_committing = False
    try:
        with in_a_sentence(path):
            patience.over(path, lambda: begin(db))
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


class _Waiting(NamedTuple):
    work: Work[Any]
    done: asyncio.Future[Any]


class Writer:
    """The one way to write to the database at `path`."""

    def __init__(self, file: File, path: Path, patience: Patience) -> None:
        self._file = file
        self._path = path
        self._patience = patience
        self._count = 0
        """What the transaction that was tried last has counted."""
        self._idle = asyncio.Event()
        self._idle.set()
        self._waiting: list[_Waiting] = []
        self._serving: asyncio.Task[None] | None = None

    async def run(self, work: Work[T]) -> T:
        """Run `work(db)` as a transaction, or as its own part of one. See `Store.write`."""
        if not self._idle.is_set():
            done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
            self._waiting.append(_Waiting(work, done))
            return await done
        self._idle.clear()
        try:
            return await self._in_a_transaction(work)
        finally:
            if self._waiting:
                self._serving = asyncio.get_running_loop().create_task(self._serve())
            else:
                self._idle.set()

    async def finish(self) -> None:
        """Wait until everything that was asked for is done."""
        await self._idle.wait()

    async def _in_a_transaction(self, work: Work[T]) -> T:
        counted = partial(self._counting, work)
        try:
            return await self._file.writer.run(partial(transaction, self._patience, begin_writing, counted, self._path))
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

    async def _serve(self) -> None:
        """Do what waits, all of it at once, until nothing waits any more."""
        batch: list[_Waiting] = []
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                try:
                    outcomes = await self._in_a_transaction(partial(_each, [each.work for each in batch], self._path))
                except Exception as error:
                    outcomes = [error] * len(batch)
                for each, outcome in zip(batch, outcomes, strict=True):
                    if each.done.cancelled():
                        continue
                    if isinstance(outcome, _Result):
                        each.done.set_result(outcome.value)
                    else:
                        each.done.set_exception(outcome)
        finally:
            for each in (*batch, *self._waiting):  # still open only when this task was cancelled
                each.done.cancel()
            self._waiting.clear()
            self._idle.set()


class _Result(NamedTuple):
    value: Any


def _each(works: Sequence[Work[Any]], path: Path, db: sqlite3.Connection) -> list[_Result | Exception]:
    """Run `works` within one transaction; what one of them raises is its outcome. Raises what fails all of them."""
    outcomes: list[_Result | Exception] = []
    for work in works:
        db.execute("SAVEPOINT part")
        try:
            with in_a_sentence(path):
                outcomes.append(_Result(work(db)))
        except StoreError:  # the disk's failure is everybody's
            raise
        except Exception as error:
            db.execute("ROLLBACK TO part")
            outcomes.append(error)
        db.execute("RELEASE part")
    return outcomes
