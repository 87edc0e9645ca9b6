"""What a card teaches where tricks are to be won."""

from __future__ import annotations

from games.cards import JOKER, Card
from games.five_hundred.tricks import Trick
from players.five_hundred.lessons.lesson import Lesson
from players.five_hundred.rules_of_thumb.seat_view import SeatView

_NEAR_THE_END = 3
"""With so many cards in hand at most, a joker without trumps must be played soon."""


def of_play(sight: SeatView, done: Card, better: Card) -> Lesson | None:
    """What the card that was `done` teaches, when `better` would have been better."""
    trick = sight.view.trick
    if sight.trump is None and better == JOKER and len(sight.hand) <= _NEAR_THE_END:
        return Lesson.JOKER_IN_TIME
    return _of_lead(sight, done, better) if trick is None else _of_follow(sight, trick, done, better)


def _of_lead(sight: SeatView, done: Card, better: Card) -> Lesson | None:
    order, trump = sight.order, sight.trump
    led, rather = (trump is not None and order.suit_of(card) is trump for card in (done, better))
    if sight.is_contractors_side and rather and sight.out(trump):
        if not led:
            return Lesson.TRUMPS_FIRST
        return Lesson.FROM_THE_TOP if sight.is_master(better) and not sight.is_master(done) else None
    if led and not rather:
        return Lesson.KEEP_TRUMPS
    if better != JOKER and sight.is_master(better) and not sight.is_master(done):
        return Lesson.CASH_WINNER
    is_alike = order.suit_of(done) is order.suit_of(better)
    return None if is_alike or JOKER in (done, better) else Lesson.WHICH_SUIT


def _of_follow(sight: SeatView, trick: Trick, done: Card, better: Card) -> Lesson | None:
    order, led = sight.order, sight.order.suit_led(trick)
    wins, would_win = (sight.wins(card, trick) for card in (done, better))
    is_alike = order.suit_of(done) is order.suit_of(better)
    is_lower = is_alike and order.height(better) < order.height(done)
    is_partners = order.winner(trick) in sight.friends
    if is_partners and not would_win and (wins or is_lower):
        return Lesson.PARTNERS_TRICK
    if wins and would_win and is_lower and not sight.may_beat(sight.foes_after, better, led):
        return Lesson.CHEAPEST
    if done == JOKER:
        return Lesson.SAVE_JOKER if would_win or _may_win_it(sight, trick) else None
    if wins and not would_win:
        is_second = len(trick.cards) == 1 and trick.cards[0].seat in sight.foes
        return Lesson.SECOND_HAND if is_second and is_lower and sight.friends & {*sight.after} else None
    if would_win and not is_partners and _ruffs(sight, trick, better):
        if is_alike:
            return Lesson.HIGH_ENOUGH if wins and not is_lower else None
        return None if wins else Lesson.RUFF
    if would_win and is_alike and order.suit_of(better) is led and not is_lower:
        if wins or (len(trick.cards) == 2 and trick.cards[0].seat in sight.friends and sight.after):
            return Lesson.HIGH_ENOUGH
        return None if is_partners else Lesson.TAKE_IT
    if not would_win and order.suit_of(done) not in (led, sight.trump) and _is_useful(sight, done):
        return Lesson.KEEP_WINNER
    return Lesson.CHEAPEST if is_lower and not would_win else None


def _may_win_it(sight: SeatView, trick: Trick) -> bool:
    after = sight.friends.intersection(sight.after)
    best = sight.order.best(trick)
    return best.seat in sight.friends or sight.may_beat(after, best.card, sight.order.suit_led(trick))


def _ruffs(sight: SeatView, trick: Trick, card: Card) -> bool:
    trump = sight.trump
    return trump is not None and sight.order.suit_of(card) is trump and sight.order.suit_led(trick) is not trump


def _is_useful(sight: SeatView, card: Card) -> bool:
    """Whether `card` may still win, or guards one that may."""
    suit = [other for other in sight.hand if sight.order.suit_of(other) is sight.order.suit_of(card)]
    return sight.is_master(card) or 0 < min(map(sight.above, suit)) < len(suit)
