"""`/table callme`: members who want to know are mentioned when a table opens, each at most once an hour."""

from __future__ import annotations

from typing import Any, Literal

import discord
from discord import app_commands

from cogs.app.bot import App
from cogs.app.replies.errors import whisper
from cogs.app.replies.readers import own_words
from data.guild.openings import ANY, Openings
from data.store import write_log
from games.core import IllegalAction
from i18n.words import Words
from tables.table import Table

MOST = 20
"""Members in one call. Those who have waited longest are called first, and the others for a later table."""


def made(app: App) -> app_commands.Command[Any, ..., None]:
    """`/table callme`, for the games offered so far."""

    @app_commands.command(
        name="callme", description="Be mentioned when a table opens, at most once an hour, or stop that"
    )
    @app_commands.describe(
        when="on or off (see what you have chosen if left out)",
        game="Only for tables of this game; can be given for several games",
    )
    @app_commands.choices(game=app.game_choices)
    async def callme(
        interaction: discord.Interaction[App], when: Literal["on", "off"] | None = None, game: str | None = None
    ) -> None:
        await _choose(interaction, when, game)

    return callme


async def _choose(interaction: discord.Interaction[App], when: str | None, game: str | None) -> None:
    app, guild, user_id = interaction.client, interaction.guild_id or 0, interaction.user.id
    openings = Openings(app.store)
    if when == "off":
        await openings.remove(guild, user_id)
    elif when == "on":
        if not app.servers.of(guild).opening_calls:
            raise IllegalAction("Calls for new tables are off in this server.")
        if game is not None and game not in app.games:
            raise IllegalAction("The bot doesn't know this game.")
        if game is not None:
            app.servers.of(guild).verify_plays(app.games[game].settings)
        await openings.add(guild, user_id, ANY if game is None else game)
    chosen = await openings.games(guild, user_id)
    await whisper(interaction, _chosen_text(app, chosen, own_words(interaction)))


def _chosen_text(app: App, chosen: list[str], words: Words) -> str:
    command = app.mention("table callme")
    if not chosen:
        return words("You aren't called when a table opens. {command} with **on** changes that.", command=command)
    if ANY in chosen:
        return words(
            "You'll be mentioned when a table opens, at most once an hour. {command} with **off** stops that.",
            command=command,
        )
    titles = words.listed(words.said(app.games[game].title) if game in app.games else game for game in chosen)
    return words(
        "You'll be mentioned when a table of {games} opens, at most once an hour. {command} with **off** stops that.",
        games=titles,
        command=command,
    )


async def call_to(app: App, table: Table) -> None:
    """Mention those who want to know that `table` has opened; not its host, and nobody who is at a table already.

    Whoever practises alone until others come is called too.
    """
    message = app.presses.view_of(table).message
    if message is None or not app.servers.of(table.guild).opening_calls:
        return
    tables = [each for each in app.open_tables.in_guild(table.guild) if not each.terms.house.private]
    busy = {user_id for each in tables for user_id in (*each.lobby.seats, *each.lobby.staked()) if user_id is not None}
    with write_log.unrelated():
        people = await Openings(app.store).due(table.guild, table.game.name, busy | {table.host}, app.now(), MOST)
    if people:
        message.calls.call_to_opening(people, app.mention("table callme"))
