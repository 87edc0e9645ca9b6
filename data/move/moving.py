"""A move: from one end that is whole to another that has no rows, with every row compared afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from data.check import verify
from data.move import sqlite
from data.move.shape import TableShape, tables
from data.store.database import SqlRow
from data.store.errors import StoreError
from data.store.where import PostgresUrl, Where

if TYPE_CHECKING:
    from data.move.postgres import PostgresEnd

MoveEnd: TypeAlias = "sqlite.SqliteEnd | PostgresEnd"
_KINDS = {int: "a whole number", float: "a number", str: "a text", bytes: "bytes"}


def batches(end: MoveEnd, table: TableShape, size: int) -> Iterator[list[SqlRow]]:
    """The rows of the table that are moved, in the order of their keys."""
    select = f'SELECT {table.listed} FROM main."{table.name}" WHERE {table.moved}'
    if table.number is None:
        # The two databases may put texts into different orders.
        if rows := sorted(end.db.execute(select).fetchall(), key=table.key_of):
            yield rows
        return
    order = f'ORDER BY "{table.number}" LIMIT {size}'
    rows = end.db.execute(f"{select} {order}").fetchall()
    while rows:
        yield rows
        rows = end.db.execute(f'{select} AND "{table.number}" > ? {order}', (rows[-1][0],)).fetchall()


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
        """Add the next rows. Raises StoreError when one of them can't be kept by both kinds of database."""
        for row in rows:
            types, written = tuple(map(type, row)), repr(row)
            if types not in self._usual or r"\x00" in written:
                self._verify(row)
                self._usual.add(types)
            self._sum.update(written.encode())
        self.rows += len(rows)

    def __str__(self) -> str:
        return self._sum.hexdigest()

    def _verify(self, row: SqlRow) -> None:
        for column, wanted, value in zip(self._table.columns, self._table.types, row, strict=True):
            if value is not None and type(value) is not wanted:
                raise self._refused(row, column, f"something else than {_KINDS[wanted]}")
            if type(value) is str and "\0" in value:
                raise self._refused(row, column, "a text with the character NUL, which PostgreSQL can't keep")

    def _refused(self, row: SqlRow, column: str, what: str) -> StoreError:
        return StoreError(
            f"The database {self._where} can't be moved: row {self._table.named(row)} of its table {self._table.name}"
            f" has {what} in the column {column}."
        )


Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Moved:
    """What was moved, and how many checks hold on the new database."""

    tables: int
    rows: int
    checks: int


def move(
    source: Where, target: Where, now: datetime, tell: Tell = lambda _: None, batch: int = 5_000, every: int = 100_000
) -> Moved:
    """Bring everything that is in the database `source` to the database `target`, and `tell` how far it is.

    A `batch` of rows is read, and written in one transaction; `tell` is called after `every` so many rows of a table.
    The source is only read. The target is whole when this returns. When it raises, or the process ends, the target is
    as it was, or no bot opens it before another move has come to its end. Raises StoreError when one of them can't be
    used; the sentence says which and why.
    """
    if isinstance(source, Path) == isinstance(target, Path):
        raise StoreError(
            "Both databases are of one kind, and a move is from SQLite to PostgreSQL or back; data.backup makes copies."
        )
    with _held(source, is_target=False) as start, _held(target, is_target=True) as end:
        start.verify_is_source()
        end.verify_is_target()
        _check(start, tell)
        end.begin(now)
        with start.reading():
            moved = [_bring(start, end, table, tell, batch, every) for table in tables()]
        checks = _check(end, tell)
        end.finish()
    return Moved(len(moved), sum(moved), checks)


def _held(where: Where, *, is_target: bool) -> AbstractContextManager[MoveEnd]:
    if isinstance(where, PostgresUrl):
        from data.move import postgres  # loaded only where there is a server

        return postgres.held(where)
    return sqlite.held(where, is_target=is_target)


def _bring(start: MoveEnd, end: MoveEnd, table: TableShape, tell: Tell, batch: int, every: int) -> int:
    """Bring all rows of a table over, and compare it; how many it has."""
    total = start.db.execute(f'SELECT COUNT(*) FROM main."{table.name}" WHERE {table.moved}').fetchone()[0]
    taken, last = Digest(table, start.where), 0
    for rows in batches(start, table, batch):
        taken.add(rows)
        end.add(table, rows)
        last = table.key_of(rows[-1])[0]
        if taken.rows < total and taken.rows % every < len(rows):
            tell(f"{table.name}: {taken.rows:,} of {total:,} rows")
    if table.number and (highest := max(start.highest(table), last)):
        end.continue_behind(table, highest)
    end.know_well(table)
    brought = Digest(table, end.where)
    for rows in batches(end, table, batch):
        brought.add(rows)
    if str(brought) != str(taken):
        raise StoreError(f"The table {table.name} in {end.where} is not what it is in {start.where}; nothing is moved.")
    if total:
        tell(f"{table.name}: {total:,} of {total:,} rows, the same in both")
    return taken.rows


def _check(end: MoveEnd, tell: Tell) -> int:
    """Check every promise about the database at this end; how many there are."""
    tell(f"checking {end.where}")
    return verify(end.db, f"Something is wrong with the database {end.where}: ", " Ask data.check about it.")
