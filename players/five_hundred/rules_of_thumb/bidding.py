"""What to bid: the call that gains most points on average, by the tricks in hand, and by misère's safety."""

from __future__ import annotations

from games.cards import Card, Suit
from games.core import Seat
from games.five_hundred.bids import SUITS, Bid, Call, CallKind
from games.five_hundred.five_hundred_view import FiveHundredView, Phase
from games.five_hundred.moves import Action, MakeBid, Say
from games.five_hundred.packs import pack
from games.five_hundred.score import SLAM, Score
from players.five_hundred.conventions import has_what_it_shows, shows_the_joker
from players.five_hundred.legal import auction, bids
from players.five_hundred.rules_of_thumb.misere import defenders, safety
from players.five_hundred.rules_of_thumb.strength import chance, tricks

WORTH_BIDDING = 10
"""Points that a bid has to gain on average."""
_SIGNAL = -20
"""Points on average for which the joker is shown to the partner."""
_CLOSED, _OPEN = 0.85, 0.97
"""How safe a hand must be for the misères, see `safety`."""
_HIGH = 8
"""Tricks at which a partner's bid is left to stand; one fewer before another suit."""


def speak(view: FiveHundredView, seat: Seat, score: Score, *, conventions: bool) -> Action:
    """The bid, the raise, or the pass."""
    if view.is_face_down:
        return Say.LOOK
    hand = view.hand or ()
    expected = {trump: tricks_with(view, seat, trump, hand) for trump in (*SUITS, None)}
    open_to = [bid for bid in bids(view, seat) if not bid.sans]
    shown = [bid for bid in open_to if bid.call.tricks and (not conventions or has_what_it_shows(view, seat, bid.call))]
    worth = {bid: gain(view, seat, score, bid.call, expected[bid.call.trump]) for bid in shown}
    best = max(worth, key=lambda bid: worth[bid], default=None)
    if view.phase is Phase.RAISE:
        own = next(said.bid.call for said in reversed(view.bids) if said.bid)
        if best is None or own.is_misere:
            return Say.PASS
        now = gain(view, seat, score, own, expected[own.trump])
        return MakeBid(best) if worth[best] > now + WORTH_BIDDING else Say.PASS
    misere = _misere(view, seat, open_to)
    if misere and (best is None or worth[best] < misere.call.value * 0.6):
        return MakeBid(misere)
    joker = next((bid for bid in shown if shows_the_joker(view, seat, bid.call)), None)
    if conventions and joker and worth[joker] >= _SIGNAL and (best is None or best.call.tricks <= joker.call.tricks):
        return MakeBid(joker)
    if best is None or worth[best] < WORTH_BIDDING or _is_partners(view, seat, best.call):
        return Say.PASS
    return MakeBid(best)


def tricks_with(view: FiveHundredView, seat: Seat, trump: Suit | None, hand: tuple[Card, ...]) -> float:
    """The tricks to expect with `trump`, after what the others have said."""
    expected = tricks(view.options.players, trump, hand)
    partners = view.options.partners(seat)
    strong = {said.seat: said.bid.call.trump for said in view.bids if said.bid and said.bid.call.tricks}
    for other, suit in strong.items():
        if other in partners:
            expected += 1.0 if suit is trump else 0.3
        elif other != seat and suit is trump:
            expected -= 0.8
        elif other != seat:
            expected -= 0.2
    return expected


def gain(view: FiveHundredView, seat: Seat, score: Score, call: Call, expected: float) -> float:
    """The points that `call` gains on average; more than the match needs are worth nothing."""
    made = chance(expected, call.tricks)
    value = max(call.value, SLAM if view.options.slam_bonus and call.tricks == 10 else 0)
    missing = view.options.target - score.points[view.options.side_of(seat)]
    return made * min(value, max(missing, 40)) - (1 - made) * (call.value + 20)


def _is_partners(view: FiveHundredView, seat: Seat, call: Call) -> bool:
    """Whether a partner's bid stands that is high enough to be left alone, rather than overcalled by `call`."""
    theirs = partners_call(view, seat)
    return theirs is not None and theirs.tricks >= (_HIGH if call.trump is theirs.trump else _HIGH - 1)


def partners_call(view: FiveHundredView, seat: Seat) -> Call | None:
    """The call that stands, if a partner has made it."""
    standing = auction(view, seat).standing
    return standing.bid.call if standing and standing.seat in view.options.partners(seat) else None


def _misere(view: FiveHundredView, seat: Seat, open_to: list[Bid]) -> Bid | None:
    """The misère that the hand is safe for; a partner's bid must not be taken away for one that is less than sure."""
    calls = {bid.call.kind: bid for bid in open_to if bid.call.is_misere}
    safe = misere_safety(view, seat)
    if CallKind.OPEN in calls and safe >= _OPEN:
        return calls[CallKind.OPEN]
    least = _CLOSED if partners_call(view, seat) is None else _OPEN
    return calls.get(CallKind.MISERE) if safe >= least else None


def misere_safety(view: FiveHundredView, seat: Seat) -> float:
    """How safe the hand is once the kitty has surely taken its worst card away."""
    hand = set(view.hand or ())
    outside, foes = set(pack(view.options.players)) - hand, defenders(view.options, seat)
    return max(safety(hand - {card}, outside, foes) for card in hand)
