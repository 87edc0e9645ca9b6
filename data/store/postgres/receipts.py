"""What says whether a transaction is written whose COMMIT nobody answered: a row that it writes first.

The server's own number of a transaction doesn't say it. A standby that takes over gives numbers again that were given
out and not sent to it any more, so another one's fate would be told.

A process has as many rows as it writes transactions at the same time. Each keeps its place until it is known what
became of it.
"""

from __future__ import annotations

import itertools
import secrets
from dataclasses import dataclass, field

from data.store.database import Database, Rows

_WRITE = """
    INSERT INTO receipts (process, place, number, at) VALUES (?, ?, ?, EXTRACT(EPOCH FROM now()))
    ON CONFLICT (process, place) DO UPDATE SET number = excluded.number, at = excluded.at RETURNING 1"""
_FIND = "SELECT 1 FROM receipts WHERE process = ? AND place = ? AND number = ?"
FORGET = "DELETE FROM receipts WHERE at < EXTRACT(EPOCH FROM now() - INTERVAL '1 day')"
"""Those of processes that have ended, and nobody asks about any more."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """That of one transaction."""

    process: str
    place: int
    number: int = field(default_factory=lambda: secrets.randbits(62))

    def write(self, db: Database) -> Rows:
        """Write it, as the first thing in its transaction; looking at the answer waits until that has begun."""
        return db.execute(_WRITE, (self.process, self.place, self.number))

    def is_there(self, db: Database) -> bool:
        """Whether its transaction is written, once that is over."""
        return db.execute(_FIND, (self.process, self.place, self.number)).fetchone() is not None


class Receipts:
    """Those of one process."""

    def __init__(self, process: str) -> None:
        self._process = process
        self._unused: list[int] = []
        self._places = itertools.count()

    def take(self) -> Receipt:
        """One in a place that is then taken."""
        return Receipt(self._process, self._unused.pop() if self._unused else next(self._places))

    def give_back(self, receipt: Receipt) -> None:
        """It is known what became of its transaction."""
        self._unused.append(receipt.place)
