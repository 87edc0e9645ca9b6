"""What mistakes cost people at Five Hundred, by lesson, in the deals that they had the coach look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from data.store.database import Database
from data.store.store import Verbs, seconds
from data.tables.results import begin_of_week

NO_LESSON = ""
"""The name of what no rule says."""


@dataclass(frozen=True, slots=True)
class Mistakes:
    """What somebody's mistakes cost in a time, in points by lesson, and in how many deals."""

    deals: int
    points: Mapping[str, float]


class KeptMistakes(Verbs):
    """What the coach found for the members of every server."""

    async def keep(self, guild: int, user_id: int, table: int, deal: int, points: Mapping[str, float]) -> None:
        """Keep what a deal cost `user_id`, in place of what an earlier look at it found.

        Nothing of somebody who didn't play in the match, or was forgotten meanwhile.
        """
        rows = {NO_LESSON: 0.0, **points}

        def work(db: Database) -> None:
            mine = (guild, user_id, table, deal)
            db.execute(_REPLACED, mine)
            db.executemany(_KEEP, [(guild, user_id, lesson, lost, table, deal) for lesson, lost in rows.items()])

        await self._store.write(work, guild)

    async def of(self, guild: int, user_id: int, now: datetime) -> tuple[Mistakes, Mistakes]:
        """What `user_id` lost by mistakes in the deals of this week, and in those before."""
        monday = begin_of_week(seconds(now))
        rows = await self._store.find(_OF, (monday, guild, user_id))
        this_week, before = ([row[1:] for row in rows if bool(row[0]) is is_new] for is_new in (True, False))
        return _mistakes(this_week), _mistakes(before)


def _mistakes(rows: list[tuple[str, float, int]]) -> Mistakes:
    points = {lesson: lost for lesson, lost, _ in rows if lost}
    return Mistakes(sum(deals for lesson, _, deals in rows if lesson == NO_LESSON), points)


_REPLACED = "DELETE FROM mistakes WHERE guild = ? AND person = ? AND table_id = ? AND deal = ?"
_KEEP = """
    INSERT INTO mistakes (guild, person, table_id, deal, lesson, points, at)
    SELECT ?1, ?2, table_id, deal, ?3, ?4, ended_at FROM match_deals WHERE table_id = ?5 AND deal = ?6
        AND EXISTS (SELECT 1 FROM match_players p WHERE p.table_id = ?5 AND p.person = ?2)"""
_OF = """
    SELECT CASE WHEN at >= ? THEN 1 ELSE 0 END, lesson, SUM(points), COUNT(*) FROM mistakes
    WHERE guild = ? AND person = ? GROUP BY 1, 2 ORDER BY 3 DESC, 2"""
