"""What a bid or a discard teaches."""

from __future__ import annotations

from collections.abc import Iterable

from games.cards import JOKER, Card, Rank, Suit
from games.core import Seat
from games.five_hundred.bids import SUITS, Call
from games.five_hundred.five_hundred_view import FiveHundredView, Phase
from games.five_hundred.moves import MakeBid, Put, parse
from games.five_hundred.packs import pack
from games.five_hundred.tricks import CardOrder
from players.choice import Option
from players.five_hundred.card_reasons import bid_by_partners
from players.five_hundred.lessons.lesson import Lesson
from players.five_hundred.rules_of_thumb.misere import MISERE
from players.five_hundred.rules_of_thumb.seat_view import by_suit

_MORE_OFTEN_THAN_NOT = 0.5
_HELP = 2
"""So many cards of a partner's suit help."""


def of_bids(view: FiveHundredView, seat: Seat, done: Option, better: Option) -> Lesson | None:
    """What a bid or a pass teaches."""
    mine, rather, hand = _call(done), _call(better), view.hand or ()
    if mine is None and view.phase is Phase.RAISE:
        mine = next(said.bid.call for said in reversed(view.bids) if said.bid)
    if mine is not None and mine.is_misere:
        is_for_tricks = rather is None or not rather.is_misere
        return Lesson.GUARDED_MISERE if is_for_tricks and not is_guarded(hand, view.options.players) else None
    if rather is None:
        highest = next((said.seat for said in reversed(view.bids) if said.bid), None)
        return Lesson.PARTNERS_BID if highest in view.options.partners(seat) else Lesson.BID_LESS
    if rather.is_misere:
        return Lesson.LOW_ENOUGH
    trump = rather.trump
    helps = trump is not None and trump in bid_by_partners(view, seat) and _trumps(hand, trump) >= _HELP
    is_other_suit = mine is not None and mine.trump is not rather.trump
    if helps and (mine is None or is_other_suit):
        return Lesson.SUPPORT
    if mine is not None and mine.trump and trump and is_other_suit:
        most = max(_trumps(hand, suit) for suit in SUITS)
        if _trumps(hand, mine.trump) < _trumps(hand, trump) == most:
            return Lesson.BETTER_SUIT
    if mine is not None and rather.rank < mine.rank:
        return Lesson.BID_LESS if not is_other_suit or (done.made or 0) < (better.made or 0) else None
    fails = better.made is not None and better.made < _MORE_OFTEN_THAN_NOT
    return Lesson.SACRIFICE if fails else Lesson.BID_MORE


def _call(option: Option) -> Call | None:
    action = parse(option.action)
    return action.bid.call if isinstance(action, MakeBid) else None


def _trumps(hand: Iterable[Card], trump: Suit) -> int:
    order = CardOrder(trump)
    return sum(order.suit_of(card) is trump for card in hand)


def is_guarded(hand: Iterable[Card], players: int) -> bool:
    """Whether each card of a hand for a misère can hide behind lower ones, its own or those of the others."""
    suits = by_suit(MISERE, hand)
    if suits.pop(None, None):
        return False
    return all(
        _below(card, held, players) <= 3 * (place + 1) for held in suits.values() for place, card in enumerate(held)
    )


def _below(card: Card, held: Iterable[Card], players: int) -> int:
    """How many cards of its suit that aren't `held` are lower than `card`."""
    height = MISERE.height(card)
    others = set(pack(players)) - set(held)
    return sum(other.suit is card.suit and MISERE.height(other) < height for other in others)


def of_puts(view: FiveHundredView, done: Put, better: Put) -> Lesson | None:
    """What a discard teaches."""
    hand, order = view.hand or (), view.order
    thrown, rather = done.cards - better.cards, better.cards - done.cards
    if order.is_misere:

        def danger(cards: Iterable[Card]) -> int:
            return max(99 if card == JOKER else _below(card, hand, view.options.players) for card in cards)

        return Lesson.GUARDED_MISERE if thrown and danger(rather) > danger(thrown) else None

    def is_strong(card: Card) -> bool:
        return (
            card == JOKER or card.rank is Rank.ACE or (order.trump is not None and order.suit_of(card) is order.trump)
        )

    def suits_left(put: Put) -> int:
        return len({order.suit_of(card) for card in hand if card not in put.cards})

    keeps_strong = sum(map(is_strong, thrown)) > sum(map(is_strong, rather))
    if order.trump is not None and (keeps_strong or suits_left(better) < suits_left(done)):
        return Lesson.DISCARD
    return Lesson.KEEP_WINNER
