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
        raise IllegalAction("At this table the contractor chooses a player. Choose one, or play alone.")
    if card not in pack(options.players):
        raise IllegalAction("{card} isn't in this pack.", card=card)
    if card == JOKER:
        raise IllegalAction("The joker can't be called.")
    if card in bowers(trump):
        raise IllegalAction("{card} is a bower, and no bower can be called.", card=card)


def verify_player(options: Options, contractor: Seat, partner: Seat) -> None:
    """Raise IllegalAction unless `contractor` may choose `partner`."""
    if options.five_partner is not FivePartner.PLAYER:
        raise IllegalAction("At this table the contractor calls a card. Call one, or play alone.")
    if partner not in options.seats:
        raise IllegalAction("Nobody sits there.")
    if partner == contractor:
        raise IllegalAction("Choose another player, or play alone.")
