"""Where the two kinds of database differ for those who examine them: what is asked of both."""

from __future__ import annotations

import sqlite3
from typing import Protocol

from data.checks import sqlite
from data.checks.claims import Check
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
