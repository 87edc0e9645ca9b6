"""A PostgreSQL server as the database: a pool of connections, each transaction on one of them and on a thread.

The isolation level is READ COMMITTED, and every transaction that writes first takes the lock of a server of Discord, or
of everything. All that belongs together belongs to one server, so under that lock it is as if nobody else wrote, which
is what SQLite's single writer gives; writers of different servers don't wait for each other. SERIALIZABLE would promise
the same without locks, but it takes back transactions whose rows merely lie on the same page of an index, and those of
one server, which all change its house's account, would mostly be tried in vain. Reads see one state of the database
(REPEATABLE READ).

A transaction has its lock before the work begins, and what the work asks for goes to the server together
(data/store/postgres/pipeline.py). A connection that breaks before COMMIT has written nothing, and the work is done
again on another one. After it, the server is asked what became of the transaction.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from functools import partial
from itertools import islice
from typing import TypeVar
from weakref import WeakValueDictionary

import psycopg
from psycopg_pool import ConnectionPool

from data.store.database import LONG_READS, Changes, Database, Later, Work
from data.store.errors import StoreError, growing_pauses
from data.store.group_commit import GroupCommit
from data.store.locks import Locks
from data.store.postgres.connection import configure, for_reading, how_to_connect
from data.store.postgres.errors import Clash, ServerGone, in_a_sentence
from data.store.postgres.locks import PostgresLocks
from data.store.postgres.migrate import OPEN, prepare, version_of
from data.store.postgres.pipeline import Pipeline, Session
from data.store.where import PostgresUrl

log = logging.getLogger(__name__)

T = TypeVar("T")

CONNECTIONS = 8
"""The most that one process uses at once for its transactions; `LONG_READS` have further ones."""
TRIES = 5
"""So often a transaction is run that the server took back, or whose connection broke before it was written."""
PATIENCE = 5.0
"""Seconds to wait for a connection."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.01, 1.0


class _Pool(ConnectionPool[Session]):
    """Gives out the connection that was used last, whose server still has at hand what it needs."""

    def _get_ready_connection(self, timeout: float | None) -> Session | None:
        self._pool.rotate(1)
        return super()._get_ready_connection(timeout)


class Postgres:
    """An open database on a server. Make one with `Postgres.open`, and close it."""

    def __init__(self, url: PostgresUrl, pool: _Pool, locks: PostgresLocks) -> None:
        self._url = url
        self._where = str(url)
        self._pool = pool
        self._threads = ThreadPoolExecutor(CONNECTIONS, thread_name_prefix="database")
        self._long_reads = ThreadPoolExecutor(LONG_READS, thread_name_prefix="long reads")
        self._writes: WeakValueDictionary[int | None, GroupCommit] = WeakValueDictionary()
        """By server, each for as long as somebody writes there."""
        self._lost: StoreError | None = None
        self._open = True
        self._locks = locks
        self.locks: Locks = locks
        locks.on_lost = self._lose
        self.on_failure: Callable[[StoreError], None] = lambda _error: None
        """Told of a failure that nobody is waiting for."""

    @classmethod
    async def open(cls, url: PostgresUrl, now: datetime) -> Postgres:
        """Open the database at `url`, and bring it to this version. `now` tells the age of a copy.

        Raises:
            ServerGone: The server can't be reached now.
            StoreError: It was made by a newer bot, is another program's, or can't be written.
        """
        await asyncio.to_thread(prepare, url.text, str(url), now)
        pool = _Pool(
            url.text,
            connection_class=Session,
            kwargs=how_to_connect(url.text),
            configure=configure,
            min_size=1,
            max_size=CONNECTIONS + LONG_READS,
            open=False,
        )
        opened = cls(url, pool, await PostgresLocks.open(url.text, str(url)))
        try:
            await opened.locks.take(OPEN, shared=True)
            await asyncio.to_thread(opened._fill)
            await opened.read(lambda db: version_of(db, str(url), wider=True))  # a newer bot may have come in between
        except BaseException:
            await opened.close()
            raise
        return opened

    def _fill(self) -> None:
        with in_a_sentence(self._where):
            self._pool.open(wait=True, timeout=PATIENCE)

    def _lose(self, error: StoreError) -> None:
        self._lost = error
        self.on_failure(error)

    def verify_open(self) -> None:
        """Raises StoreError when it is closed, or its locks are lost."""
        if self._lost is not None:
            raise self._lost
        if not self._open:
            raise StoreError(f"The database {self._where} is closed.")

    async def close(self) -> None:
        """Finish what was asked for, then close. A second call does nothing."""
        self._open = False
        for writes in list(self._writes.values()):
            await writes.finish()
        for threads in (self._threads, self._long_reads):
            await asyncio.to_thread(threads.shutdown)
        await asyncio.to_thread(self._pool.close)
        await self._locks.close()

    def writes(self, guild: int | None) -> GroupCommit:
        """Makes transactions beside which nobody writes in the same server, or anywhere without one."""
        writes = self._writes.get(guild)
        if writes is None:
            transact = partial(self._on_one_of, self._threads, partial(self._write_once, guild))
            writes = self._writes[guild] = GroupCommit(transact, _counting, partial(in_a_sentence, self._where))
        return writes

    async def read(self, work: Work[T]) -> T:
        """Run `work` on one unchanging state of the database, with all acknowledged writes."""
        return await self._on_one_of(self._threads, self._read_once, work)

    async def read_beside(self, work: Work[T]) -> T:
        """Like `read`, as a long read."""
        return await self._on_one_of(self._long_reads, self._read_once, work)

    async def beside(self, work: Work[T]) -> T:
        """Run `work` on a connection of its own, whose temporary views end with it; it makes its own transactions."""

        def run() -> T:
            with closing(for_reading(self._url.text, self._where)) as db:
                return work(db)

        return await asyncio.get_running_loop().run_in_executor(self._long_reads, run)

    async def purge(self) -> None:
        """Nothing: the server itself overwrites what was deleted, when its autovacuum has found it."""

    async def _on_one_of(self, threads: ThreadPoolExecutor, once: Callable[[Work[T]], T], work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(threads, self._tried_again, once, work)

    def _tried_again(self, once: Callable[[Work[T]], T], work: Work[T]) -> T:
        """What `once` makes of `work`, again if the server took it back or a connection broke before it was written."""
        for tries, pause in enumerate(growing_pauses(_FIRST_PAUSE, _LONGEST_PAUSE), start=1):
            if self._lost is not None:
                raise self._lost
            try:
                return once(work)
            except (Clash, ServerGone) as error:
                if error.written is not False or tries == TRIES or not self._open:
                    raise
                log.warning("a transaction is tried again: %s", error)
            time.sleep(pause)
        raise AssertionError  # the pauses have no end

    def _write_once(self, guild: int | None, work: Work[T]) -> T:
        ending: str | None = None
        try:
            with self._connection() as session, Pipeline(session) as pipeline:
                number = _begin_writing(pipeline, guild)
                result = work(pipeline)
                ending = number()
                pipeline.commit()
        except ServerGone as error:
            if ending is None:
                raise
            was_written = self._was_written(ending)
            if not was_written:
                lost = ServerGone(f"The database {self._where} was lost while it wrote ({error}).")
                lost.written = was_written
                raise lost from error
        return result

    def _was_written(self, number: str) -> bool | None:
        """What became of a transaction whose COMMIT was not answered; None when the server can't be asked."""
        for pause in islice(growing_pauses(_FIRST_PAUSE, _LONGEST_PAUSE), TRIES):
            with suppress(StoreError):
                with self._connection() as session:
                    found = session.execute("SELECT pg_xact_status($1::xid8)", (number,)).fetchone()
                if found != ("in progress",):
                    return found == ("committed",)
            time.sleep(pause)
        return None

    def _read_once(self, work: Work[T]) -> T:
        with self._connection() as session, Pipeline(session) as pipeline:
            pipeline.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            result = work(pipeline)
            pipeline.commit()
            return result

    @contextmanager
    def _connection(self) -> Iterator[Session]:
        """A connection of the pool; what fails on it comes out as StoreError."""
        with in_a_sentence(self._where):
            session = self._pool.getconn(PATIENCE)
            try:
                yield session
            except psycopg.OperationalError:
                self._pool.check()  # what has broken this connection has often broken the others
                raise
            finally:
                self._pool.putconn(session)


def _counting(work: Work[T], db: Database) -> tuple[T, Changes]:
    """Run `work`, and count the rows that it changes, which are known when the transaction is over."""
    assert isinstance(db, Pipeline)
    changes = db.changes = Changes()
    return work(db), changes


def _begin_writing(pipeline: Pipeline, guild: int | None) -> Later[str]:
    """Begin a transaction beside which nobody writes in `guild`, or anywhere; its number on the server.

    The server does nothing else before it has the locks, and each statement behind them sees what was written before.
    """
    pipeline.execute("BEGIN")
    # Everybody shares the lock of everything but those who write everywhere; no server of Discord has the number 0.
    if guild is None:
        begun = pipeline.execute("SELECT pg_current_xact_id()::text, pg_advisory_xact_lock(0)")
    else:
        locks = "pg_advisory_xact_lock_shared(0), pg_advisory_xact_lock(?)"
        begun = pipeline.execute(f"SELECT pg_current_xact_id()::text, {locks}", (guild,))
    pipeline.hurry()
    return lambda: str(begun.fetchone()[0])
