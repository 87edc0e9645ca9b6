"""The languages that people have chosen. A choice holds in every server, as Discord's own does."""

from __future__ import annotations

from datetime import datetime

from data.store.database import Database
from data.store.store import Store, seconds


class Languages:
    """Whose choice of a language is what."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, user_id: int) -> str | None:
        """The language that somebody has chosen, a locale such as pt-BR; None as long as they haven't."""

        def work(db: Database) -> str | None:
            row = db.execute("SELECT language FROM languages WHERE person = ?", (user_id,)).fetchone()
            return None if row is None else str(row[0])

        return await self._store.read(work)

    async def choose(self, guild: int, user_id: int, language: str | None, now: datetime) -> None:
        """Keep a choice in place of the one before; None forgets it. It is made in the server `guild`."""
        if language is None:
            await self._store.write(lambda db: db.execute(_FORGET, (user_id,)), guild)
        else:
            await self._store.write(lambda db: db.execute(_CHOOSE, (user_id, language, seconds(now))), guild)


_FORGET = "DELETE FROM languages WHERE person = ?"
_CHOOSE = """
    INSERT INTO languages (person, language, at) VALUES (?, ?, ?)
    ON CONFLICT (person) DO UPDATE SET language = excluded.language, at = excluded.at"""
