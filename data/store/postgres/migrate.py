"""Makes a PostgreSQL database ready for use: ours, of this version, and writable.

Its tables lie in a schema of their own. Migrations are the numbered files in data/migrations/postgresql/; the first one
makes everything as SQLite's migrations up to the same number leave it, and every later one has SQLite's beside it. Each
runs in one transaction with the version that records it. Several processes may start at once: one brings the database
to this version when none of an older version uses it any more, and the others wait. Nobody waits in a queue of the
server: whoever stands there keeps others from sharing a lock, and may stay there when its process is dead.

A migration that only widens, by a table or a column that an older version doesn't have to know, says so in its first
line. Where all that are missing do, they are run beside older processes, which may also start again on the result.
"""

from __future__ import annotations

import logging
from datetime import datetime
from pathlib import Path
from threading import Event
from typing import Any

import psycopg
from psycopg import errors

from data.store.database import Database
from data.store.errors import HalfMoved, StoreError, growing_pauses
from data.store.postgres.connection import SCHEMA, PostgresDatabase, connect
from data.store.postgres.errors import in_a_sentence
from data.store.sqlite.migrate import TABLES_AT_ONCE, TABLES_IN_A_SECOND, migrations_in

log = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).parents[2] / "migrations" / "postgresql"
OLDEST_SERVER = 150000
"""PostgreSQL 15, as `server_version` says it."""
OPEN = "open"
"""The lock that everybody shares who has the database open; whoever changes its tables has it alone."""
WIDENING = "widening"
"""The lock of whoever changes them beside those who have the database open."""
_SHARED = "_shared"
"""How a lock is taken with others; the other way is alone."""
TRY_SECONDS = 0.25
"""Between two tries to take a lock that somebody has."""
WIDENS = "-- Only widens: older processes may run beside it.\n"
"""The first line of a migration's file that is so."""
_WAITS = "1s"
"""A change waits no longer for a table that somebody uses, as all others wait behind it; then it is tried again."""

MOVING = -1
"""The version while data.move fills a database, so that no bot opens half of one."""


def migrations() -> list[tuple[int, str]]:
    """The migrations in order: their number and their SQL. The first makes everything up to its number."""
    return migrations_in(MIGRATIONS)


def prepare(url: str, where: str, now: datetime, is_over: Event) -> None:
    """Make the database at `url` ready, with the bot's tables when it is empty. `now` tells the age of a copy.

    It waits, and says so in the log, while other processes are in its way, until `is_over` is set. Raises StoreError
    when it can't be used, or `is_over` is set; the sentence says why, and it is as it was.
    """
    with in_a_sentence(where), connect(url) as connection:
        _verify_keeps_session(connection, url, where)
        prepare_on(connection, where, now, is_over)


def prepare_on(connection: psycopg.Connection[Any], where: str, now: datetime, is_over: Event) -> None:
    """Do the same on a connection, which may hold the lock `OPEN` alone, and holds it afterwards."""
    db = PostgresDatabase(connection, where)
    _verify_server(connection, db, where)
    tries = _Tries(db, where, is_over)
    while not _is_ready(connection, db, tries):
        tries.wait("is changed once no older process uses it")
    with connection.transaction():
        _move_past_what_was_given_out(db, now)


class _Tries:
    """Takes locks on the database `where` by asking for them time and again."""

    def __init__(self, db: PostgresDatabase, where: str, is_over: Event) -> None:
        self._db = db
        self.where = where
        self.steps = migrations()
        """What brings a database to this version."""
        self._is_over = is_over
        self._told = ""

    def take(self, name: str, how: str, reason: str) -> None:
        """Hold the lock `name`, once nobody holds it otherwise; for a `reason` it can't be held at once."""
        while not self.is_taken(name, how):
            self.wait(reason)

    def is_taken(self, name: str, how: str) -> bool:
        """Whether the lock `name` could be had at once."""
        return bool(self._db.execute(f"SELECT pg_try_advisory_lock{how}(hashtext(?), 0)", (name,)).fetchone()[0])

    def let_go(self, name: str, how: str) -> None:
        """Hold the lock `name` no more."""
        self._db.execute(f"SELECT pg_advisory_unlock{how}(hashtext(?), 0)", (name,))

    def wait(self, reason: str, seconds: float = TRY_SECONDS) -> None:
        """Let some time pass; the log says the `reason` once."""
        if reason != self._told:
            log.info("waiting for the database %s, which %s", self.where, reason)
        self._told = reason
        if self._is_over.wait(seconds):
            raise StoreError(f"Nobody waits for the database {self.where} any more.")


def _is_ready(connection: psycopg.Connection[Any], db: PostgresDatabase, tries: _Tries) -> bool:
    """Whether the database is of this version by now; else older processes use it."""
    # Everybody asks for it shared first, and alone only when there is something to do.
    tries.take(OPEN, _SHARED, "another process moves or changes")
    version, steps = version_of(db, tries.where, wider=True), tries.steps
    if version >= steps[-1][0]:
        return True
    if version and all(sql.startswith(WIDENS) for number, sql in steps if number > version):
        tries.take(WIDENING, "", "another process changes")
        _migrate(connection, db, tries)
        tries.let_go(WIDENING, "")
        return True
    tries.let_go(OPEN, _SHARED)
    if not tries.is_taken(OPEN, ""):
        return False
    _migrate(connection, db, tries)
    return True


def _verify_server(connection: psycopg.Connection[Any], db: Database, where: str) -> None:
    if connection.info.server_version < OLDEST_SERVER:
        version = connection.info.parameter_status("server_version")
        raise StoreError(f"The database {where} runs on PostgreSQL {version}; the bot needs 15 or newer.")
    if (encoding := db.execute("SHOW server_encoding").fetchone()[0]) != "UTF8":
        raise StoreError(f"The database {where} has the encoding {encoding}; the bot needs UTF8.")
    if db.execute("SHOW fsync").fetchone()[0] != "on":
        raise StoreError(f"The database {where} loses what it has written when its power fails; set fsync = on there.")


_SERVED_BY = "SELECT pg_backend_pid()"


def _verify_keeps_session(connection: psycopg.Connection[Any], url: str, where: str) -> None:
    """Refuse a pooler that lends a connection to each transaction: locks and settings belong to a session."""
    if (mine := connection.execute(_SERVED_BY).fetchone()) == (connection.info.backend_pid,):
        return  # there is no pooler
    with connect(url) as other, other.transaction():
        other.execute(_SERVED_BY)  # another transaction is under way on the connection that was used last
        if connection.execute(_SERVED_BY).fetchone() != mine:
            raise StoreError(
                f"The database {where} is behind a pooler that lends connections by transaction; let it pool sessions."
            )


def version_of(db: Database, where: str, *, wider: bool = False) -> int:
    """The version of the bot's tables in `db`, 0 without any.

    With `wider` it may be a newer one that has everything that this one needs.

    Raises:
        HalfMoved: A move into it is not finished.
        StoreError: A newer bot made them, or another program.
    """
    if db.execute("SELECT 1 FROM pg_namespace WHERE nspname = ?", (SCHEMA,)).fetchone() is None:
        return 0
    if db.execute("SELECT to_regclass(?)", (f"{SCHEMA}.schema_version",)).fetchone()[0] is None:
        raise StoreError(f"The schema {SCHEMA} of the database {where} belongs to another program.")
    version: int = db.execute("SELECT version FROM schema_version").fetchone()[0]
    if version == MOVING:
        raise HalfMoved(where)
    known = migrations()[-1][0]
    has_enough = "SELECT 1 FROM schema_version s WHERE (to_jsonb(s) ->> 'oldest')::bigint <= ?"
    if version > known and not (wider and db.execute(has_enough, (known,)).fetchone()):
        raise StoreError(
            f"The database {where} has version {version}, made by a newer bot; this one knows versions up to {known}."
        )
    return version


_NEW = (
    "CREATE SCHEMA {}; CREATE TABLE schema_version (version BIGINT NOT NULL, home TEXT, oldest BIGINT);"
    " INSERT INTO schema_version (version) VALUES (0)"
)
_OLDEST = "ALTER TABLE schema_version ADD COLUMN IF NOT EXISTS oldest BIGINT"
"""The oldest version that can use the tables; NULL when that is the present one alone."""


def make_in(db: PostgresDatabase, schema: str) -> None:
    """Make everything of this version in a new schema, which the rest of the transaction uses."""
    db.execute(f"SET LOCAL search_path = {schema}, pg_temp")
    for sql in (_NEW.format(schema), *(sql for _, sql in migrations())):
        db.executescript(sql)


def _migrate(connection: psycopg.Connection[Any], db: PostgresDatabase, tries: _Tries) -> None:
    steps, where = tries.steps, tries.where
    version = first = version_of(db, where, wider=True)
    if not version:
        log.info("the database %s is new", where)
    elif version < steps[-1][0]:
        log.info("bringing the database %s from version %s to %s", where, version, steps[-1][0])
    for number, sql in steps:
        if number <= version:
            continue
        _step(connection, db, (version, number), sql, tries)
        version = number
    if first and first < version:
        log.info("the database %s is of version %s now", where, version)


def _step(
    connection: psycopg.Connection[Any], db: PostgresDatabase, step: tuple[int, int], sql: str, tries: _Tries
) -> None:
    """Bring the database from one version to the next, by `sql`, in one transaction."""
    before, after = step
    for pause in growing_pauses():
        try:
            with connection.transaction():
                if not before:
                    db.executescript(_NEW.format(SCHEMA))
                db.executescript(f"SET LOCAL lock_timeout = '{_WAITS}'; {_OLDEST}; {sql}")
                db.execute("UPDATE schema_version SET version = ?", (after,))
                if before and sql.startswith(WIDENS):
                    db.execute("UPDATE schema_version SET oldest = COALESCE(oldest, ?)", (before,))
                else:
                    db.execute("UPDATE schema_version SET oldest = NULL")
        except StoreError as error:
            if not isinstance(error.__cause__, errors.LockNotAvailable):
                raise
            tries.wait("has tables in use", pause)
        else:
            return


# A database that was copied, or restored, is at another place than the one that its rows remember; so are tables that
# were made anew in their own database, to restore them there.
_HOME = f"""
    SELECT (SELECT system_identifier FROM pg_control_system()) || ' '
        || (SELECT timeline_id FROM pg_control_checkpoint()) || ' '
        || (SELECT oid FROM pg_database WHERE datname = current_database()) || ' '
        || '{SCHEMA}.schema_version'::regclass::oid"""
_LATEST = "SELECT GREATEST((SELECT MAX(opened_at) FROM tables), (SELECT MAX(at) FROM ledger))"

_MOVE_ON = (
    "SELECT setval(numbers, nextval(numbers) + ?) FROM (SELECT pg_get_serial_sequence('tables', 'id') AS numbers) s"
)


def is_copy(db: Database) -> bool:
    """Whether `db` is a copy of another database, on which no bot has run yet."""
    known = db.execute("SELECT home FROM schema_version").fetchone()[0]
    return known is not None and known != db.execute(_HOME).fetchone()[0]


def _move_past_what_was_given_out(db: Database, now: datetime) -> None:
    """Where `db` is a copy, move the numbers of tables on, past all that were given out since it was made.

    When that was, nobody wrote down, but it was after its latest row.
    """
    home = db.execute(_HOME).fetchone()[0]
    if db.execute("SELECT home FROM schema_version").fetchone()[0] == home:
        return
    if is_copy(db):
        latest = db.execute(_LATEST).fetchone()[0]
        since = 0 if latest is None else max(0, int(now.timestamp() - latest))
        step = since * TABLES_IN_A_SECOND + TABLES_AT_ONCE
        db.execute(_MOVE_ON, (step,))
    db.execute("UPDATE schema_version SET home = ?", (home,))
