"""The store: every transaction of the bot passes here, and is one function call.

`write(work)` runs `work(db)` in a transaction on a thread. `work` is an ordinary function, so a transaction can't stay
open across an await, two coroutines can't trip over each other's statements, and a cancelled caller can't split one:
the work is done wholly, or not at all. It also costs one hop to the thread instead of one per statement.

An acknowledged write is on the disk. Times are aware datetimes outside and seconds since 1970 in UTC inside. This file
knows no table of the database but `meta`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeVar

from data.store import write_log
from data.store.database import Changes, Database, Deferred, Load, SqlRow, Work
from data.store.errors import Away, StoreError
from data.store.sqlite.connection import BusyTimeout
from data.store.sqlite.file import SqliteFile
from data.store.where import PostgresUrl, Where, place

if TYPE_CHECKING:
    from data.store.postgres.backend import Postgres

__all__ = ["Store", "StoreError", "moment", "seconds"]

S = TypeVar("S")
T = TypeVar("T")


def seconds(at: datetime) -> float:
    """An aware datetime as the database keeps it. Raises ValueError when it has no time zone."""
    if at.tzinfo is None:
        raise ValueError(f"{at} has no time zone")
    return at.timestamp()


def moment(at: float) -> datetime:
    """The datetime in UTC of a time kept in the database, exact to the microsecond."""
    return datetime.fromtimestamp(at, UTC)


@dataclass(frozen=True, slots=True)
class Slices:
    """How a long change is cut into short transactions."""

    items: int = 100
    """In one slice at most."""
    seconds: float = 0.005
    """After so long a slice begins nothing more. Its commit comes on top, and what others wrote shares that."""
    found: int = 10_000
    """Rows that one read finds for a change."""

    def of(self, items: Sequence[T], done: int = 0) -> Iterator[T]:
        """The first of `items` that isn't done, and those that follow until the slice has taken long enough."""
        end = time.perf_counter() + self.seconds
        for item in items[done : done + self.items]:
            yield item
            if time.perf_counter() >= end:
                return


class Store:
    """An open database. Make one with `Store.open`, and close it.

    Whatever reads or writes raises StoreError when the database fails, or the store is closed.
    """

    def __init__(self, where: Where, backend: SqliteFile | Postgres) -> None:
        self.where = where
        self._backend = backend
        self.locks = backend.locks
        self.slices = Slices()
        self._asked: set[float] = set()
        """When each read or write that isn't done was asked for, as of `time.monotonic`; but no long reads."""
        backend.on_failure = lambda error: self.on_failure(error)
        self.on_failure: Callable[[StoreError], None] = lambda _error: None
        """Told when the database fails while the store is open; whoever asked for something gets the error as well."""
        self.on_commit: Callable[[float], None] = lambda _seconds: None
        """Told how many seconds after it was asked for a write that changed something was on the disk."""

    @classmethod
    async def open(cls, where: Where | str, busy: BusyTimeout | None = None, *, now: datetime | None = None) -> Store:
        """Open the database at `where`, a file or a PostgreSQL server, and bring it to this version.

        A file that is missing is created, and its folder. `busy` says how long to wait for another program that
        holds it, here and at every transaction. `now` tells the age of a copy; None asks the system's clock.

        Raises:
            StoreError: It was made by a newer bot, is no database or another program's, can't be read or written,
                the disk is full, or another bot has it open.
        """
        now = now or datetime.now(UTC)
        if isinstance(where, str):
            where = place(where)
        if isinstance(where, PostgresUrl):
            from data.store.postgres.backend import Postgres  # loaded only where there is a server

            return cls(where, await Postgres.open(where, now))
        return cls(where, await SqliteFile.open(where, busy or BusyTimeout(), now))

    @property
    def longest_wait(self) -> float:
        """For how many seconds the oldest read or write has been waited for, long reads apart; 0 when there is none."""
        return time.monotonic() - min(self._asked) if self._asked else 0.0

    @property
    def load(self) -> Load:
        """How much the database has to do."""
        return self._backend.load

    @property
    def is_away(self) -> bool:
        """Whether its server is away, and is asked again and again until it is back."""
        return self._backend.is_away

    async def close(self) -> None:
        """Finish what was asked for, then close. A second call does nothing."""
        await self._backend.close()

    async def write(self, work: Work[T], guild: int | None = None) -> T:
        """Run `work(db)` as one transaction and return what it returns, once that is on the disk.

        With a `guild` nobody else writes in that server meanwhile, whose rows alone `work` may then read and write.
        Without one it changes what belongs to no server, or single rows that are right whatever else is written.

        An exception of `work` rolls everything back and comes out here. A caller that is cancelled while it waits
        doesn't learn whether the work was done; it was done wholly or not at all.

        While the server of the database is away this waits for it.

        Raises:
            Away: It is away, and somebody waits for an answer. Nothing was written.
            StoreError: The database failed, or the store is closed. Nothing was written, unless the error says
                otherwise.
        """
        changes = Changes()
        return await self._answer(self._backend.write(guild, work, changes), changes)

    async def write_blind(self, work: Work[Deferred[T]], guild: int) -> T:
        """Like `write`, and a server is waited for once: `work` looks at nothing, and the database refuses for it.

        What `work` returns is called when the transaction is over, and its result returned. When nobody knows whether
        it was written, it is run again: so it must refuse by itself to be done twice.
        """
        changes = Changes()
        return await self._answer(self._backend.write_blind(guild, work, changes), changes)

    async def write_each(self, items: Sequence[S], change: Callable[[Database, S], T], guild: int) -> list[T]:
        """Run `change(db, item)` for all `items` of a server, in short transactions: whoever else writes goes between.

        When the process dies, the first of them are done. Returns what the changes return.
        """
        done: list[T] = []
        while len(done) < len(items):
            some = await self.write(lambda db: [change(db, item) for item in self.slices.of(items, len(done))], guild)
            done.extend(some)
            await asyncio.sleep(0)  # whoever waits for the writer by now goes first
        return done

    async def read(self, work: Work[T]) -> T:
        """What `work(db)` returns, run on one unchanging state of the database, with all acknowledged writes."""
        return await self._answer(self._backend.read(work))

    async def find(self, sql: str, parameters: Sequence[object] = ()) -> list[SqlRow]:
        """The rows of one query, which is a transaction by itself: on a server it is waited for once."""
        return await self._answer(self._backend.find(sql, parameters))

    async def present(self, now: datetime) -> datetime:
        """The present by the clock of the database's server; of a file it is `now`, this process's own."""
        return await self._answer(self._backend.present(now))

    async def long_read(self, work: Work[T]) -> T:
        """Like `read`, for what takes so long that others must not wait: it waits only for other long reads."""
        return await self._answer(self._backend.long_read(work), is_long=True)

    async def beside(self, work: Work[T]) -> T:
        """Run `work(db)` on a connection of its own, as a long read; it makes its own transactions."""
        return await self._answer(self._backend.beside(work), is_long=True)

    async def _answer(self, answer: Awaitable[T], changes: Changes | None = None, *, is_long: bool = False) -> T:
        """What the database answers; when it says that rows have changed, that is told."""
        began, counted_from = time.monotonic(), time.perf_counter()
        if not is_long:
            self._asked.add(began)
        try:
            result = await answer
        except Away:
            raise
        except StoreError as error:
            self.on_failure(error)
            raise
        finally:
            self._asked.discard(began)
        if changes is not None and changes.rows:
            write_log.enter()
            self.on_commit(time.perf_counter() - counted_from)
        return result

    async def purge(self) -> None:
        """Leave nothing on the disk of what was deleted before, as soon as nobody reads it any more.

        It raises nothing: what was deleted is deleted.
        """
        await self._backend.purge()

    async def get_meta(self, key: str) -> str | None:
        """The value kept under `key`, None when there is none."""
        rows = await self.find("SELECT value FROM meta WHERE key = ?", (key,))
        return str(rows[0][0]) if rows else None

    async def meta_under(self, prefix: str) -> dict[str, str]:
        """What is kept under the keys that begin with `prefix`, by key."""
        return dict(await self.find("SELECT key, value FROM meta WHERE substr(key, 1, ?) = ?", (len(prefix), prefix)))

    async def set_meta(self, key: str, value: str) -> None:
        """Keep `value` under `key`, in place of what was there."""
        await self.write(lambda db: db.execute(KEEP_META, (key, value)))


KEEP_META = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"


class Verbs:
    """What can be done with something that is kept in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
