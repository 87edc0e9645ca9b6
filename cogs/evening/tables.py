"""The tables of a club evening: one of each game, another one where they are full, and house players until people come.

All goes by the tables that there are, so whatever a process that ended left undone is done at the next look.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace

import discord

from cogs.app.bot import App
from cogs.lobby.opening import TableOrder, agreed
from cogs.table.house import are_welcome
from cogs.table.parts import has_room
from cogs.table.spec import GameSpec
from data.guild.evenings import Evening
from games.core import IllegalAction
from tables.lobby import Lobby
from tables.table import StaleClick, Table, TableClosed

log = logging.getLogger(__name__)


class EveningTables:
    """Opens them, keeps house players there, and closes those where nobody is."""

    def __init__(self, app: App) -> None:
        self._app = app

    def games(self, guild: int) -> list[GameSpec]:
        """The games of which tables open in a server."""
        off = self._app.servers.of(guild).evening_games_off
        return [game for game in self._app.games_in(guild) if game.key not in off]

    async def provide(self, guild: discord.Guild, evening: Evening) -> None:
        """Let there be a table with room for whoever comes, of each game."""
        for game in [each for each in self.games(guild.id) if self._is_wanted(evening, each)]:
            try:
                await self._open(guild, evening, game)
            except IllegalAction as error:
                log.info("server %s: no table of %s for the club evening: %s", guild.id, game.key, error)
        for table in [each for each in self._open_ones(evening) if self._waits_for_company(each)]:
            try:
                await self._fill(table)
            except (IllegalAction, StaleClick, TableClosed) as error:
                log.info("table %s: no house players for the club evening: %s", table.id, error)

    def _is_wanted(self, evening: Evening, game: GameSpec) -> bool:
        """Whether none has opened yet, or all that are still open are full; not where somebody has closed them all."""
        if game.key not in evening.tables.values():
            return True
        there = [table for table in self._open_ones(evening) if table.game.name == game.key]
        return bool(there) and not any(map(_has_room, there))

    async def _open(self, guild: discord.Guild, evening: Evening, game: GameSpec) -> None:
        """Open one more, where the server allows it in this channel."""
        app, settings = self._app, self._app.servers.of(guild.id)
        channel = guild.get_channel(evening.channel)
        if settings.adults_only and not getattr(channel, "nsfw", False):
            raise IllegalAction("In this server, tables can be opened only in age-restricted channels.")
        terms = agreed(game.settings, TableOrder(), settings)
        terms = replace(terms, house=replace(terms.house, evening=evening.starts))
        async with app.opening:
            in_channel = [table for table in app.open_tables.in_guild(guild.id) if table.channel == evening.channel]
            if sum(not table.terms.house.private for table in in_channel) >= settings.tables_per_channel:
                return
            table = await app.open_tables.open(
                game.adapter, guild=guild.id, channel=evening.channel, host=self._bot, terms=terms
            )
            evening.tables[table.id] = game.key
        app.presses.view_of(table).changed()

    def _waits_for_company(self, table: Table) -> bool:
        """Whether nobody has a seat, and house players may."""
        game = self._app.games[table.game.name]
        ante = game.ante(table.terms) if game.plays_matches else None
        may_come = game.practice is not None and are_welcome(self._app.servers.of(table.guild), table.terms, ante=ante)
        return may_come and not any(table.lobby.seats)

    async def _fill(self, table: Table) -> None:
        """Let house players sit where nobody does, and leave a seat to whoever comes."""
        start = self._app.games[table.game.name].practice
        players = (start and start.players) or len(table.lobby.seats)

        def filled(lobby: Lobby) -> Lobby:
            if any(lobby.seats):
                return lobby
            for _ in range(players - 1):
                lobby = lobby.add_house_player(table.id)
            return lobby

        await table.arrange(self._bot, filled)

    async def close(self, evening: Evening) -> None:
        """Close those where nobody is; rounds and matches in play go on."""
        for table in self._open_ones(evening):
            await table.close_if_deserted(self._bot)

    def _open_ones(self, evening: Evening) -> Iterator[Table]:
        found = (self._app.open_tables.find(number) for number in evening.tables)
        return iter([table for table in found if table is not None and not table.is_closed])

    @property
    def _bot(self) -> int:
        """Who opens them."""
        assert self._app.user is not None  # it has logged in
        return self._app.user.id


def _has_room(table: Table) -> bool:
    """Whether somebody new can play there; where there are no seats, everybody can."""
    return not (table.has_ended or table.lobby.closing) and (not table.lobby.seats or has_room(table))
