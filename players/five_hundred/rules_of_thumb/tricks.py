"""Cards played to win tricks: leading, following, ruffing and throwing away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.cards import JOKER, Card, Suit
from games.five_hundred.bids import SUITS
from games.five_hundred.moves import Play
from games.five_hundred.tricks import Trick
from players.five_hundred.legal import plays
from players.five_hundred.rules_of_thumb.seat_view import SeatView, by_suit


def card_for_tricks(sight: SeatView) -> Play:
    """The card to play under a contract for tricks."""
    legal = plays(sight.view)
    if sight.view.trick is not None:
        return Play(follow(sight, sight.view.trick, [play.card for play in legal]))
    lead = _lead_without_trumps if sight.trump is None else _lead_with_trumps
    card = lead(sight, [play.card for play in legal])
    if card is JOKER:
        suits = by_suit(sight.order, sight.hand)
        jokers = [play for play in legal if play.card is JOKER]
        # It names the suit of which the own hand has most cards, and then the foes.
        return max(jokers, key=lambda play: (len(suits.get(play.named, ())), len(sight.out(play.named))))
    return Play(card)


# Following.


def follow(sight: SeatView, trick: Trick, legal: Sequence[Card]) -> Card:
    """The card of `legal` to play to `trick`, which another has led."""
    order = sight.order
    led = order.suit_led(trick)
    winner, best = order.best(trick)
    behind = sight.foes_after
    winners = sorted((card for card in legal if order.beats(card, best)), key=lambda card: _cost(sight, card))
    sure = [card for card in winners if not sight.may_beat(behind, card, led)]
    if winner in sight.friends:
        if not behind or not sight.may_beat(behind, best, led):
            return throw(sight, legal)
        sure = [card for card in sure if order.suit_of(card) is led]  # the partner's winner is not ruffed
        return sure[0] if sure and sight.above(best, behind) > 1 else throw(sight, legal)
    if not winners:
        return throw(sight, legal)
    partner_to_come = any(seat in sight.friends for seat in sight.after)
    if not behind and not partner_to_come:
        return winners[0]
    least = throw(sight, legal)
    waits = partner_to_come and len(trick.cards) == 1 and not sight.is_master(least)
    if sure and not (waits and _is_precious(sight, sure[0])):
        return sure[0]
    if order.suit_of(legal[0]) is led:
        return least if waits else _high(sight, winners)
    return next((card for card in winners if not _is_precious(sight, card)), least)


def _high(sight: SeatView, winners: Sequence[Card]) -> Card:
    """Of cards that win so far the one that costs the last foe most: the lowest that is as good as the highest."""
    top = winners[-1]
    if sight.above(top) > 1 or _is_precious(sight, top):
        return winners[0]
    return next(card for card in winners if sight.above(card) == sight.above(top))


def _cost(sight: SeatView, card: Card) -> tuple[int, int]:
    """What it costs to win with `card`: trumps more than others, a free joker most."""
    if sight.order.is_free_joker(card):
        return 2, 0
    return int(sight.order.suit_of(card) is sight.trump and sight.trump is not None), sight.order.height(card)


def _is_precious(sight: SeatView, card: Card) -> bool:
    """Whether `card` is the joker or the highest trump, which wins as well at any later time."""
    if sight.order.is_free_joker(card):
        return True
    return sight.trump is not None and sight.order.suit_of(card) is sight.trump and sight.is_master(card)


def throw(sight: SeatView, legal: Sequence[Card]) -> Card:
    """The card of `legal` that is least worth keeping."""
    suits = by_suit(sight.order, sight.hand)
    return min(legal, key=lambda card: _worth_keeping(sight, card, suits[sight.order.suit_of(card)]))


def _worth_keeping(sight: SeatView, card: Card, suit: Sequence[Card]) -> tuple[int, int, int]:
    order, height = sight.order, sight.order.height(card)
    if order.is_free_joker(card):
        return 5, height, 0
    if sight.trump is not None and order.suit_of(card) is sight.trump:
        return 4, height, 0
    if sight.is_master(card):
        return 3, height, 0
    above = [sight.above(other) for other in suit]
    guards = [number for number, other in zip(above, suit, strict=True) if number == len(suit) - 1 and number <= 2]
    return (2 if guards and len(suit) > 1 else 1), height, len(suit)


# Leading.


def _lead_with_trumps(sight: SeatView, legal: Sequence[Card]) -> Card:
    suits = by_suit(sight.order, legal)
    trumps = suits.pop(sight.trump, [])
    if sight.is_contractors_side and trumps and (card := _to_draw(sight, trumps)):
        return card
    safe = [cards[-1] for suit, cards in suits.items() if sight.is_master(cards[-1]) and not sight.may_be_ruffed(suit)]
    if safe:
        return max(safe, key=lambda card: (-len(suits[sight.order.suit_of(card)]), sight.order.height(card)))
    if not suits:
        return trumps[-1] if sight.is_master(trumps[-1]) else trumps[0]
    if sight.is_contractors_side:
        return _try_suit(sight, suits, trumps)
    return _defend(sight, suits, trumps)


def _to_draw(sight: SeatView, trumps: Sequence[Card]) -> Card | None:
    """The trump with which to draw the foes' trumps, from the top; None when it is better to do something else."""
    out = sight.out(sight.trump)
    if not out:
        return None
    top = trumps[-1]
    if sight.is_master(top):
        return top if sight.seat == sight.contractor or len(sight.view.tricks) < 4 else None
    if sight.seat != sight.contractor:
        return top if len(sight.view.tricks) < 2 else None
    if len(trumps) >= 3 and sight.above(top) <= 2 and len(trumps) * 2 > len(out):
        return top
    return None


def _try_suit(sight: SeatView, suits: dict[Suit | None, list[Card]], trumps: Sequence[Card]) -> Card:
    """A side suit to make tricks in: the longest, from the top of its honours, else low."""
    open_ = [suit for suit in suits.values() if not sight.may_be_ruffed(sight.order.suit_of(suit[0]))]
    suit = max(open_ or list(suits.values()), key=lambda cards: (len(cards), -sight.above(cards[-1])))
    if trumps and not sight.out(sight.trump) and sight.above(suit[-1]) <= 1:
        return suit[-1]
    return suit[-1] if len(suit) > 1 and sight.above(suit[-2]) == sight.above(suit[-1]) == 1 else suit[0]


def _defend(sight: SeatView, suits: dict[Suit | None, list[Card]], trumps: Sequence[Card]) -> Card:
    """A defender's lead: what the partner bid or is out of, a singleton to ruff with, or low from a long suit."""
    friends = sight.friends
    for name, suit in suits.items():
        if trumps_with(sight, friends, name):
            return suit[0]
    shown = {said.bid.call.trump for said in sight.view.bids if said.bid and said.seat in friends}
    for name, suit in suits.items():
        if name in shown:
            return suit[-1] if len(suit) < 3 else suit[0]
    single = [suit[0] for suit in suits.values() if len(suit) == 1]
    if trumps and single and len(sight.view.tricks) < 3:
        return min(single, key=sight.order.height)
    return _from_length(sight, suits)


def trumps_with(sight: SeatView, friends: Iterable[int], suit: Suit | None) -> bool:
    """Whether one of `friends` is out of `suit` and may hold trumps, where no foe is out of it."""
    if sight.may_be_ruffed(suit):
        return False
    return any(suit in sight.voids[friend] and sight.out(sight.trump, (friend,)) for friend in friends)


def _from_length(sight: SeatView, suits: dict[Suit | None, list[Card]]) -> Card:
    """Low from the longest suit; the top of two or more honours that are as good as each other. A king with one card or
    none beside it waits, and without trumps a singleton does.
    """

    def merit(suit: Sequence[Card]) -> tuple[int, int]:
        lone_king = len(suit) <= 2 and sight.above(suit[-1]) == 1
        lone_card = len(suit) == 1 and sight.trump is None
        return len(suit) - 3 * (lone_king or lone_card), -sight.above(suit[-1])

    suit = max(suits.values(), key=merit)
    if len(suit) > 1 and sight.above(suit[-1]) == sight.above(suit[-2]) <= 2:
        return suit[-1]
    return suit[0]


def _lead_without_trumps(sight: SeatView, legal: Sequence[Card]) -> Card:
    suits = by_suit(sight.order, legal)
    joker = suits.pop(None, [])
    if not suits:
        return joker[0]
    masters = [suit for suit in suits.values() if sight.is_master(suit[-1])]
    if joker and len(legal) > 1 and _joker_goes_dead(sight):
        return joker[0]
    if masters:
        return max(masters, key=len)[-1]
    return _from_length(sight, suits)


def _joker_goes_dead(sight: SeatView) -> bool:
    """Whether the joker should lead now: soon no suit is left to name, and then it waits for the last trick."""
    if sight.view.options.joker_lead_last_trick_only:
        return False
    led = {sight.order.suit_led(trick) for trick in sight.view.tricks}
    return len(set(SUITS) - led) == 1 and not all(sight.is_master(card) for card in sight.hand if card is not JOKER)
