"""`python -m data.backup PATH`: a copy of the database as of one instant, also while the bot plays and writes.

The copy is made under another name beside the wanted one, put on the disk, and checked against every promise of
data/check.py; only then does it get its name. So whatever has that name is whole, however the copying ended, and
nothing that had the name before is ever replaced. Exit status 1 when there is no good copy.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from data.check import examine
from data.store.database_path import database_path
from data.store.errors import StoreError
from data.store.sqlite.errors import in_a_sentence
from data.store.sqlite.migrate import migrations
from data.store.sqlite.restored import mark_as_copy
from data.tools.sqlite import open_to_read

NAMED = "bot-%Y-%m-%dT%H%M%SZ.sqlite3"
"""The name of a copy in a folder, from its time in UTC."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A good copy: where, how many bytes, and how many checks hold on it.

    A copy of an older bot's database is checked for damage only, because this bot doesn't know its promises.
    """

    path: Path
    size: int
    checks: int
    is_older: bool


def back_up(database: Path, target: Path, now: datetime) -> Copy:
    """Copy the database into the file `target`, or into the folder `target` under a name made of `now`.

    Raises:
        StoreError: There is no good copy, and nothing with its name; the sentence says why. Whatever was at `target` is
            unchanged.
    """
    target = target / now.astimezone(UTC).strftime(NAMED) if target.is_dir() else target
    if not target.parent.is_dir():
        raise StoreError(f"There is no folder {target.parent} for the copy.")
    if target.exists():
        raise StoreError(f"{target} is there already; a backup never replaces anything.")
    db, older = _source(database)
    with closing(db), _under_another_name(target) as draft:
        with _of_the_file_that_failed(database, target):
            _copy(db, draft, now)
            checks = _verify(draft, older, database)
        size = draft.stat().st_size
        _name(draft, target)
    return Copy(target, size, checks, older)


def _source(database: Path) -> tuple[sqlite3.Connection, bool]:
    """The database, for reading, and whether an older bot made it.

    Raises:
        StoreError: It is not there, not the bot's or newer than this bot, or it can't be read.
    """
    db, version, known = *open_to_read(database), migrations()[-1][0]
    if version > known:
        db.close()
        raise StoreError(
            f"The database {database} has version {version}, made by a newer bot;"
            f" this one knows versions up to {known}."
        )
    return db, version < known


@contextmanager
def _under_another_name(target: Path) -> Iterator[Path]:
    """An empty file beside `target`, which only its owner can read, and which is gone afterwards."""
    try:
        number, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-", suffix=".part")
        os.close(number)
    except OSError as error:
        raise StoreError(f"The folder {target.parent} can't be written to ({error.strerror}).") from error
    try:
        yield Path(name)
    finally:
        for left in (name, f"{name}-journal", f"{name}-wal", f"{name}-shm"):
            Path(left).unlink(missing_ok=True)


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


def _copy(db: sqlite3.Connection, draft: Path, now: datetime) -> None:
    """All pages in one step, which reads one instant; in several, every write of the bot would start it again."""
    with closing(sqlite3.connect(draft, isolation_level=None)) as copy:
        db.backup(copy)
        # One file is all there is of it. The bot's own keeps its newest writes in a second one.
        copy.execute("PRAGMA journal_mode = DELETE")
        mark_as_copy(copy, now)


def _verify(draft: Path, older: bool, database: Path) -> int:
    """How many checks hold on the copy. Raises StoreError, which names the `database`, when one doesn't."""
    with closing(sqlite3.connect(f"{draft.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)) as db:
        if older:
            found = [row[0] for row in db.execute("PRAGMA integrity_check") if row[0] != "ok"]
            checks = 1
        else:
            findings = examine(db)
            found, checks = [problem for each in findings for problem in each.problems], len(findings)
    if found:
        raise StoreError(
            f"No copy is kept, because something is wrong with the database {database}: {found[0]}."
            " Ask data.check about it."
        )
    return checks


def _name(draft: Path, target: Path) -> None:
    """Put the copy on the disk for good, then give it its name, unless something has that name by now."""
    try:
        _sync(draft)
        try:
            os.link(draft, target)
        except FileExistsError:
            raise StoreError(f"{target} is there already; a backup never replaces anything.") from None
        except OSError:  # a file system without links, on a USB stick say
            draft.rename(target)
        if os.name != "nt":  # Windows has no way to ask this of a folder
            _sync(target.parent)
    except OSError as error:
        raise StoreError(f"The copy can't be put at {target} ({error.strerror}).") from error


def _sync(path: Path) -> None:
    number = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the copy that the command line asks for, say what came of it, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m data.backup", description="Copy the database, also while the bot runs, and check the copy."
    )
    parser.add_argument("path", type=Path, help="the file to write, or a folder: the name is the time then")
    parser.add_argument(
        "--database", type=Path, help="default: the bot's own, DATABASE_PATH in the environment or .env"
    )
    args = parser.parse_args(arguments)
    try:
        database = args.database or database_path()
        copy = back_up(database, args.path, datetime.now(UTC))
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1
    size = f"{copy.size:,} bytes"
    if copy.is_older:
        print(f"{database} is copied to {copy.path}: {size}, no damage. An older bot made it; this one checks no more.")
    else:
        print(f"{database} is copied to {copy.path}: {size}, {copy.checks} checks, all hold.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
