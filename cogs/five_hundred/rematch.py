"""*Rematch*: one press on a match that is over opens a table with the same terms, with the presser as host and seated.

House players sit in their seats again. The others are mentioned on the new table's message and keep their seats for
themselves until somebody else sits there; none of them is seated, and nobody's ante taken, without a press of their
own. A match calls them at most once an hour, so that nobody is called over and over by opening and closing rematches.
"""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import timedelta

import discord

from cogs.app.bot import App
from cogs.app.replies.errors import whisper
from cogs.app.replies.readers import own_words
from cogs.app.router import Route
from cogs.five_hundred.match_picture import REMATCH
from cogs.lobby.opening import open_like
from cogs.table.house import are_welcome
from data.tables.tables import SavedTable
from games.core import Counted, IllegalAction
from tables.clock import uptime
from tables.five_hundred import match
from tables.five_hundred.match_state import MatchState
from tables.five_hundred.settings import FIVE_HUNDRED
from tables.lobby import Lobby
from tables.table import StaleClick, Table, TableClosed

CALLS_EVERY = timedelta(hours=1)


class Rematches:
    """Answers the button, and remembers which matches have called their players."""

    def __init__(self) -> None:
        self._called: dict[int, timedelta] = {}
        """When, by the number of the match and the loop's clock."""
        self.route: Route[App] = Route(REMATCH, r"(?P<table>[0-9]{1,18})", self._pressed, "match {table}, rematch")

    async def _pressed(self, interaction: discord.Interaction[App], found: re.Match[str]) -> None:
        app, number, user_id = interaction.client, int(found["table"]), interaction.user.id
        saved = await app.tables.get(number)
        players = _players(saved) if saved is not None and saved.guild == interaction.guild_id else ()
        if saved is None or user_id not in players:
            raise IllegalAction("Only those who played in this match can ask for a rematch. See /fivehundred open.")
        await _verify_ante(app, saved, user_id)

        async def invite(table: Table) -> bool:
            settings, ante = app.servers.of(table.guild), table.terms.options.ante
            seats = players if are_welcome(settings, table.terms, ante=ante) else (None,) * len(players)

            def invited(lobby: Lobby) -> Lobby:
                return match.invite(lobby.with_house_players_of(seats, table.id), user_id, players)

            await table.arrange(user_id, invited)  # the press is older than the seed, so it must not salt it
            return self._may_call(number)

        table, is_new = await open_like(app, interaction, number, invite)
        if not is_new:
            with suppress(IllegalAction, StaleClick, TableClosed):  # they have a seat, or it has begun without them
                await table.arrange(user_id, lambda lobby: match.invite(lobby, user_id, players))
            words, link = own_words(interaction), app.presses.message_of(table).link
            text = words("The rematch is at table {table}: {link}", table=str(table.id), link=link)
            await whisper(interaction, text)

    def _may_call(self, number: int) -> bool:
        """Whether match `number` may call its players now; if so, it has done so."""
        now = uptime()
        self._called = {each: at for each, at in self._called.items() if now - at < CALLS_EVERY}
        if number in self._called:
            return False
        self._called[number] = now
        return True


def _players(saved: SavedTable) -> tuple[int, ...]:
    """Who played a match that is over, by seat; nobody for any other table."""
    if saved.game != FIVE_HUNDRED.key:
        return ()
    state = MatchState.of(Lobby.from_json(saved.lobby, MatchState))
    return state.players if state.is_over else ()


async def _verify_ante(app: App, saved: SavedTable, user_id: int) -> None:
    ante = app.games[saved.game].adapter.read_options(saved.options).ante
    chips = await app.economy.balance(saved.guild, user_id)
    if chips < ante:
        raise IllegalAction.saying(
            Counted(
                "You have {count} chip; the ante is {ante}.",
                "You have {count} chips; the ante is {ante}.",
                chips,
                ante=ante,
            )
        )
