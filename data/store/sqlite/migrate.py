"""Makes a database file ready for use: nobody else on it, ours, of this version, and writable.

`prepare` runs once at start, before the store opens its connections, so that whatever is wrong with the file is said
then, in one sentence, and not at the first bet. Migrations are the numbered files in migrations/; each runs in one
transaction with the PRAGMA user_version that records it. A file that has landed is never edited.

Where the file is a copy that is put in place of a database, the numbers of tables go on behind all that were given out
meanwhile. They stand in messages that Discord still shows, and a button of one must never lead to another table. A copy
carries the time when it was made. Whoever opens it moves the numbers on by more than there can have been tables since,
and takes the time away.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import closing
from datetime import datetime
from itertools import pairwise
from pathlib import Path

from data.store.errors import HalfMoved, NothingThere, StoreError
from data.store.sqlite.connection import BusyTimeout, in_a_sentence
from data.store.sqlite.file_lock import FileLock, take


def migrations_in(folder: Path) -> list[tuple[int, str]]:
    """The migrations in `folder` in order: their number and their SQL. Raises StoreError if two have one number."""
    files = sorted(folder.glob("[0-9][0-9][0-9][0-9]_*.sql"))
    for one, other in pairwise(files):
        if one.name[:4] == other.name[:4]:
            raise StoreError(f"The migrations {one.name} and {other.name} have one number; give one of them the next.")
    return [(int(file.name[:4]), file.read_text(encoding="utf-8")) for file in files]


log = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).parents[2] / "migrations"
APPLICATION = 0x54424C53
"""PRAGMA application_id of this bot's databases ("TBLS"), so that no other program's file is migrated by mistake."""
MOVING = 0x54424C4D
"""PRAGMA application_id while data.move fills a database ("TBLM"), so that no bot opens half of one."""
_OLDEST_SQLITE = (3, 35, 0)  # the first with RETURNING


def migrations() -> list[tuple[int, str]]:
    """The migrations in order: their number, counted from 1 without gaps, and their SQL."""
    return migrations_in(MIGRATIONS)


def prepare(path: Path, busy: BusyTimeout, now: datetime) -> FileLock:
    """Make the database at `path` ready, creating it and its folder when missing.

    `busy` says how long to wait for another program that holds it; `now` tells the age of a copy. Returns what keeps
    everybody else from preparing the same database; reading it stays possible. Raises StoreError when the file can't be
    used; the sentence says why, and the file is as it was.
    """
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        raise StoreError(f"This Python's SQLite is {sqlite3.sqlite_version}; the bot needs 3.35 or newer.")
    make_folder_of(path)
    lock = take(path)
    try:
        with in_a_sentence(path), closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as db:
            busy.retry(path, lambda: migrate(db, path, now))
        if os.name == "posix" and path.stat().st_mode & 0o007:
            log.warning("others on this machine may read the database %s; take that from them with chmod o=", path)
    except BaseException:
        lock.close()
        raise
    return lock


def make_folder_of(path: Path) -> None:
    """Make the folder of the database at `path` when it is missing, but no folder around that.

    Whoever names a disk that isn't mounted doesn't want an empty database in its place. Raises StoreError.
    """
    try:
        path.parent.mkdir(exist_ok=True)
    except FileNotFoundError as error:
        raise StoreError(
            f"There is no folder {path.parent.parent} for the database {path}; check the path, and its disk."
        ) from error
    except OSError as error:
        raise StoreError(f"The folder {path.parent} can't be made ({error.strerror}).") from error


def verify_ours(db: sqlite3.Connection, path: Path) -> None:
    """Raises StoreError when the database is another program's or empty, HalfMoved when a move is not finished."""
    application = db.execute("PRAGMA application_id").fetchone()[0]
    if application == MOVING:
        raise HalfMoved(path)
    if is_empty(db):
        raise NothingThere(path)
    if application != APPLICATION:
        raise StoreError(f"The database {path} belongs to another program.")


def is_empty(db: sqlite3.Connection) -> bool:
    """Whether nobody has made anything in the database."""
    return bool(db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0] == 0)


def migrate(db: sqlite3.Connection, path: Path, now: datetime) -> None:
    """Bring the database at `path`, which is held, to this version. `now` tells the age of a copy.

    Raises StoreError when it can't be used; the sentence says why, and it is as it was.
    """
    steps = migrations()
    known = steps[-1][0]
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    empty = is_empty(db)
    if not empty:
        verify_ours(db, path)
    if version > known:
        raise StoreError(
            f"The database {path} has version {version}, made by a newer bot; this one knows versions up to {known}."
        )
    if (mode := db.execute("PRAGMA journal_mode = WAL").fetchone()[0]) != "wal":
        raise StoreError(f"The disk that holds {path} can't keep a write-ahead log (its journal mode is {mode}).")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA secure_delete = ON")
    if empty:
        log.info("the database %s is new", path)
    elif version < known:
        log.info(
            "bringing the database %s, %s MB, from version %s to %s; that can take half a minute for each 1,000 MB",
            path, f"{path.stat().st_size / 1e6:,.0f}", version, known,
        )  # fmt: skip
    for number, sql in steps[version:]:
        _in_one_transaction(db, f"{sql}\nPRAGMA user_version = {number};\nPRAGMA application_id = {APPLICATION};")
    # Written again though it is there: a read-only file or a full disk must show now. BEGIN IMMEDIATE alone
    # passes on a read-only file.
    db.execute("BEGIN IMMEDIATE")
    with db:
        db.execute(f"PRAGMA user_version = {known}")
        move_past_what_was_given_out(db, now)
    if not empty and version < known:
        log.info("the database %s is of version %s now", path, known)


def _in_one_transaction(db: sqlite3.Connection, script: str) -> None:
    # executescript commits what is open before it starts, so BEGIN and COMMIT have to be inside.
    try:
        db.executescript(f"BEGIN IMMEDIATE;\n{script}\nCOMMIT;")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


_COPIED_AT = "copied at"
TABLES_IN_A_SECOND = 1
"""More tables than a bot opens in a second, on the average of a long time."""
TABLES_AT_ONCE = 10_000
"""More tables than a bot opens at once, and what a clock that was set back may take away."""


def mark_as_copy(db: sqlite3.Connection, now: datetime) -> None:
    """Mark `db` as a copy made now; the copy of a copy that was never opened keeps its older mark."""
    db.execute(
        "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO NOTHING", (_COPIED_AT, str(now.timestamp()))
    )


def is_copy(db: sqlite3.Connection) -> bool:
    """Whether `db` is a copy of another database, on which no bot has run yet."""
    return db.execute("SELECT 1 FROM meta WHERE key = ?", (_COPIED_AT,)).fetchone() is not None


def move_past_what_was_given_out(db: sqlite3.Connection, now: datetime) -> None:
    """Where `db` is a copy, move the numbers of tables on, and forget that it is one; within a transaction."""
    for (copied_at,) in db.execute("DELETE FROM meta WHERE key = ? RETURNING value", (_COPIED_AT,)).fetchall():
        since = max(0, int(now.timestamp() - float(copied_at)))
        step = since * TABLES_IN_A_SECOND + TABLES_AT_ONCE
        # AUTOINCREMENT keeps the last number there, once there was a table.
        if not db.execute("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'tables'", (step,)).rowcount:
            db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('tables', ?)", (step,))
