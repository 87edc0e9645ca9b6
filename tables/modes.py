"""How a table plays: for the chips of its server, for practice, the daily deal, or for a tournament.

What differs between them is asked of the mode, by what it does, so that nobody needs to know which mode that is. A game
asks in the same way.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import ClassVar

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from data.tables.saved import SavedTable
from games.core import Seat

EASY, USUAL, STRONG = "easy", "usual", "strong"
"""How well house players play, where their game has levels."""
PRACTICE_STAKES = 20
"""Everybody at a table for practice has so many times the highest bet, in every round, in chips that are none."""


class Shuffle(Struct, frozen=True):
    """A seed nobody has seen and the salt that a member's first bet gave it; they decide the order of the cards."""

    seed: bytes
    salt: str

    def chance(self, seat: Seat, steps: int) -> bytes:
        """32 bytes by which the house decides for `seat` after so many public moves, alike at all tables of it."""
        return hashlib.sha256(self.seed + f"{self.salt} seat {seat} step {steps}".encode()).digest()


class Mode(Struct, frozen=True):
    """What is agreed about the house when a table opens, and what goes with the way in which the table plays.

    With `substitutes` the house plays for members who are away. A `private` table is seen by its host alone. With
    `remembers` house players know the cards of earlier deals of a shuffle. Where the game has them, house players play
    at a `level` and bid by `conventions`. `language` is what the table speaks as long as its server has chosen none;
    without, what Discord says of the server. Where nobody plays, the table `waits` so many seconds for people, if its
    pace has it wait less.
    """

    substitutes: bool = False
    private: bool = False
    remembers: bool = False
    language: str = ""
    level: str = USUAL
    conventions: bool = True
    waits: int = 0

    uses_chips: ClassVar[bool] = True
    """Whether what is won and lost here is the chips of the server."""
    is_practice: ClassVar[bool] = False
    """Whether somebody practises: the table waits for its one member, and house players are as quick as they like."""
    is_duplicate: ClassVar[bool] = False
    """Whether the same cards are played elsewhere: the house decides alike there, nobody is helped, no option changes.

    Each deal counts by itself.
    """
    keeps_seats: ClassVar[bool] = False
    """Whether players stay to the end, and others don't come: the house plays for those who are away or forgotten."""
    runs_by_itself: ClassVar[bool] = False
    """Whether it is played to its end, also where nobody is there, and no player starts, pauses or ends it."""
    is_organised: ClassVar[bool] = False
    """Whether somebody else than its host decides where it is played, and nobody opens it again, or another like it.

    What is known of its cards is withheld until the others have played them.
    """
    effort: ClassVar[float] = 0.0
    """How much house players compute who decide alike; 0 for as much as there is time for."""

    @property
    def day(self) -> int:
        """The day whose daily deal is played here, a number of UTC days since 1970; 0 for none."""
        return 0

    @property
    def title(self) -> str:
        """What stands above the table instead of its game and number; empty for these."""
        return ""

    @property
    def deals(self) -> int:
        """After so many deals, those that don't count among them, the match is over; 0 for no such number."""
        return 0

    @property
    def salt(self) -> str | None:
        """The salt of all shuffles, where nobody's press gives it."""
        return None

    def shuffle_of(self, number: int) -> Shuffle | None:
        """The shuffle of the round with this number, counted from 1; None where each has a fresh one."""
        return None

    def purses(self, people: Iterable[int], maximum: int) -> dict[int, int] | None:
        """How many chips `people` have at a table with this highest bet; None for those that they own."""
        return None

    def to_json(self) -> str:
        """The text that `mode_of` reads."""
        return json.dumps({"practice": self.is_practice, **asdict(self)}, separators=(",", ":"))


class Chips(Mode, frozen=True):
    """A table for the chips of its server."""


FOR_CHIPS = Chips()
"""Nothing else is agreed."""


class Practice(Mode, frozen=True):
    """A table for practice: no chips move."""

    uses_chips: ClassVar[bool] = False
    is_practice: ClassVar[bool] = True

    def purses(self, people: Iterable[int], maximum: int) -> dict[int, int]:
        """Each time enough for anything."""
        return dict.fromkeys(people, PRACTICE_STAKES * maximum)


class Daily(Practice, frozen=True):
    """A table at which somebody plays the deal of the day `daily`, alone against the house."""

    daily: int = 0

    is_duplicate: ClassVar[bool] = True
    effort: ClassVar[float] = 0.25
    """Alike on a busy machine, too."""

    @property
    def day(self) -> int:
        """The one of its deal."""
        return self.daily

    @property
    def deals(self) -> int:
        """One."""
        return 1


class TournamentTable(Mode, frozen=True):
    """A table of the `tournament` with that number.

    All cards follow from `secret`, as at all other tables with the same.
    """

    tournament: int = 0
    title: str = ""
    secret: str = ""
    deals: int = 0

    uses_chips: ClassVar[bool] = False
    is_duplicate: ClassVar[bool] = True
    keeps_seats: ClassVar[bool] = True
    runs_by_itself: ClassVar[bool] = True
    is_organised: ClassVar[bool] = True
    effort: ClassVar[float] = 0.1
    """At many tables at once."""

    @property
    def salt(self) -> str | None:
        """That of the tournament."""
        return f"tournament {self.tournament}" if self.secret else None

    def shuffle_of(self, number: int) -> Shuffle | None:
        """That of the secret."""
        if self.salt is None:
            return None
        return Shuffle(hashlib.sha256(f"{self.secret} deal {number}".encode()).digest(), self.salt)


class _Kind(Struct):
    practice: bool = False
    daily: int = 0
    tournament: int = 0


def mode_of(saved: str) -> Mode:
    """The mode that `to_json` wrote, also that of an earlier version. Raises msgspec.DecodeError."""
    kind = msgspec.json.decode(saved, type=_Kind)
    cls = Daily if kind.daily else TournamentTable if kind.tournament else Practice if kind.practice else Chips
    return msgspec.json.decode(saved, type=cls)


def was_seen_by(person: int, saved: SavedTable) -> bool:
    """Whether `person` may know of a table on the disk, open or closed."""
    return person == saved.host or not mode_of(saved.house).private
