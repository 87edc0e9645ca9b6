"""What a deal brings the bank: the table that `arena.pontoon_bank` prints."""

from __future__ import annotations

from typing import NamedTuple


class Bank(NamedTuple):
    """What the banker wins in one deal on average, in chips for each chip of three amounts, and how soon it is over.

    `smallest` and `largest` go with the limits for stakes: players stake more on a good first card, so a wide range
    costs the bank. `kitty` goes with the kitty's chips, `passes` is the chance that a player's Pontoon takes the bank.
    """

    smallest: float
    largest: float
    kitty: float
    passes: float


BY_PLAYERS = (
    Bank(0.19, -0.049, -0.022, 0.042),
    Bank(0.35, -0.146, -0.049, 0.092),
    Bank(0.47, -0.160, -0.068, 0.132),
    Bank(0.63, -0.207, -0.093, 0.176),
    Bank(0.86, -0.314, -0.114, 0.228),
    Bank(0.88, -0.458, -0.132, 0.250),
    Bank(1.14, -0.419, -0.134, 0.280),
)
"""Against one player, against two, and so on to seven."""
