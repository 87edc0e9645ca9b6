"""What a seat may do, worked out from what it sees: the moves, and how many chips each may take.

The rules of `games.pontoon.checks` are asked about its own box, which it sees whole.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.core import Seat
from games.pontoon import COVERED, BoxView, HandView, Limits, Move, Phase, PontoonView, checks, known
from games.pontoon.boxes import Box, Hand
from games.pontoon.hands import takes_more

_NOTHING = Limits(0, 0)


def has_twisted(hand: HandView) -> bool:
    """Has a card come to it that wasn't bought? One that is paid for may still have to come."""
    return len(hand.cards) - 2 > len(hand.bought)


def moves(view: PontoonView, seat: Seat) -> Mapping[Move, Limits]:
    """What `seat` may do now, and for each move the smallest and the largest amount in chips; 0 where it has none.

    Raises ValueError when it is not the turn of `seat`.
    """
    if seat not in view.to_act:
        raise ValueError(f"seat {seat} is not asked for anything")
    if view.phase is Phase.BANKER:
        return {Move.DRAW: _NOTHING, Move.STAY: _NOTHING}
    assert view.turn is not None, "only the banker is asked without a hand"
    box = _as_the_rules_know(view.box(seat))
    hand, may = box.hands[view.turn.hand], checks.most_covered(box, COVERED * view.covers)
    if view.phase is Phase.STAKES:
        least, most = view.limits
        return {Move.STAKE: Limits(least, min(most, hand.initial + may))}
    if view.phase is Phase.SHOOT:
        most = min(view.kitty - view.shot, box.purse)
        return {Move.PASS: _NOTHING} | ({Move.SHOOT: Limits(1, most)} if most > 0 else {})
    found = {} if checks.against_sticking(view.options, hand) else {Move.STICK: _NOTHING}
    if takes_more(hand.cards):
        found[Move.TWIST] = _NOTHING
        least, most = checks.buy_limits(hand)
        if least <= min(most, may) and not hand.twisted:
            found[Move.BUY] = Limits(least, min(most, may))
    if hand.initial <= may and not checks.against_split(view.options, box, hand, view.cards_left):
        found[Move.SPLIT] = _NOTHING
    return found


def _as_the_rules_know(own: BoxView) -> Box:
    hands = [Hand(known(hand.cards), hand.initial, hand.bought, twisted=has_twisted(hand)) for hand in own.hands]
    return Box(own.seat, own.purse or 0, tuple(hands))
