"""How long people have: the paces of a table, and the timer that calls when time is up.

Knows no Discord and no game. Seconds everywhere; a deadline is an aware UTC time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

EARLY = timedelta(seconds=0.25)
"""A timer may ring this much before its moment."""

FOLLOW_SECONDS = 5.0
"""Bettors behind a seat have this long to follow a split or a double (blackjack rules 17 and 18)."""

FORCED_SECONDS = 1.0
"""The only move that is left to somebody who lets the bot make it is made this much later: at once would tell of it."""


@dataclass(frozen=True, slots=True)
class Times:
    """What one pace gives: the betting window after the first bet, one decision, and whether the awaited are called.

    With `calls_at_once` they are called when their turn begins too. A table at which nobody plays closes after `idle`
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

    @property
    def times(self) -> Times:
        """The seconds of this pace."""
        return _TIMES[self]


_HOUR = 3600
_TIMES = {
    Pace.QUICK: Times(betting=12, turn=15, calls=False),
    Pace.NORMAL: Times(betting=20, turn=30, calls=True),
    Pace.RELAXED: Times(betting=45, turn=90, calls=True),
    Pace.SLOW: Times(betting=24 * _HOUR, turn=24 * _HOUR, calls=True, idle=24 * _HOUR, calls_at_once=True),
}


class Timer:
    """Calls back at a moment, unless it is set anew before. One moment at a time."""

    def __init__(self, now: Callable[[], datetime], ring: Callable[[], None]) -> None:
        self._now = now
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None

    def set(self, moment: datetime | None) -> None:
        """Ring at `moment` and not at the one set before; None rings never."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        if moment is not None:
            delay = max((moment - self._now()) / timedelta(seconds=1), 0.0)
            self._handle = asyncio.get_running_loop().call_later(delay, self._reached, moment)

    def _reached(self, moment: datetime) -> None:
        """Ring, unless the calendar says that it is too early: over a day the loop's own clock may run ahead of it."""
        if self._now() < moment - EARLY:
            self.set(moment)
        else:
            self._ring()
