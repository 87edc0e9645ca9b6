"""What a card teaches in a misère, to its contractor and to those who play against it."""

from __future__ import annotations

from games.cards import JOKER, Card
from players.five_hundred.lessons.lesson import Lesson
from players.five_hundred.rules_of_thumb.seat_view import SeatView


def of_play(sight: SeatView, done: Card, better: Card) -> Lesson | None:
    """What the card that was `done` teaches, when `better` would have been better."""
    if sight.seat != sight.contractor:
        return Lesson.STAY_UNDER if _stays_under(sight, done, better) else None
    return Lesson.STAY_BELOW if JOKER not in (done, better) and _stays_below(sight, done, better) else None


def _stays_below(sight: SeatView, done: Card, better: Card) -> bool:
    """Whether their contractor leads lower, throws what is more dangerous, or plays higher and stays below."""
    order, trick = sight.order, sight.view.trick
    if trick is None:
        return sight.above(better) > sight.above(done)
    if order.suit_of(done) is not order.suit_led(trick):
        return sight.below(better) > sight.below(done)
    return order.height(better) > order.height(done) and not sight.wins(better, trick)


def _stays_under(sight: SeatView, done: Card, better: Card) -> bool:
    """Whether a defender leads what the contractor may win, leaves them the trick, or gets rid of a higher card."""
    order, trick, contractor = sight.order, sight.view.trick, sight.contractor
    is_higher = order.height(better) > order.height(done)
    if trick is None:
        return order.suit_of(better) is not None and sight.above(better, (contractor,)) > 0 and not is_higher
    if order.winner(trick) == contractor:
        return sight.wins(done, trick) and not sight.wins(better, trick)
    best, led = order.best(trick).card, order.suit_led(trick)
    return is_higher and not (contractor in sight.after and sight.may_beat((contractor,), best, led))
