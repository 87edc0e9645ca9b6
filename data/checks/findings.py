"""How a claim is held against a database, and what is found."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from data.checks.claims import SUMS, Check
from data.checks.dialect import dialect_of
from data.store.database import Database


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found: how many things it looked at and a sentence for each that is wrong."""

    claim: str
    count: int
    problems: tuple[str, ...]


def finding(db: Database, check: Check) -> Finding:
    """What is wrong with one claim about what `db` shows."""
    try:
        with _part(db):
            count = db.execute(check.count).fetchone()[0]
            return Finding(check.claim, count, tuple(check.told.format(*row) for row in db.execute(check.wrong)))
    except dialect_of(db).FAILURES as error:  # a table is gone, say; the other checks may still tell more
        reason = str(error).partition("\n")[0]
        return Finding(check.claim, 0, (f"this can't be checked: {reason}",))


def add_up(db: Database) -> None:
    """Add up once what several claims about tables are about, in what `db` shows."""
    with unless_something_is_gone(db):
        for statement in SUMS:
            db.execute(statement)


@contextmanager
def unless_something_is_gone(db: Database) -> Iterator[None]:
    """What is done within is left out when a table isn't there: the claims about it say so."""
    with suppress(*dialect_of(db).FAILURES), _part(db):
        yield


@contextmanager
def _part(db: Database) -> Iterator[None]:
    """A part of the transaction, which alone is taken back when a table isn't there; PostgreSQL would take back all."""
    db.execute("SAVEPOINT part")
    try:
        yield
    except dialect_of(db).FAILURES:
        db.execute("ROLLBACK TO part")
        raise
    db.execute("RELEASE part")
