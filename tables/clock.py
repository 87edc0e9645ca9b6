"""How long people have: the paces of a table, and its clock.

Waiting time is measured on the loop's own clock, which nobody sets back or forward; the date is for what people read
and for what is stored on the disk. Knows no Discord and no game. Seconds everywhere.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta
from enum import Enum

from msgspec import Struct

ALONE_SECONDS = 24 * 3600.0
"""A table that waits for its one member closes when they have pressed nothing for so long."""
FORCED_SECONDS = 1.0
"""The bot makes somebody's only legal move this much later, if they let it: at once would give the hand away."""


class Times(Struct, frozen=True):
    """The times of one pace: the betting window after the first bet, one decision, and whether late players are called.

    With `calls_at_once` they are also called when their turn begins. A table where nobody plays closes after `idle`
    seconds.
    """

    betting: float
    turn: float
    calls: bool
    idle: float = 600
    calls_at_once: bool = False


class Pace(Enum):
    """How fast a table plays."""

    QUICK = "quick"
    NORMAL = "normal"
    RELAXED = "relaxed"
    SLOW = "slow"
    """A day for each turn. Only for matches, where no chips wait for the end of a round."""

    __hash__ = object.__hash__

    @property
    def times(self) -> Times:
        """The seconds of this pace."""
        return _TIMES[self]


_HOUR = 3600
_TIMES = {
    Pace.QUICK: Times(betting=15, turn=15, calls=False),
    Pace.NORMAL: Times(betting=20, turn=30, calls=True),
    Pace.RELAXED: Times(betting=30, turn=90, calls=True),
    Pace.SLOW: Times(betting=24 * _HOUR, turn=24 * _HOUR, calls=True, idle=24 * _HOUR, calls_at_once=True),
}


EARLY = timedelta(seconds=0.25)
"""So much before the moment on the disk counts as that moment: a date and the loop's clock don't run quite alike."""


def uptime() -> timedelta:
    """The loop's own clock: good for the time between two readings, and for nothing else."""
    return timedelta(seconds=asyncio.get_running_loop().time())


class Clock(Struct, frozen=True):
    """When a table acts by itself, in seconds of the loop's own clock; None for never."""

    ends: float | None = None
    """When time is up for those who are asked."""
    half: float | None = None
    """When those are called for whom the table waits; None once they have been."""
    forced: float | None = None
    """When the bot makes the move that was left to it."""
    forced_at: str = ""
    """The question that this move answers; empty where there is none."""
