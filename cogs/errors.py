"""What people are told when something does not work. One place turns exceptions into sentences.

Four doors lead here: the command tree, the buttons and selects, the forms, and the clock. A known error is a private
sentence that says what to do; an unknown one is logged with its table, and the person learns that no chips moved.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
from discord import app_commands

from cogs.logs import is_passing, is_too_late, level_of
from cogs.table.message import REFUSALS
from cogs.table.table import StaleClick, TableClosed
from cogs.words import Person, Words
from data.errors import StoreError
from data.ledger import AlreadyPosted, InsufficientChips, TooFewLeft
from data.tables import StaleTable
from games.core import IllegalAction

log = logging.getLogger(__name__)


def sentence(error: BaseException, words: Words, asker: int | None = None) -> str | None:
    """What `asker` is told about `error`; None when it is not a known refusal but a fault of the bot."""
    match error:
        case IllegalAction():
            return words.said(error.phrase)
        case TooFewLeft():
            return words("You would have {left} chips left; {needed} must be.", left=error.balance, needed=error.needed)
        case InsufficientChips() if error.account.owner != (asker or error.account.owner):
            return words(
                "{person} has {balance} chips left; this takes {needed} of them.",
                person=Person(error.account.owner),
                balance=error.balance,
                needed=error.needed,
            )
        case InsufficientChips():
            return words("You have {balance} chips; this takes {needed}.", balance=error.balance, needed=error.needed)
        case AlreadyPosted():
            return words("That was done already; no chips moved again.")
        case StaleClick() | StaleTable():
            return words("That was already played; the table shows how it stands now.")
        case TableClosed():
            return words("This table is closed.")
        case StoreError():
            return words("The bot can't write to its disk and stops; no chips moved. Please tell the server's owner.")
        case app_commands.NoPrivateMessage():
            return words("This works in a server only.")
        case app_commands.MissingPermissions():
            return words("This takes the permission Manage Server.")
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return words("This command has changed. Reload Discord and try again.")
        case app_commands.TransformerError():
            return words("The bot can't read {value} there.", value=error.value)
        case _:
            return None


async def whisper(interaction: discord.Interaction[Any], text: str) -> None:
    """Say `text` to the person who acted and to nobody else. Somebody who has gone meanwhile is not told."""
    try:
        if interaction.response.is_done():
            await interaction.followup.send(text, ephemeral=True)
        else:
            await interaction.response.send_message(text, ephemeral=True)
    except (discord.NotFound, discord.InteractionResponded) as error:
        log.info("nobody was there to be told %r: %s", text, error)
    except REFUSALS as error:
        log.log(level_of(error), "Discord did not take %r: %s", text, error)


async def explain(interaction: discord.Interaction[Any], error: Exception, about: str) -> None:
    """Tell the person what went wrong about `about`, the table or command; log it when it is a fault of the bot."""
    words = Words.of(interaction)
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original if isinstance(error.original, Exception) else error
    text = sentence(error, words, interaction.user.id)
    if text is None:
        _note(error, about)
        text = words("Something went wrong; no chips moved.")
    await whisper(interaction, text)


def _note(error: Exception, about: str) -> None:
    """Log what is no refusal of the bot's own. What Discord did not take is a line; a traceback is for mistakes."""
    if is_too_late(error):
        log.info("%s: Discord waits for no answer any more: %s", about, error)
    elif is_passing(error):
        log.warning("%s: an answer did not arrive: %s", about, error)
    else:
        log.error("%s: %s failed", about, type(error).__name__, exc_info=error)


@asynccontextmanager
async def answering(interaction: discord.Interaction[Any], about: str) -> AsyncIterator[None]:
    """Whatever is raised inside is explained to the person."""
    try:
        yield
    except Exception as error:  # the door that everything comes to
        await explain(interaction, error, about)
