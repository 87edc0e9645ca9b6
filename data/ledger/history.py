"""A member's own ledger as they know it: one entry per round and per gift, newest first, and the balance over time.

A round is one entry, the sum of the member's rows of it, and stands where the newest of them stands. What was paid for
the bank between two rounds is an entry of its own. Pages are found by the ledger's row numbers, so that a page stays
where it is while new rows come, and costs the same at the end of a long ledger as at its beginning.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from functools import partial
from typing import Any

from data.ledger.curve import Curve, Point
from data.ledger.ledger import Account, Kind
from data.store.store import Store, moment

SLICE = 5_000
"""Rows read in one go for a curve, so that nobody else waits long for the reader."""


class Stand(Enum):
    """How far a round has come, for the member."""

    OPEN = "open"
    """It is running, or their bets lie for it."""
    PLAYED = "played"
    VOID = "void"
    """Given up by the bot; everything went back."""
    NOT_IN = "not in"
    """All bets were taken back before the deal."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of somebody's history.

    Attributes:
        row: The newest ledger row in it; the address of a page.
        at: When; of a round that is over, its end.
        net: Chips; above 0 the member got them.
        why: The ledger's word, of the newest row where it is a round.
        other: Who paid or was paid.
        table: The number of the table where it happened, None for what happened at none.
        game: What is played there.
        round: The number of the round, when the entry is one.
        stand: How far that round has come.
        reason: What somebody who manages the server said about it.
    """

    row: int
    at: datetime
    net: int
    why: str
    other: Account
    table: int | None = None
    game: str | None = None
    round: int | None = None
    stand: Stand | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Entries, newest first, and whether there are newer and older ones."""

    entries: tuple[Entry, ...]
    has_newer: bool = False
    has_older: bool = False


class History:
    """What every member can read of the ledger: their own rows."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def newest(self, guild: int, user: int, size: int) -> Page:
        """The newest `size` entries of a member."""
        return await self._store.read(lambda db: _older(db, guild, user, None, size))

    async def older(self, guild: int, user: int, row: int, size: int) -> Page:
        """The `size` entries before ledger row `row`."""
        return await self._store.read(lambda db: _older(db, guild, user, row, size))

    async def newer(self, guild: int, user: int, row: int, size: int) -> Page:
        """The `size` entries after ledger row `row`; the newest page when there are no more than that."""
        return await self._store.read(lambda db: _newer(db, guild, user, row, size))

    async def curve(self, guild: int, user: int, width: int) -> tuple[Point, ...]:
        """A member's balance over time, oldest first, at most four points for each of `width` stretches of time.

        Chips that lie at tables don't count. A round shows with what was there after it; the lowest and highest
        balance of every stretch are kept.
        """
        span = await self._store.read(lambda db: _span(db, guild, user))
        if span is None:
            return ()
        account, last_row, since, until = span
        curve = Curve(since, until, width)
        row: int | None = 0
        while row is not None:
            row = await self._store.read(partial(_draw, curve=curve, me=account, row=row, last=last_row))
        return curve.points()


_MINE = "SELECT id FROM accounts WHERE guild = ? AND kind = 'member' AND owner = ?"


def _account(db: sqlite3.Connection, guild: int, user: int) -> int | None:
    row = db.execute(_MINE, (guild, user)).fetchone()
    return None if row is None else int(row[0])


# A row that is the newest of its round stands for all of them. The buyer of a bank pays its seller between two rounds,
# and chips of round 0 lie at the table over many rounds.
_STANDS_FOR_ITSELF = """
    (l.round IS NULL OR l.round = 0 OR l.why = 'bank sold' OR NOT EXISTS (
        SELECT 1 FROM ledger n WHERE n.table_id = l.table_id AND n.round = l.round AND n.id > l.id
            AND n.why <> 'bank sold' AND :me IN (n.payer, n.payee)))"""


def _both_sides(columns: str, where: str, order: str) -> str:
    """Rows of `:me` by number. Each half runs along its index, so a LIMIT reads no more than it shows."""
    half = "SELECT l.id, {columns} FROM ledger l WHERE l.{side} = :me AND {where}"
    halves = (half.format(columns=columns, side=side, where=where) for side in ("payer", "payee"))
    return f"{' UNION ALL '.join(halves)} ORDER BY 1 {order} LIMIT :limit"


_COLUMNS = "l.at, l.payer, l.payee, l.amount, l.why, l.table_id, l.round, l.reason"
_OLDER = _both_sides(_COLUMNS, f"l.id < :row AND {_STANDS_FOR_ITSELF}", "DESC")
_NEWER = _both_sides(_COLUMNS, f"l.id > :row AND {_STANDS_FOR_ITSELF}", "ASC")
_ROUND = """
    SELECT SUM(CASE WHEN l.payee = :me THEN l.amount ELSE -l.amount END), r.ended_at, r.void, x.net,
        MAX(CASE WHEN l.why IN ('bet', 'bet back') THEN 0 ELSE 1 END)
    FROM ledger l
    LEFT JOIN rounds r ON r.table_id = l.table_id AND r.round = l.round
    LEFT JOIN results x ON x.table_id = l.table_id AND x.round = l.round AND x.account = :me
    WHERE l.table_id = :table AND l.round = :round AND :me IN (l.payer, l.payee) AND l.why <> 'bank sold'
    GROUP BY r.ended_at, r.void, x.net"""
_LAST_ROW = 2**63 - 1


def _older(db: sqlite3.Connection, guild: int, user: int, row: int | None, size: int) -> Page:
    me = _account(db, guild, user)
    if me is None:
        return Page(())
    before = _LAST_ROW if row is None else row
    rows = db.execute(_OLDER, {"me": me, "row": before, "limit": size + 1}).fetchall()
    entries = tuple(_entry(db, me, *found) for found in rows[:size])
    return Page(entries, has_newer=row is not None, has_older=len(rows) > size)


def _newer(db: sqlite3.Connection, guild: int, user: int, row: int, size: int) -> Page:
    me = _account(db, guild, user)
    if me is None:
        return Page(())
    rows = db.execute(_NEWER, {"me": me, "row": row, "limit": size + 1}).fetchall()
    if len(rows) <= size:
        return _older(db, guild, user, None, size)
    return Page(tuple(_entry(db, me, *found) for found in reversed(rows[:size])), has_newer=True, has_older=True)


def _entry(db: sqlite3.Connection, me: int, row: int, at: float, *about: Any) -> Entry:
    payer, payee, amount, why, table, number, reason = about
    kind, guild, owner = db.execute(
        "SELECT kind, guild, owner FROM accounts WHERE id = ?", (payer if payee == me else payee,)
    ).fetchone()
    other, net = Account(guild, Kind(kind), owner), amount if payee == me else -amount
    if table is None:
        return Entry(row, moment(at), net, why, other, reason=reason)
    game: str = db.execute("SELECT game FROM tables WHERE id = ?", (table,)).fetchone()[0]
    if not number or why == "bank sold":
        return Entry(row, moment(at), net, why, other, table, game)
    net, ended_at, void, result, more_than_bets = db.execute(
        _ROUND, {"me": me, "table": table, "round": number}
    ).fetchone()
    if ended_at is not None:
        stand = Stand.VOID if void else Stand.NOT_IN if result is None else Stand.PLAYED
        at = ended_at
    else:
        stand = Stand.OPEN if net or more_than_bets else Stand.NOT_IN
    return Entry(row, moment(at), net, why, other, table, game, number, stand)


_FIRST = _both_sides("l.at", "l.id > :row", "ASC")
_LAST = _both_sides("l.at", "l.id < :row", "DESC")
_AFTER = _both_sides(
    "l.at, CASE WHEN l.payee = :me THEN l.payee_after ELSE l.payer_after END, l.table_id, l.round",
    "l.id > :row AND l.id <= :last",
    "ASC",
)


def _span(db: sqlite3.Connection, guild: int, user: int) -> tuple[int, int, float, float] | None:
    """The member's account, its last row, and the times of its first and last one; None without any."""
    me = _account(db, guild, user)
    first = None if me is None else db.execute(_FIRST, {"me": me, "row": 0, "limit": 1}).fetchone()
    if me is None or first is None:
        return None
    last_row, until = db.execute(_LAST, {"me": me, "row": _LAST_ROW, "limit": 1}).fetchone()
    return me, last_row, first[1], until


def _draw(db: sqlite3.Connection, curve: Curve, me: int, row: int, last: int) -> int | None:
    """Put the next rows into `curve`; the last of them, None when there are no more."""
    found = 0
    for row, at, chips, table, number in db.execute(  # noqa: B007, B020 - the last row is where the next slice begins
        _AFTER, {"me": me, "row": row, "last": last, "limit": SLICE}
    ):
        curve.add(at, chips, (table, number) if number else None)
        found += 1
    return row if found == SLICE else None
