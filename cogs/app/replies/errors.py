"""What people are told when something doesn't work. One place turns exceptions into sentences.

Four ways lead here: the command tree, the buttons and selects, the forms, and the clock. A known error is a private
sentence that says what to do; an unknown one is logged with its table. People are told only what is certain: that no
chips moved, only if nothing was written on their behalf (data/store/write_log.py); otherwise what stands, or that it is
done and only the answer got lost.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord
from discord import app_commands

from cogs.app.process.metrics_sink import PressOutcome, mark
from cogs.app.replies import components, edits
from cogs.app.replies.components import OPENED, Buttons, Component, Form, Layout
from cogs.app.replies.permissions import NotAManager, Refused
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import REFUSALS, Outcome, fade, is_private, outcome_of, tried
from data.ledger.ledger import AlreadyPosted, ChipsStandStill, InsufficientChips, TooFewLeft
from data.ledger.limits import AccountTooNew, DayLimitReached, GiftsOff, HouseCapReached, TooFewRounds, TransferRefused
from data.people import Person
from data.store import write_log
from data.store.errors import Away, StoreError
from data.tables.daily import BegunBefore
from data.tables.tables import StaleTable
from data.tables.tournaments import TooLate
from data.tables.withheld import Withheld
from games.core import IllegalAction, Phrase
from i18n.words import Words
from tables.draft import ReadAnew, StaleClick, TableClosed

log = logging.getLogger(__name__)

REFUSED_FORM = "refused"
"""What comes before the address of a refused form in that of the button that opens it once more."""
OFFERED_FOR = 120.0
"""Seconds, unless it is opened."""
TOLD_TO_WAIT = "told to wait"
"""Among the extras of what somebody was told that the database keeps waiting."""
Standing = Callable[[Words], str]
"""What somebody has at stake where the fault was, in a sentence; empty when there is nothing."""
_CHANGED = Phrase("This command has changed. Reload Discord and try again.")
_PLAYED = Phrase("That has already been played. The table shows what's happening now.")
_ALWAYS: Mapping[type[BaseException], Phrase] = {
    AlreadyPosted: Phrase("Already done. No chips have moved twice."),
    ChipsStandStill: Phrase("This server's chips are being reset. Try again in a minute."),
    StaleClick: _PLAYED,
    ReadAnew: _PLAYED,
    StaleTable: _PLAYED,
    TableClosed: Phrase("This table is closed."),
    Withheld: Phrase("Others are still to play these cards. You can look at them when the round is over."),
    BegunBefore: Phrase("You have begun today's deal already. The next one comes at midnight UTC."),
    TooLate: Phrase("This tournament is over."),
    app_commands.NoPrivateMessage: Phrase("This works only in a server."),
    app_commands.CommandNotFound: _CHANGED,
    app_commands.CommandSignatureMismatch: _CHANGED,
}
"""What is said of an error whatever is in it."""


def sentence(error: BaseException, words: Words, asker: int | None = None) -> str | None:
    """What `asker` is told about `error`; None when it is not a known refusal but a fault of the bot."""
    match error:
        case IllegalAction() | Refused():
            return words.said(error.phrase)
        case InsufficientChips() if error.account.owner != (asker or error.account.owner):
            return words("{person} doesn't have enough chips for this.", person=Person(error.account.owner))
        case TooFewLeft():
            return words.counted(
                "That would leave you {count} chips; you must keep {needed}.", error.balance, needed=error.needed
            )
        case InsufficientChips():
            return words.counted("You have {count} chips; you need {needed}.", error.balance, needed=error.needed)
        case TransferRefused():
            return _transfer_refused(error, words, asker)
        case NotAManager() if error.role:
            return words("You need the permission Manage Server or the role {role} for this.", role=f"<@&{error.role}>")
        case app_commands.MissingPermissions():
            return words("You need the permission Manage Server for this.")
        case app_commands.TransformerError():
            return words("The bot can't read {value} there.", value=error.value)
        case _:
            return words.said(_ALWAYS[type(error)]) if type(error) in _ALWAYS else None


def _transfer_refused(error: TransferRefused, words: Words, asker: int | None) -> str | None:
    match error:
        case GiftsOff():
            return words("Gifts are off in this server.")
        case AccountTooNew():
            return words.counted(
                "Only Discord accounts at least {count} days old can give or get chips here. That of {person} is "
                "newer.",
                error.days,
                person=Person(error.person),
            )
        case HouseCapReached():
            return words.counted(
                "{person} can win {count} chips a day from house players here; {left} left today.",
                error.cap,
                left=error.left,
                person=Person(error.person),
            )
        case DayLimitReached() if error.person == asker:
            return words(
                "The daily limit for chips given, got, or lost by new members is {most} here. You have {left} left "
                "until midnight UTC.",
                most=error.most,
                left=error.left,
            )
        case DayLimitReached():
            return words(
                "The daily limit for chips given, got, or lost by new members is {most} here. {person} has {left} left "
                "until midnight UTC.",
                most=error.most,
                left=error.left,
                person=Person(error.person),
            )
        case TooFewRounds():
            return words.counted(
                "Nothing was given: here you can give chips after playing {count} rounds. You have played {played}.",
                error.needed,
                played=error.played,
            )
        case _:
            return None


async def whisper(interaction: discord.Interaction, text: str, *buttons: Component, fades: bool = False) -> None:
    """Say `text` to the person who acted and to nobody else, with `buttons` below.

    What `fades` goes by itself after some seconds. Somebody who has left in the meantime is not told.
    """
    view = Buttons(*buttons) if buttons else discord.utils.MISSING
    about = f"Discord did not take {text!r}"
    outcome, delete = await tried(_say(interaction, text, view), about)
    if outcome.may_pass:
        _, delete = await tried(_say(interaction, text, view), about)
    if fades and delete is not None:
        fade(interaction, delete)


async def _say(
    interaction: discord.Interaction, text: str, view: discord.ui.View | Layout
) -> Callable[[], Awaitable[None]]:
    """Say it, and return what deletes it again."""
    what: dict[str, Any] = {"view": view} if isinstance(view, Layout) else {"content": text, "view": view}
    if interaction.response.is_done():
        return (await interaction.followup.send(**what, ephemeral=True, wait=True)).delete
    await interaction.response.send_message(**what, ephemeral=True)
    return interaction.delete_original_response


async def _offer_again(interaction: discord.Interaction, text: str, form: Form) -> None:
    """Say why a form was refused, in place of why it was before, and offer it as it was filled in."""
    again = components.button(f"{REFUSED_FORM}:{form.custom_id}", own_words(interaction)("Try again…"))
    view, opened = Layout(components.text(text), components.row(again)), form.opened
    OPENED[interaction.user.id, form.custom_id] = form

    async def delete() -> None:
        if form.opened == opened:
            await interaction.delete_original_response()

    is_again = opened > 1 and is_private(interaction) and not interaction.response.is_done()
    said = edits.update(interaction, view) if is_again else _say(interaction, text, view)
    await tried(said, f"Discord did not take {text!r}")
    fade(interaction, delete, OFFERED_FOR)


async def report(interaction: discord.Interaction, text: str, view: Layout | None = None) -> None:
    """Replace the question or the waiting by what has been done: `text`, or `view`, which says the same.

    The interaction was acknowledged before the deed. When Discord refuses this, a new private message says it.
    """
    change: dict[str, Any] = {"content": text, "view": None} if view is None else {"view": view}
    outcome, _ = await tried(interaction.edit_original_response(**change), f"Discord did not take {text!r}")
    if outcome is not Outcome.ARRIVED:
        await whisper(interaction, text)


async def explain(
    interaction: discord.Interaction,
    error: Exception,
    about: str,
    standing: Standing = lambda _words: "",
    form: Form | None = None,
) -> None:
    """Tell the person what went wrong with `about`, the table or command; log it when it is a fault of the bot.

    A `form` that was refused is offered once more.
    """
    words = own_words(interaction)
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original if isinstance(error.original, Exception) else error
    text = sentence(error, words, interaction.user.id)
    is_command = interaction.type is discord.InteractionType.application_command
    leads = any(sign in (text or "") for sign in ("https://", "<#", "<@&", "</"))
    fades = not (text is None or is_command or leads)
    mark(interaction, _outcome(error, text))
    if isinstance(error, Away):
        text = while_away(words, standing(words))
    elif isinstance(error, StoreError):  # stopping the bot logs it
        text = _of_the_disk(error, words, standing(words))
    elif text is None:
        if not (isinstance(error, discord.InteractionResponded) and TOLD_TO_WAIT in interaction.extras):
            note(error, about)
        elif not write_log.current().count:
            return  # they were told to try again
        text = _what_is_known(error, words, standing(words))
    if form is not None and fades and _outcome(error, text) is PressOutcome.REFUSED:
        await _offer_again(interaction, text, form)
    else:
        await whisper(interaction, text, fades=fades)


def _outcome(error: Exception, text: str | None) -> PressOutcome:
    if text is None:
        return PressOutcome.FAILED
    return PressOutcome.STALE if isinstance(error, StaleClick | StaleTable | TableClosed) else PressOutcome.REFUSED


def _what_is_known(error: Exception, words: Words, stands: str) -> str:
    """What people are told about a fault: no more, and no less, than what was written before it."""
    known = write_log.current()
    if known.count and isinstance(error, REFUSALS):
        unseen = words("Discord didn't show the reply.")
        return f"{stands or words('It worked.')} {unseen}"
    if known.count:
        return f"{stands or words('Some of that went through.')} {words('After that, something went wrong.')}"
    if known.starting_chips:
        return words("Something went wrong. Apart from your starting chips, no chips have moved.")
    return words("Something went wrong. No chips have moved.")


def while_away(words: Words, stands: str = "") -> str:
    """What people are told while the bot's database can't be reached, which mends by itself."""
    waiting = words("One moment: the bot is reconnecting to its database. Try again in a few seconds.")
    return f"{stands or words('Some of that went through.')} {waiting}" if write_log.current().count else waiting


def _of_the_disk(error: StoreError, words: Words, stands: str) -> str:
    """What people are told when the disk fails, which stops the bot."""
    if error.written:
        return words(
            "It worked, but the bot's disk has failed and the bot is stopping. Please tell the bot's operator."
        )
    if error.written is None:
        return words(
            "The bot's disk has failed and the bot is stopping. It isn't known yet whether that went through: "
            "check when the bot is back. Please tell the bot's operator."
        )
    if not write_log.current().count:
        return words(
            "The bot can't write to its disk and is stopping. No chips have moved. Please tell the bot's operator."
        )
    stops = words(
        "After that, the bot could no longer write to its disk and is stopping. Please tell the bot's operator."
    )
    return f"{stands or words('Some of that went through.')} {stops}"


def note(error: Exception, about: str) -> None:
    """Log a fault: a line when an answer came too late or got lost on its way, a traceback for everything else."""
    outcome = outcome_of(error)
    if outcome is Outcome.TOO_LATE:
        log.info("%s: Discord waits for no answer any more: %s", about, error)
    elif outcome.may_pass:
        log.warning("%s: an answer did not arrive: %s", about, error)
    else:
        log.error("%s: %s failed", about, type(error).__name__, exc_info=error)
