"""What a player of Five Hundred can learn from a decision, in the words of the table.

A lesson is named only where it says how what was done differs from what was better: by what the seat saw then, and by
nothing else. Whether the difference is worth a word is for whoever has weighed both to say.
"""

from __future__ import annotations

from games.core import Seat
from games.five_hundred.five_hundred_view import FiveHundredView
from games.five_hundred.moves import MakeBid, Play, Put, Say, parse
from players.choice import Option
from players.five_hundred.lessons import before_play, misere, tricks
from players.five_hundred.lessons.lesson import Lesson
from players.five_hundred.rules_of_thumb.seat_view import SeatView

__all__ = ["Lesson", "learned"]


def learned(view: FiveHundredView, seat: Seat, done: Option, better: Option) -> Lesson | None:
    """What `seat`, which saw `view`, can learn from it that `better` would have been better than what was `done`."""
    match parse(done.action), parse(better.action):
        case MakeBid() | Say.PASS, MakeBid() | Say.PASS:
            return before_play.of_bids(view, seat, done, better)
        case Put() as put, Put() as other:
            return before_play.of_puts(view, put, other)
        case Play(card), Play(rather) if card != rather:
            sight = SeatView(view, seat)
            if sight.is_equal(card, rather):
                return None
            of_play = misere.of_play if sight.order.is_misere else tricks.of_play
            return of_play(sight, card, rather)
        case _:
            return None
