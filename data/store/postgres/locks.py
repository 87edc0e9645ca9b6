"""Locks by name, kept by the server for as long as one connection lives: they are free when its process has ended.

When that process was killed the server may still be about to commit what it wrote last. So whoever takes a lock then
waits until every transaction that has begun to write is over.

The connection is asked every few seconds whether it still lives. When it doesn't, another process may hold the locks by
now, and this one must stop. The server, too, notices within half a minute that a whole machine is gone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Self

import psycopg

from data.store.errors import StoreError
from data.store.locks import tell_that_it_waits
from data.store.postgres.connection import connect
from data.store.postgres.errors import in_a_sentence

LOOK_SECONDS = 5.0
"""Between two looks whether the connection lives."""
TRY_SECONDS = 0.25
"""Between two tries to take a lock that somebody has."""
# Names have two numbers of 32 bits, and Discord's servers (data/store/postgres/backend.py) one of 64: they never meet.
_TAKE = {
    False: "SELECT pg_try_advisory_lock(hashtext($1), 0)",
    True: "SELECT pg_try_advisory_lock_shared(hashtext($1), 0)",
}
EVERYTHING_IS_WRITTEN = "SELECT pg_advisory_xact_lock(0)::text"
"""Everybody who writes shares this lock until their COMMIT (data/store/postgres/backend.py)."""
_LET_GO = {
    False: "SELECT pg_advisory_unlock(hashtext($1), 0)",
    True: "SELECT pg_advisory_unlock_shared(hashtext($1), 0)",
}


class PostgresLocks:
    """The locks of one process. Make them with `PostgresLocks.open`, and close them after the last transaction."""

    def __init__(self, connection: psycopg.Connection[Any], where: str) -> None:
        self._connection = connection
        self._where = where
        self.on_lost: Callable[[StoreError], None] = lambda _error: None
        """Told when the connection has died, and all locks with it."""
        self._held: dict[str, bool] = {}
        """Whether each of them is shared, by name."""
        self._looking: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, url: str, where: str) -> Self:
        """Connect to the server at `url`.

        Raises:
            StoreError: The server can't be reached.
        """

        def connected() -> psycopg.Connection[Any]:
            with in_a_sentence(where):
                return connect(url)

        connecting = asyncio.ensure_future(asyncio.to_thread(connected))
        try:
            locks = cls(await asyncio.shield(connecting), where)
        except asyncio.CancelledError:
            (await connecting).close()
            raise
        locks._looking = asyncio.create_task(locks._look())
        return locks

    async def take(self, name: str, *, shared: bool = False) -> None:
        """See `Locks.take`."""
        has_waited = False
        while not await self._try(name, shared=shared):
            if not has_waited:
                tell_that_it_waits(name)
            has_waited = True
            await asyncio.sleep(TRY_SECONDS)
        try:
            if not shared:
                await self._ask(EVERYTHING_IS_WRITTEN)
        except BaseException:
            await self._ask(_LET_GO[shared], name)
            raise
        self._held[name] = shared

    async def let_go(self, name: str) -> None:
        """See `Locks.let_go`."""
        if name not in self._held:
            raise ValueError(f"nobody holds {name}")
        await self._ask(_LET_GO[self._held.pop(name)], name)

    async def close(self) -> None:
        """Let all of them go."""
        if self._looking is not None:
            self._looking.cancel()
        await asyncio.to_thread(self._connection.close)

    async def _try(self, name: str, *, shared: bool) -> bool:
        asking = asyncio.ensure_future(self._ask(_TAKE[shared], name))
        try:
            return bool(await asyncio.shield(asking))
        except asyncio.CancelledError:
            if await asking:
                await self._ask(_LET_GO[shared], name)
            raise

    async def _ask(self, sql: str, *parameters: str) -> Any:
        def ask() -> Any:
            with in_a_sentence(self._where):
                row = self._connection.execute(sql, parameters or None).fetchone()
            assert row is not None
            return row[0]

        try:
            return await asyncio.to_thread(ask)
        except StoreError as error:
            if self._looking is not None and not self._looking.cancelling():
                self._looking.cancel()
                self.on_lost(StoreError(f"The locks in the database {self._where} are lost. {error}"))
            raise

    async def _look(self) -> None:
        with suppress(StoreError):  # whoever is to know has been told
            while True:
                await asyncio.sleep(LOOK_SECONDS)
                await self._ask("SELECT 1")
