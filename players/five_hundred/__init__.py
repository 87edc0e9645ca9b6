"""House players at Five Hundred, for 2 to 6 players and every house option.

They know what one seat knows, draw worlds that agree with it, play each choice out in all of them, and value what
follows in the chance to win the match: see "A thought" in docs/architecture.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from random import Random

from games.core import Seat
from games.five_hundred.five_hundred_view import FiveHundredView
from games.five_hundred.moves import Action
from games.five_hundred.score import Score
from players.choice import Choice
from players.five_hundred.rules_of_thumb import Beginner, Regular

__all__ = ["COACH_EFFORT", "Level", "Question"]

COACH_EFFORT = 0.25
"""What the coach takes for a decision, so that it says the same on a busy machine, and in a hint and a review."""


class Level(Enum):
    """How well a house player plays."""

    EASY = "easy"
    """As a friendly beginner, and the usual one as somebody who plays every week, without any search."""
    USUAL = "usual"
    STRONG = "strong"
    """As well as it can. The coach always answers so."""


@dataclass(frozen=True, slots=True)
class Question:
    """What shall `seat` do, which sees `view`, in a match that stands as `score`?

    What was `done` there, if that is known, is weighed too, except a bid sans kitty. It is answered at a `level`, and
    with `conventions` the bids of the seat and of its partners mean what the house has agreed on. `effort`, unless it
    is 0, is what it takes however busy the machine is. Raises ValueError when `seat` has nothing to decide.
    """

    view: FiveHundredView
    seat: Seat
    score: Score
    done: Action | None = None
    level: Level = Level.STRONG
    conventions: bool = True
    effort: float = 0.0

    def answer(self, source: Random, effort: float) -> Choice:
        """See `players.choice.Question`."""
        if self.level is not Level.STRONG:
            player = Beginner if self.level is Level.EASY else Regular
            return player(self.view, self.seat, self.score).answer(source, effort)
        from players.five_hundred.thinking import Decision  # numpy is loaded where somebody thinks

        return Decision(self, source, self.effort or effort).choice()
