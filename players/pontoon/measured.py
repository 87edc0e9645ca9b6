"""What a deal brings the bank: the table that `tools.arena.pontoon_bank` prints."""

from __future__ import annotations

from typing import NamedTuple


class BankValue(NamedTuple):
    """What the banker wins in one deal on average, in chips for each chip of three amounts, and how soon it is over.

    `smallest` and `largest` go with the limits for stakes: players stake more on a good first card, so a wide range
    costs the bank. `kitty` goes with the kitty's chips, `passes` is the chance that a player's Pontoon takes the bank.
    """

    smallest: float
    largest: float
    kitty: float
    passes: float


BY_PLAYERS = (
    BankValue(0.141, -0.081, -0.023, 0.045),
    BankValue(0.266, -0.150, -0.047, 0.091),
    BankValue(0.384, -0.150, -0.062, 0.132),
    BankValue(0.458, -0.313, -0.083, 0.178),
    BankValue(0.713, -0.456, -0.114, 0.239),
    BankValue(0.789, -0.516, -0.113, 0.248),
    BankValue(0.940, -0.429, -0.110, 0.280),
)
"""Against one player, against two, and so on: the first four from 12,000 deals of each kind, the others from 3,000.

With four players and stakes from 10 to 100 the bank loses 27 ± 8 chips a deal; with all stakes at 10 it wins 1.5 ± 1.2.
"""
