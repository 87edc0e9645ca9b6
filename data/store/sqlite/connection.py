"""A connection to the database's file on a thread of its own, with a whole function as its unit of work: a transaction.
And what is said when SQLite fails: one sentence for the owner, in one place.

aiosqlite has the thread and takes one statement at a time. Python lets a connection be of a class of one's own, and
aiosqlite passes that on, so here `commit` makes the next transaction with all its statements.

`await db.execute(...)` for each statement would be plainer, but each is a hop to the thread and back: 25 of them took
3 to 4 ms, and 0.1 to 0.2 as one unit. Between two of them the loop runs others, so a transaction would stay open across
awaits, and a cancelled caller would leave half of one. Only methods of its connection reach aiosqlite's thread, and
`commit` is one that passes nothing but the call. It has no setting either for a thread that lets the process end; that
is inherited (`_of_a_daemon`).
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from operator import methodcaller
from pathlib import Path
from threading import Thread
from typing import Any, TypeAlias, TypeVar

import aiosqlite

from data.store.database import SqlRow
from data.store.errors import StoreError

log = logging.getLogger(__name__)

T = TypeVar("T")

_SENTENCES = {
    sqlite3.SQLITE_FULL: "The disk that holds the database {path} is full; make room and start again.",
    sqlite3.SQLITE_READONLY: (
        "The database {path} can't be written to; check its permissions and its folder's, in which SQLite makes files"
        " even to read it."
    ),
    sqlite3.SQLITE_PERM: "The database {path} can't be opened; check its permissions and its folder's.",
    sqlite3.SQLITE_CANTOPEN: "The database {path} can't be opened; check its permissions and its folder's.",
    sqlite3.SQLITE_IOERR: "The disk that holds the database {path} fails or is full ({detail}).",
    sqlite3.SQLITE_BUSY: "The database {path} is in use by another program.",
    sqlite3.SQLITE_LOCKED: "The database {path} is in use by another program.",
    sqlite3.SQLITE_PROTOCOL: "The database {path} is in use by another program.",
    sqlite3.SQLITE_CORRUPT: "The database {path} is damaged ({detail}); restore a backup.",
    sqlite3.SQLITE_NOTADB: "The file {path} is not a database.",
}


@contextmanager
def in_a_sentence(path: Path) -> Iterator[None]:
    """Turn an error of the disk or of the file at `path` into a StoreError; any other is a bug's and passes."""
    try:
        yield
    except sqlite3.Error as error:
        if (said := _said_of(error, path)) is None:
            raise
        raise said from error


def _said_of(error: sqlite3.Error, path: Path) -> StoreError | None:
    # The low byte is the kind of error, the rest its finer cause.
    sentence = _SENTENCES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    return None if sentence is None else StoreError(sentence.format(path=path, detail=error))


_HELD = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_PROTOCOL})
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.001, 0.1  # seconds
_USUAL = 1.0  # seconds for which the log says nothing: so long a checkpoint of a backup may take


@dataclass(frozen=True, slots=True)
class BusyTimeout:
    """How many `seconds` to wait for another program's lock; `clock` tells the time, and `sleep` lets it pass.

    It is somebody's shell with a transaction open, or a copying tool. Nothing has begun then, so the same can be tried
    again. The disk's thread waits, not the event loop.
    """

    seconds: float = 60.0
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep

    def retry(self, path: Path, work: Callable[[], T]) -> T:
        """What `work` returns, tried again for as long as another program holds the database at `path`.

        Raises what `work` raises: the lock's error only when that has taken too long.
        """
        began, pause, has_logged = self.clock(), _SHORTEST_PAUSE, False
        while True:
            try:
                return work()
            except sqlite3.OperationalError as error:
                waited = self.clock() - began
                if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _HELD or waited >= self.seconds:
                    raise
            if waited >= _USUAL and not has_logged:
                log.warning(
                    "another program holds the database %s; it is waited for, up to %g seconds", path, self.seconds
                )
                has_logged = True
            self.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)


Work: TypeAlias = Callable[[sqlite3.Connection], T]
Begin: TypeAlias = Callable[[sqlite3.Connection], object]

begin_writing: Begin = methodcaller("execute", "BEGIN IMMEDIATE")
"""Begin a transaction beside which nobody else can write."""


def begin_reading(db: sqlite3.Connection) -> None:
    """Begin a transaction that sees the present state of the database until it ends."""
    db.execute("BEGIN")
    try:
        db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    except BaseException:
        db.execute("ROLLBACK")
        raise


class _Database(sqlite3.Connection):
    """What aiosqlite's thread holds. Each `commit` makes the next one of the transactions that were asked for."""

    def __init__(
        self, asked: deque[Work[None]], begin: Begin, path: Path, busy: BusyTimeout, *args: Any, **named: Any
    ) -> None:
        super().__init__(*args, **named)
        self._asked = asked
        self._begin = begin
        self._path = path
        self._busy = busy

    def commit(self) -> None:
        """Make the next transaction, from its BEGIN to its COMMIT; whatever the work raises rolls back and comes out.

        Raises StoreError, and nobody knows whether it was written when COMMIT is what failed.
        """
        work, is_committing = self._asked.popleft(), False
        try:
            self._busy.retry(self._path, lambda: self._begin(self))
            try:
                work(self)
                is_committing = True
                self.execute("COMMIT")
            except BaseException:
                if self.in_transaction:  # after some errors, a full disk say, SQLite has rolled back by itself
                    self.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            if (said := _said_of(error, self._path)) is None:
                raise
            said.written = None if is_committing else False
            raise said from error


class Connection:
    """One connection and its thread, which makes the transactions that it is asked for one after the other."""

    def __init__(self, uri: str, begin: Begin, path: Path, busy: BusyTimeout) -> None:
        """`uri` is that of the file at `path`, with how it is opened; `open` opens it. `begin` begins a transaction."""
        self._asked = deque[Work[None]]()
        make = partial(_Database, self._asked, begin, path, busy)
        # Another program is waited for where a transaction begins, so there is no `timeout` of SQLite's.
        self._connection = _of_a_daemon(
            partial(aiosqlite.connect, uri, uri=True, isolation_level=None, timeout=0, factory=make)
        )

    async def open(self) -> None:
        """Open the file. Raises sqlite3.Error."""
        await self._connection

    async def transact(self, work: Work[T]) -> T:
        """What `work` returns, once its transaction is over; raises what it raises, or StoreError.

        When the caller is cancelled the transaction still runs to its end.
        """
        outcome: list[T] = []
        self._asked.append(lambda db: outcome.append(work(db)))
        await self._connection.commit()
        return outcome[0]

    async def execute(self, sql: str) -> Sequence[SqlRow]:
        """The rows of one statement, which runs by itself. Raises sqlite3.Error."""
        return [tuple(row) for row in await self._connection.execute_fetchall(sql)]

    async def close(self) -> None:
        """Finish what was asked for, then close. Does nothing when it isn't open."""
        await self._connection.close()


def _of_a_daemon(make: Callable[[], T]) -> T:
    """What `make` makes on a daemon's thread; the threads that it makes are then daemons too, as they inherit that.

    A process that dies of something else before it closes its database must end, not wait for such a thread.
    """
    made: list[T] = []
    maker = Thread(target=lambda: made.append(make()), daemon=True)
    maker.start()
    maker.join()
    return made[0]
