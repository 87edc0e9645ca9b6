"""What one seat is asked: all that it knows of a deal and of the match, and how the answer is found."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from games.core import Seat
from games.five_hundred.moves import Action
from games.five_hundred.score import Score
from games.five_hundred.view import FiveHundredView
from players.choice import Choice


@dataclass(frozen=True, slots=True)
class Question:
    """What shall `seat` do, which sees `view`, in a match that stands as `score`?

    What was `done` there, if that is known, is weighed too, except a bid sans kitty. Raises ValueError when `seat` has
    nothing to decide.
    """

    view: FiveHundredView
    seat: Seat
    score: Score
    done: Action | None = None

    def answer(self, source: Random, effort: float) -> Choice:
        """See `players.choice.Question`."""
        from players.five_hundred.thinking import Thought  # numpy is loaded where somebody thinks

        return Thought(self.view, self.seat, self.score, self.done, source, effort).choice()
