"""`/play`: the tables that one may join, the games with a button that opens one of each, and practice.

The tables are in pages, each with a button that sits its reader down or leads there.
"""

from __future__ import annotations

import re
from contextlib import suppress

import discord

from cogs.app.bot import App
from cogs.app.replies import components
from cogs.app.replies.components import Component, Layout
from cogs.app.replies.permissions import can_see
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import show
from cogs.app.router import Route
from cogs.app.sync import description
from cogs.lobby import callme
from cogs.lobby.opening import TableOrder, agreed, bring_table, open_table
from cogs.lobby.practice import PRACTISE
from cogs.table.parts import bold, crowd, has_room, lines, pace, small
from cogs.table.spec import GameSpec
from games.core import IllegalAction
from i18n.words import Words
from tables.game import Terms
from tables.settings.general import HousePlayers
from tables.settings.servers import ServerSettings
from tables.table import Table

ON_A_PAGE = 4
"""Tables, if the games leave room for so many. Nine games would leave none: then their offers need pages, too."""
MOST = 40
"""Components that Discord allows in a message."""
BESIDES = 10
"""Components, with a heading, a line and all buttons, that are neither a table, nor a game, nor a game's practice."""
NAMED = 6
"""People who are named at one table."""


def drawn(interaction: discord.Interaction[App], page: int) -> Layout:
    """The message for whoever asked: their own private tables, then those of this channel, the oldest first.

    Tables in channels that they can't see are left out, but for those at which they play.
    """
    app, words, here, user_id = interaction.client, own_words(interaction), interaction.channel_id, interaction.user.id
    guild = interaction.guild_id or 0
    there = [each for each in app.open_tables.tables(guild) if each.is_seen_by(user_id) and not each.has_ended]
    seen = [each for each in there if can_see(interaction, each.channel) or _is_at(each, user_id)]
    tables = sorted(seen, key=lambda table: (not table.terms.mode.private, table.channel != here))
    games, settings = app.games_in(guild), app.servers.of(guild)
    practised = [] if settings.house_players is HousePlayers.OFF else [game for game in games if game.practice]
    on_a_page = max(1, min(ON_A_PAGE, (MOST - BESIDES - len(practised)) // 3 - len(games)))
    page = min(page, max(len(tables) - 1, 0) // on_a_page)
    parts: list[Component] = []
    if tables:
        parts.append(components.text(words.counted("### {count} open tables", len(tables))))
        on_page = tables[page * on_a_page : (page + 1) * on_a_page]
        parts += [components.section(_block(each, here, words), _way(interaction, each, words)) for each in on_page]
        parts.append(components.separator())
    parts.append(components.text(words("### Open a table")))
    for game in games:
        parts.append(components.section(_offer(game, settings, words), OPEN.button(game.key, words("Open"))))
    if practised:
        parts.append(components.text(words("**Practice** against house players, without chips")))
        parts.append(components.row(*(PRACTISE.button(game.key, words.said(game.title)) for game in practised)))
    last = (len(tables) - 1) // on_a_page
    more = [PAGE.button(page - 1, words("Previous"))] if page > 0 else []
    more += [PAGE.button(page + 1, words("Next"))] if page < last else []
    more += [callme.CHOICE.button("ask", words("Ping me…"))] if settings.opening_calls else []
    if more:
        parts.append(components.row(*more))
    return Layout(components.container(None, parts))


def _offer(game: GameSpec, settings: ServerSettings, words: Words) -> str:
    """What a game is, and for how much the button opens a table."""
    assert game.cog.app_command is not None
    chips = ""
    with suppress(IllegalAction):  # whoever opens one reads what is wrong with this server's settings
        terms = agreed(game.settings, TableOrder(), settings)
        ante = game.ante(terms)
        chips = words.counted("ante {count} chips", ante) if ante else _limits_text(terms, words)
    return lines(bold(words.said(game.title)), small(description(game.cog.app_command, words), chips))


def _limits_text(terms: Terms, words: Words) -> str:
    """The lowest and the highest bet; empty in a game without bets."""
    return words.counted("{minimum}–{count} chips", terms.maximum, minimum=terms.minimum) if terms.maximum else ""


def _is_at(table: Table, user_id: int) -> bool:
    """Whether somebody has a seat or chips at a table."""
    return user_id in table.lobby.seats or bool(table.lobby.bets_of(user_id)) or table.is_in_round(user_id)


def _block(table: Table, here: int | None, words: Words) -> str:
    """What it is, who is there, and what it is doing."""
    terms, seats = table.terms, table.lobby.seats
    name = bold(words("{game} · table {table}", game=table.game.title, table=str(table.id)))
    if terms.mode.private:
        return lines(name, small(words("only you see it"), _phase(table, words)))
    place = "" if table.channel == here else f"<#{table.channel}>"
    to_have = seats.count(None) + len(table.lobby.house_players) - len(table.lobby.promised_seats)
    free = words.counted("{count} free seats", to_have) if to_have else ""
    full = words("no free seat") if seats and not free else ""
    about = small(_limits_text(terms, words), free or full, pace(terms.pace, words), _phase(table, words))
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
    match = table.game.match
    is_on = table.is_playing or (match is not None and match.is_under_way(table.lobby))
    return words("in play") if is_on else words("waiting for players")


def _is_lost(interaction: discord.Interaction[App], table: Table) -> bool:
    """Whether somebody's own match is in a channel that is gone, and can continue where they are."""
    is_theirs = table.is_kept and interaction.user.id in table.lobby.seats and not table.terms.mode.is_organised
    guild = interaction.guild
    is_gone = guild is not None and guild.get_channel_or_thread(table.channel) is None
    return is_theirs and is_gone and not table.terms.mode.private


def _way(interaction: discord.Interaction[App], table: Table, words: Words) -> Component:
    """A button that sits down or continues a match here; a link where somebody has a seat, or needs none."""
    link, lobby, user_id = interaction.client.presses.view_of(table).link, table.lobby, interaction.user.id
    if table.terms.mode.private:
        return JOIN.button(table.id, words("Continue"), discord.ButtonStyle.primary)
    if _is_lost(interaction, table):
        return JOIN.button(table.id, words("Bring it here"), discord.ButtonStyle.primary)
    if user_id in lobby.seats:
        return components.link_button(link, words("Your seat"))
    if has_room(table) and user_id not in lobby.promised_seats.values() and not lobby.closing:
        return JOIN.button(table.id, words("Join"), discord.ButtonStyle.primary)
    return components.link_button(link, words("Watch") if lobby.seats else words("Join"))


async def _join(interaction: discord.Interaction[App], match: re.Match[str]) -> None:
    app, number = interaction.client, int(match["table"])
    live = app.open_tables.find(number)
    table = None if live is None else live.table
    is_here = table is not None and table.guild == interaction.guild_id and table.is_seen_by(interaction.user.id)
    if table is not None and is_here and _is_lost(interaction, table):
        await bring_table(app, interaction, table)
        return
    if table is not None and is_here and not can_see(interaction, table.channel):
        raise IllegalAction("There is no open table {table} here. See /play.", table=str(number))
    await app.presses.join(interaction, number)


async def _turn(interaction: discord.Interaction[App], match: re.Match[str]) -> None:
    await show(interaction, drawn(interaction, int(match["page"])))


async def _open(interaction: discord.Interaction[App], match: re.Match[str]) -> None:
    if match["game"] not in interaction.client.games:
        raise IllegalAction("The bot doesn't know this game.")
    await open_table(interaction.client, interaction, match["game"], TableOrder())


JOIN = Route("join", r"(?P<table>[0-9]{1,18})", _join, "table {table}, joined from a list")
OPEN = Route("open", r"(?P<game>[a-z_]{1,40})", _open, "a table of {game}, opened from /play")
PAGE = Route("tables", r"(?P<page>[0-9]{1,4})", _turn, "/play")
ROUTES = (OPEN, PRACTISE, JOIN, PAGE)
