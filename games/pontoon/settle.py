"""The end of a deal: what each hand wins or loses, and the chips that move for it (the table of settlement, S3, S7).

All chips lie in the middle by then: for each hand twice its stake from the player, the banker's cover, the shoot bets,
and the kitty. Everything leaves it here; nothing comes from the house or goes there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from msgspec import Struct

from games.cards import Card
from games.core import Pot, Seat, Transfer
from games.pontoon.boxes import Bank, Box, End
from games.pontoon.hands import HandRank, Worth, worth
from games.pontoon.pontoon_options import COVERED


class HandOutcome(Enum):
    """How a hand fared."""

    WIN = "win"
    LOSE = "lose"
    BUST = "bust"
    """It lost at once, before the banker played."""


class Line(Struct, frozen=True):
    """One settled hand: `times` its stake, of `staked` chips, was won or lost, and `shot` chips of shoot bets.

    `hand` counts the seat's hands from 0; `worth` is what it was worth.
    """

    seat: Seat
    hand: int
    worth: Worth
    outcome: HandOutcome
    times: int
    staked: int
    shot: int

    @property
    def net(self) -> int:
        """The chips won on the stake, or lost when negative; without shoot bets."""
        won = self.times * self.staked
        return won if self.outcome is HandOutcome.WIN else -won

    @property
    def shot_net(self) -> int:
        """The chips won from the kitty, or lost to it when negative; 0 without a shoot bet."""
        return self.shot if self.outcome is HandOutcome.WIN else -self.shot


def against(hand: Worth, bank: Worth) -> tuple[HandOutcome, int]:
    """How a hand that is not bust fares against the banker's, and how many times its stake that moves.

    Equal hands are the banker's. A banker's Pontoon, which nothing beats, is paid at once (rule 9).
    """
    if hand > bank:
        return HandOutcome.WIN, 2 if hand.kind in (HandRank.PONTOON, HandRank.FIVE_CARD_TRICK) else 1
    return HandOutcome.LOSE, 2 if bank.kind in (HandRank.PONTOON, HandRank.FIVE_CARD_TRICK) else 1


def settle(bank: Sequence[Card], boxes: Sequence[Box]) -> Iterator[Line]:
    """Every hand of a deal whose cards are all out, clockwise from the banker's left."""
    banks = worth(bank)
    for box in boxes:
        for index, hand in enumerate(box.hands):
            mine = worth(hand.cards)
            outcome, times = (HandOutcome.BUST, 1) if hand.end is End.BUST else against(mine, banks)
            yield Line(box.seat, index, mine, outcome, times, hand.staked, hand.shot)


def kitty_after(kitty: int, lines: Sequence[Line]) -> int:
    """What the kitty holds when `lines` are settled; the shoot bets of bust hands are in `kitty` already (S6)."""
    return kitty - sum(line.shot_net for line in lines if line.outcome is not HandOutcome.BUST)


def putting_in(player: Seat, stake: int, why: str) -> tuple[Transfer, ...]:
    """The chips that go in for `stake` chips on a hand: the stake, and the player's cover (rule 21)."""
    return (
        Transfer(player, Pot.MIDDLE, stake, why),
        Transfer(player, Pot.MIDDLE, COVERED * stake - stake, "cover"),
    )


def transfers(bank: Bank, lines: Sequence[Line], kitty: int) -> Iterator[Transfer]:
    """The chips that leave the middle for `lines`; `kitty` is what `kitty_after` says, and goes to the banker."""
    banker, banks = bank.seat, bank.cover
    for line in lines:
        put_in = COVERED * line.staked
        match line.outcome:
            case HandOutcome.WIN:
                yield Transfer(Pot.MIDDLE, line.seat, put_in, "stake back")
                yield Transfer(Pot.MIDDLE, line.seat, line.net, "win")
                banks -= line.net
            case HandOutcome.LOSE:
                if put_in + line.net:
                    yield Transfer(Pot.MIDDLE, line.seat, put_in + line.net, "cover back")
                yield Transfer(Pot.MIDDLE, banker, -line.net, "bank wins")
            case HandOutcome.BUST:
                yield Transfer(Pot.MIDDLE, line.seat, put_in + line.net, "cover back")
                yield Transfer(Pot.MIDDLE, banker, -line.net, "bust")
        if line.shot_net > 0:
            yield Transfer(Pot.MIDDLE, line.seat, line.shot, "shoot bet back")
            yield Transfer(Pot.MIDDLE, line.seat, line.shot_net, "shoot win")
    if banks:
        yield Transfer(Pot.MIDDLE, banker, banks, "cover back")
    if kitty:
        yield Transfer(Pot.MIDDLE, banker, kitty, "kitty")
