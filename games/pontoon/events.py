"""What happened, in its order, as far as the table doesn't show it anyway. Every event is public.

So none of them holds a card that lies face down. `hand` counts the seat's hands from 0; amounts are chips.
"""

from __future__ import annotations

from games.cards import Card
from games.core import Seat
from games.values import frozen


@frozen()
class FirstCards:
    """Everybody has a card, the `players` in their order and the banker; `left_out` could not cover the minimum."""

    players: tuple[Seat, ...]
    banker: Seat
    left_out: tuple[Seat, ...]


@frozen()
class Staked:
    """A player's initial stake is `amount`."""

    seat: Seat
    amount: int


@frozen()
class SecondCards:
    """Everybody has a second card, and now the banker looks too."""


@frozen()
class Shot:
    """A player shot `amount` for the kitty on a hand."""

    seat: Seat
    hand: int
    amount: int


@frozen()
class Passed:
    """A player did not shoot."""

    seat: Seat
    hand: int


@frozen()
class BankPontoon:
    """The banker showed a Pontoon, and the deal is over."""

    cards: tuple[Card, ...]


@frozen()
class Declared:
    """A player's Pontoon, declared and shown."""

    seat: Seat
    cards: tuple[Card, ...]


@frozen()
class Split:
    """A player split: `cards` lie face up on `hand` and on a new one after it, with a stake of `amount` each."""

    seat: Seat
    hand: int
    cards: tuple[Card, Card]
    amount: int


@frozen()
class Bought:
    """A player buys a card for `amount`; it comes face down."""

    seat: Seat
    hand: int
    amount: int


@frozen()
class Twisted:
    """A player twisted `card`."""

    seat: Seat
    hand: int
    card: Card


@frozen()
class Stuck:
    """A hand takes no more cards and waits for the banker, by its player's choice or by itself."""

    seat: Seat
    hand: int


@frozen()
class Bust:
    """A hand bust: its cards are shown, the banker takes `lost`, and `shot` goes into the kitty."""

    seat: Seat
    hand: int
    cards: tuple[Card, ...]
    lost: int
    shot: int


@frozen()
class Drew:
    """The banker drew a card; `best` is the best total with it."""

    card: Card
    best: int


@frozen()
class Stayed:
    """The banker stays and pays `pays` and more; None on 21, which pays only Pontoons and Five Card Tricks."""

    pays: int | None
