"""The tables of a club evening: one of each game, another one where they are full, and house players until people come.

All goes by the tables that there are, so whatever a process that ended left undone is done at the next look.
"""

from __future__ import annotations

import logging
from contextlib import suppress

import discord
from msgspec.structs import replace

from cogs.app.bot import App
from cogs.lobby.opening import TableOrder, agreed
from cogs.table.house import are_welcome
from cogs.table.parts import has_room
from cogs.table.spec import GameSpec
from data.guild.evenings import Evening, Evenings
from data.people import is_member
from games.core import IllegalAction
from tables.draft import Begun, StaleClick, TableClosed
from tables.driver import LiveTable
from tables.events import Arrange, Close
from tables.lobby import ClosedBy, Lobby
from tables.table import Table

log = logging.getLogger(__name__)


class EveningTables:
    """Opens them, keeps house players there, and closes those where nobody is."""

    def __init__(self, app: App, evenings: Evenings) -> None:
        self._app = app
        self._evenings = evenings

    def games(self, guild: int) -> list[GameSpec]:
        """The games of which tables open in a server."""
        wanted = self._app.servers.of(guild).evening
        return [game for game in self._app.games_in(guild) if wanted is not None and game.key not in wanted.games_off]

    async def provide(self, guild: discord.Guild, evening: Evening) -> None:
        """Let there be a table with room for whoever comes, of each game."""
        for game in self.games(guild.id):
            try:
                if await self._is_wanted(evening, game):
                    await self._open(guild, evening, game)
            except IllegalAction as error:
                log.info("server %s: no table of %s for the club evening: %s", guild.id, game.key, error)
        for live in [each for each in self._open_ones(evening) if self._waits_for_company(each.table)]:
            try:
                await self._fill(live)
            except (IllegalAction, StaleClick, TableClosed) as error:
                log.info("table %s: no house players for the club evening: %s", live.table.id, error)

    async def _is_wanted(self, evening: Evening, game: GameSpec) -> bool:
        """Whether none is open with room, or without seats; not where somebody closes, or has closed, the last."""
        there = [live.table for live in self._open_ones(evening) if live.table.game.name == game.key]
        if there:
            stay = [table for table in there if not table.lobby.closing]
            return bool(stay) and all(t.has_ended or (t.lobby.seats and not has_room(t)) for t in stay)
        last = await self._evenings.last_lobby(evening, self.host, game.key)
        return last is None or ClosedBy.of(last) is ClosedBy.IDLE

    async def _open(self, guild: discord.Guild, evening: Evening, game: GameSpec) -> None:
        """Open one more, where the server allows it in this channel."""
        app, settings = self._app, self._app.servers.of(guild.id)
        if settings.adults_only and not getattr(guild.get_channel(evening.channel), "nsfw", False):
            raise IllegalAction("Tables can be opened only in age-restricted channels in this server.")
        terms = agreed(game.settings, TableOrder(), settings)
        until, most = evening.ends - round(app.now().timestamp()), settings.tables_per_channel
        terms = replace(terms, mode=replace(terms.mode, waits=until))
        async with app.open_tables.opening:
            here = [table for table in app.open_tables.public(guild.id) if table.channel == evening.channel]
            if sum(not table.has_ended for table in here) >= most:
                return
            live = await app.open_tables.open(
                game.adapter, guild=guild.id, channel=evening.channel, host=self.host, terms=terms
            )
        app.presses.view_of(live.table).changed()

    def _waits_for_company(self, table: Table) -> bool:
        """Whether nobody has a seat, and house players may."""
        game = self._app.games[table.game.name]
        ante = game.ante(table.terms) if game.plays_matches else None
        may_come = game.practice is not None and are_welcome(self._app.servers.of(table.guild), table.terms, ante=ante)
        return may_come and not any(table.lobby.seats)

    async def _fill(self, live: LiveTable) -> None:
        """Let house players sit where nobody does, and leave a seat to whoever comes."""
        start = self._app.games[live.table.game.name].practice
        players = (start and start.players) or len(live.table.lobby.seats)

        def filled(lobby: Lobby) -> Lobby:
            if any(lobby.seats):
                return lobby
            for _ in range(players - 1):
                lobby = lobby.add_house_player(live.table.id)
            return lobby

        await live.do(Arrange(self.host, filled))

    async def close(self, evening: Evening) -> None:
        """Close those where no member has a seat or a bet; rounds and matches in play go on."""
        for live in self._open_ones(evening):
            with suppress(TableClosed, Begun):
                await live.do(Close(self.host, ClosedBy.IDLE, only_if=_is_deserted))

    def _open_ones(self, evening: Evening) -> list[LiveTable]:
        found, since = self._app.open_tables.in_guild(evening.guild), evening.since or 0
        return [live for live in found if live.table.host == self.host and live.table.id > since]

    @property
    def host(self) -> int:
        """The bot itself, which opens them."""
        assert self._app.user is not None  # it has logged in
        return self._app.user.id


def _is_deserted(table: Table) -> bool:
    """Whether nothing goes on there, and nobody waits for more."""
    lobby = table.lobby
    people = () if table.has_ended else (*lobby.seats, *lobby.staked(), *lobby.promised_seats.values())
    return not (table.is_playing or table.is_kept or any(map(is_member, people)))
