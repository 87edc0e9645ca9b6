"""`/play`, and `/table`: what a table's host and the server's managers can do about it."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.bot import App
from cogs.app.replies.errors import report
from cogs.app.replies.permissions import Reason, clean, manages
from cogs.app.replies.readers import own_words
from cogs.lobby import callme, play
from cogs.lobby.opening import OPEN_AGAIN
from cogs.server_log import entries
from cogs.table.parts import closing
from data.people import Person
from games.core import IllegalAction
from tables.draft import Begun
from tables.driver import LiveTable
from tables.events import Arrange, Close, Remove, Void

MOST_CHOICES = 25
"""Discord shows so many numbers that somebody may mean."""


@app_commands.guild_only()
class TablesCog(commands.GroupCog, group_name="table", group_description="Tables"):
    """`/table close`, `/table kick`."""

    def __init__(self, app: App) -> None:
        super().__init__()
        self._app = app

    @app_commands.command(name="close", description="Close a table; a round in play is finished first")
    @app_commands.describe(
        table="The table's number, as in its heading",
        reason="Reason, only to void a match that has begun; for managers, kept in the ledger",
    )
    async def close(
        self,
        interaction: discord.Interaction[App],
        table: int,
        reason: Reason | None = None,
    ) -> None:
        """Close a table, at once or after its round. Once a match has begun, only a manager can end it alone."""
        words = own_words(interaction)
        live = self._managed(interaction, table)
        await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            await live.do(Close(interaction.user.id))
        except Begun:
            live.table.verify_may_change_players()
            await _close_match(interaction, live, reason)
            return
        await report(interaction, closing(live.table, words))

    @app_commands.command(
        name="kick", description="Free a member's seat at a table; a round in play is finished for them"
    )
    @app_commands.describe(table="The table's number, as in its heading", member="Who has to leave")
    async def kick(self, interaction: discord.Interaction[App], table: int, member: discord.User) -> None:
        """Make a member leave: bets are returned; in a round the clock plays for them, and then the seat is free."""
        words = own_words(interaction)
        live = self._managed(interaction, table)
        await interaction.response.defer(ephemeral=True, thinking=True)
        await live.do(Remove(member.id, interaction.user.id, is_manager=manages(interaction)))
        found = live.table
        if interaction.user.id not in (found.host, member.id):
            self._app.server_log.note(found.guild, entries.removed(found, member.id, interaction.user.id))
        about = {"person": Person(member.id), "table": str(table)}
        text = (
            words("{person} will leave when this round is over.", **about)
            if found.is_in_round(member.id) and found.is_kept
            else words("{person} was removed from table {table}.", **about)
        )
        await report(interaction, text)

    @close.autocomplete("table")
    @kick.autocomplete("table")
    async def tables(self, interaction: discord.Interaction[App], typed: str) -> list[app_commands.Choice[int]]:
        """The numbers of the tables that the person can do this with."""
        found = [
            app_commands.Choice(name=f"{table.id} · {own_words(interaction).said(table.game.title)}", value=table.id)
            for table in self._app.open_tables.tables(interaction.guild_id or 0)
            if table.is_seen_by(interaction.user.id) and (interaction.user.id == table.host or manages(interaction))
        ]
        return [choice for choice in found if str(choice.value).startswith(typed)][:MOST_CHOICES]

    def _managed(self, interaction: discord.Interaction[App], number: int) -> LiveTable:
        live, user_id = self._app.open_tables.find(number), interaction.user.id
        may = live is not None and (user_id == live.table.host or manages(interaction))
        is_here = live is not None and live.table.guild == interaction.guild_id
        if live is None or not is_here or not (may or live.table.is_seen_by(user_id)):
            raise IllegalAction("There is no open table {table} here. See /play.", table=str(number))
        if not may:
            raise IllegalAction("Only the table's host or a manager of this server can do that.")
        return live


async def _close_match(interaction: discord.Interaction[App], live: LiveTable, reason: str | None) -> None:
    """Let a manager of the server end a match with a reason; its host can ask all players."""
    words, user_id, match = own_words(interaction), interaction.user.id, str(live.table.id)
    if reason is not None:
        if not manages(interaction):
            raise IllegalAction("Only a manager of this server can void a match.")
        await live.do(Void(user_id, clean(reason), is_of_match=True))
        await report(interaction, words("Match {match} is void, and the antes are returned.", match=match))
        return
    if user_id != live.table.host:
        raise IllegalAction("This match has begun. To void it, give a reason; the antes are returned.")
    kind = live.table.game.match
    assert kind is not None
    await live.do(Arrange(user_id, partial(kind.with_end_proposed, host=user_id)))
    text = (
        words("The players of match {match} are asked whether it should end.", match=match)
        if live.table.is_kept
        else words("Match {match} is over.", match=match)
    )
    await report(interaction, text)


class PlayCog(commands.Cog, name="play"):
    """`/play`."""

    @app_commands.command(name="play", description="Join a table, open one, or practice: start here")
    @app_commands.guild_only()
    async def play(self, interaction: discord.Interaction[App]) -> None:
        """One private message with a button for each."""
        await interaction.response.send_message(view=play.drawn(interaction, 0), ephemeral=True)


async def setup(app: App) -> None:
    """Add the commands and the buttons of `/play`, and let closed tables be opened again."""
    app.router.register(OPEN_AGAIN, callme.CHOICE, *play.ROUTES)
    await app.add_cog(PlayCog())
    await app.add_cog(TablesCog(app))
