"""A server's club evening as its members see it."""

from datetime import timedelta

import discord

from tests.cogs.shown import Table
from tests.tables.settings import offered

GAMES = [*offered.GAMES]


class Club:
    """The evening in the channel of the house; times are seconds from its beginning."""

    def __init__(self, house):
        self.house = house
        ahead = house.env.now() + timedelta(hours=2)
        self.starts = ahead.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)

    async def is_set(self, *games, **otherwise):
        """Choose the channel and the time; three hours of these games or all, unless something else is said."""
        off = [*self.house.all_but(*games or GAMES)]
        usual = {"channel": self.house.channel.id, "zone": "UTC", "hours": 3, "games_off": off}
        when = {"day": self.starts.weekday(), "time": f"{self.starts:%H:%M}"}
        await self.house.sets({"evening": usual | when | otherwise, "tables_per_channel": 25})

    async def comes_to(self, seconds):
        """Let time pass until so long after the beginning."""
        await self.house.wait((self.starts - self.house.env.now()).total_seconds() + seconds)
        await self.house.wait(3)

    async def ends(self):
        """Let the evening go by."""
        await self.comes_to(3 * 3600 + 61)

    def tables(self, game=None):
        """Its open tables, as the channel shows them."""
        tables, bot = self.house.app.open_tables.tables(self.house.guild.id), self.house.app.user.id
        found = [table for table in tables if table.host == bot]
        return [Table(self.house, table.id) for table in found if game in (None, table.game.name)]

    def games(self):
        """Of which games they are."""
        return [table.live.table.game.name for table in self.tables()]

    def events(self):
        """Discord's events: when each begins, and how far it is."""
        found = self.house.env.backend.get_guild(self.house.guild.id).scheduled_events.values()
        return [(each.scheduled_start_time[11:16], discord.EventStatus(each.status).name) for each in found]

    def _texts(self, what):
        return [text for text in self.house.texts() if what in text]

    def calls(self):
        """What has called people to it."""
        return self._texts("club evening: ")

    def posts(self):
        """The standings that were posted."""
        return self._texts("### 🏆 Club evening")
