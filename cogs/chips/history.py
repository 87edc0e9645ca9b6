"""A member's own ledger in words, a round in one line: the history in `/balance`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from discord.utils import escape_markdown

from cogs.app.replies.components import soon
from cogs.chips.reasons import WORDINGS
from cogs.table.parts import bold, lines, small
from data.ledger.history import Entry, Stand
from data.ledger.ledger import Page
from data.ledger.reasons import BY_HAND
from data.people import Person
from games.core import Phrase
from i18n.words import Words

Title: TypeAlias = Callable[[str], Phrase | str]
"""Gives a game's name for people."""

PAGE = 10
"""Entries."""
MOST_REASON = 100
"""Characters shown of a reason that somebody wrote."""


def text(page: Page[Entry], words: Words, title: Title) -> str:
    """The entries of a page."""
    rows = [f"{bold(words.signed(entry.net))} {_what(entry, words, title)} · {soon(entry.at)}" for entry in page.rows]
    return lines(*(rows or [words("There's nothing older.")]), small(words("One line for each round")))


def _what(entry: Entry, words: Words, title: Title) -> str:
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
    got, paid = (None, None) if wording is None else (wording.got, wording.paid)
    phrase = paid if entry.net < 0 and paid is not None else got
    reason = escape_markdown(" ".join((entry.reason or "").split())[:MOST_REASON])
    what = escape_markdown(entry.why) if phrase is None else words.said(phrase, person=Person(entry.other.owner))
    if reason and entry.why in BY_HAND:
        return words("{option}: {value}", option=what, value=reason)
    return what if where is None else words("{option}: {value}", option=where, value=what)
