"""What a seat may do, worked out from what it sees: the moves, and how many chips each may take.

These are the rules of `games.pontoon.checks` and `games.pontoon.shoot`, read from a view instead of from the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.cards import Card, Rank
from games.core import Seat
from games.pontoon import COVERED, MOST_HANDS, BoxView, HandView, Limits, Move, Phase, PontoonView, totals

_NOTHING = Limits(0, 0)


def own_box(view: PontoonView, seat: Seat) -> BoxView:
    """The box of `seat`. Raises LookupError when it has none, as the banker."""
    for box in view.boxes:
        if box.seat == seat:
            return box
    raise LookupError(f"seat {seat} has no box")


def known(cards: Sequence[Card | None]) -> tuple[Card, ...]:
    """Those of `cards` that these eyes see."""
    return tuple([card for card in cards if card is not None])


def has_twisted(hand: HandView) -> bool:
    """Has a card come to it that wasn't bought? One that is paid for may still have to come."""
    return len(hand.cards) - 2 > len(hand.bought)


def means(view: PontoonView, box: BoxView) -> int:
    """How many chips more the player of `box` may stake, so that both sides can cover it (rule 21)."""
    return min((box.purse or 0) // COVERED, view.covers)


def moves(view: PontoonView, seat: Seat) -> Mapping[Move, Limits]:
    """What `seat` may do now, and for each move the smallest and the largest amount in chips; 0 where it has none.

    Raises ValueError when it is not the turn of `seat`.
    """
    if seat not in view.to_act:
        raise ValueError(f"seat {seat} is not asked for anything")
    if view.phase is Phase.BANKER:
        return {Move.DRAW: _NOTHING, Move.STAY: _NOTHING}
    assert view.turn is not None, "only the banker is asked without a hand"
    box = own_box(view, seat)
    hand = box.hands[view.turn.hand]
    if view.phase is Phase.STAKES:
        least, most = view.limits
        return {Move.STAKE: Limits(least, min(most, hand.initial + means(view, box)))}
    if view.phase is Phase.SHOOT:
        most = min(view.kitty - view.shot, box.purse or 0)
        return {Move.PASS: _NOTHING} | ({Move.SHOOT: Limits(1, most)} if most > 0 else {})
    return _in_play(view, box, hand)


def _in_play(view: PontoonView, box: BoxView, hand: HandView) -> Mapping[Move, Limits]:
    cards, may = known(hand.cards), means(view, box)
    low, best = totals(cards)
    found: dict[Move, Limits] = {}
    if best >= view.options.stick_minimum:
        found[Move.STICK] = _NOTHING
    if low < 21:
        found[Move.TWIST] = _NOTHING
        price = Limits(hand.initial, min(hand.bought[-1] if hand.bought else 2 * hand.initial, may))
        if price.least <= price.most and not has_twisted(hand):
            found[Move.BUY] = price
    if _may_split(view, box, cards) and hand.initial <= may:
        found[Move.SPLIT] = _NOTHING
    return found


def _may_split(view: PontoonView, box: BoxView, cards: Sequence[Card]) -> bool:
    if len(cards) != 2 or cards[0].rank is not cards[1].rank or len(box.hands) == MOST_HANDS:
        return False
    return view.cards_left >= 2 and (cards[0].rank is Rank.ACE or not view.options.split_aces_only)
