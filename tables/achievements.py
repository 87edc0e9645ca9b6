"""What can be achieved: a key for the database, and how people read it. What each game has of its own is in its folder.

A `deed` says what somebody did, under their name or in their own list; to others the title has to be hint enough.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from data.tables.achievements import GIFT, HUNDRED_ROUNDS, LAST_CHIPS
from games.core import Phrase, Seat


@dataclass(frozen=True, slots=True)
class Achievement:
    """Something that a member can achieve once; `key` never changes, because the database has it."""

    key: str
    emoji: str
    title: Phrase
    deed: Phrase


Achieved: TypeAlias = Iterable[tuple[Seat, Achievement]]
"""Who has achieved what in a round; somebody who has achieved it with two bets may be there twice."""

PAIR = Achievement("pair", "👯", Phrase("Eleven to one"), Phrase("Won a Pair bet, which pays 11:1."))
"""At every game that has such a bet."""
EVERYWHERE = (
    PAIR,
    Achievement(LAST_CHIPS, "🔥", Phrase("Back from the brink"), Phrase("Put the last chip on the table, and won.")),
    Achievement(GIFT, "🤝", Phrase("A friend in need"), Phrase("Gave chips to someone who had none left.")),
    Achievement(HUNDRED_ROUNDS, "💯", Phrase("Part of the furniture"), Phrase("Played a hundred rounds for chips.")),
)
"""What can be achieved at any game or away from the tables."""
