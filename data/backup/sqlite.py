"""A copy of SQLite's file, as a file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from data.backup.copies import Copy, free_name, give_name, under_another_name
from data.check import verify
from data.checks.sqlite import open_to_read
from data.store.errors import StoreError
from data.store.sqlite.connection import in_a_sentence
from data.store.sqlite.migrate import mark_as_copy, migrations


def back_up(database: Path, target: Path, now: datetime) -> Copy:
    """Copy the database into the file `target`, or into the folder `target` under a name made of `now`.

    Raises StoreError when there is no good copy, and nothing with its name; whatever was at `target` is unchanged.
    """
    target = free_name(target, ".sqlite3", now)
    db, older = _source(database)
    with closing(db), under_another_name(target) as draft:
        with _of_the_file_that_failed(database, target):
            with closing(sqlite3.connect(draft, isolation_level=None)) as copy:
                db.backup(copy)  # in one step, which reads one instant; in several, every write would start it again
                # One file is all there is of it. The bot's own keeps its newest writes in a second one.
                copy.execute("PRAGMA journal_mode = DELETE")
                mark_as_copy(copy, now)
            wrong = f"No copy is kept, because something is wrong with the database {database}: "
            checks = _verify(draft, older, wrong, " Ask data.check about it.")
        size = draft.stat().st_size
        give_name(draft, target)
    return Copy(target, size, checks, older)


def _source(database: Path) -> tuple[sqlite3.Connection, bool]:
    """The database, for reading, and whether an older bot made it. Raises StoreError, also when a newer bot did."""
    db, version, known = *open_to_read(database), migrations()[-1][0]
    if version > known:
        db.close()
        raise StoreError(
            f"The database {database} has version {version}, made by a newer bot;"
            f" this one knows versions up to {known}."
        )
    return db, version < known


@contextmanager
def _of_the_file_that_failed(database: Path, target: Path) -> Iterator[None]:
    """Turn an error into a StoreError about `target` where that was written, else about `database`.

    The copy has the pages of the database, so damage that is found in it is the database's.
    """
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0)
        is_targets = code & 0xFF in _OF_WRITING and code not in _OF_READING
        with in_a_sentence(target if is_targets else database):
            raise


_OF_WRITING = frozenset(
    {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR}
)
_OF_READING = frozenset({sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS})


def drill(copy: Path) -> tuple[int, bool]:
    """How many checks hold on `copy`, which is put in a database's place as it is, and whether an older bot made it.

    Raises StoreError when it is no good copy.
    """
    db, older = _source(copy)
    db.close()
    with in_a_sentence(copy):
        return _verify(copy, older, f"Something is wrong with the copy {copy}: "), older


def _verify(draft: Path, older: bool, wrong: str, advice: str = "") -> int:
    """How many checks hold on the copy.

    Raises StoreError, which begins with `wrong` and ends with `advice`, when one doesn't.
    """
    with closing(sqlite3.connect(f"{draft.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)) as db:
        if not older:
            return verify(db, wrong, advice)
        damage = [row[0] for row in db.execute("PRAGMA integrity_check") if row[0] != "ok"]
    if damage:
        raise StoreError(f"{wrong}{damage[0]}.{advice}")
    return 1
