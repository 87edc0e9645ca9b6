"""How a claim is held against a database, and what is found."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Protocol

from data.checks import sqlite
from data.checks.claims import SUMS, Check
from data.store.database import Database


class Dialect(Protocol):
    """One kind of database; the modules data/checks/sqlite.py and data/checks/postgres.py are these."""

    @property
    def FAILURES(self) -> tuple[type[Exception], ...]:  # noqa: N802 - a constant of a module
        """What a statement raises when a table or a column isn't there, or has no such values as it should."""

    def own_checks(self, db: Database) -> tuple[Check, ...]:
        """The claims about a database of this kind alone."""

    def wanted(self, db: Database) -> dict[str, str]:
        """All that a new database of this version and kind consists of, such as `table ledger`, and how it is made."""

    def present(self, db: Database) -> dict[str, str]:
        """The same of this database."""

    def columns(self, db: Database) -> dict[str, set[str]]:
        """The columns of each table, by its name."""


def dialect_of(db: Database) -> Dialect:
    """What kind of database this is."""
    if isinstance(db, sqlite3.Connection):
        return sqlite
    from data.checks import postgres  # loaded only where there is a server

    return postgres


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
            return Finding(check.claim, count, tuple(check.sentence.format(*row) for row in db.execute(check.wrong)))
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
