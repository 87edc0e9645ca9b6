"""Members who want to know are mentioned when a table opens, each at most once an hour. They choose that in `/play`."""

from __future__ import annotations

import re

import discord
from discord import ButtonStyle

from cogs.app.bot import App
from cogs.app.replies.components import Layout
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import show
from cogs.app.router import Route
from cogs.table.parts import layout, lines
from data.guild.openings import ANY, Openings
from data.store import write_log
from games.core import IllegalAction
from i18n.words import Words
from tables.table import Table

MOST = 20
"""Members in one call. Those who have waited longest are called first, and the others for a later table."""


def _view(app: App, guild: int, chosen: list[str], words: Words) -> Layout:
    """What somebody has chosen, with a button for every choice; what is chosen already stands out."""
    titles = {ANY: words("Any game"), **{game.key: words.said(game.title) for game in app.games_in(guild)}}
    buttons = [
        CHOICE.button(f"on.{key}", title, ButtonStyle.primary if key in chosen else ButtonStyle.secondary)
        for key, title in titles.items()
    ]
    if not chosen:
        text = words("Table pings are off. For which new tables should the bot ping you?")
    elif ANY in chosen:
        text = words("You'll be pinged when a table opens, at most once an hour.")
    else:
        games = words.listed(words.said(app.games[game].title) if game in app.games else game for game in chosen)
        text = words("You'll be pinged when a table of {games} opens, at most once an hour.", games=games)
    off = [[CHOICE.button("off", words("Don't ping me"))]] if chosen else []
    return layout(None, [lines(words("### Table pings"), text)], [buttons, *off])


async def _choose(interaction: discord.Interaction[App], match: re.Match[str]) -> None:
    app, guild, user_id = interaction.client, interaction.guild_id or 0, interaction.user.id
    openings, game = Openings(app.store), match["game"]
    if match["verb"] == "off":
        await openings.remove(guild, user_id)
    elif game is not None:
        if not app.servers.of(guild).opening_calls:
            raise IllegalAction("Pings for new tables are off in this server.")
        if game != ANY:
            if game not in app.games:
                raise IllegalAction("The bot doesn't know this game.")
            app.servers.of(guild).verify_plays(app.games[game].settings)
        await openings.add(guild, user_id, game)
    await show(interaction, _view(app, guild, await openings.games(guild, user_id), own_words(interaction)))


CHOICE = Route("callme", r"(?P<verb>ask|off|on)(?:\.(?P<game>[a-z_]{0,40}))?", _choose, "calls to new tables")
"""What somebody wants to be called to."""


def busy_in(app: App, guild: int) -> set[int]:
    """Who is at a table of a server already, but for private ones."""
    tables = app.open_tables.public(guild)
    return {who for table in tables for who in (*table.lobby.seats, *table.lobby.staked()) if who is not None}


async def call_to(app: App, table: Table) -> None:
    """Mention those who want to know that `table` has opened; not its host, and nobody who is at a table already.

    Whoever practises alone until others come is called too.
    """
    message = app.presses.view_of(table).message
    if message is None or not app.servers.of(table.guild).opening_calls:
        return
    busy = busy_in(app, table.guild) | {table.host}
    with write_log.unrelated():
        people = await Openings(app.store).due(table.guild, (table.game.name,), busy, app.now(), MOST)
    if people:
        message.calls.call_to_opening(people, app.command_list.mention("play"))
