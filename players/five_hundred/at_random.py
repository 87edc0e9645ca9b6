"""A player that does anything legal, for the others to be measured against."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from games.core import Phrase, Seat
from games.five_hundred.moves import Action, MakeBid, Say
from games.five_hundred.score import Score
from games.five_hundred.view import FiveHundredView, Phase
from players.choice import Choice, Option
from players.five_hundred.legal import legal_actions

_SELDOM = 0.05
"""How often it claims where it could, and agrees to a claim."""


@dataclass(frozen=True, slots=True)
class AtRandom:
    """All that `seat`, which is to act, knows. `score` is the match before this deal."""

    view: FiveHundredView
    seat: Seat
    score: Score

    def answer(self, source: Random, effort: float) -> Choice:
        """Any legal action; in the bidding every other time a pass, and seldom anything about claims."""
        legal = list(legal_actions(self.view, self.seat))
        if self.view.phase in (Phase.AUCTION, Phase.RAISE):
            bids = [action for action in legal if isinstance(action, MakeBid)]
            action: Action = source.choice(bids) if bids and source.random() < 0.5 else Say.PASS
        else:
            rare = {Say.CLAIM, Say.AGREE}
            seldom = source.random() < _SELDOM
            action = source.choice([action for action in legal if seldom or action not in rare])
        return Choice((Option(str(action), 0.0),), Phrase("At random."))
