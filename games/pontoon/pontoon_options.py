"""What is agreed before the deal: the house options, the limits, who is able to play (rules 1, 4, 21 and S1).

Limits and chips come from outside; nothing here knows what anybody has unless it is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.cards import Card, pack52
from games.core import Counted, HouseOptions, IllegalAction, Phrase, Seat

MOST_PEOPLE = 8
"""With the banker; 2 can play, and 5 to 8 is best."""

COVERED = 2
"""At every stake each side puts in this many times the stake: a hand wins or loses at most double (rule 21)."""


class Limits(NamedTuple):
    """The smallest and the largest amount, in chips, both allowed."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Options(HouseOptions):
    """The house options. Raises IllegalAction when they contradict the rules or each other.

    `kitty_min` and `kitty_max` limit what a banker puts up, in chips; None is the table's limit for stakes.
    `two_packs` mixes two packs when 8 people play; `shuffle_every_deal` shuffles after each deal, not only after one
    with a Pontoon. `sale_limit` times the table's highest stake is the most that a bank costs; at 0 it is only given.
    """

    shoot: bool = False
    split_aces_only: bool = False
    stick_minimum: int = 15
    kitty_min: int | None = None
    kitty_max: int | None = None
    two_packs: bool = True
    shuffle_every_deal: bool = False
    sale_limit: int = 5

    def __post_init__(self) -> None:
        kitties = [limit for limit in (self.kitty_min, self.kitty_max) if limit is not None]
        if self.stick_minimum not in (15, 16) or self.sale_limit < 0 or any(limit < 1 for limit in kitties):
            raise IllegalAction("The bot can't read that. Run the command again.")
        if self.kitty_min is not None and self.kitty_max is not None:
            _verify_kitty_limits(Limits(self.kitty_min, self.kitty_max))

    def kitty_limits(self, minimum: int, maximum: int) -> Limits:
        """The limits for a kitty at a table with these for stakes. Raises IllegalAction when no kitty is in them."""
        limits = Limits(
            minimum if self.kitty_min is None else self.kitty_min,
            maximum if self.kitty_max is None else self.kitty_max,
        )
        _verify_kitty_limits(limits)
        return limits

    def fresh_pack(self, people: int) -> tuple[Card, ...]:
        """The cards that `people`, with the banker, play with: still to be shuffled (rule 1)."""
        return pack52() * (2 if self.two_packs and people == MOST_PEOPLE else 1)


def _verify_kitty_limits(limits: Limits) -> None:
    if limits.least > limits.most:
        raise IllegalAction(
            "{setting}: the minimum, {minimum}, is above the maximum, {maximum}.",
            setting=Phrase("Kitty"),
            minimum=limits.least,
            maximum=limits.most,
        )


def able_to_play(players: Sequence[Seat], purses: Mapping[Seat, int], minimum: int) -> tuple[Seat, ...]:
    """Those of `players`, in their order, whose chips suffice for the minimum stake and its cover (rule 21).

    The others are left out of the deal.
    """
    return tuple(seat for seat in players if purses[seat] >= COVERED * minimum)


def check_bank(players: int, purse: int, minimum: int) -> None:
    """Raise IllegalAction unless a banker with `purse` chips can cover the minimum stake of `players` (rule 21)."""
    needed = COVERED * minimum * players
    if purse < needed:
        raise IllegalAction.saying(
            Counted(
                "The bank needs {count} chips to cover everyone's minimum stake and has {chips}. Sell "
                "the bank or give it up.",
                needed,
                chips=purse,
            )
        )
