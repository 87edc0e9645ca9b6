"""What every finished round brought whom: kept with the round's end, so that nobody has to add up the ledger again.

A result is the sum of somebody's ledger rows of that round; data/check.py holds the one against the other. Void rounds
have none, nor has who moved no chips in a round: a deal of Five Hundred without an ante leaves nothing here.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """What a round brought the member with the Discord id `person`, in chips: below 0 is lost, 0 a tie."""

    person: int
    net: int


def keep(db: sqlite3.Connection, guild: int, table: int, number: int, results: Iterable[Result]) -> None:
    """Keep the `results` of round `number`, within the unit of work that `db` is in."""
    db.executemany(_KEEP, [(table, number, result.net, guild, result.person) for result in results])


_KEEP = """
    INSERT INTO results (table_id, round, account, net)
    SELECT ?, ?, id, ? FROM accounts WHERE guild = ? AND kind = 'member' AND owner = ?"""
