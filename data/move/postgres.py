"""A PostgreSQL database as an end of a move."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from threading import Event
from typing import Any

import psycopg

from data.move.shape import TableShape
from data.store.database import SqlRow
from data.store.errors import HalfMoved, NothingThere, StoreError, growing_pauses
from data.store.postgres.connection import SCHEMA, PostgresDatabase, connect
from data.store.postgres.errors import in_a_sentence
from data.store.postgres.migrate import MOVING, OPEN, is_copy, migrations, prepare_on, version_of
from data.store.where import PostgresUrl

_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = ? AND tablename <> 'schema_version'"
_GIVEN_OUT = f"SELECT pg_sequence_last_value(pg_get_serial_sequence('{SCHEMA}.' || ?, ?)::regclass)"
_CONTINUE = f"SELECT setval(pg_get_serial_sequence('{SCHEMA}.' || ?, ?), ?)"

_TAKE = "SELECT pg_try_advisory_lock(hashtext(?), 0)"
PATIENCE = 2.0
"""Seconds that the server may take to notice that whoever had the database open was killed."""


@contextmanager
def held(url: PostgresUrl) -> Iterator[PostgresEnd]:
    """The database at `url`, which no bot opens meanwhile. Raises StoreError when one runs on it, or it is away."""
    with in_a_sentence(str(url)), closing(connect(url.text)) as connection:
        end, pauses = PostgresEnd(str(url), connection), growing_pauses(0.01, 0.2)
        last = time.monotonic() + PATIENCE
        while not end.db.execute(_TAKE, (OPEN,)).fetchone()[0]:
            if time.monotonic() >= last:
                raise StoreError(f"A bot is running on the database {url}; stop it first.")
            time.sleep(next(pauses))
        yield end


class PostgresEnd:
    """An end of a move."""

    def __init__(self, where: str, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection
        self.where = where
        self.db = PostgresDatabase(connection, where)

    def verify_is_source(self) -> None:
        """See `SqliteEnd`."""
        version = version_of(self.db, self.where)
        if not version:
            raise NothingThere(self.where)
        if version < migrations()[-1][0] or is_copy(self.db):
            raise StoreError(f"No bot of this version has run on the database {self.where}; start one on it once.")

    def verify_is_target(self) -> None:
        """See `SqliteEnd`."""
        try:
            if not version_of(self.db, self.where):
                return
        except HalfMoved:
            return
        for (name,) in self.db.execute(_TABLES, (SCHEMA,)).fetchall():
            if self.db.execute(f'SELECT 1 FROM "{name}" LIMIT 1').fetchone() is not None:
                raise StoreError(f"The database {self.where} is not empty; give one without rows.")

    @contextmanager
    def reading(self) -> Iterator[None]:
        """See `SqliteEnd`."""
        self.db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        try:
            yield
        finally:
            self._connection.rollback()

    def begin(self, now: datetime) -> None:
        """See `SqliteEnd`."""
        self.db.execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")
        prepare_on(self._connection, self.where, now, Event())
        self.db.execute("UPDATE schema_version SET version = ?", (MOVING,))

    def add(self, table: TableShape, rows: Sequence[SqlRow]) -> None:
        """See `SqliteEnd`."""
        into = f'COPY {SCHEMA}."{table.name}" ({table.listed}) FROM STDIN'
        try:
            with self._connection.transaction(), self._connection.cursor() as cursor, cursor.copy(into) as copy:
                for row in rows:
                    copy.write_row(row)
        except (psycopg.IntegrityError, psycopg.DataError) as error:
            raise table.does_not_fit(rows, self.where, error) from error

    def highest(self, table: TableShape) -> int:
        """See `SqliteEnd`."""
        return int(self.db.execute(_GIVEN_OUT, (table.name, table.number)).fetchone()[0] or 0)

    def continue_behind(self, table: TableShape, number: int) -> None:
        """See `SqliteEnd`."""
        self.db.execute(_CONTINUE, (table.name, table.number, number))

    def know_well(self, table: TableShape) -> None:
        """See `SqliteEnd`. Without statistics the server reads a table of a million rows to find one."""
        self.db.execute(f'ANALYZE {SCHEMA}."{table.name}"')

    def finish(self) -> None:
        """See `SqliteEnd`."""
        self.db.execute("UPDATE schema_version SET version = ?", (migrations()[-1][0],))
