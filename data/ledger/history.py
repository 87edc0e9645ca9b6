"""A member's own ledger as they know it: one entry per round and per gift, newest first, and the balance over time.

A round is one entry, the sum of the member's rows of it, and stands where the newest of them stands. What was paid for
the bank between two rounds is an entry of its own. Pages are found by the ledger's row numbers, so that a page stays
where it is while new rows come, and costs the same at the end of a long ledger as at its beginning.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import TypeAlias

from data.ledger.curve import Curve, CurveBlocks, Point
from data.ledger.ledger import LAST_ROW, Account, AccountKind, Page
from data.ledger.reasons import LedgerReason, in_sql
from data.people import member_in_sql
from data.shards import ALL, Shards
from data.store import write_log
from data.store.database import Database, SqlRow
from data.store.store import Store, Verbs, moment


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
        with_house: House players were dealt into the round.
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
    with_house: bool = False


class History(Verbs):
    """What every member can read of the ledger: their own rows."""

    def __init__(self, store: Store, block: int = 32, worth_keeping: int = 150) -> None:
        """A graph keeps four balances of each `block` of rows, when as many new blocks are `worth_keeping`."""
        super().__init__(store)
        self._block, self._worth_keeping = block, worth_keeping

    async def older(self, guild: int, user_id: int, row: int | None, size: int) -> Page[Entry]:
        """The `size` entries of a member before ledger row `row`, or the newest."""
        return await self._store.read(lambda db: _older(db, guild, user_id, row, size))

    async def newer(self, guild: int, user_id: int, row: int, size: int) -> Page[Entry]:
        """The `size` entries after ledger row `row`; the newest page when there are no more than that."""

        def work(db: Database) -> Page[Entry]:
            me = _account(db, guild, user_id)
            rows = [] if me is None else db.execute(_NEWER, {"me": me, "row": row, "limit": size + 1}).fetchall()
            if me is None or len(rows) <= size:
                return _older(db, guild, user_id, None, size)
            return Page(tuple(_entry(db, me, found) for found in reversed(rows[:size])), has_newer=True, has_older=True)

        return await self._store.read(work)

    async def curve(self, guild: int, user_id: int, width: int) -> tuple[Point, ...]:
        """A member's balance over time, oldest first, at most four points for each of `width` stretches of time.

        Chips that lie at tables don't count. A round shows with what was there after it; the lowest and highest
        balance of every stretch are kept.
        """
        points, blocks = await self._store.long_read(lambda db: _curve(db, guild, user_id, width, self._block))
        if len(blocks) >= self._worth_keeping:
            with write_log.unrelated():
                await self._store.write_each(blocks, lambda db, block: db.execute(_KEEP, block), guild)
        return points

    async def keep_long_curves(self, shards: Shards = ALL) -> None:
        """Keep what the graphs of members with long ledgers need, before they ask for them."""
        long = _LONG.format(shards.in_sql("a.guild"), self._block * self._worth_keeping)
        for guild, user_id in await self._store.long_read(lambda db: db.execute(long).fetchall()):
            await self.curve(guild, user_id, 1)


_MINE = "SELECT id FROM accounts WHERE guild = ? AND kind = 'member' AND owner = ?"


def _account(db: Database, guild: int, user_id: int) -> int | None:
    row = db.execute(_MINE, (guild, user_id)).fetchone()
    return None if row is None else int(row[0])


# A row that is the newest of its round stands for all of them. The buyer of a bank pays its seller between two rounds,
# and chips of round 0 lie at the table over many rounds.
_STANDS_FOR_ITSELF = f"""
    (l.round IS NULL OR l.round = 0 OR l.why = '{LedgerReason.BANK_SOLD}' OR NOT EXISTS (
        SELECT 1 FROM ledger n WHERE n.table_id = l.table_id AND n.round = l.round AND n.id > l.id
            AND n.why <> '{LedgerReason.BANK_SOLD}' AND :me IN (n.payer, n.payee)))"""


def _both_sides(columns: str, where: str, order: str) -> str:
    """Rows of `:me` by number. Each half runs along its index, so a LIMIT reads no more than it shows."""
    half = "SELECT l.id, {columns} FROM ledger l WHERE l.{side} = :me AND {where}"
    halves = (half.format(columns=columns, side=side, where=where) for side in ("payer", "payee"))
    return f"{' UNION ALL '.join(halves)} ORDER BY 1 {order} LIMIT :limit"


_COLUMNS = "l.at, l.payer, l.payee, l.amount, l.why, l.table_id, l.round, l.reason"
_OLDER = _both_sides(_COLUMNS, f"l.id < :row AND {_STANDS_FOR_ITSELF}", "DESC")
_NEWER = _both_sides(_COLUMNS, f"l.id > :row AND {_STANDS_FOR_ITSELF}", "ASC")
_ROUND = f"""
    SELECT SUM(CASE WHEN l.payee = :me THEN l.amount ELSE -l.amount END), r.ended_at, r.void, x.net,
        x.from_house IS NOT NULL,
        MAX(CASE WHEN l.why IN {in_sql(LedgerReason.BET, LedgerReason.BET_BACK)} THEN 0 ELSE 1 END)
    FROM ledger l
    LEFT JOIN rounds r ON r.table_id = l.table_id AND r.round = l.round
    LEFT JOIN results x ON x.table_id = l.table_id AND x.round = l.round AND x.account = :me
    WHERE l.table_id = :table AND l.round = :round AND :me IN (l.payer, l.payee) AND l.why <> '{LedgerReason.BANK_SOLD}'
    GROUP BY r.ended_at, r.void, x.net, x.from_house"""


def _older(db: Database, guild: int, user_id: int, row: int | None, size: int) -> Page[Entry]:
    me = _account(db, guild, user_id)
    if me is None:
        return Page()
    rows = db.execute(_OLDER, {"me": me, "row": LAST_ROW if row is None else row, "limit": size + 1}).fetchall()
    entries = tuple(_entry(db, me, found) for found in rows[:size])
    return Page(entries, has_newer=row is not None, has_older=len(rows) > size)


def _entry(db: Database, me: int, found: SqlRow) -> Entry:
    row, at, payer, payee, amount, why, table, number, reason = found
    kind, guild, owner = db.execute(
        "SELECT kind, guild, owner FROM accounts WHERE id = ?", (payer if payee == me else payee,)
    ).fetchone()
    other, net = Account(guild, AccountKind(kind), owner), amount if payee == me else -amount
    if table is None:
        return Entry(row, moment(at), net, why, other, reason=reason)
    game: str = db.execute("SELECT game FROM tables WHERE id = ?", (table,)).fetchone()[0]
    if not number or why == LedgerReason.BANK_SOLD:
        return Entry(row, moment(at), net, why, other, table, game)
    net, ended_at, void, result, with_house, more_than_bets = db.execute(
        _ROUND, {"me": me, "table": table, "round": number}
    ).fetchone()
    if ended_at is not None:
        stand = Stand.VOID if void else Stand.NOT_IN if result is None else Stand.PLAYED
        at = ended_at
    else:
        stand = Stand.OPEN if net or more_than_bets else Stand.NOT_IN
    return Entry(row, moment(at), net, why, other, table, game, number, stand, with_house=bool(with_house))


_FIRST = _both_sides("l.at", "l.id > :row", "ASC")
_LAST = _both_sides("l.at", "l.id < :row", "DESC")
_AFTER = _both_sides(
    "l.at, CASE WHEN l.payee = :me THEN l.payee_after ELSE l.payer_after END, l.table_id, l.round",
    "l.id > :row AND l.id <= :last",
    "ASC",
)


def _curve(db: Database, guild: int, user_id: int, width: int, block: int) -> tuple[tuple[Point, ...], list[_Block]]:
    """The points of a curve, and the blocks that can be kept for the next one."""
    account = _account(db, guild, user_id)
    if account is None or (first := db.execute(_FIRST, {"me": account, "row": 0, "limit": 1}).fetchone()) is None:
        return (), []
    last, until = db.execute(_LAST, {"me": account, "row": LAST_ROW, "limit": 1}).fetchone()
    curve, row = Curve(first[1], until, width), 0
    for end, text in db.execute(_BLOCKS, (account,)):
        kept = json.loads(text)
        if curve.is_one_stretch(kept[0][0], kept[-1][0]):
            for at, chips in kept:
                curve.add(at, chips, None)
        else:
            for _, at, chips, of in _balances(db, account, row, end):
                curve.add(at, chips, of)
        row = end
    blocks = CurveBlocks(block)
    for number, at, chips, of in _balances(db, account, row, last):
        curve.add(at, chips, of)
        blocks.add(number, at, chips, of)
    return curve.points(), [(account, end, json.dumps(points)) for end, points in blocks.done]


_Block: TypeAlias = tuple[int, int, str]
_LONG = f"""
    SELECT a.guild, a.owner FROM records r JOIN accounts a ON a.id = r.account
    WHERE {member_in_sql("a.owner")} AND {{}}
    GROUP BY a.id HAVING SUM(r.rounds) >= {{}} ORDER BY a.id"""
_BLOCKS = "SELECT last_row, points FROM curves WHERE account = ? ORDER BY last_row"
_KEEP = "INSERT INTO curves (account, last_row, points) VALUES (?, ?, ?) ON CONFLICT (account, last_row) DO NOTHING"


def _balances(db: Database, me: int, row: int, last: int) -> Iterator[tuple[int, float, int, tuple[int, int] | None]]:
    """The rows of an account behind `row` up to `last`: each with its time, the balance after it, and its round."""
    rows = db.execute(_AFTER, {"me": me, "row": row, "last": last, "limit": LAST_ROW})
    for number, at, chips, table, round_number in rows:
        yield number, at, chips, (table, round_number) if round_number else None
