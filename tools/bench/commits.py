"""The least that keeps a press on the disk: one small row in SQLite, written with synchronous = FULL."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

_Batch = Sequence[asyncio.Future[None]]


class Commits:
    """A file with one row for each press, on a thread of its own. Presses that wait for the disk share a transaction.

    Create it while an event loop runs.
    """

    def __init__(self, path: Path) -> None:
        self._loop = asyncio.get_running_loop()
        self._batches: SimpleQueue[_Batch] = SimpleQueue()
        self._waiting: list[asyncio.Future[None]] = []
        self._is_writing = False
        self._thread = Thread(target=self._work, args=(path,), daemon=True)
        self._thread.start()

    async def commit(self) -> None:
        """Return when the row is on the disk."""
        done: asyncio.Future[None] = self._loop.create_future()
        self._waiting.append(done)
        if not self._is_writing:
            self._write_next()
        await done

    def close(self) -> None:
        """Close the file. Nobody may be waiting."""
        self._batches.put(())
        self._thread.join()

    def _write_next(self) -> None:
        batch, self._waiting = self._waiting, []
        self._is_writing = bool(batch)
        if batch:
            self._batches.put(batch)

    def _written(self, batch: _Batch) -> None:
        for done in batch:
            done.set_result(None)
        self._write_next()

    def _work(self, path: Path) -> None:
        db = sqlite3.connect(path, isolation_level=None)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("CREATE TABLE presses (id INTEGER PRIMARY KEY, what TEXT NOT NULL)")
        while batch := self._batches.get():
            db.execute("BEGIN IMMEDIATE")
            for _ in batch:
                db.execute("INSERT INTO presses (what) VALUES ('press')")
            db.execute("COMMIT")
            self._loop.call_soon_threadsafe(self._written, batch)
        db.close()
