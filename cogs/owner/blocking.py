"""`/owner block`, `/owner unblock` and `/owner blocks`: servers and people whom the bot serves no longer."""

from __future__ import annotations

from re import ASCII, fullmatch
from typing import Any

import discord
from discord.utils import escape_markdown

from cogs.app.bot import App
from cogs.app.replies.components import soon
from cogs.app.replies.errors import report
from cogs.app.replies.readers import own_words
from cogs.owner.owners import Owners
from cogs.table.parts import layout, lines
from data.guild.blocks import Block, BlockKind
from data.people import Person
from games.core import IllegalAction
from i18n.words import Words

LARGEST = 2**63
MOST_LISTED = 10
"""The latest blocks; so many fit in one message."""
MOST_REASON = 100
"""Characters of a reason in the list."""


def number_in(text: str) -> int:
    """The Discord id that `text` names, as a number or a mention. Raises IllegalAction."""
    found = fullmatch(r"<@!?(\d{1,20})>|(\d{1,20})", text.strip(), ASCII)
    number = int(found[1] or found[2]) if found is not None else 0
    if not 0 < number < LARGEST:
        raise IllegalAction("Write an ID, which is a number such as {example}.", example="81384788765712384")
    return number


async def block(
    interaction: discord.Interaction[App], owners: Owners, kind: BlockKind, number: int, reason: str
) -> None:
    """Block it, and say so. Raises IllegalAction for the owners themselves and their server."""
    app, words = interaction.client, own_words(interaction)
    if kind is BlockKind.SERVER and number == app.owner_guild:
        raise IllegalAction("The bot is run from this server, so it can't be blocked.")
    if kind is BlockKind.PERSON and await owners.include(number):
        raise IllegalAction("{person} runs the bot and can't be blocked.", person=Person(number))
    await interaction.response.defer(ephemeral=True, thinking=True)
    await app.access.blocks.add(Block(kind, number, reason, interaction.user.id, app.now()))
    text = (
        words("{person} is blocked. Presses and commands are refused.", person=Person(number))
        if kind is BlockKind.PERSON
        else words("The server {name} is blocked. Rounds in play end; no new ones begin.", name=_name(app, number))
    )
    await report(interaction, text)


async def unblock(interaction: discord.Interaction[App], kind: BlockKind, number: int) -> None:
    """Take a block back, let the server's tables continue, and say so. Raises IllegalAction when there is none."""
    app, words = interaction.client, own_words(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    if not await app.access.blocks.remove(kind, number):
        raise IllegalAction("That isn't blocked.")
    if kind is BlockKind.SERVER:
        await app.open_tables.halt_is_over(number)
    await report(interaction, words("{what} is no longer blocked.", what=_what(app, kind, number, words)))


async def show(interaction: discord.Interaction[App]) -> None:
    """List what is blocked, the latest first."""
    app, words = interaction.client, own_words(interaction)
    found = await app.access.blocks.listed()
    rows = [
        words(
            "{what} · {reason} · {person}, {when}",
            what=_what(app, each.kind, each.number, words),
            reason=escape_markdown(each.reason[:MOST_REASON]),
            person=Person(each.by),
            when=soon(each.at),
        )
        for each in found[:MOST_LISTED]
    ]
    more = len(found) - len(rows)
    text = lines(*rows, words.counted("and {count} older", more) if more else "") or words("Nothing is blocked.")
    await interaction.response.send_message(view=layout(None, [text]), ephemeral=True)


def _what(app: App, kind: BlockKind, number: int, words: Words) -> Any:
    if kind is BlockKind.PERSON:
        return Person(number)
    return words("Server {name}", name=_name(app, number))


def _name(app: App, number: int) -> str:
    """The id of a server, with its name where this process knows it."""
    guild = app.get_guild(number)
    return str(number) if guild is None else f"{escape_markdown(guild.name)} ({number})"
