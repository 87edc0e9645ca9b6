"""With whom a contractor among five plays: a card called, a player chosen, or nobody (the rules for five players)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.cards import JOKER, Card, Suit
from games.core import IllegalAction, Seat
from games.five_hundred.moves import CallCard, ChoosePartner, Say
from games.five_hundred.options import FivePartner, Options
from games.five_hundred.packs import pack
from games.five_hundred.tricks import bowers

PartnerCall: TypeAlias = Say | CallCard | ChoosePartner
"""The contractor's answer: `Say.ALONE`, a card or a player."""


def thinkable(options: Options) -> Iterator[PartnerCall]:
    """Every answer there is, legal or not."""
    yield Say.ALONE
    yield from map(CallCard, pack(options.players))
    yield from map(ChoosePartner, options.seats)


def verify_card(options: Options, trump: Suit | None, card: Card) -> None:
    """Raise IllegalAction unless `card` may be called; the caller may hold it or have put it aside."""
    if options.five_partner is not FivePartner.CARD:
        raise IllegalAction("Choose a partner, or play alone")
    if card not in pack(options.players) or card == JOKER or card in bowers(trump):
        raise IllegalAction("Call a card, or play alone")


def verify_player(options: Options, contractor: Seat, partner: Seat) -> None:
    """Raise IllegalAction unless `contractor` may choose `partner`."""
    if options.five_partner is not FivePartner.PLAYER:
        raise IllegalAction("Call a card, or play alone")
    if partner not in options.seats or partner == contractor:
        raise IllegalAction("Choose a partner, or play alone")
