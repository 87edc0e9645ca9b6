"""What there is to move: the tables of this version, read off the database that the migrations make."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from graphlib import TopologicalSorter

from data.store.database import SqlRow, number_of_row
from data.store.errors import StoreError
from data.store.sqlite.migrate import migrations

_TYPES: dict[str, type] = {
    "INTEGER": int,
    "BIGINT": int,
    "SMALLINT": int,
    "DOUBLE PRECISION": float,
    "TEXT": str,
    "BLOB": bytes,
}


_NOT_NUMBERED = frozenset({"meta", "blocks", "languages"})
"""Small tables whose rows have no number that both databases know."""
_ONLY_HERE = {"meta": "key <> 'transactions'"}
"""How many transactions SQLite has written is told of its own file alone."""


@dataclass(frozen=True, slots=True)
class TableShape:
    """A table: its columns, those of `key` first, and their types. The rows are in the order of their key."""

    name: str
    key: tuple[str, ...]
    columns: tuple[str, ...]
    types: tuple[type, ...]

    @property
    def number(self) -> str | None:
        """The column in which the database numbers the rows, None when it doesn't."""
        return None if self.name in _NOT_NUMBERED else self.key[0]

    @property
    def listed(self) -> str:
        """The columns as SQL lists them."""
        return ", ".join(f'"{column}"' for column in self.columns)

    @property
    def moved(self) -> str:
        """The condition of the rows that are moved."""
        return _ONLY_HERE.get(self.name, "TRUE")

    def key_of(self, row: SqlRow) -> SqlRow:
        """What tells a row from all others."""
        return row[: len(self.key)]

    def named(self, row: SqlRow) -> str:
        """How people find a row."""
        return " ".join(map(str, self.key_of(row)))

    def does_not_fit(self, rows: Sequence[SqlRow], where: str, error: Exception) -> StoreError:
        """What is said of rows that the database `where` refuses."""
        detail = str(error).strip().partition("\n")[0]
        return StoreError(
            f"The rows {self.named(rows[0])} to {self.named(rows[-1])} of the table {self.name} don't fit into the"
            f" database {where}: {detail.rstrip('.')}."
        )


def tables() -> tuple[TableShape, ...]:
    """All tables, each after those that its rows refer to."""
    with closing(sqlite3.connect(":memory:")) as db:
        for _, sql in migrations():
            db.executescript(sql)
        found = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
        refers: dict[str, set[str]] = {name: set() for (name,) in db.execute(found).fetchall()}
        for name, others in refers.items():
            others.update(other for (other,) in db.execute('SELECT "table" FROM pragma_foreign_key_list(?)', (name,)))
        return tuple(_table(db, name) for name in TopologicalSorter(refers).static_order())


def _table(db: sqlite3.Connection, name: str) -> TableShape:
    found = db.execute("SELECT name, type, pk FROM pragma_table_info(?)", (name,)).fetchall()
    types: dict[str, type] = {column: _TYPES[declared] for column, declared, _ in found}
    if name in _NOT_NUMBERED:
        key = tuple(column for place, column in sorted((place, column) for column, _, place in found) if place)
        types = {column: types[column] for column in key} | types
    else:
        key = (number_of_row(name),)
        types = {key[0]: int} | types
    return TableShape(name, key, tuple(types), tuple(types.values()))
