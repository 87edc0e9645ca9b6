"""What every finished round brought each member: kept with the round's end, so that nobody adds up the ledger again.

A result is the sum of somebody's ledger rows of that round; data/check.py compares the two. Void rounds have none, and
neither has anybody who moved no chips in a round: a deal of Five Hundred without an ante leaves nothing here.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from data.store.store import Store


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


@dataclass(frozen=True, slots=True)
class Record:
    """A member's rounds of one game: how many, how many of them won, lost and tied, and chips."""

    game: str
    rounds: int
    won: int
    lost: int
    tied: int
    net: int
    biggest: int
    """The most that one round brought; 0 when none was won."""


class Results:
    """What the rounds of every server brought."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def records(self, guild: int, user: int) -> list[Record]:
        """A member's record in each game that they played for chips in this server."""

        def work(db: sqlite3.Connection) -> list[Record]:
            return [Record(*row) for row in db.execute(_RECORDS, (guild, user))]

        return await self._store.read(work)


_RECORDS = """
    SELECT t.game, SUM(s.rounds), SUM(s.won), SUM(s.lost), SUM(s.rounds - s.won - s.lost), SUM(s.net),
        CASE WHEN MAX(s.biggest) > 0 THEN MAX(s.biggest) ELSE 0 END
    FROM (
        SELECT r.table_id, COUNT(*) AS rounds, SUM(CASE WHEN r.net > 0 THEN 1 ELSE 0 END) AS won,
            SUM(CASE WHEN r.net < 0 THEN 1 ELSE 0 END) AS lost, SUM(r.net) AS net, MAX(r.net) AS biggest
        FROM results r
        WHERE r.account = (SELECT id FROM accounts WHERE guild = ? AND kind = 'member' AND owner = ?)
        GROUP BY r.table_id) s
    JOIN tables t ON t.id = s.table_id
    GROUP BY t.game
    ORDER BY t.game"""
