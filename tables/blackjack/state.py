"""What a Blackjack table keeps from one round to the next; the last round as plain values, so that its results read the
same after a restart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from msgspec import Struct

from games.blackjack import Behind, BlackjackPays, BlackjackView, Box, Hand, Line, Options
from games.blackjack.settle import settle
from games.cards import Card, parse_cards, written
from tables.game import ShoeState


class KeptHand(Struct, frozen=True):
    """A finished hand: its cards as text, and what became of it."""

    cards: str
    stake: int
    doubled: bool
    surrendered: bool


class KeptBox(Struct, frozen=True):
    """A seat with its bets and hands; `behind` has the seat, main bet, pair bet and stakes of each bettor behind it."""

    seat: int
    bet: int
    pair: int
    insurance: int | None
    hands: tuple[KeptHand, ...]
    behind: tuple[tuple[int, int, int, tuple[int, ...]], ...]

    @classmethod
    def of(cls, box: Box) -> KeptBox:
        """What is kept of `box`."""
        hands = tuple(KeptHand(written(hand.cards), hand.stake, hand.doubled, hand.surrendered) for hand in box.hands)
        behind = tuple((each.seat, each.main, each.pair, each.stakes) for each in box.behind)
        return cls(box.seat, box.bet, box.pair, box.insurance, hands, behind)

    def box(self) -> Box:
        """The box again."""
        is_split = len(self.hands) > 1
        hands = (
            Hand(parse_cards(kept.cards), kept.stake, kept.doubled, kept.surrendered, is_split, done=True)
            for kept in self.hands
        )
        behind = (Behind(*each) for each in self.behind)
        return Box(self.seat, self.bet, self.pair, tuple(hands), tuple(behind), self.insurance)


class LastRound(Struct, frozen=True):
    """A finished round; `people` are Discord ids by their number in it."""

    people: tuple[int | None, ...]
    dealer: str
    pays: str
    boxes: tuple[KeptBox, ...]

    @classmethod
    def of(cls, people: Sequence[int | None], played: BlackjackView) -> LastRound:
        """What is kept of a round."""
        boxes = tuple(map(KeptBox.of, played.boxes))
        return cls(tuple(people), written(played.dealer), played.options.blackjack_pays.value, boxes)

    def over(self, options: Options) -> Over:
        """The round's results; `options` are the house rules, but a blackjack pays what it paid in that round."""
        options = replace(options, blackjack_pays=BlackjackPays(self.pays))
        dealer, boxes = parse_cards(self.dealer), tuple(kept.box() for kept in self.boxes)
        return Over(self.people, dealer, self.pays, boxes, tuple(settle(options, dealer, boxes)))


class Over(Struct, frozen=True):
    """A finished round with what every stake in it came to."""

    people: tuple[int | None, ...]
    dealer: tuple[Card, ...]
    pays: str
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]


class BlackjackState(ShoeState, frozen=True):
    """`dealer` is the dealer's total in the last round.

    `last` is the last round itself; with it those `without_bet` lost their seats. Nobody loses one for being away:
    each bet is a press, so nobody misses a turn in two rounds in a row without one.
    """

    dealer: int | None = None
    without_bet: tuple[int, ...] = ()
    last: LastRound | None = None
