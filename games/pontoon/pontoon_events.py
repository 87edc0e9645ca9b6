"""What happened, in its order, as far as the table doesn't show it anyway. Every event is public.

So none of them holds a card that lies face down. `hand` counts the seat's hands from 0; amounts are chips.
"""

from __future__ import annotations

from msgspec import Struct

from games.cards import Card
from games.core import Seat


class FirstCards(Struct, frozen=True):
    """Everybody has a card, the `players` in their order and the banker; `left_out` could not cover the minimum."""

    players: tuple[Seat, ...]
    banker: Seat
    left_out: tuple[Seat, ...]


class Staked(Struct, frozen=True):
    """A player's initial stake is `amount`."""

    seat: Seat
    amount: int


class SecondCards(Struct, frozen=True):
    """Everybody has a second card, and now the banker looks too."""


class Shot(Struct, frozen=True):
    """A player shot `amount` for the kitty on a hand."""

    seat: Seat
    hand: int
    amount: int


class Passed(Struct, frozen=True):
    """A player did not shoot."""

    seat: Seat
    hand: int


class BankPontoon(Struct, frozen=True):
    """The banker showed a Pontoon, and the deal is over."""

    cards: tuple[Card, ...]


class Declared(Struct, frozen=True):
    """A player's Pontoon, declared and shown."""

    seat: Seat
    cards: tuple[Card, ...]


class Split(Struct, frozen=True):
    """A player split: `cards` lie face up on `hand` and on a new one after it, with a stake of `amount` each."""

    seat: Seat
    hand: int
    cards: tuple[Card, Card]
    amount: int


class Bought(Struct, frozen=True):
    """A player buys a card for `amount`; it comes face down."""

    seat: Seat
    hand: int
    amount: int


class Twisted(Struct, frozen=True):
    """A player twisted `card`."""

    seat: Seat
    hand: int
    card: Card


class Stuck(Struct, frozen=True):
    """A hand takes no more cards and waits for the banker, by its player's choice or by itself."""

    seat: Seat
    hand: int


class Bust(Struct, frozen=True):
    """A hand bust: its cards are shown, the banker takes `lost`, and `shot` goes into the kitty."""

    seat: Seat
    hand: int
    cards: tuple[Card, ...]
    lost: int
    shot: int


class Drew(Struct, frozen=True):
    """The banker drew a card; `best` is the best total with it."""

    card: Card
    best: int


class Stayed(Struct, frozen=True):
    """The banker stays and pays `pays` and more; None on 21, which pays only Pontoons and Five Card Tricks."""

    pays: int | None
