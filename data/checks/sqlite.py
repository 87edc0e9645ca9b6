"""What is particular to SQLite when a database is examined: its file, its references, its list of tables."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from data.checks.claims import Check, Cut
from data.store.database import Database
from data.store.errors import StoreError
from data.store.sqlite.connection import in_a_sentence
from data.store.sqlite.migrate import migrations, verify_ours

FAILURES: tuple[type[Exception], ...] = (sqlite3.OperationalError,)
_CHECKS = (
    Check(
        "the file is whole",
        "PRAGMA page_count",
        "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
        "{0}",
        Cut.FILE,
    ),
    Check(
        "every reference leads somewhere",
        "SELECT COUNT(*) FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) WHERE m.type = 'table'",
        'SELECT "table", rowid, parent FROM pragma_foreign_key_check',
        "row {1} of {0} refers to a row of {2} that isn't there",
        Cut.FILE,
    ),
)


def open_to_read(path: Path) -> tuple[sqlite3.Connection, int]:
    """A connection that only reads, in autocommit mode, to a database of any version, and that version.

    Raises:
        StoreError: There is none at `path`, it belongs to another program, or it can't be read.
    """
    if not path.is_file():
        raise StoreError(f"There is no database at {path}.")
    with in_a_sentence(path):
        db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
        try:
            verify_ours(db, path)
            version: int = db.execute("PRAGMA user_version").fetchone()[0]
        except BaseException:
            db.close()
            raise
    return db, version


def own_checks(_db: Database) -> tuple[Check, ...]:
    """See `Dialect`: the file is whole, and every reference leads somewhere."""
    return _CHECKS


def wanted(_db: Database) -> dict[str, str]:
    """See `Dialect`."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        for _, sql in migrations():
            fresh.executescript(sql)
        return present(fresh)


def present(db: Database) -> dict[str, str]:
    """See `Dialect`: tables, indexes and triggers, with the statements that made them."""
    rows = db.execute("SELECT type || ' ' || name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite%'")
    return dict(rows.fetchall())


def columns(db: Database) -> dict[str, set[str]]:
    """See `Dialect`."""
    names = db.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'").fetchall()
    return {name: {row[1] for row in db.execute(f"PRAGMA main.table_info({name})")} for (name,) in names}
