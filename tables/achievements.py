"""What can be achieved: a key for the database, and how people read it. What each game has of its own is in its folder.

A `story` says to whoever has earned it what they did; a `hint` says to others where to look, and gives nothing away.
"""

from __future__ import annotations

from dataclasses import dataclass

from data.tables.achievements import GIFT, HUNDRED_ROUNDS, LAST_CHIPS
from games.core import Phrase


@dataclass(frozen=True, slots=True)
class Achievement:
    """Something that a member can achieve once; `key` never changes, because the database has it."""

    key: str
    emoji: str
    title: Phrase
    story: Phrase
    hint: Phrase


EVERYWHERE = (
    Achievement(
        LAST_CHIPS,
        "🔥",
        Phrase("Back from the brink"),
        Phrase("You put your last chip on the table, and won."),
        Phrase("Sometimes the last chip is the best one."),
    ),
    Achievement(
        GIFT,
        "🤝",
        Phrase("A friend in need"),
        Phrase("You gave chips to someone who had none left."),
        Phrase("Generosity counts most when it is needed most."),
    ),
    Achievement(
        HUNDRED_ROUNDS,
        "💯",
        Phrase("Part of the furniture"),
        Phrase("You played your hundredth round for chips."),
        Phrase("Keep playing. You'll get there."),
    ),
)
"""What can be achieved at any game or away from the tables."""
