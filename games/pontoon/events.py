"""What happened at the table, said in the order in which it happened. Every event is public.

So none of them holds a card that lies face down. `hand` counts the seat's hands from 0; amounts are chips.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.cards import Card
from games.core import Seat
from games.pontoon.settle import Line
from games.values import quickly_made


@quickly_made()
@dataclass(frozen=True, slots=True)
class FirstCards:
    """Everybody has a card, the `players` in their order and the banker; `left_out` could not cover the minimum."""

    players: tuple[Seat, ...]
    banker: Seat
    left_out: tuple[Seat, ...]


@quickly_made()
@dataclass(frozen=True, slots=True)
class Staked:
    """A player's initial stake is `amount`."""

    seat: Seat
    amount: int


@quickly_made()
@dataclass(frozen=True, slots=True)
class SecondCards:
    """Everybody has a second card, and now the banker looks too."""


@quickly_made()
@dataclass(frozen=True, slots=True)
class Shot:
    """A player shot `amount` for the kitty on a hand."""

    seat: Seat
    hand: int
    amount: int


@quickly_made()
@dataclass(frozen=True, slots=True)
class Passed:
    """A player did not shoot."""

    seat: Seat
    hand: int


@quickly_made()
@dataclass(frozen=True, slots=True)
class BankPontoon:
    """The banker showed a Pontoon, and the deal is over."""

    cards: tuple[Card, ...]


@quickly_made()
@dataclass(frozen=True, slots=True)
class Declared:
    """A player's Pontoon, declared and shown."""

    seat: Seat
    cards: tuple[Card, ...]


@quickly_made()
@dataclass(frozen=True, slots=True)
class Split:
    """A player split: `cards` lie face up on `hand` and on a new one after it, with a stake of `amount` each."""

    seat: Seat
    hand: int
    cards: tuple[Card, Card]
    amount: int


@quickly_made()
@dataclass(frozen=True, slots=True)
class Bought:
    """A player buys a card for `amount`; it comes face down."""

    seat: Seat
    hand: int
    amount: int


@quickly_made()
@dataclass(frozen=True, slots=True)
class Twisted:
    """A player twisted `card`."""

    seat: Seat
    hand: int
    card: Card


@quickly_made()
@dataclass(frozen=True, slots=True)
class Stuck:
    """A hand takes no more cards and waits for the banker, by its player's choice or by itself."""

    seat: Seat
    hand: int


@quickly_made()
@dataclass(frozen=True, slots=True)
class Bust:
    """A hand bust: its cards are shown, the banker takes `lost`, and `shot` goes into the kitty."""

    seat: Seat
    hand: int
    cards: tuple[Card, ...]
    lost: int
    shot: int


@quickly_made()
@dataclass(frozen=True, slots=True)
class TurnedUp:
    """The banker turned both cards up, with their best total."""

    cards: tuple[Card, ...]
    best: int


@quickly_made()
@dataclass(frozen=True, slots=True)
class Drew:
    """The banker drew a card; `best` is the best total with it."""

    card: Card
    best: int


@quickly_made()
@dataclass(frozen=True, slots=True)
class Stayed:
    """The banker stays and pays `pays` and more; None on 21, which pays only Pontoons and Five Card Tricks."""

    pays: int | None


@quickly_made()
@dataclass(frozen=True, slots=True)
class Settled:
    """The deal is over: what every hand came to, and what the kitty holds now."""

    lines: tuple[Line, ...]
    kitty: int


Event = (
    FirstCards
    | Staked
    | SecondCards
    | Shot
    | Passed
    | BankPontoon
    | Declared
    | Split
    | Bought
    | Twisted
    | Stuck
    | Bust
    | TurnedUp
    | Drew
    | Stayed
    | Settled
)
