"""The settings that every game with bets has: the limits of its tables, and limits of its own that may be those."""

from __future__ import annotations

from games.core import Phrase
from guild_settings.general import MOST_CHIPS
from guild_settings.kinds import Span, Whole


def limits(game: str) -> Span:
    """The setting of the limits that tables of `game` keep to."""
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
    """The setting of a limit in chips that is the table's where nothing else is set; `note` is the small print."""
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
