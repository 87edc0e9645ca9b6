"""The results of a day, posted where a server wants them: the podium, the points, and the seed of the cards.

Each process looks at the servers it runs. A server's post is taken in the database before it is sent, so a process that
dies in between leaves out a post and never sends it twice.
"""

from __future__ import annotations

import logging

import discord
from discord.ext import commands, tasks

from cogs.app.bot import App
from cogs.app.members_here import MembersHere
from cogs.app.replies import components
from cogs.app.replies.components import Layout
from cogs.app.replies.requests import REFUSALS, error_text, request_timeout
from cogs.chips.podium import ON_PODIUM, Podiums, Winner
from cogs.daily_deal.house import HouseRecords
from cogs.daily_deal.result import Results, rows_text
from cogs.daily_deal.today import Today
from cogs.five_hundred.wording import daily_heading
from cogs.server_log.server_log import may_write
from cogs.table.parts import GOLD, lines, small
from data.store.errors import StoreError
from data.tables.daily import DailyDeals, ended
from tables.five_hundred.daily import MEMBER

log = logging.getLogger(__name__)

LISTED = 10
_ASKED_ABOUT = 50
"""The first of a board, some of whom may have left the server."""


class DailyPodiums(commands.Cog):
    """Looks every few minutes whether the results of a day are due."""

    def __init__(self, app: App, deals: DailyDeals, house: HouseRecords, today: Today) -> None:
        self._app = app
        self._deals = deals
        self._house = house
        self._today = today
        self._members, self._podiums = MembersHere(), Podiums()
        self._done: dict[int, int] = {}
        """The last day that was posted or taken, by server."""

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Servers are known from now on."""
        if not self.look.is_running():
            self.look.start()

    async def cog_unload(self) -> None:
        """Post nothing any more."""
        self.look.cancel()
        self._house.stop()

    @tasks.loop(minutes=5)
    async def look(self) -> None:
        """Post what is due."""
        day = ended(self._app.now())
        try:
            for guild in list(self._app.guilds):
                if self._done.get(guild.id) != day:
                    await self._post(guild, day)
        except StoreError:  # stopping the bot logs it
            pass
        except Exception:
            log.exception("results of the daily deal could not be posted; the next look is in five minutes")

    async def _post(self, guild: discord.Guild, day: int) -> None:
        channel = self._app.servers.of(guild.id).daily_channel
        if not channel or not self._today.is_offered(guild.id) or not may_write(guild, channel):
            return
        board = await self._deals.board(day, guild.id, _ASKED_ABOUT)
        self._done[guild.id] = day
        if not board:
            return
        try:
            here = await self._members.first_here(guild, [person for person, _ in board], LISTED)
        except TimeoutError:
            del self._done[guild.id]
            return
        shown = [each for each in board if each[0] in here]
        if not shown or not await self._deals.take_post(guild.id, day):
            return
        view, files = await self._drawn(guild, day, shown)
        place = self._app.get_partial_messageable(channel, guild_id=guild.id)
        try:
            async with request_timeout():
                await place.send(view=view, files=files, allowed_mentions=discord.AllowedMentions.none(), silent=True)
        except REFUSALS as error:
            log.info("the results of server %s could not be posted: %s", guild.id, error_text(error))

    async def _drawn(
        self, guild: discord.Guild, day: int, shown: list[tuple[int, int]]
    ) -> tuple[Layout, list[discord.File]]:
        words, deal = self._app.readers.words_in(guild.id), await self._deals.deal(day)
        house = await self._house.of(deal)
        result = None if house is None else house.deal().result
        made = None if house is None or result is None else words.signed(result.swing(house.options, MEMBER))
        names = ((self._members.name(guild.id, who), words.signed(points)) for who, points in shown[:ON_PODIUM])
        file, picture = await self._podiums.shown(tuple(Winner(*each) for each in names), words)
        parts = [
            components.text(daily_heading(day, words)),
            picture,
            components.text(lines(*rows_text(shown, words))),
            components.text(
                small(
                    words("The house in the same seat: {points}", points=made) if made is not None else "",
                    words("Seed {seed}", seed=f"`{deal.seed.hex()}`"),
                )
            ),
            components.row(self._today.button(words)),
        ]
        return Layout(components.container(GOLD, parts)), [file]


async def setup(app: App) -> None:
    """Offer the daily deal to whoever asks for the daily chips."""
    deals = DailyDeals(app.store, app.entropy)
    house = HouseRecords(app, deals)
    today = Today(app, deals, house)
    app.router.offer(today.route, Results(app, deals, house).route)
    app.offers_daily = today.offer
    await app.add_cog(DailyPodiums(app, deals, house, today))
