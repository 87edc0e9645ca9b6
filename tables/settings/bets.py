"""The settings of every game with bets: the limits of its tables, and further limits that default to those."""

from __future__ import annotations

from games.core import Phrase
from tables.settings.general import MOST_CHIPS
from tables.settings.kinds import Span, Whole


def limits(game: str) -> Span:
    """The setting for the limits that tables of `game` must keep."""
    return Span(
        key=f"{game}.limits",
        title=Phrase("Limits"),
        meaning=Phrase("The lowest and the highest bet that a new table may have."),
        default=[1, MOST_CHIPS],
        least=1,
        most=MOST_CHIPS,
        at_opening=True,
    )


def table_limit(key: str, title: Phrase, meaning: Phrase, note: Phrase) -> Whole:
    """The setting for a limit in chips that is the table's unless it is set; `note` is the small print."""
    return Whole(
        key=key,
        title=title,
        meaning=meaning,
        default=None,
        least=1,
        most=MOST_CHIPS,
        named={None: Phrase("the table's limit")},
        note=note,
    )
