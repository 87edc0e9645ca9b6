"""`/table`: which tables a server has, and what their hosts and the server's managers can do about them.

`/table list` has one block for each table, with a button that sits its reader down or leads there, in pages.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.bot import App
from cogs.app.replies import components
from cogs.app.replies.components import Component, Layout
from cogs.app.replies.errors import report
from cogs.app.replies.permissions import Reason, can_see, clean, manages
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import show
from cogs.app.router import Route
from cogs.lobby import callme
from cogs.lobby.opening import OPEN_AGAIN
from cogs.lobby.practice import PRACTISE
from cogs.server_log import entries
from cogs.table.parts import crowd, has_room, lines, small
from data.people import Person
from games.core import IllegalAction
from i18n.words import Words
from tables.clock import Pace
from tables.table import Begun, Table

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
    on_page = tables[page * ON_A_PAGE : (page + 1) * ON_A_PAGE]
    if not on_page:
        return Layout(components.container(None, [components.text(_nothing(app, interaction.guild_id or 0, words))]))
    parts = [components.text(words.counted("### {count} open tables", len(tables)))]
    for table in on_page:
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
    limits = words.counted("{minimum}-{count} chips", terms.maximum, minimum=terms.minimum) if terms.maximum else ""
    to_have = seats.count(None) + len(table.lobby.house_players) - len(table.lobby.promised_seats)
    free = words.counted("{count} free seats", to_have) if to_have else ""
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
    link, lobby = app.presses.view_of(table).link, table.lobby
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


@app_commands.guild_only()
class TablesCog(commands.GroupCog, group_name="table", group_description="Find, join and close tables"):
    """`/table list`, `/table close`, `/table kick`."""

    def __init__(self, app: App) -> None:
        super().__init__()
        self._app = app

    @app_commands.command(name="list", description="Show the open tables, and join one")
    async def list(self, interaction: discord.Interaction[App]) -> None:
        """Every open table, with a button to join it or a link to it."""
        await interaction.response.send_message(view=drawn(self._app, interaction, 0), ephemeral=True)

    @app_commands.command(name="close", description="Close a table; a round in play is finished first")
    @app_commands.describe(
        table="The table's number, as in its heading",
        reason="Only to void a match that has begun: why? For managers; kept in the ledger",
    )
    async def close(
        self,
        interaction: discord.Interaction[App],
        table: app_commands.Range[int, 1],
        reason: Reason | None = None,
    ) -> None:
        """Close a table, at once or after its round. Once a match has begun, only a manager can end it alone."""
        words = own_words(interaction)
        found = self._managed(interaction, table)
        await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            await found.close(interaction.user.id)
        except Begun:
            await _close_match(interaction, found, reason)
            return
        text = (
            words("Table {table} is closed.", table=str(table))
            if found.is_closed
            else words("Table {table} closes when its round is over.", table=str(table))
        )
        await report(interaction, text)

    @app_commands.command(
        name="kick", description="Free a member's seat at a table; a round in play is finished for them"
    )
    @app_commands.describe(table="The table's number, as in its heading", member="Who has to leave")
    async def kick(
        self, interaction: discord.Interaction[App], table: app_commands.Range[int, 1], member: discord.User
    ) -> None:
        """Make a member leave: bets are returned; in a round the clock plays for them, and then the seat is free."""
        words = own_words(interaction)
        found = self._managed(interaction, table)
        await interaction.response.defer(ephemeral=True, thinking=True)
        await found.remove(member.id, interaction.user.id, is_manager=manages(interaction))
        if interaction.user.id not in (found.host, member.id):
            self._app.server_log.note(found.guild, entries.removed(found, member.id, interaction.user.id))
        about = {"person": Person(member.id), "table": str(table)}
        plays_on = found.is_in_round(member.id) and found.is_kept
        text = (
            words("{person} finishes this deal and then leaves table {table}.", **about)
            if plays_on
            else words("{person} has left table {table}.", **about)
        )
        await report(interaction, text)

    def _managed(self, interaction: discord.Interaction[App], number: int) -> Table:
        table = self._app.open_tables.find(number)
        may = table is not None and (interaction.user.id == table.host or manages(interaction))
        if table is None or table.guild != interaction.guild_id or not (may or table.is_seen_by(interaction.user.id)):
            raise IllegalAction("There is no open table {table} here. See /table list.", table=str(number))
        if not may:
            raise IllegalAction("Only the table's host or a manager of this server can do that.")
        return table


async def _close_match(interaction: discord.Interaction[App], table: Table, reason: str | None) -> None:
    """Let a manager of the server end a match with a reason; its host can ask all players."""
    words, user_id, match = own_words(interaction), interaction.user.id, str(table.id)
    if reason is not None:
        if not manages(interaction):
            raise IllegalAction("Only a manager of this server can void a match.")
        await table.void_match(user_id, clean(reason))
        await report(
            interaction, words("Match {match} is void, and the antes are back with their owners.", match=match)
        )
        return
    if user_id != table.host:
        raise IllegalAction("This match has begun. To void it, give a reason; the antes go back.")
    assert table.game.match is not None
    await table.arrange(user_id, partial(table.game.match.with_end_proposed, host=user_id))
    goes_on = table.is_kept
    text = (
        words("The players of match {match} are asked whether it should end.", match=match)
        if goes_on
        else words("Match {match} is over.", match=match)
    )
    await report(interaction, text)


async def setup(app: App) -> None:
    """Add the commands, and let closed tables be opened again."""
    app.router.offer(OPEN_AGAIN, PRACTISE, JOIN, PAGE)
    cog = TablesCog(app)
    assert isinstance(cog.app_command, app_commands.Group)
    cog.app_command.add_command(callme.made(app))
    await app.add_cog(cog)
