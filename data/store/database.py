"""What a transaction needs of a connection: statements, their rows, and how many rows have changed.

SQLite's own connections are of this type, and those to PostgreSQL are made so. The SQL between is what both understand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

T = TypeVar("T")
Deferred: TypeAlias = Callable[[], T]
"""What has been asked for: calling this waits for it. So one can ask for several things, and wait once."""
SqlRow: TypeAlias = tuple[Any, ...]
"""A row as the database gives it: each column of the type that its table says."""
SqlParameters: TypeAlias = dict[str, Any]
"""What SQL is run with, by name."""
LONG_READS = 2
"""So many of those that take long run at a time in a process; it has threads and connections for them alone."""
_NUMBERED_BY_ID = {"accounts", "tables", "shuffles", "ledger", "settings_log", "audits", "seasons", "tournaments"}
_NUMBERED_BY = dict.fromkeys(_NUMBERED_BY_ID, "id") | {"languages": "person"}


def number_of_row(table: str) -> str:
    """The column that numbers the rows of a table in the order in which they were written."""
    return _NUMBERED_BY.get(table, "rowid")


class Rows(Protocol):
    """What a statement has found, row by row, or how many rows it has changed."""

    @property
    def rowcount(self) -> int:
        """How many rows the statement has inserted, updated or deleted."""

    @property
    def description(self) -> Any:
        """The columns, each with its name first; None when there are no rows."""

    def fetchone(self) -> Any:
        """The next row, None when there are no more."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""

    def __iter__(self) -> Iterator[Any]: ...


class Database(Protocol):
    """One connection, within a transaction."""

    @property
    def total_changes(self) -> int:
        """Rows that were inserted, updated or deleted since some moment before; waits for what is on its way."""

    def execute(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = (), /) -> Rows:
        """Run one statement. `?`, `?1` and `:name` stand for the parameters.

        On a server it is on its way then, and looking at its rows waits for it. What has failed is raised at the next
        look, or at the end of the transaction.
        """

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> object:
        """Run one statement with each of the parameters."""


class OpenDatabase(Database, Protocol):
    """A connection of one's own."""

    def close(self) -> None:
        """Close it; what is not committed is taken back."""


class Load(NamedTuple):
    """How much the database has to do."""

    retries: int
    """Transactions that were begun again since the start."""
    connections: int
    """Those that are used just now."""
    waiting: int
    """Transactions that wait for one."""


Work: TypeAlias = Callable[[Database], T]
"""A transaction: an ordinary function of a connection. It may be run again from the start when nothing was written."""


@dataclass(slots=True)
class Changes:
    """How many rows a transaction, or its own part of one, has changed; certain when that is over."""

    rows: int = 0
