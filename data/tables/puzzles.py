"""The first tries of everybody at the puzzles of a week."""

from __future__ import annotations

from datetime import datetime

from data.guild.personal_data import digest_of, has_kept_try
from data.ledger.flows import day_of
from data.store.database import Database
from data.store.store import Verbs, seconds

_KEPT_WEEKS = 5
"""After as many weeks tries go, when somebody tries another puzzle."""


def week_of(now: datetime) -> int:
    """The week whose puzzles are offered; it begins on Monday at midnight UTC."""
    return (day_of(seconds(now)) + 3) // 7


class Puzzles(Verbs):
    """Who has solved which puzzles."""

    async def tries(self, week: int, person: int) -> dict[int, bool]:
        """Which puzzles of a week somebody has tried, and whether their first try solved them, if known."""

        def work(db: Database) -> dict[int, bool]:
            kept = db.execute(_KEPT, (digest_of(db, str(person)), f"puzzle {week} %")).fetchall()
            found = db.execute(_TRIES, (week, person)).fetchall()
            return {int(what.split()[-1]): False for (what,) in kept} | {each: bool(solved) for each, solved in found}

        return await self._store.read(work)

    async def finish(self, week: int, number: int, person: int, guild: int, now: datetime, *, solved: bool) -> None:
        """Somebody's try is over, made in a server; only their first one counts."""

        def work(db: Database) -> None:
            if not has_kept_try(db, person, f"puzzle {week} {number}"):
                db.execute(_FINISH, (week, number, person, guild, int(solved), seconds(now)))
            db.execute("DELETE FROM puzzle_tries WHERE week < ?", (week - _KEPT_WEEKS,))

        await self._store.write(work, guild)

    async def solved(self, week: int, number: int) -> tuple[int, int]:
        """How many have solved it at the first try, and how many have tried."""
        ((solved, tried),) = await self._store.find(_SOLVED, (week, number))
        return solved, tried


_TRIES = "SELECT number, solved FROM puzzle_tries WHERE week = ? AND person = ?"
_KEPT = "SELECT what FROM kept_tries WHERE digest = ? AND what LIKE ?"
_FINISH = """
    INSERT INTO puzzle_tries (week, number, person, guild, solved, at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (week, number, person) DO NOTHING"""
_SOLVED = "SELECT COALESCE(SUM(solved), 0), COUNT(*) FROM puzzle_tries WHERE week = ? AND number = ?"
