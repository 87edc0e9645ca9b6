"""Opening a table where the command was given, whichever game it is, as the server wants it.

An open command says only what its person chose; limits, pace and house options that were left out are the server's
(tables/settings/servers.py). Every refusal is a private sentence, and then there is no table.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.bot import App
from cogs.app.replies.components import link_button
from cogs.app.replies.errors import note, whisper
from cogs.app.replies.permissions import is_seen_by, manages, members_of
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import REFUSALS
from cogs.app.router import Route
from cogs.chips.shortage import Wanted, is_short
from cogs.lobby.callme import call_to
from cogs.table.parts import AGAIN
from cogs.table.spec import GameSpec
from data.people import Person, is_member
from data.tables.saved import SavedTable
from games.core import IllegalAction
from tables.clock import Pace
from tables.driver import LiveTable
from tables.events import Arrange, Close
from tables.game import Terms
from tables.lobby import Lobby, instead_of
from tables.modes import Chips, Mode, Practice, Shuffle, mode_of, was_seen_by
from tables.settings.general import HousePlayers, Openers
from tables.settings.schema import GameSettings
from tables.settings.servers import ServerSettings, house_options, verify_terms
from tables.table import Table

PaceName: TypeAlias = Literal["quick", "normal", "relaxed"]
"""The paces of a game that is played in one sitting."""


@app_commands.guild_only()
class GameCog(commands.GroupCog):
    """The slash commands of one game, `open` among them; its group is the game's name as people type it.

    discord.py needs the parameters of each `open` written out where it is.
    """

    def __init__(self, app: App) -> None:
        super().__init__()
        self.app = app


AnswerT = TypeVar("AnswerT")
MOST_LINKS = 5
"""The most tables that a refusal links to."""


@dataclass(frozen=True, slots=True)
class TableOrder:
    """What an open command said: limits in chips, the name of a pace, JSON values by option, the key of a preset.

    None was left out. At a table for `practice` no chips move; a `private` one is seen by its host alone.
    """

    minimum: int | None = None
    maximum: int | None = None
    pace: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    preset: str | None = None
    practice: bool = False
    private: bool = False


async def open_table(app: App, interaction: discord.Interaction[App], game: str, order: TableOrder) -> None:
    """Open a table of the game with this name and answer the command or press with its message.

    Whoever could not put in the ante themselves is told what helps, and there is no table.

    Raises IllegalAction when the server doesn't want that table, there or from this person, when the order contradicts
    the house options, or when the bot could not keep the table's message up to date in this channel. A table whose
    message Discord refuses is closed again before anybody sees it.
    """
    spec, terms = ordered(app, interaction, game, order)
    ante = spec.ante(terms)
    if ante and await is_short(interaction, app.economy, ante, Wanted.OPEN):
        return
    async with app.open_tables.opening:  # count and open in one go; otherwise two commands at once would both find room
        table = await opened(app, interaction, spec, terms)
    await show_opened(app, interaction, table)


def ordered(app: App, interaction: discord.Interaction[App], game: str, order: TableOrder) -> tuple[GameSpec, Terms]:
    """The game and the terms of a table that may be opened there by this person. Raises IllegalAction."""
    spec, settings = app.games[game], app.servers.of(interaction.guild_id or 0)
    settings.verify_plays(spec.settings)
    _verify_may_open(app, interaction, opening_mode(settings, practice=order.practice, private=order.private))
    language = "" if order.private else app.readers.opens_in(interaction)
    return spec, agreed(spec.settings, order, settings, language)


async def open_like(
    app: App,
    interaction: discord.Interaction[App],
    number: int,
    invite: Callable[[LiveTable], Awaitable[bool]] | None = None,
) -> tuple[LiveTable, bool]:
    """Open a table with the game, limits, options and pace of the one that was number `number`, once for each.

    The person who presses is its host. `invite` does what else is to be done there before it is shown, and returns
    whether Discord tells the people whom its message mentions. At a practice table the same house players sit in the
    same seats, and the first deal begins at once. Returns the table and True; the message of the table answers the
    press. Where such a table is open already, returns that one and False, and the press is still to be answered.

    Raises IllegalAction like `open_table`, also when the server's settings don't allow these terms any more.
    """
    saved = await app.tables.get(number)
    is_here = saved is not None and saved.guild == interaction.guild_id and was_seen_by(interaction.user.id, saved)
    if saved is None or not is_here or saved.game not in app.games:
        raise IllegalAction("The bot can't open this table again. Open a new one: /help has the commands.")
    before = mode_of(saved.house)
    if before.is_organised:
        raise IllegalAction("This table belonged to a tournament, so it isn't opened again.")
    spec = app.games[saved.game]
    app.servers.of(saved.guild).verify_plays(spec.settings)
    first = instead_of(saved.lobby) or number
    if (there := app.open_tables.instead_of(saved.guild, first, number)) is not None:
        return there, False
    async with app.open_tables.opening:
        if (there := app.open_tables.instead_of(saved.guild, first, number)) is not None:
            return there, False
        _verify_may_open(app, interaction, before)
        terms = _as_before(spec.settings, saved, app.servers.of(saved.guild))
        live = await opened(app, interaction, spec, terms, instead_of=first, replaces=number)
    user_id, practice = interaction.user.id, spec.practice if terms.mode.is_practice else None
    if practice is not None:
        seats, sit = Lobby.from_json(saved.lobby, spec.adapter.state).seats, practice.sit
        await live.do(Arrange(user_id, lambda lobby: lobby.with_house_players_of(seats, live.table.id)))
        if invite is None:
            await live.do(Arrange(user_id, lambda lobby: sit(lobby, user_id)))
    calls = invite is not None and await invite(live)
    message = await show_opened(app, interaction, live, calls=calls)
    if practice is not None:
        await practice.begin(live, user_id, message)
    return live, True


def _as_before(game: GameSettings, saved: SavedTable, settings: ServerSettings) -> Terms:
    """The terms of a closed table, with the house options as the server has them now."""
    before = game.options(json.loads(saved.options))
    now = house_options(settings, game, before, saved.minimum, saved.maximum).to_json()
    options, minimum, maximum = verify_terms(settings, game, now, saved.minimum, saved.maximum)
    was = mode_of(saved.house)
    mode = opening_mode(settings, practice=was.is_practice, private=was.private, language=was.language)
    return Terms(minimum, maximum, options, Pace(saved.pace), mode)


async def opened(
    app: App,
    interaction: discord.Interaction[App],
    spec: GameSpec,
    terms: Terms,
    *,
    instead_of: int = 0,
    replaces: int = 0,
    shuffle: Shuffle | None = None,
) -> LiveTable:
    """A new table, which nobody has seen yet; for the holder of `OpenTables.opening`.

    Raises IllegalAction without room, and like `OpenTables.open`.
    """
    assert interaction.guild_id is not None
    assert interaction.channel_id is not None
    _verify_room(app, interaction, app.servers.of(interaction.guild_id), replaces, private=terms.mode.private)
    return await app.open_tables.open(
        spec.adapter,
        guild=interaction.guild_id,
        channel=interaction.channel_id,
        host=interaction.user.id,
        terms=terms,
        instead_of=instead_of,
        shuffle=shuffle,
    )


async def show_opened(
    app: App, interaction: discord.Interaction[App], live: LiveTable, *, calls: bool = False
) -> int | None:
    """Answer with the message of a table that has just been opened, or close it again; returns its number if known."""
    message = await or_closed(app.presses.view_of(live.table).open(interaction, calls=calls), interaction, live)
    await call_to(app, live.table)
    await app.events.opened.tell(interaction, live.table)
    return message


async def or_closed(shown: Awaitable[AnswerT], interaction: discord.Interaction[App], live: LiveTable) -> AnswerT:
    """What `shown` returns, which shows that a table has just been opened; when Discord refuses it, it is closed."""
    try:
        return await shown
    except REFUSALS as error:
        note(error, f"table {live.table.id}, opened")
        await live.do(Close(interaction.user.id))
        raise IllegalAction("Discord didn't show the table, so it has been closed. No chips have moved.") from error


async def bring_table(app: App, interaction: discord.Interaction[App], table: Table) -> None:
    """Let an open table continue where the command was given, and answer it with the table's message.

    Raises IllegalAction like `open_table`. When Discord refuses the message, the table stays where it is.
    """
    if interaction.guild_id is None or interaction.channel_id is None:
        raise IllegalAction("You can open tables only in the channels of a server.")
    if not table.terms.mode.private:
        settings = app.servers.of(interaction.guild_id)
        verify_place(interaction, settings)
        verify_age(interaction, settings)
        _verify_permissions(interaction)
        await _verify_all_see(interaction, table)
    await app.presses.view_of(table).open(interaction)


async def _verify_all_see(interaction: discord.Interaction[App], table: Table) -> None:
    """Raise IllegalAction where somebody who plays at `table` doesn't see the channel that it would move to."""
    guild, channel = interaction.guild, interaction.channel
    people = [person for person in table.lobby.seats if person is not None and is_member(person)]
    if guild is None or channel is None or table.channel == interaction.channel_id or not people:
        return
    try:
        members = await members_of(guild, people)
    except TimeoutError:
        raise IllegalAction("Discord doesn't say who is here right now. Try again in a minute.") from None
    for member in members:
        if member.id != interaction.user.id and not is_seen_by(channel, member):
            raise IllegalAction(
                "{person} can't see this channel. A match moves only to one that all its players can see.",
                person=Person(member.id),
            )


def agreed(game: GameSettings, order: TableOrder, settings: ServerSettings, language: str = "") -> Terms:
    """The terms of a table that `order` asks for on a server with `settings`. Raises IllegalAction."""
    chosen = {name: value for name, value in order.options.items() if value is not None}
    for row in game.house_options:
        if row.option in chosen:
            row.check(chosen[row.option])
    preset = {} if order.preset is None else game.presets[order.preset].values
    values = {**settings.options_of(game), **preset, **chosen}
    options, minimum, maximum = verify_terms(settings, game, values, order.minimum, order.maximum)
    mode = opening_mode(settings, practice=order.practice, private=order.private, language=language)
    return Terms(minimum, maximum, options, Pace(order.pace or settings.pace), mode)


def opening_mode(settings: ServerSettings, *, practice: bool, private: bool, language: str = "") -> Mode:
    """The mode of a table that opens in a server with `settings`: for `practice`, or for chips."""
    mode = Practice if practice else Chips
    return mode(
        substitutes=settings.substitutes,
        private=private,
        remembers=settings.house_memory == "everything",
        language=language,
        level=settings.house_level,
        conventions=settings.house_conventions,
    )


def _verify_may_open(app: App, interaction: discord.Interaction[App], mode: Mode) -> None:
    """Raise IllegalAction where the server doesn't want a table; a private one disturbs nobody in its channel."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise IllegalAction("You can open tables only in the channels of a server.")
    settings = app.servers.of(interaction.guild_id)
    if mode.is_practice and settings.house_players is HousePlayers.OFF:
        raise IllegalAction("House players are switched off in this server.")
    if not mode.private:
        _verify_opener(interaction, settings)
        verify_place(interaction, settings)
        _verify_permissions(interaction)
    verify_age(interaction, settings)


def _verify_opener(interaction: discord.Interaction[App], settings: ServerSettings) -> None:
    if settings.openers is Openers.EVERYONE or manages(interaction):
        return
    if settings.openers is Openers.MANAGERS:
        raise IllegalAction("Only managers can open tables in this server.")
    person = interaction.user
    if not isinstance(person, discord.Member) or person.get_role(settings.opener_role) is None:
        raise IllegalAction(
            "Only members with the role {role} can open tables in this server.", role=f"<@&{settings.opener_role}>"
        )


def verify_place(interaction: discord.Interaction[App], settings: ServerSettings) -> None:
    """Raise IllegalAction where the server wants no tables in this channel."""
    place = _place(interaction)
    if settings.channels and place not in settings.channels:
        raise IllegalAction(
            "You can't open tables in this channel. Try {channels}.",
            channels=", ".join(f"<#{allowed}>" for allowed in settings.channels),
        )


def verify_age(interaction: discord.Interaction[App], settings: ServerSettings) -> None:
    """Raise IllegalAction outside age-restricted channels where the server wants tables only there."""
    home = interaction.guild.get_channel(_place(interaction) or 0) if interaction.guild is not None else None
    if settings.adults_only and not getattr(home, "nsfw", False):
        raise IllegalAction("Tables can be opened only in age-restricted channels in this server.")


def _place(interaction: discord.Interaction[App]) -> int | None:
    """The channel; that of a thread is where it began."""
    channel = interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id


def _verify_room(
    app: App, interaction: discord.Interaction[App], settings: ServerSettings, instead_of: int, *, private: bool
) -> None:
    """Raise IllegalAction when there is no room for one more table; the one that it replaces doesn't count.

    A `private` table takes no room in its channel, and of its host's tables only that of another private one.
    """
    open_tables = app.open_tables.tables(interaction.guild_id or 0)
    tables = [table for table in open_tables if table.id != instead_of and not table.has_ended]
    mine = [each for each in tables if each.host == interaction.user.id and each.terms.mode.private == private]
    if len(mine) >= settings.tables_per_person:
        raise IllegalAction(
            "You have as many open tables as this server allows ({most}). Close one of them first: {links}",
            most=settings.tables_per_person,
            links=_links(app, mine),
        )
    here = [table for table in tables if table.channel == interaction.channel_id and not table.terms.mode.private]
    if not private and len(here) >= settings.tables_per_channel:
        raise IllegalAction(
            "This channel has as many open tables as this server allows ({most}). Their hosts, or managers of "
            "this server, can close one: {links}",
            most=settings.tables_per_channel,
            links=_links(app, here),
        )


def _links(app: App, tables: Iterable[Table]) -> str:
    """Where to find the tables; to a private one no link leads."""
    return " ".join(
        f"`/table close table:{table.id}`" if table.terms.mode.private else app.presses.view_of(table).link
        for table in list(tables)[:MOST_LINKS]
    )


def _verify_permissions(interaction: discord.Interaction[App]) -> None:
    may = interaction.app_permissions
    can_send = may.send_messages_in_threads if isinstance(interaction.channel, discord.Thread) else may.send_messages
    if not (may.view_channel and can_send):
        raise IllegalAction(
            "The bot needs the permissions View Channel and Send Messages here. Ask a manager of this server."
        )


# Open again


async def _again(interaction: discord.Interaction[App], match: re.Match[str]) -> None:
    """One press on a closed table opens another one with the same terms, with the presser as its host."""
    app, number = interaction.client, int(match["table"])
    there = app.open_tables.find(number)
    if there is not None and there.table.guild == interaction.guild_id and there.table.is_seen_by(interaction.user.id):
        link = app.presses.view_of(there.table).link
        raise IllegalAction("Table {table} is open: {link}", table=str(number), link=link)
    live, is_new = await open_like(app, interaction, number)
    table = live.table
    if not is_new:
        words = own_words(interaction)
        text = words("Table {table} has already been opened in its place.", table=str(table.id))
        await whisper(interaction, text, link_button(app.presses.view_of(table).link, words("Go to the table")))


OPEN_AGAIN = Route(AGAIN, r"(?P<table>[0-9]{1,18})", _again, "table {table}, opened again")
