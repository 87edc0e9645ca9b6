"""Locks by name, kept by the server for as long as one session lives: they are free when its process has ended.

Each process has a session for its locks, and others that read and write, which bear the same name and begin only while
that one lives. Whoever takes a lock alone first ends the sessions of all whose locks are gone. So nobody writes any
more what belongs to it by then, be it a process that was killed with its COMMIT on the way, or one that is cut off and
believes that it holds its locks. A process that merely stands still keeps its locks, and nobody else waits for it.

The session is asked every few seconds whether it still lives. When it doesn't, because the server was restarted or the
way to it cut, the process begins another one and takes its locks again. If somebody has had one of them meanwhile, this
process must stop.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, NamedTuple, Self

import psycopg

from data.store.errors import Away, StoreError, Unavailable, growing_pauses
from data.store.locks import tell_that_it_waits
from data.store.postgres.connection import NAME, connect
from data.store.postgres.errors import in_a_sentence
from data.store.postgres.migrate import TRY_SECONDS

log = logging.getLogger(__name__)

LOOK_SECONDS = 5.0
"""Between two looks whether the session lives."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 0.5
"""Seconds between two tries to reach the server again."""
# Names have two numbers of 32 bits, and Discord's servers (data/store/postgres/backend.py) one of 64: they never meet.
_TAKE = {
    False: "SELECT pg_try_advisory_lock(hashtext($1), 0)",
    True: "SELECT pg_try_advisory_lock_shared(hashtext($1), 0)",
}
_LET_GO = {
    False: "SELECT pg_advisory_unlock(hashtext($1), 0)",
    True: "SELECT pg_advisory_unlock_shared(hashtext($1), 0)",
}
_ENDS = "SELECT COALESCE(BOOL_AND(pg_terminate_backend(pid, 5000)), TRUE) FROM pg_stat_activity a"
"""Whether all these sessions have ended, after five seconds at most; a COMMIT under way is finished before."""
END_ALL_WITHOUT_LOCKS = rf"""
    {_ENDS} WHERE datname = current_database() AND application_name ~ '^{NAME} \w+ \d+$' AND NOT EXISTS (
        SELECT 1 FROM pg_stat_activity o
        WHERE o.datname = a.datname AND o.application_name = a.application_name || ' locks')"""
_END_OWN = f"""
    {_ENDS} WHERE datname = current_database() AND starts_with(application_name, $1) AND pid <> pg_backend_pid()"""
_HAS_LOCKS = "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE application_name = $1)"
_HOLDER = "SELECT (SELECT value FROM meta WHERE key = 'holder of ' || $1)"
_HOLDS = """
    INSERT INTO meta (key, value) VALUES ('holder of ' || $1, $2)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value RETURNING 1"""


class _Held(NamedTuple):
    shared: bool
    holder: str | None
    """Who had the lock alone last: this process, or somebody before it was shared."""


class PostgresLocks:
    """The locks of one process. Make them with `PostgresLocks.open`, and close them after the last transaction."""

    def __init__(self, url: str, where: str) -> None:
        self._url = url
        self._where = where
        self.process = secrets.token_hex(8)
        """The name of this process for the server."""
        self._sessions = 0
        self._connection: psycopg.Connection[Any] | None = None
        self._held: dict[str, _Held] = {}
        self._here = asyncio.Event()
        """Set while the session lives, as far as is known, and when it never will again."""
        self._over: StoreError | None = None
        """Why it never will."""
        self._looking: asyncio.Task[None] | None = None
        self._coming_back: asyncio.Task[None] | None = None
        self.on_lost: Callable[[StoreError], None] = lambda _error: None
        """Told that somebody else has had a lock of this process."""
        self.on_back: Callable[[], Awaitable[None]] = lambda: asyncio.sleep(0)
        """Called with a new session that has all locks. What it raises counts as the session's failure."""

    @classmethod
    async def open(cls, url: str, where: str) -> Self:
        """Connect to the server at `url`. Raises StoreError when it can't be reached."""
        locks = cls(url, where)
        await locks._connect()
        locks._here.set()
        locks._looking = asyncio.create_task(locks._keep_looking())
        return locks

    @property
    def session_name(self) -> str:
        """The name of all sessions that may write while this one lives."""
        return f"{NAME} {self.process} {self._sessions}"

    @property
    def is_away(self) -> bool:
        """Whether the server is to be reached again."""
        return not self._here.is_set()

    async def reached(self, seconds: float = math.inf) -> None:
        """Wait until the session lives, for so long at most. Raises Away if it doesn't, StoreError if it never will."""
        if self.is_away:
            try:
                await asyncio.wait_for(self._here.wait(), None if math.isinf(seconds) else max(seconds, 0.0))
            except TimeoutError:
                raise Away(f"The database {self._where} can't be reached.") from None
        if self._over is not None:
            raise self._over

    async def look(self) -> None:
        """Find out whether the session lives; if not, it is away from now on."""
        with suppress(StoreError):
            await self._ask("SELECT 1")

    async def take(self, name: str, *, shared: bool = False, waits: Callable[[], None] = lambda: None) -> None:
        """See `Locks.take`."""
        has_waited = False
        while not await self._try(name, shared=shared):
            if not has_waited:
                tell_that_it_waits(name)
                waits()
            has_waited = True
            await asyncio.sleep(TRY_SECONDS)

    async def let_go(self, name: str) -> None:
        """See `Locks.let_go`."""
        if name not in self._held:
            raise ValueError(f"nobody holds {name}")
        await self.reached()
        with suppress(Away):  # with the session the lock has gone, too
            await self._ask(_LET_GO[self._held.pop(name).shared], name)

    async def close(self) -> None:
        """Let all of them go."""
        self.give_up(StoreError(f"The database {self._where} is closed."))
        if self._connection is not None:
            await asyncio.to_thread(self._connection.close)

    def give_up(self, error: StoreError) -> None:
        """Never come back; whoever waits for that gets `error`."""
        self._over = self._over or error
        self._here.set()
        for task in (self._looking, self._coming_back):
            if task is not None and task is not asyncio.current_task():
                task.cancel()

    async def _try(self, name: str, *, shared: bool) -> bool:
        await self.reached()
        trying = asyncio.ensure_future(self._taken(name, shared=shared))
        try:
            return await asyncio.shield(trying)
        except Away:
            return False
        except asyncio.CancelledError:
            with suppress(StoreError):
                if await trying:
                    await self.let_go(name)
            raise

    async def _taken(self, name: str, *, shared: bool) -> bool:
        if not await self._ask(_TAKE[shared], name):
            return False
        try:
            if shared:
                self._held[name] = _Held(shared, await self._ask(_HOLDER, name))
            else:
                await self._end(END_ALL_WITHOUT_LOCKS)
                await self._ask(_HOLDS, name, self.process)
                self._held[name] = _Held(shared, self.process)
        except BaseException:
            with suppress(Away):
                await self._ask(_LET_GO[shared], name)
            raise
        return True

    async def _end(self, sql: str, *parameters: str) -> None:
        if not await self._ask(sql, *parameters):
            raise Away(f"Sessions of the database {self._where} don't end.")

    async def _ask(self, sql: str, *parameters: str) -> Any:
        connection = self._connection
        assert connection is not None  # `open` has made it

        def ask() -> Any:
            with in_a_sentence(self._where):
                row = connection.execute(sql, parameters or None).fetchone()
            assert row is not None
            return row[0]

        try:
            return await asyncio.to_thread(ask)
        except Away as error:
            if connection.broken:
                self._leave(error)
            raise

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            await self.look()

    def _leave(self, error: Away) -> None:
        if self.is_away or self._over is not None:
            return
        log.warning("%s Transactions wait until it is back.", error)
        self._here.clear()
        self._coming_back = asyncio.create_task(self._come_back())

    async def _come_back(self) -> None:
        for pause in growing_pauses(_FIRST_PAUSE, _LONGEST_PAUSE):
            try:
                await self._connect()
                await self._end(_END_OWN, f"{NAME} {self.process} ")
                await self._take_again()
                await self.on_back()
            except Unavailable as error:
                log.debug("%s", error)
            except StoreError as error:
                self.give_up(error)
                self.on_lost(error)
                return
            else:
                log.info("the database %s is back", self._where)
                self._here.set()
                return
            await asyncio.sleep(pause)

    async def _connect(self) -> None:
        before, self._sessions = self._connection, self._sessions + 1
        name = f"{self.session_name} locks"

        def connected() -> psycopg.Connection[Any]:
            with in_a_sentence(self._where):
                return connect(self._url, name=name)

        connecting = asyncio.ensure_future(asyncio.to_thread(connected))
        try:
            self._connection = await asyncio.shield(connecting)
        except asyncio.CancelledError:
            (await connecting).close()
            raise
        if before is not None:
            await asyncio.to_thread(before.close)

    async def _take_again(self) -> None:
        for name, held in list(self._held.items()):
            is_taken = await self._ask(_TAKE[held.shared], name)
            if not is_taken or await self._ask(_HOLDER, name) != held.holder:
                raise StoreError(f"Another process has taken over from this one in the database {self._where}.")


def verify_has_locks(session: psycopg.Connection[Any], name: str) -> None:
    """Refuse a session, named `name`, that would write when the locks of its process are gone. Raises psycopg.Error."""
    row = session.execute(_HAS_LOCKS, (f"{name} locks",)).fetchone()
    if row is None or not row[0]:
        raise psycopg.OperationalError("the session of its locks is gone")
