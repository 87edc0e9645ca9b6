"""A player by rules of thumb, the measure for those who reckon.

Stake high on an ace or a ten-valued card; stick on 16 or more, with an ace that counts 11 on 18; buy while the next
card can't bust the hand or while five cards are near; otherwise twist. Split aces and eights. As banker stay on 17,
against strong hands on 18. Shoot on an ace, or when two more cards can hardly bust.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.cards import Rank
from games.core import Seat
from games.pontoon import Action, End, HandView, Limits, Move, Phase, PontoonView, known, totals
from players.pontoon.legal import moves


def sound(view: PontoonView, seat: Seat) -> Action:
    """What the rules of thumb do for `seat`, whose turn it is."""
    may = moves(view, seat)
    if view.phase is Phase.BANKER:
        return Action(Move.STAY if _stays(view) else Move.DRAW)
    assert view.turn is not None
    hand = view.box(seat).hands[view.turn.hand]
    match view.phase:
        case Phase.STAKES:
            return _with(Move.STAKE, may, high=known(hand.cards)[0].rank.pips in (1, 10))
        case Phase.SHOOT:
            cards = known(hand.cards)
            shoots = cards[0].rank is Rank.ACE if len(cards) == 1 else len(cards) == 3 and totals(cards).low <= 9
            return Action(Move.SHOOT, may[Move.SHOOT].most) if shoots else Action(Move.PASS)
        case _:
            return _play(hand, may)


def _with(move: Move, may: Mapping[Move, Limits], *, high: bool) -> Action:
    return Action(move, may[move].most if high else may[move].least)


def _play(hand: HandView, may: Mapping[Move, Limits]) -> Action:
    cards = known(hand.cards)
    low, best = totals(cards)
    if Move.SPLIT in may and cards[0].rank in (Rank.ACE, Rank.EIGHT):
        return Action(Move.SPLIT)
    if Move.STICK in may and best >= (18 if best > low and len(cards) < 4 else 16):
        return Action(Move.STICK)
    if Move.BUY in may and (low <= 11 or (len(cards) == 4 and low <= 13)):
        return _with(Move.BUY, may, high=low in (10, 11) or len(cards) == 4)
    return Action(Move.TWIST if Move.TWIST in may else Move.STICK)


def _stays(view: PontoonView) -> bool:
    cards = known(view.bank)
    best = totals(cards).best
    live = [hand for box in view.boxes for hand in box.hands if hand.end is not End.BUST]
    strong = sum(hand.initial + sum(hand.bought) for hand in live if hand.bought or len(hand.cards) == 5)
    weak = sum(hand.initial for hand in live if not (hand.bought or len(hand.cards) == 5))
    return best >= (18 if strong > weak else 16)
