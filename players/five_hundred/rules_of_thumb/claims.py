"""Claims: made and agreed to only when they are certain."""

from __future__ import annotations

from games.cards import JOKER
from games.five_hundred.bids import SUITS
from games.five_hundred.moves import Say
from players.five_hundred.rules_of_thumb.misere import suit_safety
from players.five_hundred.rules_of_thumb.seat_view import SeatView, by_suit


def answer(sight: SeatView) -> Say:
    """Agree to a claim that is certain, or that only helps the own side."""
    claim = sight.view.claim
    assert claim is not None
    if sight.order.is_misere:
        return Say.AGREE if loses_all(sight) else Say.PLAY_ON
    same_side = sight.view.options.side_of(claim.seat) == sight.view.options.side_of(sight.seat)
    if same_side or (claim.seat in sight.friends and sight.is_contractors_side):
        return Say.AGREE
    return Say.AGREE if _wins_all(sight, claim.seat) else Say.PLAY_ON


def loses_all(sight: SeatView) -> bool:
    """Whether a misère's hand lies open and is under all others for good."""
    trick = sight.view.trick
    shown = sight.view.open_hands.get(sight.contractor, ())
    if not shown or JOKER in shown or not (trick or sight.view.tricks):
        return False
    played = dict(trick.cards) if trick else {}
    if trick and sight.contractor in played and sight.order.winner(trick) == sight.contractor:
        return False
    to_beat = () if sight.contractor in played else played.values()
    others = [card for card in (*sight.unseen, *sight.hand, *to_beat) if card not in shown]
    mine, theirs = by_suit(sight.order, shown), by_suit(sight.order, others)
    return all(suit_safety(sight.order, mine.get(suit, []), theirs.get(suit, []), 1) == 1 for suit in SUITS)


def _wins_all(sight: SeatView, claimer: int) -> bool:
    """Whether whatever the claimer holds takes every trick from this hand."""
    trick, last = sight.view.trick, sight.view.last_winner
    leader = sight.order.winner(trick) if trick else sight.contractor if last is None else last
    held = sight.may_hold(claimer)
    return leader == claimer and not any(sight.order.beats(card, other) for card in sight.hand for other in held)


def is_certain(sight: SeatView) -> bool:
    """Whether this seat, which is to lead, wins all tricks that are left."""
    if len(sight.hand) < 2 or sight.view.trick is not None or sight.order.is_misere:
        return False
    trumps = [card for card in sight.hand if sight.trump and sight.order.suit_of(card) is sight.trump]
    everyone = [seat for seat in sight.view.options.seats if seat != sight.seat and seat not in sight.view.laid_down]
    out = sight.out(sight.trump, everyone) if sight.trump else frozenset()
    if out and len(trumps) < len(sight.hand):
        return False
    if sight.trump is None and (JOKER in sight.unseen or (JOKER in sight.hand and sight.order.joker is None)):
        return False
    return all(sight.above(card, everyone) == 0 for card in sight.hand)
