"""What the database has of a tournament: it, who takes part, its tables, and what managers have corrected."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum


class Stage(Enum):
    """How far a tournament is."""

    SIGN_UP = "signup"
    CHECK_IN = "checkin"
    ROUNDS = "rounds"
    OVER = "over"
    CANCELLED = "cancelled"

    @property
    def is_open(self) -> bool:
        """Whether there is something to come."""
        return self not in (Stage.OVER, Stage.CANCELLED)


@dataclass(frozen=True, slots=True)
class NewTournament:
    """A tournament about to be announced: chips of its `prize`, and 32 bytes by `chance` that nobody knows."""

    guild: int
    channel: int
    name: str
    plan: str
    prize: int
    host: int
    chance: bytes
    starts_at: datetime


@dataclass(frozen=True, slots=True)
class Tournament(NewTournament):
    """One that was announced: `round` is the last one that was drawn, `told` the last one whose standings were posted.

    `changes` counts what people have done. `message` is its announcement, `called` the message that calls people to
    check in, 0 once that is gone, `event` Discord's event. The manager `ended_by` has cancelled it because of `why`;
    without one too few were here.
    """

    id: int
    stage: Stage
    round: int
    told: int
    changes: int
    message: int | None
    called: int | None
    event: int | None
    ended_by: int | None
    why: str | None


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who takes part, and with whom they want to play. They are here when they have checked in.

    From the start on they have a number as an `entrant`. From the round `gone_from` on they have withdrawn.
    """

    person: int
    partner: int | None
    is_here: bool
    entrant: int | None
    gone_from: int | None


@dataclass(frozen=True, slots=True)
class RoundTable:
    """Table `number` of a round: its `seating`, the table's own number and thread if there are any, and its `deals`.

    The thread is 0 when it is gone.
    """

    round: int
    number: int
    seating: str
    table: int | None
    thread: int | None
    deals: str | None


@dataclass(frozen=True, slots=True)
class Correction:
    """The score in per cent that a manager has given an entrant for a round, and why."""

    round: int
    entrant: int
    percent: int
    actor: int
    reason: str
