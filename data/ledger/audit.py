"""A server's ledger for those who manage it: pages of it, its books, and who looked into it and why.

data/ledger/sheets.py writes all that as files. Long reads would keep everybody else's waiting, so each has a connection
and a thread of its own; the longest, which read a whole ledger, take turns.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, TypeVar

from data.check import open_for_check
from data.ledger.books import Books
from data.ledger.books import read as read_books
from data.ledger.ledger import Account, Kind
from data.store import deeds
from data.store.errors import in_a_sentence
from data.store.store import Store, moment, seconds

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Filter:
    """Which rows of the server `guild`: of the member `user`, of one table, from the day `first` to `last`, in UTC."""

    guild: int
    user: int | None = None
    table: int | None = None
    first: date | None = None
    last: date | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the ledger with its table's game; `payer_after` and `payee_after` are the balances after it."""

    id: int
    at: datetime
    payer: Account
    payee: Account
    amount: int
    why: str
    table: int | None
    game: str | None
    round: int | None
    actor: int | None
    reason: str | None
    payer_after: int
    payee_after: int


@dataclass(frozen=True, slots=True)
class LedgerPage:
    """Rows, newest first, and whether there are newer and older ones."""

    rows: tuple[Row, ...]
    has_newer: bool
    has_older: bool


@dataclass(frozen=True, slots=True)
class Look:
    """Somebody looked into the ledger: the Discord id, why, and when."""

    actor: int
    reason: str
    at: datetime


class Audit:
    """The ledgers of all servers, for those who manage them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._alone = asyncio.Lock()

    async def older(self, which: Filter, row: int | None, size: int) -> LedgerPage:
        """The `size` rows before ledger row `row`, or the newest."""
        return await self._beside(lambda db: _older(db, which, row, size))

    async def newer(self, which: Filter, row: int, size: int) -> LedgerPage:
        """The `size` rows after ledger row `row`; the newest when there are no more than that."""
        return await self._beside(lambda db: _newer(db, which, row, size))

    async def books(self, guild: int) -> Books:
        """Whether every promise about the chips of `guild` holds, and what its house won and paid."""
        return await self.alone(lambda db: read_books(db, guild))

    async def alone(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run a long read on one state of the database, when no other long read runs."""
        async with self._alone:
            return await self._beside(work)

    async def look(self, guild: int, actor: int, reason: str, now: datetime) -> Look | None:
        """Record that somebody looks into the ledger; returns who did before."""

        def work(db: sqlite3.Connection) -> Look | None:
            row = db.execute(_LAST_LOOK, (guild,)).fetchone()
            db.execute(
                "INSERT INTO audits (guild, actor, reason, at) VALUES (?, ?, ?, ?)",
                (guild, actor, reason, seconds(now)),
            )
            return None if row is None else Look(row[0], row[1], moment(row[2]))

        with deeds.aside():
            return await self._store.write(work)

    async def _beside(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` on one state of the database on a thread of its own."""
        path = self._store.path

        def run() -> T:
            with closing(open_for_check(path)) as db, in_a_sentence(path):
                db.execute("BEGIN")
                return work(db)

        return await asyncio.to_thread(run)


_LAST_LOOK = "SELECT actor, reason, at FROM audits WHERE guild = ? ORDER BY id DESC LIMIT 1"
LAST_ROW = 2**63 - 1
"""No row has a higher number."""
ROWS = """
    SELECT l.id, l.at, p.kind, p.owner, q.kind, q.owner, l.amount, l.why, l.table_id, t.game, l.round, l.actor,
        l.reason, l.payer_after, l.payee_after
    FROM ({ids}) f JOIN ledger l ON l.id = f.id
    JOIN accounts p ON p.id = l.payer JOIN accounts q ON q.id = l.payee
    LEFT JOIN tables t ON t.id = l.table_id
    ORDER BY l.id DESC"""


def ids(which: Filter, condition: str) -> str:
    """SQL for the numbers of the existing rows `l` that meet `condition`.

    A member's are found on both sides, each along its index.
    """
    where = [condition]
    if which.table is not None:
        where.append("l.table_id = :table")
    if which.first is not None:
        where.append("l.at >= :since")
    if which.last is not None:
        where.append("l.at < :until")
    if which.user is None:
        # A table's rows are few, and have an index of their own; the plus keeps SQLite from the server's.
        guild = "+l.guild" if which.table is not None else "l.guild"
        return f"SELECT l.id FROM ledger l WHERE {guild} = :guild AND {' AND '.join(where)}"
    mine = "(SELECT id FROM accounts WHERE guild = :guild AND kind = 'member' AND owner = :user)"
    return " UNION ALL ".join(
        f"SELECT l.id FROM ledger l WHERE l.{side} = {mine} AND {' AND '.join(where)}" for side in ("payer", "payee")
    )


def params(which: Filter, **more: Any) -> dict[str, Any]:
    """What the SQL of a filter is run with."""
    return {
        "guild": which.guild,
        "user": which.user,
        "table": which.table,
        "since": None if which.first is None else _midnight(which.first),
        "until": None if which.last is None else _midnight(which.last) + timedelta(days=1) / timedelta(seconds=1),
        **more,
    }


def _midnight(day: date) -> float:
    return seconds(datetime.combine(day, time(), UTC))


def read(db: sqlite3.Connection, which: Filter, condition: str, order: str, row: int, limit: int) -> list[Row]:
    """At most `limit` rows that meet `condition`, which may name `:row`, in the `order` ASC or DESC."""
    wanted = f"{ids(which, condition)} ORDER BY 1 {order} LIMIT :limit"
    found = db.execute(ROWS.format(ids=wanted), params(which, row=row, limit=limit))
    return [_row(which.guild, each) for each in found]


def _row(guild: int, found: tuple[Any, ...]) -> Row:
    row, at, payer_kind, payer, payee_kind, payee, *rest = found
    sides = Account(guild, Kind(payer_kind), payer), Account(guild, Kind(payee_kind), payee)
    return Row(row, moment(at), sides[0], sides[1], *rest)


def _older(db: sqlite3.Connection, which: Filter, row: int | None, size: int) -> LedgerPage:
    found = read(db, which, "l.id < :row", "DESC", LAST_ROW if row is None else row, size + 1)
    return LedgerPage(tuple(found[:size]), has_newer=row is not None, has_older=len(found) > size)


def _newer(db: sqlite3.Connection, which: Filter, row: int, size: int) -> LedgerPage:
    found = read(db, which, "l.id > :row", "ASC", row, size + 1)
    if len(found) <= size:
        return _older(db, which, None, size)
    return LedgerPage(tuple(found[-size:]), has_newer=True, has_older=True)
