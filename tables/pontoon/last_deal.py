"""The last deal of a Pontoon table as it was at its end, when all cards are turned up and nothing is secret."""

from __future__ import annotations

from dataclasses import dataclass

from games.cards import Card, parse_cards
from games.pontoon import Kind, Line, Outcome, Pontoon, Worth, worth
from tables.terms import Setup


@dataclass(frozen=True, slots=True)
class LastHand:
    """A hand of `person`, a Discord id, in seat number `seat`, with its `cards` as text and its result.

    `hand` counts the seat's hands from 0; the others are as in `games.pontoon.Line`.
    """

    person: int
    seat: int
    hand: int
    cards: str
    outcome: str
    times: int
    staked: int
    shot: int

    @property
    def line(self) -> Line:
        """The hand as it was settled."""
        value = worth(parse_cards(self.cards))
        return Line(self.seat, self.hand, value, Outcome(self.outcome), self.times, self.staked, self.shot)


@dataclass(frozen=True, slots=True)
class LastDeal:
    """The hand of the `banker`, a Discord id, as text, and all others clockwise from the banker's left.

    `kitty` is what the deal left in the kitty, in chips; None without one.
    """

    banker: int
    bank: str
    hands: tuple[LastHand, ...]
    kitty: int | None = None

    @classmethod
    def of(cls, setup: Setup, played: Pontoon) -> LastDeal:
        """What is kept of the finished deal `played`."""
        hands = {(box.seat, index): hand for box in played.table.boxes for index, hand in enumerate(box.hands)}
        return cls(
            setup.user_id_in(played.table.bank.seat),
            _text(played.table.bank.cards),
            tuple(
                LastHand(
                    setup.user_id_in(line.seat),
                    line.seat,
                    line.hand,
                    _text(hands[line.seat, line.hand].cards),
                    line.outcome.value,
                    line.times,
                    line.staked,
                    line.shot,
                )
                for line in played.lines
            ),
            played.table.kitty if played.options.shoot else None,
        )

    @property
    def stayed_on(self) -> Worth | None:
        """The banker's hand, when the banker stayed on it."""
        value = worth(parse_cards(self.bank))
        has_played = any(hand.outcome != Outcome.BUST.value for hand in self.hands)
        return value if has_played and value.kind in (Kind.TOTAL, Kind.TWENTY_ONE) else None


def _text(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))
