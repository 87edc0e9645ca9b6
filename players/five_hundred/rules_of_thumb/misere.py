"""Misères: how safe a hand is, how its contractor ducks, and how the others make them take a trick."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import prod

from msgspec.structs import replace

from games.cards import JOKER, Card
from games.core import Seat
from games.five_hundred.bids import SUITS
from games.five_hundred.five_hundred_options import Options
from games.five_hundred.moves import Nominate, Play
from games.five_hundred.tricks import CardOrder
from players.five_hundred.legal import plays
from players.five_hundred.rules_of_thumb.seat_view import SeatView, by_suit

MISERE = CardOrder(None, is_misere=True)


def defenders(options: Options, seat: Seat) -> int:
    """How many play against a misère of `seat`."""
    return options.players - 1 - len(options.partners(seat))


def safety(hand: Collection[Card], outside: Collection[Card], foes: int, order: CardOrder = MISERE) -> float:
    """How likely `hand` loses every trick, from 0 to 1, when so many `foes` hold some of `outside`."""
    mine, others = by_suit(order, hand), by_suit(order, outside)
    if None in mine:  # a free joker wins the trick it is played to
        return 0.0
    return prod(suit_safety(order, mine.get(suit, []), others.get(suit, []), foes) for suit in SUITS)


def suit_safety(order: CardOrder, mine: Sequence[Card], others: Sequence[Card], foes: int) -> float:
    """How likely the cards `mine` of one suit never win a trick in it, when `foes` hold some of `others`."""
    safe = 1.0
    for number, card in enumerate(mine):
        left = len(others) - number
        below = sum(order.height(other) < order.height(card) for other in others) - number
        if left > 0 and below > 0:
            safe *= 1 - (below / left) ** foes * 0.75**number
    return safe


def ducked(sight: SeatView) -> Play:
    """The contractor's card in a misère: as high as can be without winning, and the most dangerous when out."""
    legal = plays(sight.view)
    cards = [play.card for play in legal]
    trick = sight.view.trick
    if trick is None:
        return _first_lead(sight, legal)
    order = sight.order
    best = order.best(trick).card
    under = [card for card in cards if not order.beats(card, best)]
    if not under:
        return Play(min(cards, key=order.height))
    if order.suit_of(under[0]) is order.suit_led(trick):
        return Play(max(under, key=order.height))

    def left(card: Card) -> tuple[float, int]:
        """How safe the hand is without `card`."""
        rest = [other for other in sight.hand if other is not card]
        return safety(rest, sight.unseen, len(sight.foes), order), order.height(card)

    return Play(max(under, key=left))


def _first_lead(sight: SeatView, legal: Sequence[Play]) -> Play:
    """The lead that is most likely overtaken and leaves the safest hand."""
    foes = len(sight.foes)

    def merit(play: Play) -> float:
        card = play.card
        if card is JOKER and sight.order.joker is None:
            return -1.0
        suit = sight.order.suit_of(card)
        same = [other for other in sight.unseen if sight.order.suit_of(other) is suit]
        below = sum(sight.order.height(other) < sight.order.height(card) for other in same)
        overtaken = 1 - ((below + 1) / (len(same) + 2)) ** foes
        rest = [other for other in sight.hand if other is not card]
        return overtaken * safety(rest, sight.unseen, foes, sight.order)

    return max(legal, key=merit)


def nomination(sight: SeatView) -> Nominate:
    """The suit to give the joker in one's own misère: where the hand stays safest."""
    hand, unseen, foes = sight.hand, sight.unseen, len(sight.foes)
    return Nominate(max(SUITS, key=lambda suit: safety(hand, unseen, foes, replace(MISERE, joker=suit))))


# Against a misère.


def attack(sight: SeatView) -> Play:
    """A defender's card against a misère."""
    legal = plays(sight.view)
    trick = sight.view.trick
    if trick is None:
        leads = [play for play in legal if not sight.order.is_free_joker(play.card)]
        return max(leads or legal, key=lambda play: _hope(sight, play.card))
    order, cards = sight.order, [play.card for play in legal]
    best, led = order.best(trick), order.suit_led(trick)
    if order.suit_of(cards[0]) is not led:
        return Play(_useless(sight, cards))
    under = [card for card in cards if not order.beats(card, best.card)]
    if best.seat == sight.contractor:
        # The contractor is to keep this trick. Where that can't be, the highest card goes.
        return Play(max(under or cards, key=order.height))
    if sight.contractor not in sight.after:  # they have escaped already
        return Play(max(cards, key=order.height))
    if under:
        return Play(max(under, key=order.height))
    follows = any(order.suit_of(card) is led for card in sight.may_hold(sight.contractor))
    return Play(min(cards, key=order.height) if follows else max(cards, key=order.height))


def _useless(sight: SeatView, cards: Sequence[Card]) -> Card:
    """The card that helps least to get under the contractor: high, and where the contractor may be out."""
    out = sight.voids[sight.contractor]

    def use(card: Card) -> tuple[bool, int, int]:
        suit = sight.order.suit_of(card)
        held = sight.out(suit, (sight.contractor,))
        higher = sum(sight.order.height(other) > sight.order.height(card) for other in held)
        if card is JOKER:
            return False, 0, 0
        return suit not in out and bool(held), higher, -sight.order.height(card)

    return min(cards, key=use)


def _hope(sight: SeatView, card: Card) -> tuple[float, int]:
    """How much a lead of `card` promises, the lower card first where two promise the same."""
    order, suit = sight.order, sight.order.suit_of(card)
    height = order.height(card)
    theirs = [order.height(other) for other in sight.out(suit, (sight.contractor,))]
    if not theirs:
        return -1.0, height
    friends = [order.height(other) for other in sight.out(suit, sight.friends)]
    friend_over = sum(other > height for other in friends) / len(friends) if friends else 0.0
    above = sum(other > height for other in theirs) / len(theirs)
    if not sight.view.exposed:
        return above - 0.3 * friend_over, -height
    if above == 1:  # they have to go over it
        return 3.0 - friend_over, -height
    others = [other for other in (*sight.hand, *sight.unseen) if other not in sight.view.exposed]
    mine, outside = by_suit(order, sight.view.exposed)[suit], by_suit(order, others)[suit]
    weak = suit_safety(order, mine, outside, len(sight.friends) + 1)
    # Their low cards are drawn out with high ones; the own low ones are kept for later.
    return (1.0 - weak, height) if weak < 1 else (-0.5, height)
