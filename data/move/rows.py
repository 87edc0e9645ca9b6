"""The rows of a table in their order: read in batches, looked at, and added up to one digest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

from data.move.end import End
from data.move.shape import TableShape
from data.store.database import SqlRow
from data.store.errors import StoreError

BATCH = 5_000
"""Rows that are read, and written in one transaction."""
_KINDS = {int: "a whole number", float: "a number", str: "a text", bytes: "bytes"}


def count(end: End, table: TableShape) -> int:
    """How many rows of the table are moved."""
    found: int = end.db.execute(f'SELECT COUNT(*) FROM main."{table.name}" WHERE {table.moved}').fetchone()[0]
    return found


def batches(end: End, table: TableShape) -> Iterator[list[SqlRow]]:
    """The rows of the table that are moved, in the order of their keys."""
    select = f'SELECT {table.listed} FROM main."{table.name}" WHERE {table.moved}'
    if table.number is None:
        # The two databases may put texts into different orders.
        if rows := sorted(end.db.execute(select).fetchall(), key=table.key_of):
            yield rows
        return
    order = f'ORDER BY "{table.number}" LIMIT {BATCH}'
    rows = end.db.execute(f"{select} {order}").fetchall()
    while rows:
        yield rows
        last = rows[-1][0]
        rows = end.db.execute(f'{select} AND "{table.number}" > ? {order}', (last,)).fetchall()


class Digest:
    """One number for all rows of a table, in their order; two tables with different rows have different ones."""

    def __init__(self, table: TableShape, where: str) -> None:
        self._table = table
        self._where = where
        self._sum = sha256()
        self._usual: set[tuple[type, ...]] = set()
        """The types of the rows so far."""
        self.rows = 0

    def add(self, rows: Sequence[SqlRow]) -> None:
        """Add the next rows.

        Raises:
            StoreError: One of them can't be kept by both kinds of database.
        """
        for row in rows:
            types = tuple(map(type, row))
            if types not in self._usual:
                self._verify_types(row)
                self._usual.add(types)
            written = repr(row)
            if r"\x00" in written:
                self._verify_texts(row)
            self._sum.update(written.encode())
        self.rows += len(rows)

    def __str__(self) -> str:
        return self._sum.hexdigest()

    def _verify_types(self, row: SqlRow) -> None:
        for column, wanted, value in zip(self._table.columns, self._table.types, row, strict=True):
            if value is not None and type(value) is not wanted:
                raise self._refused(row, column, f"something else than {_KINDS[wanted]}")

    def _verify_texts(self, row: SqlRow) -> None:
        for column, value in zip(self._table.columns, row, strict=True):
            if type(value) is str and "\0" in value:
                raise self._refused(row, column, "a text with the character NUL, which PostgreSQL can't keep")

    def _refused(self, row: SqlRow, column: str, what: str) -> StoreError:
        return StoreError(
            f"The database {self._where} can't be moved: row {self._table.named(row)} of its table {self._table.name}"
            f" has {what} in the column {column}."
        )
