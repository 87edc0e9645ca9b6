"""`practice`: a table at which all other seats are the house's, and whose first deal begins at once.

*Open again* and *Rematch* do the same with the house players of the table before (opening.py).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import discord

from cogs.app.bot import App
from cogs.app.router import Route
from cogs.lobby.opening import TableOrder, opened, or_closed, ordered, show_opened
from cogs.table.spec import Start
from games.core import IllegalAction
from tables.driver import LiveTable
from tables.events import Arrange
from tables.lobby import Lobby

Shows: TypeAlias = Literal["privately", "publicly"]
"""How a practice table is shown."""
PRIVATELY: Shows = "privately"


@dataclass(frozen=True, slots=True)
class Practice:
    """What somebody wants to practise: `players` with themselves, and `shoot`; None for what is usual."""

    game: str
    players: int | None
    is_private: bool
    shoot: bool | None = None


async def practise(app: App, interaction: discord.Interaction[App], wanted: Practice) -> None:
    """Answer the command with a practice table: the person's own private one if it goes on, otherwise a new one.

    Whoever practises the game for the first time in private is shown a guided deal first, which leads to the table. A
    process that died in between may have left the own one with nobody at it, or without its first deal.

    Raises IllegalAction like `open_table`.
    """
    how = app.games[wanted.game].practice
    assert how is not None  # the game has the command
    options = how.options(wanted.players, wanted.shoot)
    order = TableOrder(options=options, practice=True, private=wanted.is_private)
    async with app.open_tables.opening:
        spec, terms = ordered(app, interaction, wanted.game, order)
        own = _own(app, interaction, wanted, options)
        live = own or await opened(app, interaction, spec, terms)
    players = wanted.players or how.players or len(live.table.lobby.seats)
    await deal_in(app, interaction, live, how, players, is_new=own is None, may_show_first=wanted.is_private)


async def deal_in(
    app: App,
    interaction: discord.Interaction[App],
    live: LiveTable,
    how: Start,
    players: int,
    *,
    is_new: bool,
    may_show_first: bool = False,
) -> None:
    """Answer with a practice table, once whoever asked and house players sit there, and begin its first deal.

    A newcomer may be shown a guided deal first, which leads to the table.
    """
    user_id = interaction.user.id

    def seated(lobby: Lobby) -> Lobby:
        if any(lobby.seats):
            return lobby
        lobby = how.sit(lobby, user_id)
        for _ in range(players - 1):
            lobby = lobby.add_house_player(live.table.id)
        return lobby

    await live.do(Arrange(user_id, seated))
    if not is_new:
        message = await app.presses.view_of(live.table).open(interaction)
    elif may_show_first and await or_closed(app.welcome.show_first(interaction, live.table), interaction, live):
        return
    else:
        message = await show_opened(app, interaction, live)
    await how.begin(live, user_id, message)


def _own(
    app: App, interaction: discord.Interaction[App], wanted: Practice, options: Mapping[str, object]
) -> LiveTable | None:
    """The latest private practice table of whoever gave the command that is as they want it, if any."""
    if not wanted.is_private:
        return None
    players = wanted.players
    found = [
        live
        for live in app.open_tables.in_guild(interaction.guild_id or 0)
        for table in (live.table,)
        if table.terms.mode.private
        and not table.terms.mode.day
        and table.host == interaction.user.id
        and table.game.name == wanted.game
        and not table.has_ended
        and all(value is None or getattr(table.terms.options, name) == value for name, value in options.items())
        and (players is None or len(table.lobby.seats) - table.lobby.seats.count(None) in (0, players))
    ]
    return found[-1] if found else None


async def _pressed(interaction: discord.Interaction[App], match: re.Match[str]) -> None:
    app, game = interaction.client, match["game"]
    if game not in app.games or app.games[game].practice is None:
        raise IllegalAction("The bot can't read that. Run the command again.")
    await practise(app, interaction, Practice(game, None, True))


PRACTISE: Route[App] = Route("practise", r"(?P<game>[a-z_]{1,20})", _pressed, "practice of {game}")
