"""`/daily`, and the results of a day where a server wants them: the podium, the points, and the seed of the cards."""

from __future__ import annotations

import logging
from datetime import timedelta

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.bot import App
from cogs.app.members_here import MembersHere
from cogs.app.replies import components
from cogs.app.replies.components import Component, Layout
from cogs.app.replies.requests import tried
from cogs.app.schedule import MINUTE, next_look, one_by_one
from cogs.chips.daily import collect
from cogs.chips.podium import ON_PODIUM, Podiums, Winner
from cogs.daily_deal.house import HouseRecords
from cogs.daily_deal.puzzles import PuzzlePages
from cogs.daily_deal.result import Results, rows_text
from cogs.daily_deal.today import Today
from cogs.five_hundred.wording import daily_heading
from cogs.server_log.server_log import may_write
from cogs.table.parts import GOLD, lines, small
from data.tables.daily import DailyDeals, ended
from data.tables.puzzles import Puzzles
from tables.five_hundred.daily import swing_of

log = logging.getLogger(__name__)

LISTED = 10
_ASKED_ABOUT = 50
"""The first of a board, some of whom may have left the server."""


class DailyCog(commands.Cog, name="daily"):
    """`/daily`."""

    def __init__(self, today: Today, pages: PuzzlePages, house: HouseRecords) -> None:
        self._today = today
        self._pages = pages
        self._house = house

    @app_commands.command(name="daily", description="Collect your daily chips, and play the daily deal")
    @app_commands.guild_only()
    async def daily(self, interaction: discord.Interaction[App]) -> None:
        """The daily chips, the way to relief, the deal of the day, and the puzzles of the week."""
        await collect(interaction, self._beside)

    async def _beside(self, interaction: discord.Interaction[App], stands_out: bool) -> tuple[str, list[Component]]:
        text, buttons = await self._today.offer(interaction, stands_out)
        return text, [*buttons, *await self._pages.button(interaction)]

    async def cog_unload(self) -> None:
        """Play nothing any more."""
        self._house.stop()


class DailyPodiums:
    """Posts the members of a server who were best in the deal of a day, where the server has chosen a channel.

    A process that dies before it has noted a post sends it again, and Discord makes one of both within some minutes.
    """

    def __init__(self, app: App, deals: DailyDeals, house: HouseRecords, today: Today) -> None:
        self._app = app
        self._deals = deals
        self._house = house
        self._today = today
        self._members, self._podiums = MembersHere(), Podiums()
        self._done: dict[int, int] = {}
        """The last day whose results were sent, refused or not needed, by server."""

    async def do_due(self) -> timedelta:
        """Post the last results that are final. Returns when to look again."""
        now = self._app.now()
        day = ended(now)
        guilds = one_by_one(self._app.guilds)
        waiting = [await self._waits(guild, day) async for guild in guilds if self._done.get(guild.id) != day]
        return next_look(now.timestamp(), is_under_way=any(waiting))

    async def _waits(self, guild: discord.Guild, day: int) -> bool:
        """Post what is due in a server. Returns whether it is to be tried once more."""
        channel = self._app.servers.of(guild.id).daily_channel if self._today.is_offered(guild.id) else 0
        if not channel or not may_write(guild, channel):
            return False
        self._done[guild.id] = day
        try:
            best = await self._best(guild, day)
        except TimeoutError:
            del self._done[guild.id]
            return True
        if not best or await self._deals.is_posted(guild.id, day):
            return False
        view, file = await self._drawn(guild, day, best)
        place, nobody = self._app.get_partial_messageable(channel, guild_id=guild.id), discord.AllowedMentions.none()
        sending = place.send(view=view, files=[file], allowed_mentions=nobody, silent=True, nonce=f"{channel}d{day}")
        outcome, _ = await tried(sending, f"server {guild.id}: the results of the daily deal are not posted")
        if outcome.may_pass:
            del self._done[guild.id]
            return True
        await self._deals.keep_post(guild.id, day)
        return False

    async def _best(self, guild: discord.Guild, day: int) -> list[tuple[int, int]]:
        """Those of the board who are still there, with their points. Raises TimeoutError if that isn't known now."""
        board = await self._deals.board(day, guild.id, _ASKED_ABOUT)
        here = await self._members.first_here(guild, [person for person, _ in board], LISTED)
        return [each for each in board if each[0] in here]

    async def _drawn(self, guild: discord.Guild, day: int, found: list[tuple[int, int]]) -> tuple[Layout, discord.File]:
        words, deal = self._app.readers.words_in(guild.id), await self._deals.deal(day)
        house = await self._house.of(deal)
        made = "" if house is None else words.signed(swing_of(house))
        names = ((self._members.name(guild.id, who), words.signed(points)) for who, points in found[:ON_PODIUM])
        file, picture = await self._podiums.shown(tuple(Winner(*each) for each in names), words)
        parts = [
            components.text(daily_heading(day, words)),
            picture,
            components.text(lines(*rows_text(found, words))),
            components.text(
                small(
                    words("The house in your seat: **{points}**", points=made) if made else "",
                    words("Seed {seed}", seed=f"`{deal.seed.hex()}`"),
                )
            ),
            components.row(self._today.button(words)),
        ]
        return Layout(components.container(GOLD, parts)), file


async def setup(app: App) -> None:
    """Add the command, with the daily deal and the puzzles beside the daily chips."""
    deals = DailyDeals(app.store, app.entropy)
    house = HouseRecords(app, deals)
    today = Today(app, deals, house)
    pages = PuzzlePages(app, Puzzles(app.store), today.is_offered)
    app.router.register(today.route, Results(app, deals, house).route, pages.route)
    podiums = DailyPodiums(app, deals, house, today)
    app.schedule.add(podiums.do_due, "the results of the daily deal could not be posted", retry=MINUTE)
    await app.add_cog(DailyCog(today, pages, house))
