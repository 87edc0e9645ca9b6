"""What a card teaches where tricks are to be won."""

from __future__ import annotations

from games.cards import JOKER, Card, Rank
from games.five_hundred.tricks import Trick
from players.five_hundred.lessons.lesson import Lesson
from players.five_hundred.rules_of_thumb.seat_view import SeatView, by_suit

_NEAR_THE_END = 3
"""With so many cards in hand at most, a joker without trumps must be played soon."""
_LONG = 3


def of_play(sight: SeatView, done: Card, better: Card) -> Lesson | None:
    """What the card that was `done` teaches, when `better` would have been better."""
    trick = sight.view.trick
    if sight.trump is None and better == JOKER and len(sight.hand) <= _NEAR_THE_END:
        return Lesson.JOKER_IN_TIME
    lesson = _of_lead(sight, done, better) if trick is None else _of_follow(sight, trick, done, better)
    return lesson or (Lesson.KEEP_GUARD if _bares_king(sight, done, better) else None)


def _of_lead(sight: SeatView, done: Card, better: Card) -> Lesson | None:
    order, trump = sight.order, sight.trump
    if trump is None:
        return _of_lead_without_trumps(sight, done, better)
    led, rather = order.suit_of(done) is trump, order.suit_of(better) is trump
    if sight.is_contractors_side and rather and sight.out(trump):
        if not led:
            return Lesson.DRAW_TRUMPS if done.rank is Rank.ACE else Lesson.TRUMPS_FIRST
        return Lesson.FROM_THE_TOP if sight.is_master(better) and not sight.is_master(done) else None
    if led and not rather and not sight.out(trump):
        return Lesson.TRUMPS_ARE_GONE
    return Lesson.CASH_WINNER if _wins_alone(sight, better) and not sight.is_master(done) else None


def _of_lead_without_trumps(sight: SeatView, done: Card, better: Card) -> Lesson | None:
    suits = by_suit(sight.order, sight.hand)
    if sight.is_master(done) or done == JOKER:
        return None
    held, rather = (len(suits[sight.order.suit_of(card)]) for card in (done, better))
    if held == 1 and rather >= _LONG:
        return Lesson.LONG_SUIT
    return Lesson.CASH_WINNER if _wins_alone(sight, better) else None


def _wins_alone(sight: SeatView, card: Card) -> bool:
    """Whether a lead of `card` wins, as far as anybody can know."""
    return card != JOKER and sight.is_master(card) and not sight.may_be_ruffed(sight.order.suit_of(card))


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
            return Lesson.RUFF_HIGH if wins and not is_lower else None
        return None if wins else Lesson.RUFF
    if would_win and is_alike and order.suit_of(better) is led and not is_lower:
        if not wins and not is_partners and not sight.after:
            return Lesson.TAKE_IT
        is_for_partner = len(trick.cards) == 2 and trick.cards[0].seat in sight.friends and sight.after
        return Lesson.THIRD_HAND if is_for_partner else None
    return None if would_win else _of_loser(sight, trick, done, better, is_lower=is_lower)


def _of_loser(sight: SeatView, trick: Trick, done: Card, better: Card, *, is_lower: bool) -> Lesson | None:
    """What a card teaches that could not win, where another that wouldn't win either is better."""
    order = sight.order
    is_thrown = order.suit_of(done) is not order.suit_led(trick) and order.suit_of(done) is not sight.trump
    if is_thrown and sight.is_master(done) and not sight.is_master(better):
        return Lesson.KEEP_WINNER
    return Lesson.PLAY_LOW if is_lower else None


def _may_win_it(sight: SeatView, trick: Trick) -> bool:
    after = sight.friends.intersection(sight.after)
    best = sight.order.best(trick)
    return best.seat in sight.friends or sight.may_beat(after, best.card, sight.order.suit_led(trick))


def _ruffs(sight: SeatView, trick: Trick, card: Card) -> bool:
    trump = sight.trump
    return trump is not None and sight.order.suit_of(card) is trump and sight.order.suit_led(trick) is not trump


def _bares_king(sight: SeatView, done: Card, better: Card) -> bool:
    """Whether `done` was the last small card beside a king that an ace can still take."""
    suit = sight.order.suit_of(done)
    if suit is None or suit is sight.trump or suit is sight.order.suit_of(better):
        return False
    left = [card for card in sight.hand if card != done and sight.order.suit_of(card) is suit]
    return len(left) == 1 and left[0].rank is Rank.KING and sight.above(left[0]) == 1
