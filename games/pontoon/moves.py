"""What is asked in a deal, and what can be answered. Each answer has a text: `stake 50`, `twist`, `shoot 60`."""

from __future__ import annotations

import re
from enum import Enum, StrEnum
from typing import NamedTuple

from msgspec import Struct

from games.core import IllegalAction, Seat


class Move(StrEnum):
    """Everything a player or the banker can do; the first three take an amount."""

    STAKE = "stake"
    """Put up the initial stake of `amount` chips, what is in already included."""
    BUY = "buy"
    """Take a card face down for `amount` chips more on the hand."""
    SHOOT = "shoot"
    """Bet `amount` chips against the kitty."""
    PASS = "pass"
    """Don't shoot."""
    SPLIT = "split"
    TWIST = "twist"
    """Take a card face up, for nothing."""
    STICK = "stick"
    DRAW = "draw"
    """The banker's card."""
    STAY = "stay"
    """The banker takes no more."""


WITH_AMOUNT = frozenset({Move.STAKE, Move.BUY, Move.SHOOT})

_TEXT = re.compile(r"([a-z]+)(?: ([1-9][0-9]{0,17}))?")


class Action(Struct, frozen=True):
    """A move and its amount in chips, 0 for a move that has none. Raises IllegalAction when they don't fit."""

    move: Move
    amount: int = 0

    def __post_init__(self) -> None:
        if (self.move in WITH_AMOUNT) is not (self.amount > 0) or self.amount < 0:
            raise IllegalAction("The bot can't read that. Press a button on the table's message.")

    @property
    def chips(self) -> tuple[int, ...]:
        """The amount, where the move has one."""
        return (self.amount,) if self.amount else ()

    def __str__(self) -> str:
        return f"{self.move} {self.amount}" if self.amount else str(self.move)


def parse(text: str) -> Action:
    """The action that `str` wrote. Raises IllegalAction for anything else."""
    written = _TEXT.fullmatch(text)
    if written is None or written[1] not in set(Move):
        raise IllegalAction("The bot can't read that. Press a button on the table's message.")
    return Action(Move(written[1]), int(written[2] or 0))


class Phase(Enum):
    """What the deal waits for."""

    STAKES = "stakes"
    """Everybody has one card; the players stake in turn (rule 7)."""
    SHOOT = "shoot"
    """One player is asked for a shoot bet: before the second card, on a split hand, or before the fourth card."""
    PLAY = "play"
    """One hand is played (rules 10-15)."""
    BANKER = "banker"
    """The banker's cards are up; the banker draws or stays (rule 16)."""
    OVER = "over"

    __hash__ = object.__hash__


class Turn(NamedTuple):
    """The hand that is asked about: whose, and which of theirs after a split, counted from 0."""

    seat: Seat
    hand: int
