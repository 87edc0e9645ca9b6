"""A player by rules of thumb: the strong one does what it does where figures don't tell, and is measured against it.

It bids by the tricks in hand, draws trumps with the bowers, counts what has gone, doesn't finesse, follows low and wins
with the cheapest winner. It is as good as rules of thumb are: it knows no chances but those of its bids.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from games.core import Phrase, Seat
from games.five_hundred.five_hundred_view import FiveHundredView, Phase
from games.five_hundred.moves import Action, Nominate, Play, Say
from games.five_hundred.score import Score
from players.choice import Choice, Option
from players.five_hundred.legal import may_claim, may_nominate
from players.five_hundred.rules_of_thumb.bidding import speak
from players.five_hundred.rules_of_thumb.claims import answer, is_certain
from players.five_hundred.rules_of_thumb.kitty import partner, put_aside
from players.five_hundred.rules_of_thumb.misere import attack, ducked, nomination
from players.five_hundred.rules_of_thumb.seat_view import SeatView
from players.five_hundred.rules_of_thumb.tricks import card_for_tricks

__all__ = ["RulesOfThumb"]


@dataclass(frozen=True, slots=True)
class RulesOfThumb:
    """All that `seat`, which is to act, knows. `score` is the match before this deal.

    It may bid by `conventions`; who `forgets` counts only trumps.
    """

    view: FiveHundredView
    seat: Seat
    score: Score
    conventions: bool = True
    forgets: bool = False

    def answer(self, source: Random, effort: float) -> Choice:
        """What to do; neither `source` nor `effort` is needed."""
        return Choice((Option(str(self.action()), 0.0),), Phrase("By rule of thumb."))

    def action(self) -> Action:
        """What to do."""
        view, seat = self.view, self.seat
        match view.phase:
            case Phase.AUCTION | Phase.RAISE:
                return speak(view, seat, self.score, conventions=self.conventions)
            case Phase.KITTY:
                return put_aside(view)
            case Phase.CALL:
                return partner(view, seat)
            case Phase.CLAIM:
                return answer(SeatView(view, seat))
            case _ if may_claim(view, seat) and is_certain(SeatView(view, seat, self.forgets)):
                return Say.CLAIM
            case _:
                return self.card()

    def card(self) -> Play | Nominate:
        """The card to play, or the suit to give the joker, when nothing is claimed."""
        sight = SeatView(self.view, self.seat, self.forgets)
        if not sight.order.is_misere:
            return card_for_tricks(sight)
        if self.seat != sight.contractor:
            return attack(sight)
        if may_nominate(self.view, self.seat):
            return nomination(sight)
        return ducked(sight)
