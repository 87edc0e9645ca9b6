"""What happened, in its order, as far as the table doesn't show it anyway. Every event is public.

`seat` is the box played, `hand` the place of the hand in it (0, or 1 for the second of a split); `total` is the best
total with the new card.
"""

from __future__ import annotations

from games.cards import Card
from games.core import Seat
from games.values import frozen, maker


@frozen()
class Insured:
    """A player insured with `amount` chips."""

    seat: Seat
    amount: int


@frozen()
class Declined:
    """A player took no insurance."""

    seat: Seat


@frozen()
class Drew:
    """A hand got a card: hit, doubled, or the second card of a split hand."""

    seat: Seat
    hand: int
    card: Card
    total: int


new_drew = maker(Drew)


@frozen()
class Stood:
    """A player stood on `total`. A hand that is complete by itself is not said to stand."""

    seat: Seat
    hand: int
    total: int


new_stood = maker(Stood)


@frozen()
class Doubled:
    """A player doubled: `amount` chips more; the card comes when the bettors behind have answered."""

    seat: Seat
    hand: int
    amount: int


@frozen()
class Split:
    """A player split: `amount` chips on the second hand; the cards come when the bettors behind have answered."""

    seat: Seat
    amount: int


@frozen()
class Surrendered:
    """A player gave the hand up for half the bet."""

    seat: Seat


@frozen()
class Followed:
    """The bettor `seat` behind `box` followed its split or double with `amount` chips."""

    seat: Seat
    box: Seat
    amount: int


@frozen()
class Kept:
    """The bettor `seat` behind `box` did not follow; the original bet rides on."""

    seat: Seat
    box: Seat
