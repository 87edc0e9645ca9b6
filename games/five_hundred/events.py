"""What happened at the table, said in the order in which it happened. Every event is public."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from games.cards import Card, Suit
from games.core import Seat
from games.five_hundred.bids import Bid
from games.five_hundred.score import Contract, DealResult
from games.values import quickly_made


@quickly_made()
@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards lie before the players, face down."""

    dealer: Seat


@quickly_made()
@dataclass(frozen=True, slots=True)
class Bade:
    """A player made a bid, or raised their own."""

    seat: Seat
    bid: Bid


@quickly_made()
@dataclass(frozen=True, slots=True)
class Passed:
    """A player passed."""

    seat: Seat


@quickly_made()
@dataclass(frozen=True, slots=True)
class Kept:
    """The highest bidder kept their bid and did not raise it."""

    seat: Seat
    bid: Bid


@quickly_made()
@dataclass(frozen=True, slots=True)
class Contracted:
    """The auction is over: this is played."""

    contract: Contract


@quickly_made()
@dataclass(frozen=True, slots=True)
class PutAside:
    """The contractor took the kitty and put three cards aside."""

    seat: Seat


@quickly_made()
@dataclass(frozen=True, slots=True)
class CalledCard:
    """The contractor plays with whoever holds `card`."""

    seat: Seat
    card: Card


@quickly_made()
@dataclass(frozen=True, slots=True)
class WentAlone:
    """The contractor plays against all others: they said so, or played the card that they had called."""

    seat: Seat


@quickly_made()
@dataclass(frozen=True, slots=True)
class PartnerKnown:
    """`partner` plays with the contractor: chosen, or found out by the called card."""

    partner: Seat


@quickly_made()
@dataclass(frozen=True, slots=True)
class Nominated:
    """The contractor holds the joker and gave it a suit."""

    seat: Seat
    suit: Suit


@quickly_made()
@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A player played `card`; `named` is the suit to follow when a free joker led."""

    seat: Seat
    card: Card
    named: Suit | None


@quickly_made()
@dataclass(frozen=True, slots=True)
class TrickWon:
    """A trick is complete, and this player won it."""

    seat: Seat


@quickly_made()
@dataclass(frozen=True, slots=True)
class HandShown:
    """The contractor in Open Misère laid the hand open."""

    seat: Seat
    cards: tuple[Card, ...]


@quickly_made()
@dataclass(frozen=True, slots=True)
class Claimed:
    """A player claims the tricks that are left and lays the hand open."""

    seat: Seat
    cards: tuple[Card, ...]


@quickly_made()
@dataclass(frozen=True, slots=True)
class Agreed:
    """A player agrees to the claim."""

    seat: Seat


@quickly_made()
@dataclass(frozen=True, slots=True)
class PlayedOn:
    """A player doesn't agree; the deal goes on."""

    seat: Seat


@quickly_made()
@dataclass(frozen=True, slots=True)
class DealOver:
    """The deal is over; without a contract it was thrown in."""

    result: DealResult


Event: TypeAlias = (
    Dealt
    | Bade
    | Passed
    | Kept
    | Contracted
    | PutAside
    | CalledCard
    | WentAlone
    | PartnerKnown
    | Nominated
    | CardPlayed
    | TrickWon
    | HandShown
    | Claimed
    | Agreed
    | PlayedOn
    | DealOver
)
