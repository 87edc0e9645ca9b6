"""`/bank reset`: says what it will touch, asks first, gives back the chips at tables, and then resets everyone.

The question's buttons carry whom it is about and the key under which it is done once; the reason is in the question
itself and is read from there. So they work after a restart. A process that dies on the way leaves tables that have
given everything back, and every balance unchanged; pressing the button again does the rest.
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import replace

import discord

from cogs.app.bot import App
from cogs.app.members_here import MembersHere
from cogs.app.replies import components
from cogs.app.replies.components import Layout
from cogs.app.replies.errors import report
from cogs.app.replies.permissions import clean, verify_manages
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import is_private
from cogs.app.router import Route, shown_on
from cogs.server_log import entries
from cogs.table.parts import layout, lines, small
from data.ledger.bank import BankOrder, ChipsAtTables, Extent, Reset
from data.ledger.ledger import AlreadyPosted
from data.ledger.seasons import PLACES, SeasonChange, Seasons
from data.people import Person
from data.store.uncancellable import uncancellable
from games.core import IllegalAction
from i18n.words import Words
from tables.draft import TableClosed
from tables.events import Void

ACCENT = 0xE74C3C
MOST_TABLES = 50
"""The most table numbers that the question lists."""
REASON = 7
"""The id of the component with the reason."""
MOST_ASKED_ABOUT = 500
"""The richest people of whom Discord is asked whether they are still here."""
ATTEMPTS = 3
"""How often tables are closed when people keep betting."""


async def _answer(interaction: discord.Interaction[App], match: re.Match[str]) -> None:
    verify_manages(interaction)
    words = own_words(interaction)
    reason = written_in(interaction)
    if match["verb"] == "back":
        await interaction.response.edit_message(view=layout(ACCENT, [words("Nothing has changed.")]))
        return
    await interaction.response.defer()
    user_id = int(match["user"]) or None
    order = ordered(interaction, f"reset:{match['key']}", reason)
    done = await carry_out(interaction.client, order, user_id)
    interaction.client.server_log.note(order.guild, entries.was_reset(order, user_id, done))
    text = _done_text(done, user_id, order.starting, words)
    await report(interaction, text, layout(ACCENT, [text]))


ANSWERS = Route("reset", r"(?P<verb>go|back):(?P<user>[0-9]{1,20}):(?P<key>[0-9]{1,20})", _answer, "/bank reset")
"""Confirm or cancel; `user_id` is a Discord id, 0 for the whole server."""


async def ask(interaction: discord.Interaction[App], user_id: int | None, reason: str) -> None:
    """Answer the command with what the reset of `user_id`, or of everybody, would touch, and the two buttons."""
    app, words = interaction.client, own_words(interaction)
    guild = interaction.guild_id or 0
    extent = await app.bank.extent(guild, user_id)
    go = words("Reset the whole server") if user_id is None else words("Reset this member")
    whom = f"{user_id or 0}:{interaction.id}"
    parts = [
        components.text(
            lines(words("### Reset?"), extent_text(extent, user_id, app.servers.of(guild).starting_chips, words))
        ),
        components.text(small(words("Reason:"))),
        components.text(reason, REASON),
        components.row(
            ANSWERS.button(f"go:{whom}", go, discord.ButtonStyle.danger),
            ANSWERS.button(f"back:{whom}", words("Back")),
        ),
    ]
    await interaction.response.send_message(view=Layout(components.container(ACCENT, parts)), ephemeral=True)


def extent_text(extent: Extent, user_id: int | None, starting: int, words: Words) -> str:
    """What a reset of one member, or of everyone when `user_id` is None, would touch."""
    balances = (
        words.counted(
            "Everyone will have {count} chips. Members: {members}, their chips now: {chips}.",
            starting,
            members=extent.members,
            chips=extent.chips,
        )
        if user_id is None
        else words.counted(
            "{person} has {count} chips and will have {starting}.",
            extent.chips,
            person=Person(user_id),
            starting=starting,
        )
    )
    if not extent.tables:
        return lines(balances, words("No chips are at tables."))
    listed = words.listed(str(table) for table in extent.tables[:MOST_TABLES])
    more = len(extent.tables) - MOST_TABLES
    return lines(
        balances,
        words.counted("{count} more chips are on table {table}.", extent.at_tables, table=listed)
        if len(extent.tables) == 1
        else words.counted("{count} more chips are on tables {tables}.", extent.at_tables, tables=listed),
        words.counted("And at {count} more tables.", more) if more > 0 else "",
        words("These tables close first: everyone at them gets their chips back, and rounds in play are void."),
    )


def ordered(interaction: discord.Interaction[App], key: str, reason: str) -> BankOrder:
    """The order of whoever pressed."""
    app, guild = interaction.client, interaction.guild_id or 0
    return BankOrder(key, guild, interaction.user.id, reason, app.now(), app.servers.of(guild).starting_chips)


async def carry_out(app: App, order: BankOrder, user_id: int | None, season: str | None = None) -> Reset:
    """Give back the chips at tables, then reset one member, or everyone when `user_id` is None.

    With its name a `season` begins with that, and the winners of the one before are members who are here. Raises
    IllegalAction when chips can't be given back, or Discord doesn't say who is here.
    """
    if await app.bank.was_reset(order):
        raise AlreadyPosted(order.key)  # before this closes tables that were opened since
    members = MembersHere()
    turn = None if season is None else SeasonChange(season, await _here(app, order.guild, members))
    for _ in range(ATTEMPTS):
        await _give_back(app, order.guild, user_id, order.actor_id, order.reason)
        if turn is not None:  # chips are back that lay at tables
            turn = replace(turn, here=await _here(app, order.guild, members))
        with contextlib.suppress(ChipsAtTables):  # somebody has bet again, at another table
            return await uncancellable(app.bank.reset)(order, user_id, turn)
    raise IllegalAction("Bets kept coming in, so nothing was reset. Try again.")


async def _here(app: App, guild: int, members: MembersHere) -> list[int]:
    there = app.get_guild(guild)
    try:
        people = await Seasons(app.store).richest(guild, MOST_ASKED_ABOUT)
        return [] if there is None else await members.first_here(there, people, PLACES)
    except TimeoutError:
        raise IllegalAction("Discord doesn't say who is here right now. Try again in a minute.") from None


async def _give_back(app: App, guild: int, user_id: int | None, actor_id: int, reason: str) -> None:
    """Close the tables that hold chips of these members. Raises IllegalAction, and closes none, if one can't close."""
    tables = (await app.bank.extent(guild, user_id)).tables
    if not all(map(app.open_tables.find, tables)):  # one may have closed since this was read
        tables = (await app.bank.extent(guild, user_id)).tables
    for number in tables:
        if app.open_tables.find(number) is None:
            raise IllegalAction(
                "Table {table} can't continue for now, and its chips can't be given back. No balance has changed.",
                table=str(number),
            )
    for number in tables:
        if (live := app.open_tables.find(number)) is not None:
            with contextlib.suppress(TableClosed):
                await live.do(Void(actor_id, reason))


def _done_text(done: Reset, user_id: int | None, starting: int, words: Words) -> str:
    house = words("The house: {chips}", chips=words.signed(done.to_house))
    if user_id is not None:
        return lines(
            words.counted("{person} was reset and now has {count} chips.", starting, person=Person(user_id)),
            house,
        )
    return lines(
        words.counted("Everyone was reset and now has {count} chips.", starting),
        words.counted("{count} balances changed.", done.members),
        house,
    )


def written_in(interaction: discord.Interaction[App]) -> str:
    """The reason, or name, in the question that the bot asked in private. Raises IllegalAction when it isn't there."""
    parts = shown_on(interaction) if is_private(interaction) else ()
    found = [part["content"] for part in parts if part.get("id") == REASON and "content" in part]
    if not found:
        raise IllegalAction("Run the command again.")
    return clean(str(found[0]))
