"""Which of the posts that come regularly a server has had.

A post is taken here before it is sent, so a process that dies in between leaves out a post and never sends it twice.
"""

from __future__ import annotations

from enum import Enum

from data.store.store import Store


class Post(Enum):
    """What is posted, once for each of its days."""

    DAY = "day"
    """The results of the daily deal."""
    WEEK = "week"
    """What was special in the matches of the week before a Monday."""


class Posts:
    """The posts of all servers."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def take(self, guild: int, post: Post, day: int) -> bool:
        """Whether the post of `day`, a UTC day since 1970, is still to be sent. From now on it counts as sent."""
        return await self._store.write(lambda db: db.execute(_TAKE[post], (guild, day)).rowcount > 0, guild)


_TAKE = {
    Post.DAY: """
        INSERT INTO daily_posts (guild, day) VALUES (?, ?)
        ON CONFLICT (guild) DO UPDATE SET day = excluded.day WHERE daily_posts.day < excluded.day""",
    Post.WEEK: """
        INSERT INTO daily_posts (guild, day, week) VALUES (?, 0, ?)
        ON CONFLICT (guild) DO UPDATE SET week = excluded.week WHERE daily_posts.week < excluded.week""",
}
