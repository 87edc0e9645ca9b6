"""What a player can say and do, and how it is written: `str` and `parse` are each other's inverse."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from games.cards import Card, Suit
from games.core import IllegalAction, Seat
from games.five_hundred.bids import Bid


class Say(StrEnum):
    """What is said in a word."""

    LOOK = "look"
    """Look at one's cards, at any time, and give up Blind Misère."""
    PASS = "pass"
    ALONE = "alone"
    """Among five: play without a partner."""
    CLAIM = "claim"
    """Offer to end the deal: all tricks that are left are mine, or, as a misère's contractor, none of them."""
    AGREE = "agree"
    """End the deal as somebody claims."""
    PLAY_ON = "play on"
    """Don't."""


class MakeBid(Struct, frozen=True):
    """`bid 7H`: make that bid."""

    bid: Bid

    def __str__(self) -> str:
        return f"bid {self.bid}"


class Put(Struct, frozen=True):
    """`put 4S 5S 6C`: put these three cards aside."""

    cards: frozenset[Card]

    def __str__(self) -> str:
        return f"put {' '.join(sorted(map(str, self.cards)))}"


class CallCard(Struct, frozen=True):
    """`call AS`: among five, whoever holds that card is the partner."""

    card: Card

    def __str__(self) -> str:
        return f"call {self.card}"


class ChoosePartner(Struct, frozen=True):
    """`partner 3`: among five, that player is the partner."""

    seat: Seat

    def __str__(self) -> str:
        return f"partner {self.seat}"


class Nominate(Struct, frozen=True):
    """`nominate H`: the joker is a heart. `nominate none`: it belongs to no suit."""

    suit: Suit | None

    def __str__(self) -> str:
        return f"nominate {self.suit or 'none'}"


class Play(Struct, frozen=True):
    """`play JD`: play that card. `play JOKER H`: lead the joker without trumps and have hearts followed."""

    card: Card
    named: Suit | None = None

    def __str__(self) -> str:
        return f"play {self.card} {self.named}" if self.named else f"play {self.card}"


Action: TypeAlias = Say | MakeBid | Put | CallCard | ChoosePartner | Nominate | Play


def parse(text: str) -> Action:
    """The action that `str` wrote. Raises IllegalAction for anything else."""
    try:
        return _parse(text)
    except ValueError:
        raise IllegalAction("The bot can't read that. Press a button on the table's message.") from None


def _parse(text: str) -> Action:
    if text in list(Say):
        return Say(text)
    match text.split():
        case ["bid", *words]:
            return MakeBid(Bid.parse(" ".join(words)))
        case ["put", *cards]:
            return Put(frozenset(map(Card.parse, cards)))
        case ["call", card]:
            return CallCard(Card.parse(card))
        case ["partner", seat]:
            return ChoosePartner(int(seat))
        case ["nominate", suit]:
            return Nominate(None if suit == "none" else Suit(suit))
        case ["play", card]:
            return Play(Card.parse(card))
        case ["play", card, suit]:
            return Play(Card.parse(card), Suit(suit))
        case _:
            raise ValueError(text)
