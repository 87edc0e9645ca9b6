"""Which games the members of every server have been introduced to, each once."""

from __future__ import annotations

from datetime import datetime

from data.store.store import Verbs, seconds


class Introductions(Verbs):
    """The games that people have met."""

    async def is_first(self, guild: int, user_id: int, game: str, now: datetime) -> bool:
        """Whether `user_id` has not met `game` in a server before; from now on they have, whatever happens next."""
        mine = (guild, user_id, game)
        if await self._store.read(lambda db: db.execute(_MET, mine).fetchone()) is not None:
            return False
        return await self._store.write(lambda db: db.execute(_MEET, (*mine, seconds(now))).rowcount == 1, guild)


_MET = "SELECT 1 FROM introductions WHERE guild = ? AND person = ? AND game = ?"
_MEET = """
    INSERT INTO introductions (guild, person, game, at) VALUES (?, ?, ?, ?)
    ON CONFLICT (guild, person, game) DO NOTHING"""
