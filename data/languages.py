"""What people have chosen for themselves: their language, and switches. It holds in every server, as in Discord."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from data.store.database import Database
from data.store.store import Verbs, seconds

CARDS_AS_TEXT = "cards_as_text"
"""Switched by whoever reads cards as letters and signs where only they read them."""
UNSHOWN_ACHIEVEMENTS = "unshown_achievements"
"""Switched by whoever has tables say nothing of what they achieve."""
QUICK_HOUSE, SLOW_HOUSE = "quick_house", "slow_house"
"""Switched by whoever practises with house players that play faster or slower; never both at once."""

EASY_HOUSE, STRONG_HOUSE = "easy_house", "strong_house"
"""Switched by whoever practises with house players that play worse or better; never both at once."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A language, a locale such as pt-BR, None as long as nobody chose one; and what has been switched."""

    language: str | None = None
    switches: frozenset[str] = frozenset()


class Languages(Verbs):
    """What everybody has chosen."""

    async def of(self, user_id: int) -> Chosen:
        """What somebody has chosen."""

        def work(db: Database) -> Chosen:
            rows = db.execute(_CHOSEN, {"person": user_id}).fetchall()
            languages = [str(language) for language, _ in rows if language is not None]
            return Chosen(languages[0] if languages else None, frozenset(str(name) for _, name in rows if name))

        return await self._store.read(work)

    async def choose(self, guild: int, user_id: int, language: str | None, now: datetime) -> None:
        """Keep a choice in place of the one before; None forgets it. It is made in the server `guild`."""
        if language is None:
            await self._store.write(lambda db: db.execute(_FORGET, (user_id,)), guild)
        else:
            await self._store.write(lambda db: db.execute(_CHOOSE, (user_id, language, seconds(now))), guild)

    async def switch(self, guild: int, user_id: int, name: str, now: datetime, *, on: bool) -> None:
        """Switch something on or off, in the server `guild`."""
        if on:
            await self._store.write(lambda db: db.execute(_ON, (user_id, name, seconds(now))), guild)
        else:
            await self._store.write(lambda db: db.execute(_OFF, (user_id, name)), guild)


_CHOSEN = """
    SELECT language, NULL FROM languages WHERE person = :person
    UNION ALL SELECT NULL, name FROM switches WHERE person = :person"""
_FORGET = "DELETE FROM languages WHERE person = ?"
_CHOOSE = """
    INSERT INTO languages (person, language, at) VALUES (?, ?, ?)
    ON CONFLICT (person) DO UPDATE SET language = excluded.language, at = excluded.at"""
_ON = "INSERT INTO switches (person, name, at) VALUES (?, ?, ?) ON CONFLICT (person, name) DO NOTHING"
_OFF = "DELETE FROM switches WHERE person = ? AND name = ?"
