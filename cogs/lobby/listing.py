"""`/table list`: one block for each table, with a button that sits its reader down or leads there, in pages."""

from __future__ import annotations

import re
from collections.abc import Sequence

import discord

from cogs.app.bot import App
from cogs.app.replies import components
from cogs.app.replies.components import Component, Layout
from cogs.app.replies.permissions import can_see
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import show
from cogs.app.router import Route
from cogs.table.parts import crowd, has_room, lines, small
from games.core import IllegalAction
from i18n.words import Words
from tables.clock import Pace
from tables.table import Table

ON_A_PAGE = 8
"""Tables; each takes four of the forty components that Discord allows in a message."""
NAMED = 6
"""People who are named at one table."""


def drawn(app: App, interaction: discord.Interaction[App], page: int) -> Layout:
    """The list for whoever asked: the tables of this channel first, and the oldest first among those.

    Tables in channels that they can't see are left out, but for those at which they play.
    """
    words, here, user_id = own_words(interaction), interaction.channel_id, interaction.user.id
    there = [each for each in app.open_tables.in_guild(interaction.guild_id or 0) if each.is_seen_by(user_id)]
    seen = [each for each in there if can_see(interaction, each.channel) or _is_at(each, user_id)]
    tables = sorted(seen, key=lambda table: table.channel != here)
    page = min(page, max(len(tables) - 1, 0) // ON_A_PAGE)
    shown = tables[page * ON_A_PAGE : (page + 1) * ON_A_PAGE]
    if not shown:
        return Layout(components.container(None, [components.text(_nothing(app, interaction.guild_id or 0, words))]))
    parts = [components.text(words.counted("### {count} open table", "### {count} open tables", len(tables)))]
    for table in shown:
        parts.append(components.separator())
        parts.append(components.section(_block(table, here, words), _way(app, table, user_id, words)))
    if turns := _turns(page, (len(tables) - 1) // ON_A_PAGE, words):
        parts.append(components.row(*turns))
    return Layout(components.container(None, parts))


def _is_at(table: Table, user_id: int) -> bool:
    """Whether somebody has a seat or chips at a table."""
    return user_id in table.lobby.seats or bool(table.lobby.bets_of(user_id)) or table.is_in_round(user_id)


def _nothing(app: App, guild: int, words: Words) -> str:
    commands = words.either(app.mention(f"{game.command} open") for game in app.games_in(guild))
    return words("No table is open. Open one with {commands}.", commands=commands)


def _block(table: Table, here: int | None, words: Words) -> str:
    """What it is, who is there, and what it is doing."""
    terms, seats = table.terms, table.lobby.seats
    name = words("**{game} · table {table}**", game=table.game.title, table=str(table.id))
    if terms.house.private:
        return lines(name, small(words("only you see it"), _phase(table, words)))
    place = "" if table.channel == here else f"<#{table.channel}>"
    limits = (
        words.counted("{minimum}-{count} chip", "{minimum}-{count} chips", terms.maximum, minimum=terms.minimum)
        if terms.maximum
        else ""
    )
    to_have = seats.count(None) + len(table.lobby.house_players) - len(table.lobby.promised_seats)
    free = words.counted("{count} free seat", "{count} free seats", to_have) if to_have else ""
    full = words("no free seat") if seats and not free else ""
    slow = words("slow: a day for each turn") if terms.pace is Pace.SLOW else ""
    about = small(limits, free or full, slow, _phase(table, words))
    return lines(" ".join(filter(None, (name, place))), _people(table, words), about)


def _people(table: Table, words: Words) -> str:
    """Those who have a seat or, where there are none, a bet."""
    there = [user_id for user_id in table.lobby.seats if user_id is not None] or [*table.lobby.staked()]
    if not there and table.play is not None and table.is_playing:
        there = [user_id for user_id in table.play.setup.people if user_id is not None]
    return crowd([words.person(user_id) for user_id in there], words, NAMED) if there else words("Nobody yet")


def _phase(table: Table, words: Words) -> str:
    if table.lobby.closing:
        return words("about to close")
    if table.is_paused(table.lobby):
        return words("paused")
    return words("in play") if table.is_playing else words("waiting for players")


def _way(app: App, table: Table, user_id: int, words: Words) -> Component:
    """A button that sits down; where there is no seat to take, or somebody has one, a link."""
    link, lobby = app.presses.message_of(table).link, table.lobby
    if table.terms.house.private:
        return JOIN.button(table.id, words("Show it"), discord.ButtonStyle.primary)
    if user_id in lobby.seats:
        return components.link_button(link, words("Your seat"))
    if has_room(table) and user_id not in lobby.promised_seats.values() and not lobby.closing:
        return JOIN.button(table.id, words("Join"), discord.ButtonStyle.primary)
    return components.link_button(link, words("Watch") if lobby.seats else words("Go there"))


def _turns(page: int, last: int, words: Words) -> Sequence[Component]:
    back = [PAGE.button(page - 1, words("Previous"))] if page > 0 else []
    return [*back, *([PAGE.button(page + 1, words("Next"))] if page < last else [])]


async def _join(interaction: discord.Interaction[App], match: re.Match[str]) -> None:
    app, number = interaction.client, int(match["table"])
    table = app.open_tables.find(number)
    is_here = table is not None and table.guild == interaction.guild_id and table.is_seen_by(interaction.user.id)
    if table is not None and is_here and not can_see(interaction, table.channel):
        raise IllegalAction("There is no open table {table} here. See /table list.", table=str(number))
    await app.presses.join(interaction, number)


async def _turn(interaction: discord.Interaction[App], match: re.Match[str]) -> None:
    await show(interaction, drawn(interaction.client, interaction, int(match["page"])))


JOIN = Route("join", r"(?P<table>[0-9]{1,18})", _join, "table {table}, joined from a list")
PAGE = Route("tables", r"(?P<page>[0-9]{1,4})", _turn, "/table list")
