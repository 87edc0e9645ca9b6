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

    With `partners`, who are single persons, places 0 and 2 of a table play together, and 1 and 3. Otherwise each place
    is a pair's. Tables of four who played for chips, each alone, have no partners either: they aren't drawn any more.
    """

    system: System
    rounds: int
    partners: bool

    @property
    def places(self) -> int:
        """How many a table has."""
        return 4 if self.partners else 2

    def rounds_for(self, entrants: int) -> int:
        """How many rounds a tournament of so many takes, if nobody withdraws.

        In a round robin everybody meets everybody: as a pair once, with partners by having each as a partner once.
        """
        match self.system:
            case System.SWISS:
                return self.rounds
            case System.ROUND_ROBIN:
                return entrants - 1 + entrants % 2
            case System.KNOCK_OUT:
                return max(1, (entrants - 1).bit_length() - self.partners)


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """What a table's round brought.

    Each of `deals` says what it brought by place, or is None where it could not be finished. For a pair that is its
    points less the other pair's; a game for chips had one "deal", the chips at its end. `corrected` are scores by a
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
