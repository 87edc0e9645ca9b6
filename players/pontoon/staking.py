"""The initial stake: amounts that people would choose, and one of them drawn, so that it tells little of the card.

Who stakes the most on aces and twos alone shows them. So each amount is drawn with a chance that falls with what it
gives up: an ace hardly ever goes without the largest stake, a ten or a three, where it costs next to nothing, often
comes with it, a seven seldom.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random

from games.pontoon import Limits, parse
from players.choice import Option

_ROUND = (1, 2, 5)
"""People's amounts begin with these and end with zeros."""
_BETWEEN = 3
"""So many of them between the limits are thought of, the largest."""
_SMALLEST, _LARGEST = 2.5, 1.0
"""How much sooner these two are chosen than all between them together, where none gives anything up."""
_GIVEN_UP = 0.12
"""An amount that gives up this part of the largest one is chosen e times as seldom."""


def amounts(limits: Limits) -> list[int]:
    """The stakes that are thought of, the smallest first: the limits, and round amounts between them."""
    amounts = [first * 10**zeros for zeros in range(len(str(limits.most))) for first in _ROUND]
    between = [chips for chips in amounts if limits.least < chips < limits.most]
    return sorted({*limits, *between[-_BETWEEN:]})


def chances(options: Sequence[Option]) -> Sequence[float]:
    """How often each of these stakes is chosen."""
    chips = [parse(option.action).amount for option in options]
    least, most, best = min(chips), max(chips), max(option.value for option in options)
    shares = {least: _SMALLEST, most: _LARGEST}
    weights = [
        shares.get(amount, 1 / max(len(options) - 2, 1)) * exp((option.value - best) / (_GIVEN_UP * most))
        for amount, option in zip(chips, options, strict=True)
    ]
    return [weight / sum(weights) for weight in weights]


def drawn(options: Sequence[Option], source: Random) -> str:
    """The stake that is made."""
    (option,) = source.choices(options, chances(options))
    return option.action
