"""What a table agrees on when it opens, what it waits for, and what it shuffles with: frozen values."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import msgspec

from data.tables.saved import SavedTable
from games.core import Seat
from tables.clock import Pace

EASY, USUAL, STRONG = "easy", "usual", "strong"
"""How well house players play, where their game has levels."""


@dataclass(frozen=True, slots=True)
class HouseTerms:
    """What is agreed about the house when a table opens.

    At a table for `practice` no chips move. With `substitutes` the house plays for members who are away. A `private`
    table is seen by its host alone. With `remembers` house players know the cards of earlier deals of a shuffle. Where
    the game has them, house players play at a `level` and bid by `conventions`.
    `language` is what the table speaks as long as its server has chosen none; without, what Discord says of the server.
    `daily` is the day whose daily deal is played here, a number of UTC days since 1970; 0 for none. `tournament` is the
    number of the one to which the table belongs, 0 for none, and `title` what stands above it then. The cards of all
    its rounds follow from `secret`, as at all other tables with the same. After so many `deals`, those that don't count
    among them, it is over; 0 for no such number.
    Where nobody plays, the table `waits` so many seconds for people, if its pace has it wait less.
    """

    practice: bool = False
    substitutes: bool = False
    private: bool = False
    remembers: bool = False
    language: str = ""
    level: str = USUAL
    conventions: bool = True
    daily: int = 0
    tournament: int = 0
    title: str = ""
    secret: str = ""
    deals: int = 0
    waits: int = 0

    @property
    def is_duplicate(self) -> bool:
        """Whether others play the same cards elsewhere: house players decide alike there, and nobody is helped."""
        return bool(self.daily or self.tournament)

    @property
    def moves_chips(self) -> bool:
        """Whether what is won and lost here is the chips of the server."""
        return not (self.practice or self.tournament)

    @property
    def salt(self) -> str | None:
        """The salt of all shuffles, where nobody's press gives it."""
        return f"tournament {self.tournament}" if self.secret else None

    def shuffle_of(self, number: int) -> Shuffle | None:
        """The shuffle of the round with this number, counted from 1; None where each has a fresh one."""
        if self.salt is None:
            return None
        return Shuffle(hashlib.sha256(f"{self.secret} deal {number}".encode()).digest(), self.salt)

    def to_json(self) -> str:
        """The text that `from_json` reads."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, text: str) -> HouseTerms:
        """The terms that `to_json` wrote, also those of an earlier version."""
        return msgspec.json.decode(text, type=cls)


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed when a table opens: limits in chips, the game's options, the pace, and what the house does."""

    minimum: int
    maximum: int
    options: Any
    pace: Pace
    house: HouseTerms = HouseTerms()


@dataclass(frozen=True, slots=True)
class Window:
    """A table's wait between two rounds: for `what`, a word of the game's own, and for how long at most.

    The clock starts again when a table comes to wait for something else.
    """

    what: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A seed nobody has seen and the salt that a member's first bet gave it; they decide the order of the cards."""

    seed: bytes
    salt: str

    def chance(self, seat: Seat, steps: int) -> bytes:
        """32 bytes by which the house decides for `seat` after so many public moves, alike at all tables of it."""
        return hashlib.sha256(self.seed + f"{self.salt} seat {seat} step {steps}".encode()).digest()


def was_seen_by(person: int, saved: SavedTable) -> bool:
    """Whether `person` may know of a table on the disk, open or closed."""
    return person == saved.host or not HouseTerms.from_json(saved.house).private
