"""Which tables' cards nobody may read yet, because others are still to play the same ones.

The tables of a round of a tournament are withheld from their first row on, and revealed together in the transaction
that ends the round. Everybody who reads a seed, a deal or a move that is over asks here.
"""

from __future__ import annotations

from collections.abc import Iterable

from data.store.database import Database
from data.store.sql import refuse


class Withheld(Exception):
    """What is asked of `table` would tell the cards that others are still to play."""

    def __init__(self, table: int) -> None:
        super().__init__(f"The cards of table {table} are still being played elsewhere.")


def verify_revealed(db: Database, table: int) -> None:
    """Raise Withheld for a table whose cards nobody may read yet."""
    refuse(db, "SELECT 1 FROM tables WHERE id = ? AND withheld = 1", (table,), lambda _: Withheld(table))


def reveal(db: Database, tables: Iterable[int]) -> None:
    """Let everybody read what was played at `tables`, within the transaction that `db` is in."""
    db.executemany("UPDATE tables SET withheld = 0 WHERE id = ?", [(table,) for table in tables])
