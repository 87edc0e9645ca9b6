"""A PostgreSQL server as the database: a pool of connections, each transaction on one of them and on a thread.

The isolation level is READ COMMITTED, and every transaction that writes in a server of Discord first takes its lock.
All that belongs together belongs to one server, so under that lock it is as if nobody else wrote, which is what
SQLite's single writer gives; writers of different servers don't wait for each other. What belongs to no server is
changed without a lock, a row by itself. SERIALIZABLE would promise the same without locks, but it takes back
transactions whose rows merely lie on the same page of an index, and those of one server, which all change its house's
account, would mostly be tried in vain. Reads see one state of the database (REPEATABLE READ).

A transaction has its lock before the work begins, and what the work asks for goes to the server together
(data/store/postgres/pipeline.py). A connection that breaks before COMMIT has written nothing, and the work is done
again on another one, as soon as the server is back if it is away. After COMMIT, the server is asked what became of the
transaction (data/store/postgres/receipts.py), unless it may be done again.
"""

from __future__ import annotations

import asyncio
import logging
import math
import threading
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import datetime
from functools import partial
from typing import TypeVar
from weakref import WeakValueDictionary

import psycopg
from psycopg.errors import ReadOnlySqlTransaction
from psycopg_pool import ConnectionPool

from data.store import write_log
from data.store.database import LONG_READS, Changes, Database, Deferred, Load, Rows, SqlRow, Work
from data.store.errors import Away, StoreError, growing_pauses
from data.store.group_commit import GroupCommit
from data.store.locks import Locks
from data.store.postgres.connection import CONNECTION, configure, for_reading
from data.store.postgres.errors import Clash, in_a_sentence
from data.store.postgres.locks import PostgresLocks, verify_has_locks
from data.store.postgres.migrate import OPEN, prepare, version_of
from data.store.postgres.pipeline import Pipeline, Session
from data.store.postgres.receipts import FORGET, Receipt, Receipts
from data.store.where import PostgresUrl

log = logging.getLogger(__name__)

S = TypeVar("S")
T = TypeVar("T")

CONNECTIONS = 8
"""The most that one process uses at once for its transactions; `LONG_READS` have further ones."""
TRIES = 5
"""So often a transaction is run that the server took back."""
PATIENCE = 5.0
"""Seconds to wait for a connection, and at most for a lock."""
PATIENCE_FOR_A_PERSON = 1.5
"""Seconds to wait for a server that is away before somebody who waits for an answer is told."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.01, 1.0
_LIMITS = ("lock_timeout = '5s'", "transaction_timeout = '60s'")
"""Of a session that writes, and of one whose server knows the second."""
_KNOWS_BOTH = 170000
"""PostgreSQL 17, as `server_version` says it."""


class _CommitUnknown(Exception):
    """A COMMIT that nobody answered; `result` if it is written."""

    def __init__(self, result: object) -> None:
        super().__init__()
        self.result = result


class _Pool(ConnectionPool[Session]):
    """Gives out the connection that was used last, whose server still has at hand what it needs."""

    def _get_ready_connection(self, timeout: float | None) -> Session | None:
        self._pool.rotate(1)
        return super()._get_ready_connection(timeout)


class Postgres:
    """An open database on a server. Make one with `Postgres.open`, and close it."""

    def __init__(self, url: PostgresUrl, locks: PostgresLocks) -> None:
        self._url = url
        self._where = str(url)
        self._threads = ThreadPoolExecutor(CONNECTIONS, thread_name_prefix="database")
        self._long_reads = ThreadPoolExecutor(LONG_READS, thread_name_prefix="long reads")
        self._writes: WeakValueDictionary[int | None, GroupCommit] = WeakValueDictionary()
        """By server, each for as long as somebody writes there."""
        self._open = True
        self._retries = 0
        self._locks = locks
        self._receipts = Receipts(locks.process)
        self._pool = self._new_pool()
        self.locks: Locks = locks
        locks.on_lost = lambda error: self.on_failure(error)
        locks.on_back = self._begin_again
        self.on_failure: Callable[[StoreError], None] = lambda _error: None
        """Told of a failure that nobody is waiting for."""

    @classmethod
    async def open(cls, url: PostgresUrl, now: datetime) -> Postgres:
        """Open the database at `url`, and bring it to this version. `now` tells the age of a copy.

        Raises:
            Away: The server can't be reached now.
            StoreError: It was made by a newer bot, is another program's, or can't be written.
        """
        is_over = threading.Event()
        try:
            await asyncio.to_thread(prepare, url.text, str(url), now, is_over)
        finally:
            is_over.set()
        opened = cls(url, await PostgresLocks.open(url.text, str(url)))
        try:
            await opened.locks.take(OPEN, shared=True)
            await opened._fill()
            await opened.write(None, lambda db: db.execute(FORGET), Changes())
        except BaseException:
            await opened.close()
            raise
        return opened

    def _new_pool(self) -> _Pool:
        """Connections that may write while the present session of the locks lives."""
        name = self._locks.session_name

        def set_up(session: Session) -> None:
            knows_both = session.info.server_version >= _KNOWS_BOTH
            configure(session, *(_LIMITS if knows_both else _LIMITS[:1]))
            verify_has_locks(session, name)

        return _Pool(
            self._url.text,
            connection_class=Session,
            kwargs={**CONNECTION, "application_name": name},
            configure=set_up,
            min_size=1,
            max_size=CONNECTIONS + LONG_READS,
            open=False,
        )

    async def _fill(self) -> None:
        """Open the pool, and look whether the database is still the bot's: a newer one may have come in between."""

        def fill() -> None:
            with in_a_sentence(self._where):
                self._pool.open(wait=True, timeout=PATIENCE)

        await asyncio.to_thread(fill)
        await self._on_a_thread(self._read_once, lambda db: version_of(db, self._where, wider=True))

    async def _begin_again(self) -> None:
        before, self._pool = self._pool, self._new_pool()
        asyncio.get_running_loop().run_in_executor(None, before.close)
        await self._fill()

    @property
    def is_away(self) -> bool:
        """Whether the server is to be reached again, and transactions wait for it."""
        return self._locks.is_away

    @property
    def load(self) -> Load:
        """See `Store.load`."""
        known = self._pool.get_stats()
        return Load(self._retries, known["pool_size"] - known["pool_available"], known.get("requests_waiting", 0))

    async def close(self) -> None:
        """Finish what was asked for, then close. A second call does nothing."""
        self._open = False
        if self.is_away:
            self._locks.give_up(self._closed())
        for writes in list(self._writes.values()):
            await writes.finish()
        for threads in (self._threads, self._long_reads):
            await asyncio.to_thread(threads.shutdown)
        await asyncio.to_thread(self._pool.close)
        await self._locks.close()

    async def write(self, guild: int | None, work: Work[T], changes: Changes) -> T:
        """Run `work` as a transaction beside which nobody writes in the same server, and count its `changes`."""
        return await self._retry_while_away(lambda: self._writes_in(guild).run(work, changes))

    async def write_blind(self, guild: int, work: Work[Deferred[T]], changes: Changes) -> T:
        """Run `work` like `write`, and call what it returns when the transaction is over."""
        return (await self._retry_while_away(lambda: self._writes_in(guild).run(work, changes, blind=True)))()

    def _writes_in(self, guild: int | None) -> GroupCommit:
        writes = self._writes.get(guild)
        if writes is None:
            transact = partial(self._transact, guild)
            writes = self._writes[guild] = GroupCommit(transact, _counting, partial(in_a_sentence, self._where))
        return writes

    async def read(self, work: Work[T]) -> T:
        """Run `work` on one unchanging state of the database, with all acknowledged writes."""
        return await self._retry_while_away(lambda: self._on_a_thread(self._read_once, work))

    async def find(self, sql: str, parameters: Sequence[object]) -> list[SqlRow]:
        """The rows of one query, which sees one state by itself."""
        return await self._retry_while_away(lambda: self._on_a_thread(partial(self._find_once, sql), parameters))

    async def present(self, now: datetime) -> datetime:
        """See `Store.present`."""
        ((seconds,),) = await self.find("SELECT EXTRACT(EPOCH FROM clock_timestamp())", ())
        return datetime.fromtimestamp(seconds, now.tzinfo)

    async def long_read(self, work: Work[T]) -> T:
        """Like `read`, as a long read."""

        def unlimited(db: Database) -> T:
            db.execute(_NO_LIMIT)
            return work(db)

        return await self._retry_while_away(lambda: self._on_a_thread(self._read_once, unlimited, self._long_reads))

    async def beside(self, work: Work[T]) -> T:
        """Run `work` on a connection of its own, whose temporary views end with it; it makes its own transactions."""

        def run() -> T:
            with closing(for_reading(self._url.text, self._where)) as db:
                return work(db)

        return await self._retry_while_away(lambda: asyncio.get_running_loop().run_in_executor(self._long_reads, run))

    async def purge(self) -> None:
        """Nothing: the server itself overwrites what was deleted, when its autovacuum has found it."""

    async def _retry_while_away(self, ask: Callable[[], Awaitable[T]]) -> T:
        """What `ask` makes, asked again while the server is away, but not for long when somebody waits for it."""
        if not self._open:
            raise self._closed()
        end = time.monotonic() + PATIENCE_FOR_A_PERSON if write_log.is_awaited() else math.inf
        for pause in growing_pauses(_FIRST_PAUSE, _LONGEST_PAUSE):
            await self._locks.reached(end - time.monotonic())
            try:
                return await ask()
            except Away as error:
                if error.written is not False or not self._open:
                    raise
                await self._locks.look()
                if time.monotonic() + pause > end:
                    raise
                self._tell_of_retry(error)
            await asyncio.sleep(pause)
        raise AssertionError  # the pauses have no end

    def _closed(self) -> StoreError:
        return StoreError(f"The database {self._where} is closed.")

    def _tell_of_retry(self, error: StoreError) -> None:
        self._retries += 1
        log.warning("a transaction is tried again: %s", error)

    async def _transact(self, guild: int | None, work: Work[T], *, blind: bool) -> T:
        """What `work` makes in a transaction, run again if the server took it back."""
        once = partial(self._write_once, guild, None)
        if blind or guild is None:
            try:
                return await self._retry_on_clash(once, work)
            except _CommitUnknown:  # it refuses to be done twice, or changes nothing then
                return await self._resolve(once, work)
        receipt, is_over = self._receipts.take(), True
        try:
            return await self._retry_on_clash(partial(self._write_once, guild, receipt), work)
        except _CommitUnknown as unanswered:
            if await self._resolve(once, receipt.is_there):  # under the server's lock, so the other one is over
                result: T = unanswered.result  # type: ignore[assignment]  # it comes from this work
                return result
            raise Away(f"The database {self._where} was lost while it wrote.") from unanswered
        except asyncio.CancelledError:
            is_over = False  # it goes on in its thread, and nobody else may have its place
            raise
        finally:
            if is_over:
                self._receipts.give_back(receipt)

    async def _retry_on_clash(self, once: Callable[[Work[T]], T], work: Work[T]) -> T:
        pauses = growing_pauses(_FIRST_PAUSE, _LONGEST_PAUSE)
        for tries in range(1, TRIES + 1):
            try:
                return await self._on_a_thread(once, work)
            except Clash as error:
                if tries == TRIES:
                    raise
                self._tell_of_retry(error)
            await asyncio.sleep(next(pauses))
        raise AssertionError  # the last try returns or raises

    async def _resolve(self, once: Callable[[Work[T]], T], work: Work[T]) -> T:
        """What `work` makes, done again until a server answers.

        Raises StoreError when none can be asked any more; then nobody knows what became of what was not answered.
        """
        for pause in growing_pauses(_FIRST_PAUSE, _LONGEST_PAUSE):
            await self._locks.look()
            try:
                await self._locks.reached()
                return await self._on_a_thread(once, work)
            except (Away, Clash, _CommitUnknown):
                pass
            except StoreError as error:
                error.written = None
                raise
            await asyncio.sleep(pause)
        raise AssertionError  # the pauses have no end

    async def _on_a_thread(self, once: Callable[[S], T], what: S, threads: ThreadPoolExecutor | None = None) -> T:
        return await asyncio.get_running_loop().run_in_executor(threads or self._threads, once, what)

    def _write_once(self, guild: int | None, receipt: Receipt | None, work: Work[T]) -> T:
        result, is_ending = None, False
        try:
            with self._connection() as session, Pipeline(session) as pipeline:
                begun = _begin_writing(pipeline, guild, receipt)
                result = work(pipeline)
                if receipt is not None:
                    begun.fetchone()
                is_ending = True
                pipeline.commit()
        except StoreError as error:
            if isinstance(error.__cause__, ReadOnlySqlTransaction):  # this server was replaced by its standby
                raise Away(str(error)) from error
            is_refused = getattr(error.__cause__, "sqlstate", None) is not None and not session.closed
            if is_refused or not is_ending:
                raise
            raise _CommitUnknown(result) from error
        return result

    def _read_once(self, work: Work[T]) -> T:
        with self._connection() as session, Pipeline(session) as pipeline:
            pipeline.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            result = work(pipeline)
            pipeline.commit()
            return result

    def _find_once(self, sql: str, parameters: Sequence[object]) -> list[SqlRow]:
        with self._connection() as session, Pipeline(session) as pipeline:
            found = pipeline.execute(sql, parameters)
            pipeline.end()
            return found.fetchall()

    @contextmanager
    def _connection(self) -> Iterator[Session]:
        """A connection of the pool; what fails on it comes out as StoreError."""
        with in_a_sentence(self._where):
            pool = self._pool  # may be replaced by another one meanwhile
            session = pool.getconn(PATIENCE)
            try:
                yield session
            except psycopg.OperationalError:
                pool.check()  # what has broken this connection has often broken the others
                raise
            finally:
                pool.putconn(session)


def _counting(work: Work[T], changes: Changes, db: Database) -> T:
    """Run `work`, and count the rows that it changes, which are known when the transaction is over."""
    assert isinstance(db, Pipeline)
    changes.rows, db.changes = 0, changes
    return work(db)


_NO_LIMIT = "SELECT set_config(name, '0', true) FROM pg_settings WHERE name = 'transaction_timeout'"


def _begin_writing(pipeline: Pipeline, guild: int | None, receipt: Receipt | None) -> Rows:
    """Begin a transaction beside which nobody writes in `guild`; looking at the answer waits until it has begun.

    The server does nothing else before it has the lock, and each statement behind it sees what was written before.
    """
    begun: Rows = pipeline.execute("BEGIN")
    if guild is not None:
        begun = pipeline.execute("SELECT pg_advisory_xact_lock(?)", (guild,))
    if receipt is not None:
        begun = receipt.write(pipeline)
        pipeline.hurry()
    return begun
