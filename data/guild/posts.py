"""Which results of a daily deal a server has had.

A post is taken here before it is sent, so a process that dies in between leaves out a post and never sends it twice.
"""

from __future__ import annotations

from data.store.store import Verbs


class Posts(Verbs):
    """The posts of all servers."""

    async def take(self, guild: int, day: int) -> bool:
        """Whether the results of `day`, a UTC day since 1970, are still to be sent. From now on they count as sent."""
        return await self._store.write(lambda db: db.execute(_TAKE, (guild, day)).rowcount > 0, guild)


_TAKE = """
    INSERT INTO daily_posts (guild, day) VALUES (?, ?)
    ON CONFLICT (guild) DO UPDATE SET day = excluded.day WHERE daily_posts.day < excluded.day"""
