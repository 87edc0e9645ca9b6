"""The timers of one table: for the time of a turn, for a call at half time, for scheduled checks, for forced moves.

They know when they ring, but not why. Seconds everywhere. Knows no Discord and no game.
"""

from __future__ import annotations

from collections.abc import Callable

from tables.clock import FORCED_SECONDS, Timer


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

    def force(self, question_id: str) -> None:
        """Have the forced move made that answers `question_id`, after a short delay; empty for none."""
        if question_id != self.forced_at:
            self.forced_at = question_id
            self._forced.set(FORCED_SECONDS if question_id else None)
