"""How a table's shuffle becomes a pack for Pontoon: for the draw for the first bank, and for a deal."""

from __future__ import annotations

from games.cards import Card, pack52
from games.pontoon import Options
from games.shoe import shuffled
from tables.game import Shuffle

DRAW = " draw"
"""What stands behind the salt for the draw for the first bank."""


def number(deal: int) -> str:
    """What stands behind the salt of the pack that is mixed for deal number `deal`."""
    return f" {deal}"


def mixed(options: Options, people: int, shuffle: Shuffle, deal: int) -> tuple[Card, ...]:
    """The pack that deal number `deal` begins with when it is shuffled: its salt ends with that number.

    One seed may serve for two deals, when the eighth person comes and a second pack is mixed in.
    """
    return shuffled(options.fresh_pack(people), shuffle.seed, shuffle.salt + number(deal))


def drawing_cards(shuffle: Shuffle) -> tuple[Card, ...]:
    """The pack from which people draw for the first bank."""
    return shuffled(pack52(), shuffle.seed, shuffle.salt + DRAW)
