"""What happened, in its order, as far as the table doesn't show it anyway. Every event is public."""

from __future__ import annotations

from msgspec import Struct

from games.cards import Card, Suit
from games.core import Seat
from games.five_hundred.bids import Bid


class Dealt(Struct, frozen=True):
    """The cards lie before the players, face down."""

    dealer: Seat


class Bade(Struct, frozen=True):
    """A player made a bid, or raised their own."""

    seat: Seat
    bid: Bid


class Passed(Struct, frozen=True):
    """A player passed."""

    seat: Seat


class Kept(Struct, frozen=True):
    """The highest bidder kept their bid and did not raise it."""

    seat: Seat
    bid: Bid


class PutAside(Struct, frozen=True):
    """The contractor took the kitty and put three cards aside."""

    seat: Seat


class CalledCard(Struct, frozen=True):
    """The contractor plays with whoever holds `card`."""

    seat: Seat
    card: Card


class WentAlone(Struct, frozen=True):
    """The contractor plays against all others: they said so, or played the card that they had called."""

    seat: Seat


class PartnerKnown(Struct, frozen=True):
    """`partner` plays with the contractor: chosen, or found out by the called card."""

    partner: Seat


class Nominated(Struct, frozen=True):
    """The contractor holds the joker and gave it a suit."""

    seat: Seat
    suit: Suit


class TrickWon(Struct, frozen=True):
    """A trick is complete, and this player won it."""

    seat: Seat


class HandShown(Struct, frozen=True):
    """The contractor in Open Misère laid the hand open."""

    seat: Seat
    cards: tuple[Card, ...]


class Agreed(Struct, frozen=True):
    """A player agrees to the claim."""

    seat: Seat


class PlayedOn(Struct, frozen=True):
    """A player doesn't agree; the deal goes on."""

    seat: Seat
