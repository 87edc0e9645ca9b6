"""The club evening: once a week the bot opens tables in a channel, calls those who asked for it, and tells who won.

Each process looks at the servers it runs, at every full quarter of an hour and each minute of an evening. What comes
once is taken in the database before it is done (data/guild/evenings.py): a process that dies in between leaves it out.
All else is done until it is done. An evening goes on as it began, whatever is set meanwhile, unless it is switched off.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from datetime import UTC, datetime, timedelta

import discord

from cogs.app import events
from cogs.app.bot import App
from cogs.app.events import Event, NoEvent
from cogs.app.regularly import Regularly
from cogs.app.replies.requests import REFUSALS, error_text, request_timeout
from cogs.evening.standings import EveningStandings
from cogs.evening.tables import EveningTables
from cogs.lobby.callme import MOST
from cogs.server_log.server_log import may_write
from cogs.table.parts import lines
from data.guild.evenings import ON, Evening, Evenings, Phase
from data.guild.openings import Openings
from games.core import Phrase
from i18n.words import Words
from tables.settings.evening import next_evening

log = logging.getLogger(__name__)

AHEAD = timedelta(days=1)
"""So long before an evening its event is made."""
_QUARTER, _MINUTE = 900, 60
"""Seconds between two looks: evenings begin at full quarters of an hour."""


class ClubEvenings(Regularly):
    """The evenings of all servers of the process."""

    def __init__(self, app: App) -> None:
        super().__init__(timedelta(seconds=_MINUTE), "a club evening could not go on")
        self._app = app
        self._evenings = Evenings(app.store)
        self._tables = EveningTables(app)
        self._standings = EveningStandings(app, self._evenings)
        self._known: dict[int, Evening] = {}
        """By server: as they are in the database."""
        self._shown: dict[int, tuple[object, ...]] = {}
        """By server: the plan that Discord's event shows, or that it refused."""
        app.at_start.append(self._read)

    async def _read(self) -> None:
        self._known = await self._evenings.all(self._app.served)

    async def do_due(self) -> None:
        """Begin, go on with and end evenings; then choose when to look again."""
        now = self._app.now()
        try:
            for guild in list(self._app.guilds):
                await self._look_at(guild, now)
        finally:
            is_on = any(evening.phase in ON for evening in self._known.values())
            seconds = _MINUTE if is_on else _QUARTER - now.timestamp() % _QUARTER + 1
            self._looks.change_interval(seconds=seconds)

    async def _look_at(self, guild: discord.Guild, now: datetime) -> None:
        evening, is_wanted = self._known.get(guild.id), self._app.servers.of(guild.id).evening_channel > 0
        if evening is None:
            if is_wanted:
                await self._plan(guild, None, now)
        elif evening.phase in ON:
            if now.timestamp() < evening.ends and is_wanted:
                await self._go_on(guild, evening)
            else:
                await self._end(guild, evening, is_told=is_wanted)
        elif evening.phase is Phase.PLANNED and evening.starts <= now.timestamp() and self._is_as_set(evening):
            await self._begin(guild, evening, now)
        else:
            if evening.phase is Phase.OVER:
                await self._tables.close(evening)
            await self._plan(guild, evening, now)

    def _is_as_set(self, evening: Evening) -> bool:
        """Whether an evening is still to be as it was planned."""
        return self._plan_after(evening.guild, datetime.fromtimestamp(evening.starts - 1, UTC)) == evening.plan

    def _plan_after(self, guild: int, now: datetime) -> tuple[int, int, int] | None:
        """When and where the next evening of a server is to be, in seconds since 1970; None for none."""
        settings = self._app.servers.of(guild)
        if not settings.evening_channel:
            return None
        starts, ends = next_evening(settings, now)
        return round(starts.timestamp()), round(ends.timestamp()), settings.evening_channel

    # Before it

    async def _plan(self, guild: discord.Guild, evening: Evening | None, now: datetime) -> None:
        """Let the next evening be planned a day ahead, with its event, and one that was planned otherwise be off."""
        plan = self._plan_after(guild.id, now)
        if plan is not None and plan[0] - now.timestamp() > AHEAD.total_seconds():
            plan = None
        planned = evening if evening is not None and evening.phase is Phase.PLANNED else None
        if plan is None:
            if planned is not None:
                await self._end_event(guild, planned)
                await self._evenings.cancel(planned)
                del self._known[guild.id]
            return
        if planned is None or planned.plan != plan:
            planned = Evening(guild.id, *plan, None if planned is None else planned.event)
            if not await self._evenings.plan(planned):
                await self._read_again(guild.id)
                return
            self._known[guild.id] = planned
        await self._show_event(guild, planned, now)

    async def _show_event(self, guild: discord.Guild, evening: Evening, now: datetime) -> None:
        """Let Discord's event be as the evening is planned, where the bot may make one; a refusal is logged once."""
        shown = (*evening.plan, events.may_create(guild))
        if self._shown.get(guild.id) == shown:
            return
        event = self._event(guild.id, evening)
        try:
            if evening.event is None:
                await self._evenings.keep_event(evening, await events.create(guild, event, now))
            else:
                await events.change(guild, evening.event, event)
        except NoEvent as error:
            if error.is_passing:
                return
            self._tell_managers(guild.id, error.phrase)
        self._shown[guild.id] = shown

    def _event(self, guild: int, evening: Evening) -> Event:
        words = self._app.readers.words_in(guild)
        games = words.listed(words.said(game.title) for game in self._tables.games(guild))
        starts, ends = (datetime.fromtimestamp(at, UTC) for at in (evening.starts, evening.ends))
        text = words(
            "Tables of {games}. Come and sit down; house players keep you company until others come.", games=games
        )
        return Event(words("Club evening"), text, evening.channel, starts, ends)

    def _tell_managers(self, guild: int, why: Phrase) -> None:
        def entry(words: Words) -> str:
            return f"{words('The event of the club evening is not as it should be.')} {words.said(why)}"

        log.info("server %s: no event of the club evening: %s", guild, why)
        self._app.server_log.note(guild, entry)

    # The evening

    async def _begin(self, guild: discord.Guild, evening: Evening, now: datetime) -> None:
        """Begin it, late if need be; one that was missed altogether is over."""
        if evening.ends <= now.timestamp():
            await self._take(evening, Phase.OVER)
        elif (
            may_write(guild, evening.channel)
            and self._app.access.halt(guild.id) is None
            and await self._take(evening, Phase.OPEN)
        ):
            if evening.event is not None:
                try:
                    await events.start(guild, evening.event)
                except NoEvent as error:
                    log.info("server %s: the event of the club evening hasn't begun: %s", guild.id, error)
            await self._go_on(guild, evening)

    async def _go_on(self, guild: discord.Guild, evening: Evening) -> None:
        if evening.phase is Phase.OPEN and await self._take(evening, Phase.CALLED):
            await self._call(guild, evening)
        if evening.phase is Phase.CALLED:
            await self._tables.provide(guild, evening)

    async def _call(self, guild: discord.Guild, evening: Evening) -> None:
        """Mention those who want to know when tables open, in one message; nobody who is at a table already."""
        app, games = self._app, self._tables.games(guild.id)
        if not games or not app.servers.of(guild.id).opening_calls:
            return
        lobbies = [table.lobby for table in app.open_tables.in_guild(guild.id) if not table.terms.house.private]
        busy = {person for lobby in lobbies for person in (*lobby.seats, *lobby.staked()) if person is not None}
        keys = [game.key for game in games]
        people = await Openings(app.store).due(guild.id, keys, busy, app.now(), MOST)
        if not people:
            return
        words = app.readers.words_in(guild.id)
        titles = words.listed(words.said(game.title) for game in games)
        text = lines(
            words("{people}, the club evening has begun: {games}.", people=words.people(people), games=titles),
            words("-# You asked to be called. {command} changes that.", command=app.mention("play")),
        )
        mentions = discord.AllowedMentions(everyone=False, users=True, roles=False)
        await self._sent(guild.id, self._place(evening).send(text, allowed_mentions=mentions))

    async def _end(self, guild: discord.Guild, evening: Evening, *, is_told: bool) -> None:
        """Close what is deserted, end the event, and post the standings once, unless the evening was switched off."""
        try:
            found = await self._standings.read(guild) if is_told else None
        except TimeoutError:  # who is here isn't known now
            return
        await self._tables.close(evening)
        await self._end_event(guild, evening)
        if await self._take(evening, Phase.OVER) and found is not None and may_write(guild, evening.channel):
            view, files = await self._standings.drawn(guild, evening, found)
            nobody = discord.AllowedMentions.none()
            sending = self._place(evening).send(view=view, files=files, allowed_mentions=nobody, silent=True)
            await self._sent(guild.id, sending)

    async def _end_event(self, guild: discord.Guild, evening: Evening) -> None:
        self._shown.pop(guild.id, None)
        if evening.event is None:
            return
        try:
            await events.end(guild, evening.event)
        except NoEvent as error:
            log.info("server %s: the event of the club evening isn't over: %s", guild.id, error)

    def _place(self, evening: Evening) -> discord.PartialMessageable:
        return self._app.get_partial_messageable(evening.channel, guild_id=evening.guild)

    async def _sent(self, guild: int, sending: Awaitable[object]) -> None:
        try:
            async with request_timeout():
                await sending
        except REFUSALS as error:
            log.info("a post of the club evening of server %s was refused: %s", guild, error_text(error))

    async def _take(self, evening: Evening, phase: Phase) -> bool:
        """Whether the evening comes to `phase` by this process; otherwise it is read again."""
        is_taken = await self._evenings.take(evening, phase)
        if not is_taken:
            await self._read_again(evening.guild)
        return is_taken

    async def _read_again(self, guild: int) -> None:
        """The database has it otherwise than the process."""
        found = await self._evenings.of(guild)
        if found is None:
            self._known.pop(guild, None)
        else:
            self._known[guild] = found


async def setup(app: App) -> None:
    """Have club evenings."""
    await app.add_cog(ClubEvenings(app))
