"""Parts of the SQL in data/: lists of values, and conditions of a transaction.

Where a condition doesn't hold, nothing is written. One that is looked at before the next statement costs a wait on a
server. So a server looks by itself, and ends the transaction; what was refused then comes out at the next look, or at
the end.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeAlias

from data.store.database import Database, SqlRow


def marks(values: Collection[object]) -> str:
    """A place for each of `values` in SQL."""
    return ", ".join("?" * len(values))


def with_rows(rows: Sequence[Mapping[str, object]]) -> tuple[str, list[object]]:
    """The beginning of a query that finds `rows`, all with the same names, as those of `v`; and what is in them."""
    places = ", ".join([f"({', '.join('?' * len(rows[0]))})"] * len(rows))
    return f"WITH v ({', '.join(rows[0])}) AS (VALUES {places})", [each for row in rows for each in row.values()]


# Conditions

Refusal: TypeAlias = Callable[[SqlRow], Exception]
"""What is raised for the row that says why."""


class Guarding:
    """A database that looks at conditions by itself."""

    @abstractmethod
    def refuse(self, sql: str, parameters: Sequence[Any], refusal: Refusal, /) -> None:
        """See `refuse`."""

    @abstractmethod
    def must_change(self, sql: str, parameters: Sequence[Any], refusal: Refusal, /) -> None:
        """See `must_change`."""


def refuse(db: Database, sql: str, parameters: Sequence[Any], refusal: Refusal) -> None:
    """Raise `refusal` of the first row that a query finds, whose columns are whole numbers and texts."""
    if isinstance(db, Guarding):
        db.refuse(sql, parameters, refusal)
    elif (found := db.execute(sql, parameters).fetchone()) is not None:
        raise refusal(found)


def must_change(db: Database, sql: str, parameters: Sequence[Any], refusal: Callable[[], Exception]) -> None:
    """Run a statement, and raise `refusal()` when it changes no row."""
    if isinstance(db, Guarding):
        db.must_change(sql, parameters, lambda _: refusal())
    elif not db.execute(sql, parameters).rowcount:
        raise refusal()
