"""Takes each tournament as far as it can go: check-in, the draw, the tables of a round, its end, the prizes.

Whatever it does follows from the rows, and from the check-in on it looks again every few seconds. So a process that
dies anywhere leaves nothing half-done: the next one opens the tables that aren't open, seats those who aren't seated,
and goes on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from discord.ext import commands, tasks

from cogs.app.bot import App
from cogs.tournament.course import Course
from cogs.tournament.posts import Posts
from data.store.errors import StoreError
from data.tables.tournaments import Drawn, Player, RoundTable, Stage, TooLate, Tournament, Tournaments
from games.core import IllegalAction
from tables.clock import Pace
from tables.five_hundred.settings import FIVE_HUNDRED
from tables.settings.servers import ServerSettings, verify_terms
from tables.table import Table, TableClosed
from tables.terms import Terms
from tables.tournament.agreed import STACK, Agreed, deals_text, seating_of, seating_text, secret_of
from tables.tournament.draw import drawn
from tables.tournament.standings import prizes
from tables.tournament.table import NOBODY, begin, result_of, terms_of

log = logging.getLogger(__name__)

_OFTEN, _RARELY = 10.0, 3600.0
"""Seconds between two looks: while something may be due at any time, and at most while people sign up."""


def check_in_time(pace: Pace) -> timedelta:
    """How long before the start people check in."""
    return timedelta(hours=12) if pace is Pace.SLOW else timedelta(minutes=15)


class Director(commands.Cog):
    """Looks after the tournaments of the servers of this process."""

    def __init__(self, app: App, tournaments: Tournaments, posts: Posts) -> None:
        self._app = app
        self._tournaments = tournaments
        self._posts = posts
        self._alone = asyncio.Lock()
        """Held while a tournament goes on."""
        self._has_new = False
        """Whether one was announced that the look which is under way may not know."""

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Servers are known from now on."""
        if not self.look.is_running():
            self.look.start()

    async def cog_unload(self) -> None:
        """Direct nothing any more."""
        self.look.cancel()

    @tasks.loop(seconds=_OFTEN)
    async def look(self) -> None:
        """Let every tournament go on, until none has anything to come."""
        self._has_new = False
        try:
            found = await self._tournaments.under_way(self._app.served)
        except StoreError:  # stopping the bot logs it
            return
        for of in found:
            await self.go_on(of.id)
        now = self._app.now()
        if self._has_new:
            self.look.change_interval(seconds=_OFTEN)
        elif found:
            self.look.change_interval(seconds=min(_wait(of, now) for of in found))
        else:
            self.look.stop()

    async def begin(self, number: int) -> None:
        """Take a new tournament as far as it can go now, and look after it from now on."""
        self._has_new = True
        await self.go_on(number)
        if self.look.is_running():
            self.look.change_interval(seconds=_OFTEN)
        else:
            self.look.start()

    async def go_on(self, number: int) -> None:
        """Take the tournament with this number as far as it can go now."""
        async with self._alone:
            try:
                while (of := await self._tournaments.get(number)) is not None and await self._step(of):
                    pass
            except (TooLate, StoreError):  # somebody has done it in the meantime; a failed store stops the bot
                pass
            except Exception:
                log.exception("tournament %s stands still; the next look is in a few seconds", number)

    async def _step(self, of: Tournament) -> bool:
        """Do what is due. Returns whether there may be more."""
        guild = self._app.get_guild(of.guild)
        if guild is None or self._app.access.halt(of.guild) is not None:
            return False
        course, now = await Course.read(self._tournaments, of), self._app.now()
        match of.stage:
            case Stage.SIGN_UP | Stage.CHECK_IN:
                return await self._before(course, now)
            case Stage.ROUNDS if of.told < of.round - 1:
                await self._posts.tell_standings(course, of.told + 1)
                return True
            case Stage.ROUNDS if await self._round_is_over(course):
                await self._end_round(course, now)
                return True
            case Stage.OVER if of.told < of.round:
                await self._posts.tell_standings(course, of.round)
                await self._posts.follow_event(of, is_over=True)
        return False

    async def _before(self, course: Course, now: datetime) -> bool:
        """Announce it, call people to check in, and begin when it is time. Returns whether there may be more."""
        of = course.of
        if of.message is None:
            return await self._posts.announce(course)
        if of.event is None:
            await self._posts.event(course)
        if of.stage is Stage.SIGN_UP:
            if now < of.starts_at - check_in_time(course.agreed.pace):
                return False
            await self._tournaments.open_check_in(of)
            return True
        if of.called is None and now < of.starts_at:
            return await self._posts.call(course)
        if now < of.starts_at:
            return False
        await self._begin(course, now)
        return True

    async def _begin(self, course: Course, now: datetime) -> None:
        of, agreed = course.of, course.agreed

        def draw(players: list[Player]) -> Drawn | None:
            people = {player.person: player.partner for player in players if player.is_here}
            entrants = agreed.entrants(people, of.chance)
            if entrants is None:
                return None
            tables = drawn(agreed.plan, sorted({*entrants.values()}), (), (), of.chance)
            return (entrants, [seating_text(seating) for seating in tables]) if tables else None

        has_begun = await self._tournaments.begin(of, draw, now)
        await self._posts.follow_event(of, is_over=not has_begun)
        self._posts.redraw(of.id)

    # A round

    async def _round_is_over(self, course: Course) -> bool:
        """Open what isn't open yet, and let it begin. Returns whether all tables of the round are over."""
        is_over = True
        for row in course.running():
            number = row.table
            if number is None:
                number = await self._opened(course, row)
            table = None if number is None else self._app.open_tables.find(number)
            if table is not None:
                people = course.agreed.people_at(seating_of(row.seating), course.staying(course.of.round))
                with suppress(TableClosed):
                    await begin(table, people)
            is_over = is_over and number is not None and table is None
        return is_over

    async def _opened(self, course: Course, row: RoundTable) -> int | None:
        """The number of the table that plays as `row`, in a thread of its players; None when it can't be opened now."""
        of, title = course.of, self._posts.title_of(course, row.number)
        thread = row.thread or await self._thread(course, row, title)
        for table in self._app.open_tables.in_guild(of.guild):  # opened just before a process died
            if table.terms.house.tournament == of.id and table.terms.house.title == title:
                break
        else:
            try:
                table = await self._open(course, thread, title)
            except IllegalAction as error:
                log.info("table %s of tournament %s can't open: %s", row.number, of.id, error)
                return None
        await self._tournaments.keep_table(of, row.number, table=table.id)
        return table.id

    async def _open(self, course: Course, channel: int, title: str) -> Table:
        of, agreed = course.of, course.agreed
        spec = self._app.games[agreed.game]
        terms = terms_at(agreed, self._app.servers.of(of.guild), self._app, of, title, secret_of(of.chance, of.round))
        return await self._app.open_tables.open(spec.adapter, guild=of.guild, channel=channel, host=NOBODY, terms=terms)

    async def _thread(self, course: Course, row: RoundTable, title: str) -> int:
        """A thread that only the table's players see; the tournament's channel where none can be made."""
        of, seating = course.of, seating_of(row.seating)
        people = [each for each in course.agreed.people_at(seating, course.staying(of.round)) if each is not None]
        thread = await self._posts.thread(course, title, people)
        await self._tournaments.keep_table(of, row.number, thread=thread)
        return thread

    async def _end_round(self, course: Course, now: datetime) -> None:
        of, store = course.of, self._app.store
        deals: dict[int, str] = {}
        for row in course.running():
            assert row.table is not None
            result = await result_of(store, row.table)
            assert result is not None
            deals[row.number] = deals_text(course.agreed.by_place(result))
        after = Course(of, course.players, _with_deals(course.tables, of.round, deals), course.corrections)
        seatings = await asyncio.to_thread(after.drawn, after.played)
        if seatings:
            await self._tournaments.next_round(of, deals, [seating_text(seating) for seating in seatings])
        else:
            paid = shares(after)
            starting = self._app.servers.of(of.guild).starting_chips
            await self._tournaments.finish(of, deals, paid, starting, now)
        self._posts.redraw(of.id)

    async def cancel(self, of: Tournament, actor: int) -> None:
        """End a tournament without a winner, and its tables with it. Raises TooLate."""
        async with self._alone:
            tables = await self._tournaments.cancel(of, self._app.now())
        for number in tables:
            if (table := self._app.open_tables.find(number)) is not None:
                with suppress(TableClosed):
                    await table.void(actor)
        await self._posts.follow_event(of, is_over=True)
        self._posts.redraw(of.id)


def _wait(of: Tournament, now: datetime) -> float:
    """The seconds after which something may be due in a tournament."""
    if of.stage is Stage.SIGN_UP and of.message is not None:
        due = of.starts_at - check_in_time(Agreed.from_json(of.plan).pace)
        return min(max((due - now).total_seconds(), _OFTEN), _RARELY)
    return _OFTEN


def terms_at(agreed: Agreed, settings: ServerSettings, app: App, of: Tournament, title: str, secret: str) -> Terms:
    """What is agreed at the tables of a round: the server's house options, and chips of the tournament."""
    spec = app.games[agreed.game]
    options, minimum, maximum = verify_terms(settings, spec.settings, settings.options_of(spec.settings), None, None)
    return terms_of(
        spec.adapter,
        options,
        agreed.pace,
        tournament=of.id,
        secret=secret,
        deals=agreed.deals,
        title=title,
        stack=0 if agreed.game == FIVE_HUNDRED.key else STACK,
        minimum=minimum,
        maximum=maximum,
        level=settings.house_level,
        conventions=settings.house_conventions,
        remembers=settings.house_memory == "everything",
    )


def shares(course: Course) -> dict[int, int]:
    """What each person gets of the prize; the members of a pair share theirs, and what can't be shared stays."""
    paid: dict[int, int] = {}
    for entrant, chips in prizes(course.of.prize, course.standings()).items():
        people = course.people[entrant]
        paid |= dict.fromkeys(people, chips // len(people))
    return paid


def _with_deals(tables: Sequence[RoundTable], number: int, deals: dict[int, str]) -> list[RoundTable]:
    return [
        RoundTable(row.round, row.number, row.seating, row.table, row.thread, deals[row.number])
        if row.round == number
        else row
        for row in tables
    ]
