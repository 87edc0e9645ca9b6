"""What a tournament is and what is known of its rounds: frozen values, without a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

Entrant: TypeAlias = int
"""An entrant's number in its tournament, from 1: a pair, or one person."""
Seating: TypeAlias = tuple[Entrant | None, ...]
"""The entrants of one table by place; None is a house player, or a pair of them."""


class System(Enum):
    """How it is decided who meets whom."""

    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    KNOCK_OUT = "knock_out"


@dataclass(frozen=True, slots=True)
class Plan:
    """How a tournament is drawn. `rounds` are those of a Swiss; the other systems take as many as they need.

    A table has `places`: 2 for pairs, 4 for single persons. With `partners`, places 0 and 2 play together, and 1 and 3.
    The house `fills` empty places; where it doesn't, tables are of unequal size.
    """

    system: System
    rounds: int
    places: int
    partners: bool
    fills: bool

    def __post_init__(self) -> None:
        if self.places not in {2, 4} or (self.partners and self.places == 2):
            raise ValueError("a table has two places, or four, where there may be partners")
        if not self.fills and (self.places == 2 or self.partners):
            raise ValueError("nobody can play without an opponent or a partner")

    def rounds_for(self, entrants: int) -> int:
        """How many rounds a tournament of so many takes, if nobody withdraws.

        In a round robin everybody meets everybody: as a pair once, with partners by having each as a partner once, and
        otherwise at least once, in fours that are as even as can be.
        """
        match self.system:
            case System.SWISS:
                return self.rounds
            case System.ROUND_ROBIN if self.places == 2 or self.partners:
                return entrants - 1 + entrants % 2
            case System.ROUND_ROBIN:
                return 1 if entrants <= 4 else 2 * -(-entrants // 4) + 1
            case System.KNOCK_OUT:
                return max(1, (entrants - 1).bit_length() - (self.places == 4))


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """What a table's round brought.

    Each of `deals` says what it brought by place, or is None where it could not be finished. For a pair that is its
    points less the other pair's. A game with chips has one "deal": the chips at its end. `corrected` are scores by a
    manager.
    """

    seating: Seating
    deals: tuple[tuple[int, ...] | None, ...]
    corrected: Mapping[Entrant, Fraction] = field(default_factory=dict)

    @property
    def entrants(self) -> list[Entrant]:
        """Who sat at it, without the house."""
        return [entrant for entrant in self.seating if entrant is not None]


PlayedRound: TypeAlias = tuple[PlayedTable, ...]
