"""The play of a deal whose hands all lie open: what each card brings when both sides play their best, and exactly."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from games.core import Phrase
from games.five_hundred import Deal, DealResult, Play
from players.choice import Choice, Option

MOST_POSITIONS = 20_000_000
"""So many positions are looked at for all cards of one answer, about a second; puzzles take far fewer."""
_SOLVED = Phrase("No other card brings more when all cards are open.")


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """What does each card bring of the seat whose turn it is in `deal`, when everybody knows all cards?

    The value of an option is 1 when the seat's side gets what it wants of the contract, otherwise 0, and its `tricks`
    are the contractor's; of a misère that is lost, at least one. Of cards that bring as much the lowest is chosen.
    Raises ValueError where no card is to be played or it can't be solved, and RuntimeError without a compiled solver.
    """

    deal: Deal

    def answer(self, _source: Random, _effort: float) -> Choice:
        """See `players.choice.Question`."""
        from players.five_hundred.positions import solved_cards  # numpy is loaded where somebody thinks

        deal, contract = self.deal, self.deal.contract
        if contract is None:
            raise ValueError("no card is to be played")
        (seat,) = deal.to_act
        attacks = seat in contract.side(deal.options)

        def option(play: Play, tricks: int) -> Option:
            taken = tuple(tricks if each == contract.seat else 0 for each in deal.options.seats)
            is_made = DealResult(contract, taken).made(deal.options)
            return Option(str(play), float(is_made is attacks), tricks=tricks)

        found = [option(*each) for each in solved_cards(deal, seat, MOST_POSITIONS).items()]
        found.sort(key=lambda each: (-each.value, -(each.tricks or 0) if attacks else each.tricks))
        return Choice(tuple(found), _SOLVED)
