"""Members who want to be called when a table opens, in every server: each at most once in `APART`."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from data.store.database import Database
from data.store.sql import marks
from data.store.store import Verbs, seconds

ANY = ""
"""In place of a game: a table of any game."""
APART = timedelta(hours=1)
"""Between two calls of one member, whatever opens and closes meanwhile."""


class Openings(Verbs):
    """The lists of all servers."""

    async def games(self, guild: int, user_id: int) -> list[str]:
        """The games that `user_id` is called for, ANY for all of them; none for somebody who isn't on the list."""
        found = "SELECT game FROM openings WHERE guild = ? AND person = ? ORDER BY game"
        return [game for (game,) in await self._store.find(found, (guild, user_id))]

    async def add(self, guild: int, user_id: int, game: str = ANY) -> None:
        """Call `user_id` for `game` too, or with ANY for all games. When they were last called is kept."""

        def work(db: Database) -> None:
            mine = (guild, user_id)
            last = db.execute(_LAST, mine).fetchone()[0]
            replaced = "guild = ? AND person = ?" if game == ANY else f"guild = ? AND person = ? AND game = '{ANY}'"
            db.execute(f"DELETE FROM openings WHERE {replaced}", mine)
            db.execute(_ADD, (*mine, game, last))

        await self._store.write(work, guild)

    async def remove(self, guild: int, user_id: int) -> None:
        """Call `user_id` for nothing any more."""
        await self._store.write(
            lambda db: db.execute("DELETE FROM openings WHERE guild = ? AND person = ?", (guild, user_id)), guild
        )

    async def due(
        self, guild: int, games: Collection[str], besides: Collection[int], now: datetime, most: int
    ) -> list[int]:
        """Up to `most` members to call now for tables of `games`, none of them `besides`; they count as called.

        Those who have waited longest come first. When the call itself fails, they are called for a later table.
        """

        def work(db: Database) -> list[int]:
            found = db.execute(_DUE.format(games=marks(games)), (guild, *games, seconds(now - APART)))
            people = [user_id for (user_id,) in found if user_id not in besides][:most]
            called = "UPDATE openings SET called_at = ? WHERE guild = ? AND person = ?"
            db.executemany(called, [(seconds(now), guild, user_id) for user_id in people])
            return people

        return await self._store.write(work, guild)


_LAST = "SELECT MAX(called_at) FROM openings WHERE guild = ? AND person = ?"
_ADD = """
    INSERT INTO openings (guild, person, game, called_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (guild, person, game) DO NOTHING"""
_DUE = f"""
    SELECT person FROM openings WHERE guild = ?
    GROUP BY person
    HAVING SUM(CASE WHEN game IN ('{ANY}', {{games}}) THEN 1 ELSE 0 END) > 0 AND COALESCE(MAX(called_at), 0) <= ?
    ORDER BY COALESCE(MAX(called_at), 0), person"""
