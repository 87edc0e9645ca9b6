"""Takes each tournament as far as it can go: check-in, the draw, the tables of a round, its end, the prizes.

Whatever it does follows from the rows, and it looks again when something is due. So a process that dies anywhere leaves
nothing half-done: the next one opens the tables that aren't open, seats those who aren't seated, and goes on.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

import discord
from discord.abc import GuildChannel
from discord.ext import commands

from cogs.app.bot import App
from cogs.tournament.course import Course, shares
from cogs.tournament.entry import channel_of
from cogs.tournament.posts import Posts
from cogs.tournament.wording import channel_gone
from data.store.errors import StoreError
from data.tables.tournament_rows import RoundTable, Stage, Tournament
from data.tables.tournaments import TooLate, Tournaments
from games.core import IllegalAction
from tables.clock import Pace
from tables.draft import StaleClick, TableClosed
from tables.driver import LiveTable
from tables.events import Void
from tables.settings.servers import verify_terms
from tables.tournament.agreed import Agreed, deals_text, seating_of, seating_text, secret_of
from tables.tournament.draw import drawn
from tables.tournament.plan import Seating
from tables.tournament.table import NOBODY, Result, begin, hold, is_table_of, result_of, terms_of

log = logging.getLogger(__name__)

_SOONEST_LOOK, _LATEST_LOOK = timedelta(seconds=10), timedelta(minutes=15)
"""Between two looks while something is due, and after a failure."""


def check_in_time(pace: Pace) -> timedelta:
    """How long before the start people check in."""
    return timedelta(hours=12) if pace is Pace.SLOW else timedelta(minutes=15)


def _due(of: Tournament) -> datetime | None:
    """When there is something to do by the clock."""
    if of.stage is Stage.SIGN_UP:
        return of.starts_at - check_in_time(Agreed.from_json(of.plan).pace)
    return of.starts_at if of.stage is Stage.CHECK_IN else None


class Director(commands.Cog):
    """Looks after the tournaments of the servers of this process."""

    def __init__(self, app: App, tournaments: Tournaments, posts: Posts) -> None:
        self._app = app
        self._tournaments = tournaments
        self._posts = posts
        self._alone: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        """Held while a tournament goes on, by its number."""
        self._failed: set[tuple[int, int]] = set()
        """The tables, by tournament and number, that could not open or begin, so that the log says it once."""
        self._homeless: set[int] = set()
        """The tournaments of which managers know that their channel is gone."""
        self._guilds: frozenset[int] = frozenset()
        """The servers that have a tournament under way."""
        self._seen: list[Tournament] = []
        self._wait = _SOONEST_LOOK
        """Until the next look; it grows while nothing changes."""
        self._looks = app.schedule.add(self._look, "tournaments stand still", retry=_LATEST_LOOK)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """It may have been that of a table."""
        if payload.guild_id in self._guilds:
            await self._tournaments.lose_thread(payload.guild_id, payload.thread_id)
            self.look_soon()

    @commands.Cog.listener()
    async def on_place_gone(self, guild: int, channel: int) -> None:
        """Discord doesn't know the channel of a table any more; that may have happened while the bot was away."""
        await self._tournaments.lose_thread(guild, channel)
        asyncio.get_running_loop().call_later(_SOONEST_LOOK.total_seconds(), self.look_soon)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: GuildChannel) -> None:
        """It may have been that of a tournament."""
        self._places_changed(channel.guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _before: GuildChannel, after: GuildChannel) -> None:
        """The bot may have got the permissions that it waits for."""
        self._places_changed(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """The same."""
        self._places_changed(after.guild.id)

    def _places_changed(self, guild: int) -> None:
        if guild in self._guilds:
            self.look_soon()

    def look_soon(self, _table: int = 0) -> None:
        """Look what is due: a table is over, for example, and perhaps its round."""
        self._looks.soon()

    async def _look(self) -> timedelta:
        """Let every tournament go on. Returns when the next one has something to do."""
        for of in await self._tournaments.under_way(self._app.served):
            await self.go_on(of.id)
        left = await self._tournaments.under_way(self._app.served)
        self._guilds = frozenset(of.guild for of in left)
        self._wait = min(2 * self._wait, _LATEST_LOOK) if left == self._seen else _SOONEST_LOOK
        self._seen = left
        if not left:
            return timedelta(days=1)
        now = self._app.now()
        dues = [due - now for of in left if (due := _due(of)) is not None and due > now]
        return max(min(self._wait, *dues, _LATEST_LOOK), _SOONEST_LOOK)

    async def go_on(self, number: int) -> None:
        """Take the tournament with this number as far as it can go now."""
        async with self._alone[number]:
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
        if guild is None or guild.unavailable or self._app.access.halt(of.guild) is not None:
            return False
        course, now = await Course.read(self._tournaments, of), self._app.now()
        if of.called and of.stage is not Stage.CHECK_IN:
            await self._posts.take_back_call(of)
        if of.stage.is_open and course.agreed.is_for_chips:
            # announced by an earlier version: it ends by the rounds that were finished, and its tables are closed
            if course.played:
                await self._finish(course, {}, now)
                self._posts.redraw(of.id)
            else:
                await self._tournaments.cancel(of, now)
            return True
        if of.stage.is_open and channel_of(self._app, of) is None:
            await self._wait_for_channel(course)
            return False
        self._homeless.discard(of.id)
        if of.stage.is_open and of.message is None:
            return await self._posts.announce(course)
        match of.stage:
            case Stage.SIGN_UP | Stage.CHECK_IN:
                return await self._before(course, now)
            case Stage.ROUNDS if of.told < of.round - 1:
                await self._posts.tell_standings(course, of.told + 1)
                return True
            case Stage.ROUNDS if (results := await self._results(course)) is not None:
                await self._end_round(course, results, now)
                return True
            case Stage.OVER if of.told < of.round:
                await self._posts.tell_standings(course, of.round)
                await self._posts.follow_event(of, is_over=True)
            case Stage.CANCELLED if of.told < of.round:
                await self._end_tables(course)
                await self._posts.follow_event(of, is_over=True)
                await self._posts.tell_cancelled(course)
        return False

    async def _before(self, course: Course, now: datetime) -> bool:
        """Announce it, call people to check in, and begin when it is time. Returns whether there may be more."""
        of = course.of
        if of.event is None:
            await self._posts.event(course)
        if of.stage is Stage.SIGN_UP:
            if now < of.starts_at - check_in_time(course.agreed.pace):
                return False
            await self._tournaments.open_check_in(of)
            return True
        if of.called is None and now < of.starts_at and any(not player.is_here for player in course.players):
            return await self._posts.call(course)
        if now < of.starts_at:
            return False
        await self._begin(course, now)
        return True

    async def _begin(self, course: Course, now: datetime) -> None:
        of, agreed = course.of, course.agreed
        people = {player.person: player.partner for player in course.players if player.is_here}
        entrants = agreed.entrants(people, of.chance)
        tables: Sequence[Seating] = ()
        if entrants is not None:
            tables = await asyncio.to_thread(drawn, agreed.plan, sorted({*entrants.values()}), (), (), of.chance)
        if entrants is None or not tables:
            await self._tournaments.cancel(of, now)
            return
        await self._tournaments.begin(of, entrants, [seating_text(seating) for seating in tables])
        await self._posts.follow_event(of, is_over=False)
        self._posts.redraw(of.id)

    # A round

    async def _results(self, course: Course) -> dict[int, Result] | None:
        """What all tables of the round brought, by number; None while one isn't over, or isn't even open.

        Opens what isn't open yet, and lets it begin.
        """
        waits, closed, may_ask = False, {}, True
        for row in course.running():
            number, live = row.table, self._app.open_tables.find(row.table or 0)
            try:
                if number is None or live is not None:
                    thread = row.thread or (await self._thread(course, row) if may_ask else None)
                    may_ask = may_ask and thread is not None  # Discord has just refused one
                    live = await self._at(course, row, live, thread)
                    number = None if live is None else live.table.id
            except StoreError:
                raise
            except Exception as error:
                number = None
                self._note(course.of, row.number, error)
            waits = waits or number is None or live is not None
            if number is not None:
                closed[row.number] = number
        if waits or len(closed) < len(course.running()):
            return None
        found = {row: await result_of(self._app.store, number) for row, number in closed.items()}
        results = {row: result for row, result in found.items() if result is not None and result.is_over}
        return results if len(results) == len(found) else None

    def _note(self, of: Tournament, number: int, error: Exception) -> None:
        if (of.id, number) not in self._failed:
            self._failed.add((of.id, number))
            is_said = isinstance(error, IllegalAction)
            log.log(
                logging.WARNING if is_said else logging.ERROR,
                "table %s of tournament %s can't go on: %s",
                number,
                of.id,
                error,
                exc_info=None if is_said else error,
            )

    async def _wait_for_channel(self, course: Course) -> None:
        """The channel of a tournament is gone: nothing goes on until a manager brings it to another one."""
        of = course.of
        for row in course.running():
            if (live := self._app.open_tables.find(row.table or 0)) is not None:
                with suppress(TableClosed):
                    await hold(live, is_held=True)
        if of.id not in self._homeless:
            self._homeless.add(of.id)
            self._app.server_log.note(of.guild, partial(channel_gone, of))

    async def _at(
        self, course: Course, row: RoundTable, live: LiveTable | None, thread: int | None
    ) -> LiveTable | None:
        """The `live` table of `row` in its thread, where it begins, opened if need be; without one it waits."""
        if thread is None:
            if live is not None:
                with suppress(TableClosed):
                    await hold(live, is_held=True)
            return live
        live = live or await self._opened(course, row, thread)
        message = self._app.presses.view_of(live.table).message
        assert message is not None
        if live.table.channel != thread:
            message.move(thread)
        if (called := self._posts.called.pop(thread, None)) is not None:
            await message.calls.keep_opening(called)
        people = course.agreed.people_at(seating_of(row.seating), course.staying(course.of.round))
        with suppress(TableClosed):
            await hold(live, is_held=False)
            await begin(live, people)
        return live

    async def _opened(self, course: Course, row: RoundTable, thread: int) -> LiveTable:
        """The table that plays as `row` from now on, in a thread of its players."""
        of, title = course.of, self._posts.title_of(course, row.number)
        for live in self._app.open_tables.in_guild(of.guild):  # opened just before a process died
            if is_table_of(live.table, of.id, title):
                break
        else:
            live = await self._open(course, thread, title)
        await self._tournaments.keep_table(of, row.number, table=live.table.id)
        return live

    async def _open(self, course: Course, channel: int, title: str) -> LiveTable:
        """Open a table with the server's house options."""
        of, agreed = course.of, course.agreed
        spec, settings = self._app.games[agreed.game], self._app.servers.of(of.guild)
        options, _, _ = verify_terms(settings, spec.settings, settings.options_of(spec.settings), None, None)
        terms = terms_of(
            options,
            agreed.pace,
            tournament=of.id,
            secret=secret_of(of.chance, of.round),
            deals=agreed.deals,
            title=title,
            level=settings.house_level,
            conventions=settings.house_conventions,
            remembers=settings.house_memory == "everything",
        )
        return await self._app.open_tables.open(spec.adapter, guild=of.guild, channel=channel, host=NOBODY, terms=terms)

    async def _thread(self, course: Course, row: RoundTable) -> int | None:
        """A thread that only the table's players see, None while Discord makes none."""
        of, seating, title = course.of, seating_of(row.seating), self._posts.title_of(course, row.number)
        people = [each for each in course.agreed.people_at(seating, course.staying(of.round)) if each is not None]
        thread = await self._posts.thread(course, title, people)
        if thread is not None:
            await self._tournaments.keep_table(of, row.number, thread=thread)
            self._posts.redraw(of.id)
        return thread

    async def _end_round(self, course: Course, results: Mapping[int, Result], now: datetime) -> None:
        of = course.of
        deals = {number: deals_text(course.agreed.by_place(result)) for number, result in results.items()}
        tables = [replace(row, deals=deals[row.number]) if row.round == of.round else row for row in course.tables]
        after = replace(course, tables=tables)
        seatings = await asyncio.to_thread(after.drawn)
        if seatings:
            await self._tournaments.next_round(of, deals, [seating_text(seating) for seating in seatings])
        else:
            await self._finish(after, deals, now)
        self._posts.redraw(of.id)

    async def _finish(self, course: Course, deals: Mapping[int, str], now: datetime) -> None:
        """End it, and pay the prizes by how all stand in `course`; `deals` are those of its last round."""
        of, away = course.of, await self._tournaments.away(course.of.id)
        starting = self._app.servers.of(of.guild).starting_chips
        paid = await asyncio.to_thread(shares, course, away)
        await self._tournaments.finish(of, deals, paid, starting, now)

    async def cancel(self, of: Tournament, actor: int | None = None, why: str | None = None) -> None:
        """End a tournament without a winner, for whom its tables end soon. Raises TooLate."""
        async with self._alone[of.id]:
            await self._tournaments.cancel(of, self._app.now(), actor, why)
        self.look_soon()

    async def _end_tables(self, course: Course) -> None:
        """End the tables of a tournament that is cancelled."""
        of = course.of
        for row in course.running():
            if (live := self._app.open_tables.find(row.table or 0)) is not None:
                try:
                    await live.do(Void(of.ended_by or NOBODY))
                except (TableClosed, StaleClick, IllegalAction) as error:
                    log.info("table %s of tournament %s: %s", live.table.id, of.id, error)
