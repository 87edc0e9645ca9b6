"""What every game with a shoe keeps from one round to the next."""

from __future__ import annotations

from dataclasses import dataclass

from tables.lobby import GameState


@dataclass(frozen=True, slots=True)
class ShoeState(GameState):
    """`position` is how many cards of the shoe have been dealt, 0 when all of them are shuffled for the next round."""

    position: int = 0
