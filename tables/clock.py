"""How long people have: the paces of a table, and the timers that ring when time is up.

Waiting time is measured on the loop's own clock, which nobody sets back or forward; the date is for what people read
and for what is stored on the disk. Knows no Discord and no game. Seconds everywhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

ALONE_SECONDS = 24 * 3600.0
"""A table that waits for its one member closes when they have pressed nothing for so long."""
FORCED_SECONDS = 1.0
"""The bot makes somebody's only legal move this much later, if they let it: at once would give the hand away."""


@dataclass(frozen=True, slots=True)
class Times:
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


class Timer:
    """Calls back after some time, unless it is set again before. One time at a time.

    Each move at a table sets it again, usually to a later moment. Then the loop still calls at the earlier one, and is
    asked again from there.
    """

    def __init__(self, ring: Callable[[], object]) -> None:
        self._ring = ring
        self._at = 0.0
        """When it rings, by the loop's clock, while there is a handle."""
        self._called_at = 0.0
        """When the loop calls, which is not later."""
        self._handle: asyncio.TimerHandle | None = None
        self.has_rung = False
        """Whether the time set last is up."""

    def set(self, seconds: float | None) -> None:
        """Ring `seconds` from now, and not at the time set before; None means never."""
        self.has_rung = False
        if seconds is None:
            self._cancel()
            return
        loop = asyncio.get_running_loop()
        self._at = loop.time() + max(seconds, 0.0)
        if self._handle is None or self._at < self._called_at:
            self._cancel()
            self._await(loop)

    def _cancel(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _await(self, loop: asyncio.AbstractEventLoop) -> None:
        self._called_at = self._at
        self._handle = loop.call_at(self._at, self._reached)

    def _reached(self) -> None:
        loop = asyncio.get_running_loop()
        if self._at > self._called_at and self._at > loop.time():
            self._await(loop)
            return
        self._handle = None
        self.has_rung = True
        self._ring()


class Timers:
    """The four timers of one table, until they are stopped."""

    def __init__(
        self,
        *,
        time_up: Callable[[], object],
        half_time: Callable[[], object],
        wake_up: Callable[[], object],
        forced: Callable[[], object],
    ) -> None:
        self.is_stopped = False
        self._time_up = Timer(time_up)
        self._half_time = Timer(half_time)
        self._wake_up = Timer(wake_up)
        """For scheduled checks, even if no clock runs for anybody."""
        self._forced = Timer(forced)
        self.forced_at = ""
        """The question whose only answer the bot must give; empty when there is none."""

    def stop(self) -> None:
        """Let none of them ring any more."""
        self.is_stopped = True
        for timer in (self._time_up, self._half_time, self._wake_up, self._forced):
            timer.set(None)

    @property
    def is_time_up(self) -> bool:
        """Whether the time given last is up, and the timers have not been stopped since."""
        return self._time_up.has_rung

    def give(self, seconds: float | None, *, calls: bool) -> None:
        """Let time be up after `seconds`, and with `calls` ring at half of it too; None for never."""
        if not self.is_stopped:
            self._time_up.set(seconds)
            self._half_time.set(seconds / 2 if calls and seconds is not None else None)

    def wake_after(self, seconds: float | None) -> None:
        """Wake up after so many seconds; None for not at all."""
        self._wake_up.set(seconds)

    def force(self, question_id: str, seconds: float) -> None:
        """Have the forced move made that answers `question_id`, after so many seconds; empty for none."""
        if question_id != self.forced_at:
            self.forced_at = question_id
            self._forced.set(seconds if question_id else None)
