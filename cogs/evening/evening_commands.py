"""The club evening: once a week the bot opens tables in a channel, calls those who asked for it, and tells who won.

It looks at every full quarter of an hour and each minute of an evening. What a process that dies hasn't done, or hasn't
noted as done (data/guild/evenings.py), the next one does: nobody is called twice, and of the same standings Discord
makes one post within some minutes. An evening goes on as it began, whatever is set meanwhile, until it is switched off.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from functools import partial

import discord

from cogs.app import events
from cogs.app.bot import App
from cogs.app.events import Event, NoEvent
from cogs.app.replies.requests import Outcome, tried
from cogs.app.schedule import MINUTE, next_look, one_by_one
from cogs.evening.standings import ASKED_ABOUT, EveningStandings
from cogs.evening.tables import EveningTables
from cogs.lobby.callme import MOST, busy_in
from cogs.server_log.server_log import may_write
from cogs.table.parts import joined, lines
from cogs.table.sending import Sending
from data.guild.evenings import Evening, Evenings, Standings
from data.guild.openings import Openings
from tables.settings.evening import Weekly

log = logging.getLogger(__name__)

AHEAD = 24 * 3600
"""So many seconds before an evening its event is made."""


class ClubEvenings:
    """The evenings of all servers of the process."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._evenings = Evenings(app.store)
        self._tables = EveningTables(app, self._evenings)
        self._standings = EveningStandings(app)
        self._looked: float | None = None
        """When it looked last, in seconds since 1970."""

    async def do_due(self) -> timedelta:
        """Begin, go on with and end evenings. Returns when to look again.

        What was set since the last look may be due already.
        """
        now = self._app.now().timestamp()
        since, self._looked = self._looked or now, now
        known = await self._evenings.all(self._app.served)
        guilds = one_by_one(self._app.guilds)
        on = [await self._look_at(guild, known.get(guild.id), since, now) async for guild in guilds]
        return next_look(now, is_under_way=any(on))

    async def _look_at(self, guild: discord.Guild, evening: Evening | None, since: float, now: float) -> bool:
        """Whether an evening is on afterwards."""
        wanted = self._app.servers.of(guild.id).evening
        if evening is not None and evening.since is not None:
            if wanted is not None and now < evening.ends:
                await self._tables.provide(guild, evening)
                return True
            if not await self._end(guild, evening, is_told=wanted is not None):
                return True
            evening = None
        planned = await self._planned(guild, evening, wanted, since, now)
        if planned is not None and planned.starts <= now:
            return await self._begin(guild, planned)
        if planned is not None and planned.event is None:
            await self._make_event(guild, planned)
        return False

    # Before it

    async def _planned(
        self, guild: discord.Guild, evening: Evening | None, wanted: Weekly | None, since: float, now: float
    ) -> Evening | None:
        """The first one since the last look, late or within a day; one that was planned otherwise is off."""
        planned = None
        if wanted is not None:
            starts, ends = wanted.next_after(since if evening is None else min(since, evening.starts - 1))
            if starts <= now + AHEAD and now < ends:
                planned = Evening(guild.id, starts, ends, wanted.channel)
        if evening is not None:
            if planned is not None and planned.plan == evening.plan:
                return evening
            await self._forget(guild, evening)
        return planned if planned is not None and await self._evenings.plan(planned) else None

    async def _make_event(self, guild: discord.Guild, evening: Evening) -> None:
        """Have Discord show it as an event; what it refuses for good is logged, and not asked for again."""
        words = self._app.readers.words_in(guild.id)
        games = words.listed(words.said(game.title) for game in self._tables.games(guild.id))
        text = words(
            "Tables of {games}. Come and sit down; house players keep you company until others come.", games=games
        )
        starts, ends = (datetime.fromtimestamp(at, UTC) for at in (evening.starts, evening.ends))
        event = Event(words("Club evening"), text, evening.channel, starts, ends)
        try:
            number = await events.create(guild, event, self._app.now())
        except NoEvent as error:
            if error.is_passing:
                return
            number, why = 0, error.phrase
            self._app.server_log.note(guild.id, lambda words: joined(words("Club evening"), words.said(why)))
        await self._evenings.keep_event(evening, number)

    # The evening

    async def _begin(self, guild: discord.Guild, evening: Evening) -> bool:
        """Begin it, late if need be; False where that can't be now."""
        may = may_write(guild, evening.channel) and self._app.access.halt(guild.id) is None
        if not may:
            return False
        if evening.event:
            await events.start(guild, evening.event)
        await self._call(guild, evening)
        begun = await self._evenings.begin(evening)
        if begun is not None:
            await self._tables.provide(guild, begun)
        return begun is not None

    async def _call(self, guild: discord.Guild, evening: Evening) -> None:
        """Mention those who want to know when tables open, in one message; nobody who is at a table already."""
        app, games = self._app, self._tables.games(guild.id)
        if not games or not app.servers.of(guild.id).opening_calls:
            return
        keys = [game.key for game in games]
        people = await Openings(app.store).due(guild.id, keys, busy_in(app, guild.id), app.now(), MOST)
        if not people:
            return
        words = app.readers.words_in(guild.id)
        titles = words.listed(words.said(game.title) for game in games)
        text = lines(
            words("{people}, the club evening has begun: {games}.", people=words.people(people), games=titles),
            words("-# You asked to be pinged; change it with {command}.", command=app.command_list.mention("play")),
        )
        mentions = discord.AllowedMentions(everyone=False, users=True, roles=False)
        once = f"{evening.starts}call{evening.channel % 10**8}"
        call = partial(self._place(evening).send, text, allowed_mentions=mentions, nonce=once)
        app.turns.keep(Sending(), (guild.id, "evening"), call, f"server {guild.id}: the club evening calls nobody")

    async def _end(self, guild: discord.Guild, evening: Evening, *, is_told: bool) -> bool:
        """Close what is deserted, end the event, and post the standings once, unless the evening was switched off.

        Returns False where that waits, as who is here isn't known now, or Discord doesn't take the standings just now.
        """
        played = await self._evenings.standings(evening, self._tables.host, ASKED_ABOUT)
        try:
            found = await self._standings.here(guild, played) if is_told else None
        except TimeoutError:
            return False
        await self._tables.close(evening)
        if found is not None and may_write(guild, evening.channel):
            try:
                if (await self._post(guild, evening, found)).may_pass:
                    return False
            except Exception:
                log.exception("server %s: the standings of the club evening can't be shown", guild.id)
        await self._forget(guild, evening)
        return True

    async def _post(self, guild: discord.Guild, evening: Evening, found: Standings) -> Outcome:
        view, files = await self._standings.drawn(guild, evening, found)
        once, nobody = f"{evening.starts}evening{evening.channel % 10**8}", discord.AllowedMentions.none()
        sending = self._place(evening).send(view=view, files=files, allowed_mentions=nobody, silent=True, nonce=once)
        outcome, _ = await tried(sending, f"server {guild.id}: the standings of the club evening are not posted")
        return outcome

    async def _forget(self, guild: discord.Guild, evening: Evening) -> None:
        """Let it and its event be over, or off."""
        if evening.event:
            await events.end(guild, evening.event)
        await self._evenings.forget(evening)

    def _place(self, evening: Evening) -> discord.PartialMessageable:
        return self._app.get_partial_messageable(evening.channel, guild_id=evening.guild)


async def setup(app: App) -> None:
    """Have club evenings."""
    app.schedule.add(ClubEvenings(app).do_due, "a club evening could not go on", retry=MINUTE)
