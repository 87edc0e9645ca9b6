"""What every finished round brought each member: kept with the round's end, so that nobody adds up the ledger again.

A result is the sum of somebody's ledger rows of that round, and a record the sum of somebody's results in one game, of
all time and of the week of their latest round; data/check.py compares them. Void rounds have none, and neither has
anybody who moved no chips in a round: a deal of Five Hundred without an ante leaves nothing here.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from data.store.store import Store


@dataclass(frozen=True, slots=True)
class Result:
    """What a round brought the member with the Discord id `user_id`, in chips: below 0 is lost, 0 a tie."""

    user_id: int
    net: int


def keep(
    db: sqlite3.Connection, guild: int, table: int, number: int, results: Iterable[Result], at: float
) -> Mapping[int, int]:
    """Keep the `results` of round `number`, which ends `at`, and what they add to everyone's record.

    It is part of the transaction of `db`.

    Returns:
        The balance of each of them after it, by Discord id.
    """
    rows = [(guild, result.user_id, table, result.net, number) for result in results]
    db.executemany(_KEEP, rows)
    week = week_of(at)
    db.executemany(_COUNT, [(*row[:-1], week) for row in rows])
    return dict(db.execute(_BALANCES, (table, number)).fetchall()) if rows else {}


_KEEP = """
    INSERT INTO results (table_id, round, account, net)
    SELECT ?3, ?5, id, ?4 FROM accounts WHERE guild = ?1 AND kind = 'member' AND owner = ?2"""
_BALANCES = """
    SELECT a.owner, a.chips FROM results x JOIN accounts a ON a.id = x.account
    WHERE x.table_id = ? AND x.round = ?"""
_COUNT = """
    INSERT INTO records (account, game, rounds, won, lost, net, biggest, week, week_rounds, week_net)
    SELECT a.id, t.game, 1, ?4 > 0, ?4 < 0, ?4, MAX(?4, 0), ?5, 1, ?4 FROM accounts a JOIN tables t ON t.id = ?3
    WHERE a.guild = ?1 AND a.kind = 'member' AND a.owner = ?2
    ON CONFLICT (account, game) DO UPDATE SET rounds = records.rounds + 1, won = records.won + excluded.won,
        lost = records.lost + excluded.lost, net = records.net + excluded.net,
        biggest = MAX(records.biggest, excluded.biggest), week = MAX(records.week, excluded.week),
        week_rounds = records.week_rounds * (records.week >= excluded.week) + (excluded.week >= records.week),
        week_net = records.week_net * (records.week >= excluded.week) + ?4 * (excluded.week >= records.week)"""
"""A round of a later week begins that week's numbers; one of an earlier week, after a clock was set back, adds none."""

_MONDAY = datetime(1969, 12, 29, tzinfo=UTC).timestamp()
_WEEK = timedelta(weeks=1) / timedelta(seconds=1)


def week_of(at: float) -> int:
    """The number of the week in which a time of the database lies; each begins on a Monday at 00:00 UTC."""
    return int((at - _MONDAY) // _WEEK)


def begin_of_week(at: float) -> float:
    """The Monday at 00:00 UTC with which the week of `at` began."""
    return _MONDAY + week_of(at) * _WEEK


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

    async def records(self, guild: int, user_id: int) -> list[Record]:
        """A member's record in each game that they played for chips in this server."""

        def work(db: sqlite3.Connection) -> list[Record]:
            return [Record(*row) for row in db.execute(_RECORDS, (guild, user_id))]

        return await self._store.read(work)


_RECORDS = """
    SELECT r.game, r.rounds, r.won, r.lost, r.rounds - r.won - r.lost, r.net, r.biggest
    FROM records r
    WHERE r.account = (SELECT id FROM accounts WHERE guild = ? AND kind = 'member' AND owner = ?)
    ORDER BY r.game"""
