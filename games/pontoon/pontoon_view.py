"""What one pair of eyes sees of a deal. Here, and nowhere else, cards are hidden.

Face down lies what was dealt and what was bought; face up what was twisted, and the two cards of a split. A declared
Pontoon and a bust hand are shown whole. A player sees their own cards, the banker sees theirs from the second card
on, and everybody when they are turned up. When the deal is over all cards are turned up, so that everybody can
follow the settlement.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from games.cards import Card
from games.core import Seat
from games.pontoon.boxes import Bank, Box, End, Hand
from games.pontoon.moves import Move, Phase, Turn
from games.pontoon.pontoon_options import Limits, Options
from games.pontoon.settle import Line

Seen = tuple[Card | None, ...]
"""Cards in the order in which they came; None is one that these eyes may not see."""


def known(cards: Seen) -> tuple[Card, ...]:
    """Those of `cards` that these eyes see."""
    return tuple([card for card in cards if card is not None])


class HandView(Struct, frozen=True):
    """One hand: `is_face_up` says of each card whether it lies face up, which its owner may want to know too.

    `initial` is the initial stake and `bought` what each bought card cost; `shot` lies on it in shoot bets.
    """

    cards: Seen
    is_face_up: tuple[bool, ...]
    initial: int
    bought: tuple[int, ...]
    shot: int
    end: End | None


class BoxView(Struct, frozen=True):
    """One player's hands. `has_staked` is False until they have chosen a stake; the minimum is in by then.

    `purse` are the chips that the player can still put in, None for other eyes than the player's.
    """

    seat: Seat
    has_staked: bool
    purse: int | None
    hands: tuple[HandView, ...]


class PontoonView(Struct, frozen=True):
    """All that these eyes see.

    `boxes` go clockwise from the banker's left. `turn` is the hand that is asked about, None for the banker and at
    the end; `pending` is what a player is about to do when a shoot bet is asked for first. `kitty` holds the chips
    that are the kitty's, `shot` the live bets against it. `covers` is how many chips more of stakes the bank can
    cover. `cards_left` counts the pack.
    """

    options: Options
    limits: Limits
    phase: Phase
    turn: Turn | None
    pending: Move | None
    to_act: frozenset[Seat]
    banker: Seat
    bank: Seen
    boxes: tuple[BoxView, ...]
    kitty: int
    shot: int
    covers: int
    cards_left: int
    lines: tuple[Line, ...]

    def box(self, seat: Seat) -> BoxView:
        """The hands of `seat`, which isn't the banker."""
        return next(box for box in self.boxes if box.seat == seat)


def see_hand(hand: Hand, *, whole: bool) -> HandView:
    """A hand as others see it, or with `whole` as its player does."""
    is_shown, face_up, cards = hand.is_shown, hand.face_up, hand.cards
    is_face_up = tuple([is_shown or place in face_up for place in range(len(cards))])
    seen = cards if whole else tuple([card if is_up else None for card, is_up in zip(cards, is_face_up, strict=True)])
    return HandView(seen, is_face_up, hand.initial, hand.bought, hand.shot, hand.end)


def see_boxes(boxes: Sequence[Box], phase: Phase, turn: Turn | None) -> tuple[BoxView, ...]:
    """The players' boxes as everybody sees them."""
    order = [box.seat for box in boxes]
    staking = order.index(turn.seat) if phase is Phase.STAKES and turn is not None else len(order)
    whole = phase is Phase.OVER
    return tuple(
        [
            BoxView(box.seat, place < staking, None, tuple([see_hand(hand, whole=whole) for hand in box.hands]))
            for place, box in enumerate(boxes)
        ]
    )


def see_own(seen: Sequence[BoxView], boxes: Sequence[Box], eyes: Seat) -> tuple[BoxView, ...]:
    """`seen`, the `boxes` as everybody sees them, with the one of `eyes` as its player does."""
    return tuple(
        [
            BoxView(box.seat, view.has_staked, box.purse, tuple([see_hand(hand, whole=True) for hand in box.hands]))
            if box.seat == eyes
            else view
            for view, box in zip(seen, boxes, strict=True)
        ]
    )


def see_bank(bank: Bank, phase: Phase, eyes: Seat | None) -> Seen:
    """The banker's cards as `eyes` see them; the banker may not look at a single card (rules 6, 8 and 16)."""
    turned_up = phase in (Phase.BANKER, Phase.OVER)
    if turned_up or (eyes == bank.seat and len(bank.cards) > 1):
        return bank.cards
    return (None,) * len(bank.cards)
