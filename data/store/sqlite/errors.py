"""What is said when SQLite fails: one sentence for the owner, in one place."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from data.store.errors import StoreError

_SENTENCES = {
    sqlite3.SQLITE_FULL: "The disk that holds the database {path} is full; make room and start again.",
    sqlite3.SQLITE_READONLY: "The database {path} can't be written to; check its permissions and its folder's.",
    sqlite3.SQLITE_PERM: "The database {path} can't be opened; check its permissions and its folder's.",
    sqlite3.SQLITE_CANTOPEN: "The database {path} can't be opened; check its permissions and its folder's.",
    sqlite3.SQLITE_IOERR: "The disk that holds the database {path} fails or is full ({detail}).",
    sqlite3.SQLITE_BUSY: "The database {path} is in use by another program.",
    sqlite3.SQLITE_LOCKED: "The database {path} is in use by another program.",
    sqlite3.SQLITE_PROTOCOL: "The database {path} is in use by another program.",
    sqlite3.SQLITE_CORRUPT: "The database {path} is damaged ({detail}); restore a backup.",
    sqlite3.SQLITE_NOTADB: "The file {path} is not a database.",
}


@contextmanager
def in_a_sentence(path: Path) -> Iterator[None]:
    """Turn an error of the disk or of the file at `path` into a StoreError; any other is a bug's and passes."""
    try:
        yield
    except sqlite3.Error as error:
        # The low byte is the kind of error, the rest its finer cause.
        sentence = _SENTENCES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
        if sentence is None:
            raise
        raise StoreError(sentence.format(path=path, detail=error)) from error
