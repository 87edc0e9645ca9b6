"""How a table's shuffle becomes a pack for Pontoon: for the draw for the first bank, and for a deal."""

from __future__ import annotations

from games.cards import Card, pack52
from games.fair.shoe import shuffled
from games.pontoon import Options
from tables.modes import Shuffle

DRAW = " draw"
"""Comes after the salt in the draw for the first bank."""


def number(deal: int) -> str:
    """Comes after the salt of the pack that is shuffled for deal number `deal`."""
    return f" {deal}"


def mixed(options: Options, people: int, shuffle: Shuffle, deal: int) -> tuple[Card, ...]:
    """The pack with which deal number `deal` begins when it is shuffled: its salt ends with that number.

    One seed may serve for two deals, when the eighth person comes and a second pack is added.
    """
    return shuffled(options.fresh_pack(people), shuffle.seed, shuffle.salt + number(deal))


def drawing_cards(shuffle: Shuffle) -> tuple[Card, ...]:
    """The pack from which people draw for the first bank."""
    return shuffled(pack52(), shuffle.seed, shuffle.salt + DRAW)
