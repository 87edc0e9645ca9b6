"""Who has most chips in a server: purses and what lies at open tables together, so that a bet makes nobody poorer."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from data.store.store import Store
from data.tables.holds import STILL_THERE


@dataclass(frozen=True, slots=True)
class Place:
    """Where a member stands: `place` counts from 1 among the `of` members of the server who have an account."""

    place: int
    of: int
    chips: int


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The richest as (Discord id, chips), richest first, and where the member who asked stands; None without an
    account.

    Nobody here knows who has left the server; people who asked to be forgotten are left out.
    """

    richest: tuple[tuple[int, int], ...]
    asker: Place | None


class Ranking:
    """The members of each server by their chips."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def leaderboard(self, guild: int, asker: int, limit: int) -> Leaderboard:
        """The `limit` richest of a server, and the place of `asker`. Among equals the older account comes first."""

        def work(db: sqlite3.Connection) -> Leaderboard:
            about = {"guild": guild, "asker": asker, "limit": limit}
            richest = tuple(db.execute(_RICHEST, about).fetchall())
            own = db.execute(_OWN, about).fetchone()
            if own is None:
                return Leaderboard(richest, None)
            above, of = db.execute(_ABOVE, about | {"chips": own[0]}).fetchone()
            return Leaderboard(richest, Place(above + 1, of, own[0]))

        return await self._store.read(work)


_WEALTH = f"""
    WITH held AS (
        SELECT account, SUM(chips) AS chips FROM (
            SELECT m.id AS account, SUM(CASE WHEN l.payer = m.id THEN l.amount ELSE -l.amount END) AS chips
            FROM tables t
            JOIN accounts a ON a.guild = t.guild AND a.kind = 'table' AND a.owner = t.id
            JOIN ledger l ON l.table_id = t.id AND a.id IN (l.payer, l.payee)
                AND {STILL_THERE}
            JOIN accounts m ON m.id = l.payer + l.payee - a.id AND m.kind = 'member'
            WHERE t.guild = :guild AND t.closed_at IS NULL
            GROUP BY t.id, m.id)
        WHERE chips > 0 GROUP BY account),
    wealth AS (
        SELECT a.owner, a.chips + COALESCE(h.chips, 0) AS chips
        FROM accounts a LEFT JOIN held h ON h.account = a.id
        WHERE a.guild = :guild AND a.kind = 'member' AND a.owner > 0)"""
_RICHEST = f"{_WEALTH} SELECT owner, chips FROM wealth ORDER BY chips DESC, owner LIMIT :limit"
_OWN = f"{_WEALTH} SELECT chips FROM wealth WHERE owner = :asker"
_ABOVE = f"""{_WEALTH}
    SELECT SUM(CASE WHEN chips > :chips OR (chips = :chips AND owner < :asker) THEN 1 ELSE 0 END), COUNT(*)
    FROM wealth"""
