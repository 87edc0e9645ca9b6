"""What to put aside, and whom a contractor among five plays with."""

from __future__ import annotations

from itertools import combinations

from games.cards import Card, Rank
from games.core import Seat
from games.five_hundred.bids import SUITS
from games.five_hundred.five_hundred_options import FivePartner
from games.five_hundred.five_hundred_view import FiveHundredView
from games.five_hundred.moves import Action, CallCard, ChoosePartner, Put, Say
from games.five_hundred.packs import KITTY, pack
from players.five_hundred.legal import calls
from players.five_hundred.rules_of_thumb.misere import defenders, safety
from players.five_hundred.rules_of_thumb.seat_view import by_suit
from players.five_hundred.rules_of_thumb.strength import chance, tricks

_ALONE = 0.85
"""How likely a contract must be without a partner, among five, for its contractor to want none."""


def put_aside(view: FiveHundredView) -> Put:
    """The three cards without which the hand is best."""
    assert view.contract is not None
    call, players, hand = view.contract.bid.call, view.options.players, frozenset(view.hand or ())
    order = view.order
    outside, foes = frozenset(pack(players)) - hand, defenders(view.options, view.contract.seat)

    def merit(cards: frozenset[Card]) -> tuple[float, int]:
        kept = hand - cards
        low = -sum(order.height(card) for card in cards)
        if call.is_misere:
            return safety(kept, outside, foes, order), -low
        return round(tricks(players, call.trump, kept), 3), low

    return Put(max(map(frozenset, combinations(view.hand or (), KITTY)), key=merit))


def partner(view: FiveHundredView, seat: Seat) -> Action:
    """With whom the contractor plays."""
    assert view.contract is not None
    call, hand = view.contract.bid.call, view.hand or ()
    # A partner brings two tricks or so.
    if chance(tricks(5, call.trump, hand) - 2, call.tricks) >= _ALONE:
        return Say.ALONE
    if view.options.five_partner is FivePartner.PLAYER:
        bidders = [said.seat for said in view.bids if said.bid and said.seat != seat]
        others = [other for other in view.options.seats if other != seat]
        return ChoosePartner(bidders[-1] if bidders else others[-1])
    return _called(view)


def _called(view: FiveHundredView) -> Action:
    """The highest card that may be called and is missing: a trump, or the ace of a suit that needs it."""
    assert view.contract is not None
    order, hand = view.order, view.hand or ()
    suits = by_suit(order, hand)
    missing = {
        call.card
        for call in calls(view, view.contract.seat)
        if isinstance(call, CallCard) and call.card not in hand and call.card not in view.discards
    }
    trumps = [card for card in missing if order.suit_of(card) is order.trump and order.trump is not None]
    if trumps:
        top = max(trumps, key=order.height)
        if top.rank in (Rank.ACE, Rank.KING):
            return CallCard(top)
    best = max(
        missing,
        key=lambda card: (
            order.height(card),
            len(suits.get(order.suit_of(card), ())),
            SUITS.index(card.suit) if card.suit else -1,
        ),
    )
    return CallCard(best)
