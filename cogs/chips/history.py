"""`/chips history`: a member's own ledger in words, a round in one line, in pages that only they see.

The buttons carry the ledger row at which the next page begins, and nobody's name: everybody who presses reads their
own.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import discord
from discord.utils import escape_markdown

from cogs.app.bot import App
from cogs.app.replies.components import Layout, soon
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import show as show_in_place
from cogs.app.router import Route
from cogs.chips.reasons import WORDINGS
from cogs.table.parts import layout, lines, small
from data.ledger.history import Entry, History, HistoryPage, Stand
from data.ledger.reasons import BY_HAND
from data.people import Person
from games.core import Phrase
from i18n.words import Words

PAGE = 10
ACCENT = 0xF1C40F
MOST_REASON = 100
"""Characters shown of a reason that somebody wrote."""


async def show(interaction: discord.Interaction[App]) -> None:
    """Answer a command with the newest page."""
    app, words = interaction.client, own_words(interaction)
    balance = await app.economy.balance(interaction.guild_id or 0, interaction.user.id)
    page = await History(app.store).newest(interaction.guild_id or 0, interaction.user.id, PAGE)
    await interaction.response.send_message(view=_view(app, page, balance, words), ephemeral=True)


async def _turn(interaction: discord.Interaction[App], match: re.Match[str]) -> None:
    app, guild, user_id = interaction.client, interaction.guild_id or 0, interaction.user.id
    balance = await app.economy.balance(guild, user_id)
    turn = History(app.store).newer if match["way"] == "newer" else History(app.store).older
    page = await turn(guild, user_id, int(match["row"]), PAGE)
    await show_in_place(interaction, _view(app, page, balance, own_words(interaction)))


PAGES = Route("history", r"(?P<way>newer|older):(?P<row>[0-9]{1,18})", _turn, "/chips history")
"""The pages of entries newer or older than a row of the ledger."""


def _view(app: App, page: HistoryPage, balance: int, words: Words) -> Layout:
    heading = words.counted("### You have {count} chips", balance)
    rows = [f"{entry_text(entry, words, app.open_tables.title)} · {soon(entry.at)}" for entry in page.entries]
    text = lines(*rows) or words("There's nothing older.")
    buttons = []
    if page.has_newer:
        newest = page.entries[0].row if page.entries else 0
        buttons.append(PAGES.button(f"newer:{newest}", words("Newer")))
    if page.has_older:
        buttons.append(PAGES.button(f"older:{page.entries[-1].row}", words("Older")))
    return layout(ACCENT, [heading, lines(text, small(words("One line for each round")))], [buttons])


def entry_text(entry: Entry, words: Words, title: Callable[[str], Phrase | str]) -> str:
    """One entry: what it brought, and what it was; `title` gives a game's name for people."""
    return words("**{chips}** {what}", chips=words.signed(entry.net), what=_what(entry, words, title))


def _what(entry: Entry, words: Words, title: Callable[[str], Phrase | str]) -> str:
    if entry.table is None or entry.game is None:
        return _outside_rounds(entry, None, words)
    where = words("{game} #{table}", game=title(entry.game), table=str(entry.table))
    if entry.round is not None:
        return _round(entry, where, words)
    return _outside_rounds(entry, where, words)


def _round(entry: Entry, where: str, words: Words) -> str:
    about: dict[str, object] = {"table": where, "round": entry.round}
    match entry.stand:
        case Stand.VOID:
            return words("{table} round {round}: void, all chips returned", **about)
        case Stand.NOT_IN:
            return words("{table} round {round}: bet taken back", **about)
        case Stand.OPEN:
            return words("{table} round {round}, not over yet", **about)
    what = words("{table} round {round}", **about) if entry.net else words("{table} round {round}: tied", **about)
    return words("{round} (with house players)", round=what) if entry.with_house else what


def _outside_rounds(entry: Entry, where: str | None, words: Words) -> str:
    """What an entry was, at the table `where` or at none."""
    wording = WORDINGS.get(entry.why)
    phrase = None if wording is None else wording.for_member(entry.net)
    if phrase is None or ("{table}" in phrase.template) == (where is None):
        why = escape_markdown(entry.why)
        return why if where is None else words("{table}: {why}", table=where, why=why)
    reason = escape_markdown(" ".join((entry.reason or "").split())[:MOST_REASON])
    if reason and entry.why in BY_HAND:
        given = words("given by a manager: {reason}", reason=reason)
        return words("taken by a manager: {reason}", reason=reason) if entry.net < 0 else given
    return words.said(phrase, table=where, person=Person(entry.other.owner))
