"""Options compared over the same worlds: what each brings, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from games.five_hundred.moves import Action
from games.five_hundred.score import Contract
from players.choice import UNNOTICED, Option
from players.five_hundred import equity
from players.five_hundred.knowledge import Knowledge
from players.five_hundred.layout import Bits, Flags
from players.five_hundred.strength import Numbers

ActionT = TypeVar("ActionT", bound=Action)

SURE = 2.0
"""From so many of its standard errors on a difference is taken for more than chance."""


@dataclass(frozen=True)
class WeighedOption:
    """What one option leads to, by world: the chance to win the match, how many points more the own side gets than the
    others on average, its tricks, and whether the contract is made.
    """

    chance: Numbers
    points: Numbers
    tricks: Numbers
    made: Flags | Numbers

    def surely_beats(self, other: WeighedOption, by: float = 0.0, sure: float = SURE) -> bool:
        """Whether this wins more matches than `other`, `by` more, by `sure` standard errors of the difference."""
        ahead = self.chance - other.chance
        return float(ahead.mean()) > by + sure * _error(ahead)

    def option(self, action: str, chosen: WeighedOption) -> Option:
        """The option `action` with its figures; `chosen` is what is done, in the same worlds."""
        behind = chosen.points - self.points
        return Option(
            action,
            float(self.chance.mean()),
            _error(self.chance),
            float(self.tricks.mean()),
            float(self.points.mean()),
            float(behind.mean()),
            _error(behind),
            float(self.made.mean()),
            not chosen.surely_beats(self, UNNOTICED),
        )


def _error(values: Numbers) -> float:
    """The standard error of the mean."""
    return float(values.std() / np.sqrt(len(values))) if len(values) > 1 else 0.0


def by_value(weighed: Iterable[tuple[ActionT, WeighedOption]]) -> list[tuple[ActionT, WeighedOption]]:
    """The best first; those that are worth the same stay in their order."""
    return sorted(weighed, key=lambda option: -float(option[1].chance.mean()))


def chosen_first(
    weighed: Iterable[tuple[ActionT, WeighedOption]], habit: Action, bias: float = UNNOTICED, sure: float = SURE
) -> list[tuple[ActionT, WeighedOption]]:
    """What to do, and then the others by value.

    That is `habit`, what a good player does by rule of thumb, unless something else is surely better: by more than
    `bias`, which playouts may be wrong by in any number of worlds.
    """
    found = by_value(weighed)
    best = found[0][1]
    usual = [option for option in found if option[0] == habit and not best.surely_beats(option[1], bias, sure)]
    return [*usual, *(option for option in found if option not in usual)] if usual else found


def outcomes(
    knowledge: Knowledge, before: tuple[int, ...], contract: Contract, together: Bits, won: Bits | Numbers, size: int
) -> list[WeighedOption]:
    """What the same `size` deals bring by each option, side by side in `won`; `together` may be alike for all."""
    parts = [slice(start, start + size) for start in range(0, won.shape[1], size)]
    who = together if len(together) > size else np.tile(together, len(parts))
    return [outcome(knowledge, before, contract, who[part], won[:, part]) for part in parts]


def outcome(
    knowledge: Knowledge, before: tuple[int, ...], contract: Contract, together: Bits, won: Bits | Numbers
) -> WeighedOption:
    """What deals bring the seat that knows: `won` are all tricks by seat and world, `together` play the contract."""
    options, seat = knowledge.view.options, knowledge.seat
    ends = equity.ended(options, before, contract.bid.call, together, won)
    side = options.side_of(seat)
    is_in = ((together >> seat) & 1) == 1
    tricks = np.zeros(won.shape[1])
    for other in options.seats:
        with_me = is_in & (((together >> other) & 1) == 1) | (options.side_of(other) == side)
        tricks += np.where(with_me, won[other], 0)
    net = (options.sides * ends.points[side] - ends.points.sum(axis=0)) / (options.sides - 1)
    return WeighedOption(equity.chances(options, before, ends, side), net, tricks, ends.made)
