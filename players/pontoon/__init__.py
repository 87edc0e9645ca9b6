"""Thinking at Pontoon and Shoot Pontoon: what to do in a deal, and about the bank between two deals.

Expected values by enumeration over the unseen cards. A player expects the banker to play best against all that is seen;
the banker expects players to have the usual habits. Only the initial stake is left to chance.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from games.cards import Card
from games.core import Seat
from games.pontoon import Action, PontoonView
from players.choice import Choice

__all__ = ["Question"]


@dataclass(frozen=True, slots=True)
class Question:
    """What `seat` knows when it is asked: its `view`, and the cards `seen` in earlier deals of an unshuffled pack.

    The latest are the last. A card can be among them twice, when it came again. What was `done`, if that is known, is
    weighed too.
    """

    view: PontoonView
    seat: Seat
    seen: tuple[Card, ...] = ()
    done: Action | None = None

    def answer(self, source: Random, effort: float) -> Choice:
        """What to do. Raises ValueError when it isn't the turn of the seat."""
        from players.pontoon.answering import answered  # by the process that thinks: numpy is large

        return answered(self, source, effort)
