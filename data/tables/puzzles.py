"""The puzzles of a week: from which deals they may be made, what they are, and who has solved them at the first try.

A deal may become a puzzle, and is offered as one, while all members who have played in its match until then have
allowed that since before it was dealt. So whoever takes that back, or is forgotten, takes the puzzles of their deals
with it.
The daily deal, which names its day, and void matches make none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from data.languages import DEALS_AS_PUZZLES
from data.ledger.flows import day_of
from data.people import house_player_in_sql
from data.store.database import Database
from data.store.store import Store, seconds

_MADE_FROM = timedelta(days=28)
"""Deals that are older make no puzzles."""
_KEPT_WEEKS = 5
"""After as many weeks what is left of puzzles goes, when others are made."""


@dataclass(frozen=True, slots=True)
class Position:
    """A deal of the match at `table` before its move number `step`."""

    table: int
    deal: int
    step: int


@dataclass(frozen=True, slots=True)
class KeptPuzzle:
    """Puzzle `number` of a week: the `record` of its deal, and how many moves were made before it begins."""

    number: int
    record: str
    step: int


def week_of(now: datetime) -> int:
    """The week whose puzzles are offered; it begins on Monday at midnight UTC."""
    return (day_of(seconds(now)) + 3) // 7


class Puzzles:
    """The puzzles of all weeks."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def deals(self, now: datetime, most: int) -> list[tuple[int, int, str]]:
        """Up to `most` deals that may become puzzles and haven't yet, the latest first: table, number and record."""
        about = {"name": DEALS_AS_PUZZLES, "since": seconds(now - _MADE_FROM), "most": most}
        return await self._store.read_beside(lambda db: db.execute(_DEALS, about).fetchall())

    async def are_made(self, week: int) -> bool:
        """Whether the puzzles of a week have been made, by this process or another."""
        return bool(await self._store.find("SELECT 1 FROM puzzles WHERE week = ? LIMIT 1", (week,)))

    async def keep(self, week: int, positions: Sequence[Position]) -> None:
        """Let these be the puzzles of a week, unless it has some; without those that aren't allowed any more."""

        def work(db: Database) -> None:
            if db.execute("SELECT 1 FROM puzzles WHERE week = ? LIMIT 1", (week,)).fetchone():
                return
            for number, at in enumerate(positions, 1):
                about = {"name": DEALS_AS_PUZZLES, "week": week, "number": number}
                db.execute(_KEEP, about | {"table": at.table, "deal": at.deal, "step": at.step})
            db.execute("DELETE FROM puzzles WHERE week < ?", (week - _KEPT_WEEKS,))
            db.execute("DELETE FROM puzzle_tries WHERE week < ?", (week - _KEPT_WEEKS,))

        await self._store.write(work)

    async def of(self, week: int) -> list[KeptPuzzle]:
        """The puzzles that are offered in a week, in order."""
        rows = await self._store.read(
            lambda db: db.execute(_OFFERED, {"name": DEALS_AS_PUZZLES, "week": week}).fetchall()
        )
        return [KeptPuzzle(*row) for row in rows]

    async def tries(self, week: int, person: int) -> dict[int, bool]:
        """Which puzzles of a week somebody has tried, and whether their first try solved them."""
        sql = "SELECT number, solved FROM puzzle_tries WHERE week = ? AND person = ?"
        return {number: bool(solved) for number, solved in await self._store.find(sql, (week, person))}

    async def finish(self, week: int, number: int, person: int, guild: int, now: datetime, *, solved: bool) -> None:
        """Somebody's try is over, made in a server; only their first one counts."""
        row = (week, number, person, guild, int(solved), seconds(now))
        await self._store.write(lambda db: db.execute(_FINISH, row), guild)

    async def solved(self, week: int, number: int) -> tuple[int, int]:
        """How many have solved it at the first try, and how many have tried."""
        ((solved, tried),) = await self._store.find(_SOLVED, (week, number))
        return solved, tried


_MAY_BE = f"""
    m.ended_at IS NOT NULL AND COALESCE(m.ending, '') <> 'void' AND d.contractor IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM daily_entries e WHERE e.table_id = d.table_id)
    AND NOT EXISTS (SELECT 1 FROM tables w WHERE w.id = d.table_id AND w.withheld = 1)
    AND NOT EXISTS (
        SELECT 1 FROM match_players p
        LEFT JOIN switches s ON s.person = p.person AND s.name = :name AND s.at <= r.started_at
        WHERE p.table_id = d.table_id AND p.since <= d.deal AND s.person IS NULL
            AND NOT {house_player_in_sql("p.person")})"""
_DEALS = f"""
    SELECT d.table_id, d.deal, d.record
    FROM (SELECT DISTINCT p.table_id FROM switches s JOIN match_players p ON p.person = s.person WHERE s.name = :name) x
    JOIN matches m ON m.table_id = x.table_id
    JOIN match_deals d ON d.table_id = x.table_id
    JOIN rounds r ON r.table_id = d.table_id AND r.round = d.round
    WHERE d.ended_at >= :since AND {_MAY_BE}
        AND NOT EXISTS (SELECT 1 FROM puzzles z WHERE z.table_id = d.table_id AND z.deal = d.deal)
    ORDER BY d.ended_at DESC, d.table_id DESC LIMIT :most"""
_KEEP = f"""
    INSERT INTO puzzles (week, number, table_id, deal, step)
    SELECT CAST(:week AS BIGINT), CAST(:number AS BIGINT), d.table_id, d.deal, CAST(:step AS BIGINT)
    FROM match_deals d
    JOIN matches m ON m.table_id = d.table_id
    JOIN rounds r ON r.table_id = d.table_id AND r.round = d.round
    WHERE d.table_id = :table AND d.deal = :deal AND {_MAY_BE}
    ON CONFLICT DO NOTHING"""
_OFFERED = f"""
    SELECT z.number, d.record, z.step
    FROM puzzles z
    JOIN match_deals d ON d.table_id = z.table_id AND d.deal = z.deal
    JOIN matches m ON m.table_id = d.table_id
    JOIN rounds r ON r.table_id = d.table_id AND r.round = d.round
    WHERE z.week = :week AND {_MAY_BE} ORDER BY z.number"""
_FINISH = """
    INSERT INTO puzzle_tries (week, number, person, guild, solved, at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (week, number, person) DO NOTHING"""
_SOLVED = "SELECT COALESCE(SUM(solved), 0), COUNT(*) FROM puzzle_tries WHERE week = ? AND number = ?"
