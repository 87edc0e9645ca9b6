"""*Open again*: one press on a closed table opens another one with the same terms, with the presser as its host."""

from __future__ import annotations

import re

import discord

from cogs.app.bot import App
from cogs.app.replies.components import link_button
from cogs.app.replies.errors import whisper
from cogs.app.replies.readers import own_words
from cogs.app.router import Route
from cogs.lobby.opening import open_like
from cogs.table.address import AGAIN
from games.core import IllegalAction
from tables.table import Table


async def _again(interaction: discord.Interaction[App], match: re.Match[str]) -> None:
    app, number = interaction.client, int(match["table"])
    there = app.open_tables.find(number)
    if there is not None and there.guild == interaction.guild_id and there.is_seen_by(interaction.user.id):
        raise IllegalAction("Table {table} is open: {link}", table=str(number), link=_link(app, there))
    table, is_new = await open_like(app, interaction, number)
    if not is_new:
        words = own_words(interaction)
        text = words("Table {table} has already been opened in its place.", table=str(table.id))
        await whisper(interaction, text, link_button(_link(app, table), words("Go to the table")))


def _link(app: App, table: Table) -> str:
    return app.presses.message_of(table).link


OPEN_AGAIN = Route(AGAIN, r"(?P<table>[0-9]{1,18})", _again, "table {table}, opened again")
