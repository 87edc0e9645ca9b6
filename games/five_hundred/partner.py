"""With whom a contractor among five plays: a card called, a player chosen, or nobody (the rules for five players)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.cards import JOKER, Card, Suit
from games.core import Phrase, Seat
from games.five_hundred.five_hundred_options import FivePartner, Options
from games.five_hundred.moves import CallCard, ChoosePartner, Say
from games.five_hundred.packs import pack
from games.five_hundred.tricks import bowers

PartnerCall: TypeAlias = Say | CallCard | ChoosePartner
"""The contractor's answer: `Say.ALONE`, a card or a player."""


def thinkable(options: Options) -> Iterator[PartnerCall]:
    """Every answer there is, legal or not."""
    yield Say.ALONE
    yield from map(CallCard, pack(options.players))
    yield from map(ChoosePartner, options.seats)


def why_not_card(options: Options, trump: Suit | None, card: Card) -> Phrase | None:
    """Why `card` may not be called; the caller may hold it or have put it aside."""
    if options.five_partner is not FivePartner.CARD:
        return Phrase("Choose a partner, or play alone")
    is_called = card in pack(options.players) and card != JOKER and card not in bowers(trump)
    return None if is_called else Phrase("Call a card, or play alone")


def why_not_player(options: Options, contractor: Seat, partner: Seat) -> Phrase | None:
    """Why `contractor` may not choose `partner`."""
    if options.five_partner is not FivePartner.PLAYER:
        return Phrase("Call a card, or play alone")
    is_another = partner in options.seats and partner != contractor
    return None if is_another else Phrase("Choose a partner, or play alone")
