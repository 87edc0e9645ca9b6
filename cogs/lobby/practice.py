"""`practice`: a table at which all other seats are the house's, and whose first deal begins at once.

*Open again* and *Rematch* do the same with the house players of the table before (opening.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import discord

from cogs.app.bot import App
from cogs.lobby.opening import TableOrder, opened, or_closed, ordered, show_opened
from tables.lobby import Lobby
from tables.table import Table

Shows: TypeAlias = Literal["privately", "publicly"]
"""How a practice table is shown."""
PRIVATELY: Shows = "privately"


@dataclass(frozen=True, slots=True)
class Practice:
    """What somebody wants to practise: `players` with themselves, None for as many as usual; JSON values by option."""

    game: str
    players: int | None
    is_private: bool
    options: Mapping[str, object]


async def practise(app: App, interaction: discord.Interaction[App], wanted: Practice) -> None:
    """Answer the command with a practice table: the person's own private one if it goes on, otherwise a new one.

    Whoever practises the game for the first time in private is shown a guided deal first, which leads to the table. A
    process that died in between may have left the own one with nobody at it, or without its first deal.

    Raises IllegalAction like `open_table`.
    """
    user_id = interaction.user.id
    order = TableOrder(options=wanted.options, practice=True, private=wanted.is_private)
    how = app.games[wanted.game].practice
    assert how is not None  # the game has the command
    async with app.opening:
        spec, terms = ordered(app, interaction, wanted.game, order)
        own = _own(app, interaction, wanted)
        table = own or await opened(app, interaction, spec, terms)

    def seated(lobby: Lobby) -> Lobby:
        if any(lobby.seats):
            return lobby
        lobby = how.sit(lobby, user_id)
        for _ in range((wanted.players or how.players or len(lobby.seats)) - 1):
            lobby = lobby.add_house_player(table.id)
        return lobby

    await table.arrange(user_id, seated)
    if own is not None:
        message = await app.presses.view_of(own).open(interaction)
    elif wanted.is_private and await or_closed(app.shows_first(interaction, table), interaction, table):
        return
    else:
        message = await show_opened(app, interaction, table)
    await how.begin(table, user_id, message)


def _own(app: App, interaction: discord.Interaction[App], wanted: Practice) -> Table | None:
    """The latest private practice table of whoever gave the command, with as many players as they want, if any."""
    if not wanted.is_private:
        return None
    found = [
        table
        for table in app.open_tables.in_guild(interaction.guild_id or 0)
        if table.terms.house.private
        and table.host == interaction.user.id
        and table.game.name == wanted.game
        and not table.has_ended
    ]
    players = wanted.players
    fitting = [table for table in found if _players(table.lobby) in (0, players) or players is None]
    return fitting[-1] if fitting else None


def _players(lobby: Lobby) -> int:
    return sum(seat is not None for seat in lobby.seats)
