"""What a move needs of the database that it takes rows from, and of the one that it brings them to."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from data.move.shape import TableShape
from data.store.database import Database, SqlRow
from data.store.errors import StoreError


class MoveEnd(Protocol):
    """A database that no bot uses meanwhile. What fails raises StoreError."""

    @property
    def where(self) -> str:
        """Where it is, for people."""

    @property
    def db(self) -> Database:
        """A connection to it, in autocommit mode."""

    def verify_is_source(self) -> None:
        """Raises StoreError unless this version of the bot could use it as it is."""

    def verify_is_target(self) -> None:
        """Raises StoreError unless it has no rows, or those of a move that was not finished."""

    def reading(self) -> AbstractContextManager[None]:
        """A transaction in which it doesn't change."""

    def begin(self, now: datetime) -> None:
        """Leave nothing in it but this version's tables, and mark it as not whole."""

    def add(self, table: TableShape, rows: Sequence[SqlRow]) -> None:
        """Add rows to a table, in one transaction."""

    def highest(self, table: TableShape) -> int:
        """The highest number that it knows to have given to a row of the table, 0 without one."""

    def continue_behind(self, table: TableShape, number: int) -> None:
        """Give to later rows of the table numbers behind this one alone."""

    def know_well(self, table: TableShape) -> None:
        """Learn what is in the table, now that all of it is."""

    def finish(self) -> None:
        """Take the mark away: it is whole."""


def does_not_fit(table: TableShape, rows: Sequence[SqlRow], where: str, error: Exception) -> StoreError:
    """What is said of rows that the database `where` refuses."""
    detail = str(error).strip().partition("\n")[0]
    return StoreError(
        f"The rows {table.named(rows[0])} to {table.named(rows[-1])} of the table {table.name} don't fit into the"
        f" database {where}: {detail.rstrip('.')}."
    )
