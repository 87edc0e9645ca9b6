"""What happened, in its order, as far as the table doesn't show it anyway. Every event is public.

`seat` is the box played, `hand` the place of the hand in it (0, or 1 for the second of a split); `total` is the best
total with the new card.
"""

from __future__ import annotations

from msgspec import Struct

from games.cards import Card
from games.core import Seat


class Insured(Struct, frozen=True):
    """A player insured with `amount` chips."""

    seat: Seat
    amount: int


class Declined(Struct, frozen=True):
    """A player took no insurance."""

    seat: Seat


class Drew(Struct, frozen=True):
    """A hand got a card: hit, doubled, or the second card of a split hand."""

    seat: Seat
    hand: int
    card: Card
    total: int


class Stood(Struct, frozen=True):
    """A player stood on `total`. A hand that is complete by itself is not said to stand."""

    seat: Seat
    hand: int
    total: int


class Doubled(Struct, frozen=True):
    """A player doubled: `amount` chips more; the card comes when the bettors behind have answered."""

    seat: Seat
    hand: int
    amount: int


class Split(Struct, frozen=True):
    """A player split: `amount` chips on the second hand; the cards come when the bettors behind have answered."""

    seat: Seat
    amount: int


class Surrendered(Struct, frozen=True):
    """A player gave the hand up for half the bet."""

    seat: Seat


class Followed(Struct, frozen=True):
    """The bettor `seat` behind `box` followed its split or double with `amount` chips."""

    seat: Seat
    box: Seat
    amount: int


class Kept(Struct, frozen=True):
    """The bettor `seat` behind `box` did not follow; the original bet rides on."""

    seat: Seat
    box: Seat
