"""What is asked at a Blackjack table, what can be answered, and what everybody sees meanwhile.

Every card lies face up, so there is one view for all eyes.
"""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import NamedTuple

from msgspec import Struct

from games.blackjack.blackjack_options import Options
from games.blackjack.hands import Box
from games.blackjack.settle import Line
from games.cards import Card
from games.core import IllegalAction, Seat


class Move(StrEnum):
    """Everything a player or a bettor behind can do."""

    INSURE = "insure"
    DECLINE = "decline"
    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    SURRENDER = "surrender"
    FOLLOW = "follow"
    KEEP = "keep"


def parse(text: str) -> Move:
    """The move that `str` wrote. Raises IllegalAction for anything else."""
    try:
        return Move(text)
    except ValueError:
        raise IllegalAction("The bot can't read that. Press a button on the table's message.") from None


class Phase(Enum):
    """What the round waits for."""

    INSURANCE = "insurance"
    """Every seated player says at the same time whether to insure."""
    PLAY = "play"
    """One hand is played."""
    FOLLOW = "follow"
    """A seat has split or doubled; the bettors behind it say at the same time whether to follow."""
    OVER = "over"

    __hash__ = object.__hash__


class Turn(NamedTuple):
    """The hand being played: whose, and which of the two after a split."""

    seat: Seat
    hand: int


class Follow(Struct, frozen=True):
    """A split or double (`move`) of `seat` that its bettors behind may follow.

    `hand` is the one that a following bet rides on, `waiting` who has yet to answer.
    """

    seat: Seat
    hand: int
    move: Move
    waiting: frozenset[Seat]


class BlackjackView(Struct, frozen=True):
    """All there is to see, which is the same for everybody. `dealt` and `shoe_size` count cards."""

    options: Options
    phase: Phase
    dealer: tuple[Card, ...]
    boxes: tuple[Box, ...]
    turn: Turn | None
    to_act: frozenset[Seat]
    follow: Follow | None
    dealt: int
    shoe_size: int
    last_round: bool
    lines: tuple[Line, ...]

    def box(self, seat: Seat) -> Box:
        """What lies at `seat`."""
        return next(box for box in self.boxes if box.seat == seat)
