"""What a card teaches in a misère, to its contractor and to those who play against it."""

from __future__ import annotations

from games.cards import JOKER, Card
from players.five_hundred.lessons.lesson import Lesson
from players.five_hundred.rules_of_thumb.seat_view import SeatView


def of_play(sight: SeatView, done: Card, better: Card) -> Lesson | None:
    """What the card that was `done` teaches, when `better` would have been better."""
    if sight.seat != sight.contractor:
        return _of_defender(sight, done, better)
    return None if JOKER in (done, better) else _of_contractor(sight, done, better)


def _of_contractor(sight: SeatView, done: Card, better: Card) -> Lesson | None:
    order, trick = sight.order, sight.view.trick
    if trick is None:
        return Lesson.SAFE_LEAD if sight.above(better) > sight.above(done) else None
    led = order.suit_led(trick)
    if order.suit_of(done) is not led:
        return Lesson.THROW_DANGER if sight.below(better) > sight.below(done) else None
    is_higher = order.height(better) > order.height(done)
    return Lesson.DUCK_HIGH if is_higher and sight.wins(better, trick) is sight.wins(done, trick) is False else None


def _of_defender(sight: SeatView, done: Card, better: Card) -> Lesson | None:
    order, trick, contractor = sight.order, sight.view.trick, sight.contractor
    if trick is None:
        suit = order.suit_of(better)
        may_win = suit is not None and sight.above(better, (contractor,)) > 0
        return Lesson.LEAD_LOW if may_win and order.height(better) < order.height(done) else None
    takes, would_take = sight.wins(done, trick), sight.wins(better, trick)
    if order.winner(trick) == contractor:
        return Lesson.LEAVE_IT if takes and not would_take else None
    may_win = contractor in sight.after and sight.may_beat((contractor,), order.best(trick).card, order.suit_led(trick))
    is_higher = order.height(better) > order.height(done)
    return Lesson.KEEP_LOW if is_higher and not may_win else None
