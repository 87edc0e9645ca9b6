"""How the coach at Blackjack speaks."""

from __future__ import annotations

from games.blackjack import Move
from games.core import Phrase

ORDERS = {
    Move.HIT: Phrase("Hit"),
    Move.STAND: Phrase("Stand"),
    Move.DOUBLE: Phrase("Double"),
    Move.SPLIT: Phrase("Split"),
    Move.SURRENDER: Phrase("Surrender"),
}


def a_hundred(value: float) -> float:
    """What is won for each chip, as it is said: for a hundred chips, to a tenth of a chip."""
    return round(100 * value, 1) + 0.0  # which makes no difference but to -0.0
