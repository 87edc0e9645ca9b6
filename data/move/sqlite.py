"""SQLite's file as an end of a move."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from data.move.shape import TableShape
from data.store.database import SqlRow
from data.store.errors import HalfMoved, StoreError
from data.store.sql import marks
from data.store.sqlite.connection import in_a_sentence
from data.store.sqlite.file_lock import take
from data.store.sqlite.migrate import APPLICATION, MOVING, is_copy, make_folder_of, migrate, migrations, verify_ours

_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"


@contextmanager
def held(path: Path, *, is_target: bool) -> Iterator[SqliteEnd]:
    """The file at `path`, which nobody else opens meanwhile. A target is made when it is missing.

    Raises StoreError when there is no source at `path`, a bot runs on it, or it can't be opened.
    """
    if is_target:
        make_folder_of(path)
    elif not path.is_file():
        raise StoreError(f"There is no database at {path}.")
    with closing(take(path)), in_a_sentence(path):
        uri = f"{path.resolve().as_uri()}?mode={'rw' if is_target else 'ro'}"
        with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as db:
            db.text_factory = _text
            yield SqliteEnd(path, db)


def _text(raw: bytes) -> str | bytes:
    """A text; bytes when SQLite keeps something else as one, which it doesn't look at."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw


class SqliteEnd:
    """A database that no bot uses meanwhile, as an end of a move. What fails raises StoreError.

    `where` is for people, and `db` a connection in autocommit mode.
    """

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        self._path = path
        self.where = str(path)
        self.db = db

    def verify_is_source(self) -> None:
        """Raises StoreError unless this version of the bot could use it as it is."""
        verify_ours(self.db, self._path)
        version, known = self.db.execute("PRAGMA user_version").fetchone()[0], migrations()[-1][0]
        if version > known:
            raise StoreError(f"The database {self.where} has version {version}, made by a newer bot.")
        if version < known or is_copy(self.db):
            raise StoreError(f"No bot of this version has run on the database {self.where}; start one on it once.")

    def verify_is_target(self) -> None:
        """Raises StoreError unless it has no rows, or those of a move that was not finished."""
        if not (names := self._names()):
            return
        try:
            verify_ours(self.db, self._path)
        except HalfMoved:
            return
        for name in names:
            if self.db.execute(f'SELECT 1 FROM "{name}" LIMIT 1').fetchone() is not None:
                raise StoreError(f"The database {self.where} is not empty; give one without rows.")

    def _names(self) -> list[str]:
        return [name for (name,) in self.db.execute(_TABLES).fetchall()]

    @contextmanager
    def reading(self) -> Iterator[None]:
        """A transaction in which it doesn't change."""
        self.db.execute("BEGIN")
        try:
            yield
        finally:
            self.db.execute("ROLLBACK")

    def begin(self, now: datetime) -> None:
        """Leave nothing in it but this version's tables, and mark it as not whole."""
        self.db.execute("PRAGMA foreign_keys = OFF")
        self.db.execute("BEGIN IMMEDIATE")
        with self.db:
            for name in self._names():
                self.db.execute(f'DROP TABLE "{name}"')
            self.db.execute("PRAGMA user_version = 0")
            # A list of SQLite's own is left, so the file is ours and not empty.
            self.db.execute(f"PRAGMA application_id = {APPLICATION}")
        migrate(self.db, self._path, now)
        self.db.execute("PRAGMA foreign_keys = ON")
        self.db.execute(f"PRAGMA application_id = {MOVING}")

    def add(self, table: TableShape, rows: Sequence[SqlRow]) -> None:
        """Add rows to a table, in one transaction."""
        insert = f'INSERT INTO "{table.name}" ({table.listed}) VALUES ({marks(table.columns)})'
        self.db.execute("BEGIN IMMEDIATE")
        try:
            with self.db:
                self.db.executemany(insert, rows)
        except (sqlite3.IntegrityError, sqlite3.DataError) as error:
            raise table.does_not_fit(rows, self.where, error) from error

    def highest(self, table: TableShape) -> int:
        """The highest number that it knows to have given to a row of the table, 0 without one."""
        found = self.db.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table.name,)).fetchone()
        return 0 if found is None else int(found[0])

    def continue_behind(self, table: TableShape, number: int) -> None:
        """Give to later rows of the table numbers behind this one alone.

        The other tables go on behind the highest that is there, as SQLite always does.
        """
        if table.name == "tables" and number > self.highest(table):
            self.db.execute("BEGIN IMMEDIATE")
            with self.db:
                self.db.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table.name,))
                self.db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table.name, number))

    def know_well(self, table: TableShape) -> None:
        """Learn what is in the table, now that all of it is; SQLite needs no statistics."""

    def finish(self) -> None:
        """Take the mark away: it is whole."""
        self.db.execute(f"PRAGMA application_id = {APPLICATION}")
        self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
