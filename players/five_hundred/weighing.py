"""Options compared over the same worlds: what each brings, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from games.five_hundred.score import Contract
from players.choice import Option
from players.five_hundred import equity
from players.five_hundred.knowledge import Knowledge
from players.five_hundred.layout import Bits, Flags
from players.five_hundred.strength import Numbers


@dataclass(frozen=True)
class Outcome:
    """What one option leads to, by world: the chance to win the match, the own side's points and tricks, and whether
    the contract is made.
    """

    chance: Numbers
    points: Numbers
    tricks: Numbers
    made: Flags

    def option(self, action: str, best: Outcome) -> Option:
        """The option `action` with its figures; `best` is that of the best option in the same worlds."""
        behind = best.points - self.points
        return Option(
            action,
            float(self.chance.mean()),
            _error(self.chance),
            float(self.tricks.mean()),
            float(self.points.mean()),
            float(behind.mean()),
            _error(behind),
        )


def _error(values: Numbers) -> float:
    """The standard error of the mean."""
    return float(values.std() / np.sqrt(len(values))) if len(values) > 1 else 0.0


def outcome(knowledge: Knowledge, before: tuple[int, ...], contract: Contract, together: Bits, won: Bits) -> Outcome:
    """What deals bring the seat that knows: `won` are all tricks by seat and world, `together` play the contract."""
    options, seat = knowledge.view.options, knowledge.seat
    ends = equity.ended(options, before, contract.bid.call, together, won)
    side = options.side_of(seat)
    is_in = ((together >> seat) & 1) == 1
    tricks = np.zeros(won.shape[1])
    for other in options.seats:
        with_me = is_in & (((together >> other) & 1) == 1) | (options.side_of(other) == side)
        tricks += np.where(with_me, won[other], 0)
    return Outcome(equity.chances(options, before, ends, side), ends.points[side].astype(np.float64), tricks, ends.made)
