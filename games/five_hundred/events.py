"""What happened, in its order, as far as the table doesn't show it anyway. Every event is public."""

from __future__ import annotations

from games.cards import Card, Suit
from games.core import Seat
from games.five_hundred.bids import Bid
from games.values import frozen


@frozen()
class Dealt:
    """The cards lie before the players, face down."""

    dealer: Seat


@frozen()
class Bade:
    """A player made a bid, or raised their own."""

    seat: Seat
    bid: Bid


@frozen()
class Passed:
    """A player passed."""

    seat: Seat


@frozen()
class Kept:
    """The highest bidder kept their bid and did not raise it."""

    seat: Seat
    bid: Bid


@frozen()
class PutAside:
    """The contractor took the kitty and put three cards aside."""

    seat: Seat


@frozen()
class CalledCard:
    """The contractor plays with whoever holds `card`."""

    seat: Seat
    card: Card


@frozen()
class WentAlone:
    """The contractor plays against all others: they said so, or played the card that they had called."""

    seat: Seat


@frozen()
class PartnerKnown:
    """`partner` plays with the contractor: chosen, or found out by the called card."""

    partner: Seat


@frozen()
class Nominated:
    """The contractor holds the joker and gave it a suit."""

    seat: Seat
    suit: Suit


@frozen()
class TrickWon:
    """A trick is complete, and this player won it."""

    seat: Seat


@frozen()
class HandShown:
    """The contractor in Open Misère laid the hand open."""

    seat: Seat
    cards: tuple[Card, ...]


@frozen()
class Agreed:
    """A player agrees to the claim."""

    seat: Seat


@frozen()
class PlayedOn:
    """A player doesn't agree; the deal goes on."""

    seat: Seat
