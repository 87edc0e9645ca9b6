"""The bank between two deals: what it is worth, and so whether to take, buy, bid for, sell or give it up.

Quick functions of plain numbers. In all of them `minimum` and `maximum` are the table's limits for stakes, `players`
is how many would play against the bank, and `purse` the chips that the house player has besides the table's kitty.
None ever spends chips that are needed to hold the bank: the smallest kitty, and cover for everyone's smallest stake.

Somebody has to hold the bank, and a house player is no spoilsport: one that costs a few chips is taken when nobody
holds it, and kept. Its price goes by the one deal that every bank holds, however many play in it: who sits there, and
for how long, others decide.
"""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from games.pontoon import COVERED, Options


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

_NEXT_DEAL = 0.9
"""The chance that a table plays another deal."""
_MARGIN = 0.9
"""A bank is bought for this part of what it surely brings at most; for sale it is dearer by the same."""
_MOST = len(BY_PLAYERS)
"""So many play against the bank at a full table."""
_PATIENCE = 5
"""A bank is held that costs no more than so many of the largest stakes until it passes."""


def worth(options: Options, minimum: int, maximum: int, players: int) -> float:
    """The chips that holding the bank brings on average until it passes, compared with being a player meanwhile."""
    deals = 1 / (1 - _NEXT_DEAL * (1 - BY_PLAYERS[_counted(players) - 1].passes))
    return deals * _deal(options, minimum, maximum, players) * (1 + 1 / _counted(players))


def sure(options: Options, minimum: int, maximum: int) -> float:
    """The chips that one deal brings the bank on average against the number of players that suits it least."""
    return min(_deal(options, minimum, maximum, players) for players in range(1, _MOST + 1))


def needs(options: Options, minimum: int, maximum: int, players: int) -> int:
    """The chips that it takes to hold the bank."""
    return _least_kitty(options, minimum, maximum) + _covers(minimum, players)


def price(options: Options, minimum: int, maximum: int) -> int:
    """The highest price at which the bank is worth buying, in chips; 0 when it isn't."""
    highest = options.sale_limit * maximum
    return max(0, min(highest, int(_MARGIN * sure(options, minimum, maximum))))


def takes(options: Options, minimum: int, maximum: int, players: int, purse: int) -> bool:
    """Whether to take the bank that nobody holds, for nothing."""
    return purse >= needs(options, minimum, maximum, players) and _bearable(options, minimum, maximum, players)


def buys(options: Options, minimum: int, maximum: int, players: int, purse: int, asking_price: int) -> bool:
    """Whether to accept the banker's offer to sell the bank for `asking_price` chips, or for 0 to give it away.

    A bank that is paid for must be held against everyone who may still sit down.
    """
    if not asking_price:
        return purse >= needs(options, minimum, maximum, players) and worth(options, minimum, maximum, players) > 0
    return asking_price <= min(price(options, minimum, maximum), purse - needs(options, minimum, maximum, _MOST))


def bid(options: Options, minimum: int, maximum: int, purse: int, best: int = 0) -> int | None:
    """What to bid for the bank in an auction in which `best` is the highest bid so far; None to bid no more."""
    most = min(price(options, minimum, maximum), purse - needs(options, minimum, maximum, _MOST))
    offered = min(most, best + max(1, minimum // 2))
    return offered if offered > best else None


def asks(options: Options, minimum: int, maximum: int) -> int | None:
    """The price at which to offer the bank to anyone; None to keep it, as people keep one that nobody would pay for."""
    asking_price = ceil(sure(options, minimum, maximum) / _MARGIN)
    return asking_price if 0 < asking_price <= options.sale_limit * maximum else None


def gives_up(options: Options, minimum: int, maximum: int, players: int, purse: int, inside: int = 0) -> bool:
    """Whether to give the bank up for nothing; `inside` is what the kitty holds."""
    kitty = 0 if inside else _least_kitty(options, minimum, maximum)
    return purse < kitty + _covers(minimum, players) or not _bearable(options, minimum, maximum, players)


def kitty(options: Options, minimum: int, maximum: int, players: int, purse: int) -> int | None:
    """How many chips to put into an empty kitty, which is as small as may be; None to give the bank up instead."""
    if not options.shoot:
        return None
    least = _least_kitty(options, minimum, maximum)
    return least if purse - _covers(minimum, players) >= least else None


def _bearable(options: Options, minimum: int, maximum: int, players: int) -> bool:
    return worth(options, minimum, maximum, players) >= -_PATIENCE * maximum


def _deal(options: Options, minimum: int, maximum: int, players: int) -> float:
    measured = BY_PLAYERS[_counted(players) - 1]
    brings = measured.smallest * minimum + measured.largest * maximum
    return brings + measured.kitty * _least_kitty(options, minimum, maximum)


def _counted(players: int) -> int:
    return max(1, min(players, _MOST))


def _least_kitty(options: Options, minimum: int, maximum: int) -> int:
    return options.kitty_limits(minimum, maximum).least if options.shoot else 0


def _covers(minimum: int, players: int) -> int:
    return COVERED * minimum * max(players, 1)
