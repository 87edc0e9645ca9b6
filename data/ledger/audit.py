"""A server's ledger for those who manage it: pages of it, its books, and who looked into it and why.

data/ledger/sheets.py writes all that as files. Long reads would keep everybody else's waiting, so each has a connection
and a thread of its own; the longest, which read a whole ledger, take turns.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from math import inf, nextafter
from typing import TypeVar

from data.ledger.books import Books
from data.ledger.books import read as read_books
from data.ledger.ledger import LAST_ROW, Account, AccountKind, Page
from data.store import write_log
from data.store.database import Database, SqlParameters, SqlRow
from data.store.store import Store, moment, seconds

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Filter:
    """Which rows of the server `guild`: of the member `user_id`, of one table, from the day `first` to `last` (UTC)."""

    guild: int
    user_id: int | None = None
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
    actor_id: int | None
    reason: str | None
    payer_after: int
    payee_after: int


@dataclass(frozen=True, slots=True)
class Look:
    """Somebody looked into the ledger: the Discord id, why, and when."""

    actor_id: int
    reason: str
    at: datetime


class Audit:
    """The ledgers of all servers, for those who manage them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._alone = asyncio.Lock()

    async def older(self, which: Filter, row: int | None, size: int) -> Page[Row]:
        """The `size` rows before ledger row `row`, or the newest."""
        return await self._store.long_read(lambda db: _older(db, which, row, size))

    async def newer(self, which: Filter, row: int, size: int) -> Page[Row]:
        """The `size` rows after ledger row `row`; the newest when there are no more than that."""

        def work(db: Database) -> Page[Row]:
            found = read(db, which, row, size + 1, newer=True)
            if len(found) <= size:
                return _older(db, which, None, size)
            return Page(tuple(reversed(found[:size])), has_newer=True, has_older=True)

        return await self._store.long_read(work)

    async def books(self, guild: int) -> Books:
        """Whether every promise about the chips of `guild` holds, and what its house won and paid."""
        async with self._alone:
            return await self._store.beside(lambda db: read_books(db, guild))

    async def alone(self, work: Callable[[Database], T]) -> T:
        """Run a long read on one state of the database, when no other long read runs."""
        async with self._alone:
            return await self._store.long_read(work)

    async def look(self, guild: int, actor_id: int, reason: str, now: datetime) -> Look | None:
        """Record that somebody looks into the ledger; returns who did before."""

        def work(db: Database) -> Look | None:
            row = db.execute(_LAST_LOOK, (guild,)).fetchone()
            db.execute(
                "INSERT INTO audits (guild, actor, reason, at) VALUES (?, ?, ?, ?)",
                (guild, actor_id, reason, seconds(now)),
            )
            return None if row is None else Look(row[0], row[1], moment(row[2]))

        with write_log.unrelated():
            return await self._store.write(work, guild)


_LAST_LOOK = "SELECT actor, reason, at FROM audits WHERE guild = ? ORDER BY id DESC LIMIT 1"
ROWS = """
    SELECT l.id, l.at, p.kind, p.owner, q.kind, q.owner, l.amount, l.why, l.table_id, t.game, l.round, l.actor,
        l.reason, l.payer_after, l.payee_after
    FROM ({ids}) f JOIN ledger l ON l.id = f.id
    JOIN accounts p ON p.id = l.payer JOIN accounts q ON q.id = l.payee
    LEFT JOIN tables t ON t.id = l.table_id
    ORDER BY {order}"""
FEW = 50_000
"""So many rows are looked through one by one in some 30 ms."""


def ids(which: Filter, condition: str = "TRUE", *, is_short: bool = False) -> str:
    """SQL for the numbers of the existing rows `l` that meet `condition`.

    A member's rows are found on both sides, each along its index; or among the rows of a table, or of the filter's days
    if these are few: then its time `is_short`.
    """
    where = ["l.guild = :guild", "l.at >= :since", "l.at < :until", condition]
    if which.table is not None:
        where[0] = "+l.guild = :guild"  # a table's rows have an index of their own
        where.append("l.table_id = :table")
    if which.user_id is None or which.table is not None or is_short:
        mine = () if which.user_id is None else (f"{_ME} IN (l.payer, l.payee)",)
        return f"SELECT l.id FROM ledger l WHERE {' AND '.join((*where, *mine))}"
    return " UNION ALL ".join(
        f"SELECT l.id FROM ledger l WHERE l.{side} = {_ME} AND {' AND '.join(where[1:])}" for side in ("payer", "payee")
    )


_ME = "(SELECT id FROM accounts WHERE guild = :guild AND kind = 'member' AND owner = :user)"


def is_short(db: Database, which: Filter) -> bool:
    """Whether the rows of a whole server in the days of `which` are few. Without days they never are."""
    if which.table is not None or (which.first is None and which.last is None):
        return False
    days = ids(Filter(which.guild, first=which.first, last=which.last))
    return bool(db.execute(f"SELECT COUNT(*) <= {FEW} FROM ({days} LIMIT {FEW + 1}) d", params(which)).fetchone()[0])


def params(which: Filter, **more: float) -> SqlParameters:
    """What the SQL of a filter is run with."""
    return {
        "guild": which.guild,
        "user": which.user_id,
        "table": which.table,
        "since": -inf if which.first is None else _midnight(which.first),
        "until": inf if which.last is None else _midnight(which.last) + timedelta(days=1) / timedelta(seconds=1),
        **more,
    }


def _midnight(day: date) -> float:
    return seconds(datetime.combine(day, time(), UTC))


def read(db: Database, which: Filter, row: int, limit: int, *, newer: bool = False) -> list[Row]:
    """At most `limit` rows before ledger row `row`, newest first; or, oldest first, those after it."""
    about = params(which, row=row, limit=limit)
    if _is_in_order_of_time(which):
        found = db.execute("SELECT at FROM ledger WHERE id = ?", (row,)).fetchone()
        # Before the first row and after the last one there is much time.
        about["at"] = at = float(found[0]) if found is not None else inf if row else -inf
        edge = "since" if newer else "until"
        about[edge] = max(about[edge], at) if newer else min(about[edge], nextafter(at, inf))
    return [_row(which.guild, each) for each in db.execute(sql_of_page(db, which, newer=newer), about)]


def sql_of_page(db: Database, which: Filter, *, newer: bool = False) -> str:
    """SQL for the next rows of a page, along an index that has them in their order or where they are few.

    A whole server's come in the order of time, those of a member or a table in the order in which they were written.
    The two differ only where a clock was set back.
    """
    sign, order = (">", "ASC") if newer else ("<", "DESC")
    if _is_in_order_of_time(which):
        # The plus leaves the index to the bounds of the days, which are the tighter ones.
        wanted, order = ids(which, f"(+l.at, l.id) {sign} (:at, :row)"), f"l.at {order}, l.id {order}"
        return ROWS.format(ids=f"{wanted} ORDER BY {order} LIMIT :limit", order=order)
    wanted = ids(which, f"l.id {sign} :row", is_short=is_short(db, which))
    return ROWS.format(ids=f"{wanted} ORDER BY 1 {order} LIMIT :limit", order=f"l.id {order}")


def _is_in_order_of_time(which: Filter) -> bool:
    return which.user_id is None and which.table is None


def _row(guild: int, found: SqlRow) -> Row:
    row, at, payer_kind, payer, payee_kind, payee, *rest = found
    sides = Account(guild, AccountKind(payer_kind), payer), Account(guild, AccountKind(payee_kind), payee)
    return Row(row, moment(at), sides[0], sides[1], *rest)


def _older(db: Database, which: Filter, row: int | None, size: int) -> Page[Row]:
    found = read(db, which, LAST_ROW if row is None else row, size + 1)
    return Page(tuple(found[:size]), has_newer=row is not None, has_older=len(found) > size)
