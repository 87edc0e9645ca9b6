"""What was special in last week's matches of Five Hundred, posted on Monday where a server has chosen a channel.

Weeks begin on Monday at midnight UTC. A match belongs to the week in which it ended.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import discord

from cogs.app.bot import App
from cogs.app.members_here import MembersHere
from cogs.app.regularly import RegularPosts
from cogs.app.replies.components import Layout
from cogs.five_hundred.wording import AMBER
from cogs.table.parts import layout, lines, small
from cogs.week.moments import Moment, Played, moments
from data.guild.posts import Post
from data.tables.daily import GRACE, noon, today
from data.tables.matches import Matches
from tables.five_hundred.settings import FIVE_HUNDRED

_WEEK = 7
_FIRST_MONDAY = 4
"""In days of UTC since 1970."""


def monday(now: datetime) -> int:
    """The day on which the week began whose post is due: the one before it is over by `GRACE` at least."""
    day = today(now - GRACE)
    return day - (day - _FIRST_MONDAY) % _WEEK


class WeekPosts(RegularPosts[list[Moment]]):
    """Up to five sentences about the matches between a server's members."""

    def __init__(self, app: App) -> None:
        super().__init__(app, Post.WEEK)
        self._matches = Matches(app.store)
        self._members = MembersHere()

    def due(self, now: datetime) -> int:
        """The Monday on which the last week was over."""
        return monday(now)

    def channel(self, guild: int) -> int:
        """That of the week, where Five Hundred is played."""
        settings = self._app.servers.of(guild)
        return settings.week_channel if settings.plays(FIVE_HUNDRED.key) else 0

    async def found(self, guild: discord.Guild, day: int) -> list[Moment] | None:
        """What was special; whoever has left the server since isn't named, nor are the matches in which they played."""
        end = datetime.fromtimestamp(day * 86_400, UTC)
        matches = await self._matches.between_members(guild.id, end - timedelta(days=_WEEK), end)
        words, gone = self._app.readers.words_in(guild.id), frozenset[int]()
        while True:
            found = moments([each for each in matches if not gone & _players(each)], words)
            named = frozenset[int]().union(*(moment.people for moment in found))
            left = named - await self._members.of(guild, named)
            if not left:
                return found or None
            gone |= left

    async def drawn(self, guild: discord.Guild, day: int, found: list[Moment]) -> tuple[Layout, list[discord.File]]:
        """The sentences, one a line, below the days of the week."""
        words = self._app.readers.words_in(guild.id)
        first, last = (f"<t:{round(noon(each).timestamp())}:D>" for each in (day - _WEEK, day - 1))
        heading = lines(
            words("### Last week at Five Hundred"), small(words("{first} to {last}", first=first, last=last))
        )
        return layout(AMBER, [heading, lines(*(moment.text for moment in found))]), []


def _players(played: Played) -> frozenset[int]:
    match, _ = played
    return frozenset(player.user_id for player in match.players)


async def setup(app: App) -> None:
    """Tell of each week."""
    await app.add_cog(WeekPosts(app))
