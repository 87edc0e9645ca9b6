"""One bot on one database, whatever names it has: its own, a symbolic link's, a hard link's.

Two locks say that it is taken, and both are gone with the process however it ends. Readers are left alone.

- An empty SQLite file beside the database, where its symbolic links lead to, locked for good by SQLite itself: that
  works on every system.
- The file itself, which is the same one under every name that a hard link gives it: one byte of it, far behind those
  that SQLite locks. The lock belongs to the open file and not to the process (Linux has such locks), or it would be
  gone as soon as SQLite closes any connection.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import struct
import sys
from pathlib import Path

from data.store.errors import StoreError, Unavailable
from data.store.sqlite.connection import in_a_sentence

if sys.platform == "linux":
    import fcntl

HANDED_OVER_WITHIN = 15.0
"""Seconds in which a bot that has been told to stop has let its database go."""
_OURS_ALONE = 0o600
_BEHIND_SQLITES_LOCKS = 0x40000000 + 512

_held: set[tuple[int, int]] = set()
"""The files that this process holds. To open and close one again would let go of SQLite's own locks on it."""


class FileLock:
    """The database is this bot's until `close`."""

    def __init__(self, lock: sqlite3.Connection, file: int | None) -> None:
        self._lock = lock
        self._file = file

    def close(self) -> None:
        """Let it go, after the last connection to it is closed. A second call does nothing."""
        if self._file is not None:
            _held.discard(_number(os.fstat(self._file)))
            os.close(self._file)
            self._file = None
        self._lock.close()


def take(path: Path) -> FileLock:
    """Hold the database at `path`, which is made, empty and for its owner alone, when it is missing.

    Raises StoreError when another bot holds it, or the lock beside it can't be made.
    """
    real = Path(os.path.realpath(path))
    lock = _lock_beside(real, path)
    try:
        return FileLock(lock, _lock_itself(real, path))
    except BaseException:
        lock.close()
        raise


def _taken(path: Path) -> StoreError:
    return Unavailable(f"Another bot is running on the database {path}; stop it first.", HANDED_OVER_WITHIN)


def _lock_beside(real: Path, path: Path) -> sqlite3.Connection:
    file = real.with_name(f"{real.name}-lock")
    _make(file)
    with in_a_sentence(path):
        # Another thread may close it: the database is prepared off the event loop.
        lock = sqlite3.connect(file, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            lock.execute("PRAGMA journal_mode = MEMORY")  # nothing is ever written; no journal file beside it
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            lock.close()
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise _taken(path) from error
            raise
    return lock


def _lock_itself(real: Path, path: Path) -> int | None:
    """The open file that holds the lock; None where there is no such lock, or nothing that can be opened."""
    _make(real)
    if sys.platform != "linux":
        return None
    try:
        if _number(real.stat()) in _held:
            raise _taken(path)
        file = os.open(real, os.O_RDWR | os.O_CLOEXEC)
    except OSError:  # SQLite says in its own words why
        return None
    try:
        one_byte = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, _BEHIND_SQLITES_LOCKS, 1, 0)  # a `struct flock`
        fcntl.fcntl(file, fcntl.F_OFD_SETLK, one_byte)
    except OSError as error:
        os.close(file)
        if isinstance(error, BlockingIOError | PermissionError):
            raise _taken(path) from error
        return None  # a file system without them
    _held.add(_number(os.fstat(file)))
    return file


def _number(file: os.stat_result) -> tuple[int, int]:
    return file.st_dev, file.st_ino


def _make(file: Path) -> None:
    """Make an empty file for its owner alone; what SQLite puts beside a database gets the database's permissions."""
    with contextlib.suppress(OSError):  # it is there, or SQLite says in its own words why it can't be
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, _OURS_ALONE))
