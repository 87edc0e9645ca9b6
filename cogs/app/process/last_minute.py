"""How often something has happened in the last minute."""

from __future__ import annotations

SECONDS = 60


class LastMinute:
    """Counts by the second, and forgets what is a minute old. Times are seconds, as of `time.monotonic`."""

    def __init__(self) -> None:
        self._counts = [0] * SECONDS
        self._second = 0

    def count(self, now: float) -> None:
        """It has happened once more."""
        self._move_to(int(now))
        self._counts[self._second % SECONDS] += 1

    def total(self, now: float) -> int:
        """How often it has happened in the minute before `now`."""
        self._move_to(int(now))
        return sum(self._counts)

    def _move_to(self, second: int) -> None:
        for passed in range(max(self._second, second - SECONDS) + 1, second + 1):
            self._counts[passed % SECONDS] = 0
        self._second = second
