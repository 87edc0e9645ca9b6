"""How many commands one person may give in a minute. Presses are not counted: games need them."""

from __future__ import annotations

from collections import deque
from datetime import timedelta

MOST = 30
"""Commands of one person in one server, in any `SPAN`."""
SPAN = timedelta(minutes=1)
_KEPT = 1_000
"""The number of remembered people above which those who have gone quiet are forgotten."""


class CommandLimiter:
    """The latest commands of everybody."""

    def __init__(self) -> None:
        self._given: dict[tuple[int, int], deque[timedelta]] = {}

    def admit(self, guild: int, user_id: int, now: timedelta) -> timedelta | None:
        """Count a command given at `now`, by the loop's clock. Returns None if it is allowed.

        A command over the limit is not counted; then this returns the time until the next one may be given.
        """
        if len(self._given) > _KEPT:
            self._given = {who: given for who, given in self._given.items() if given[-1] > now - SPAN}
        given = self._given.setdefault((guild, user_id), deque())
        while given and given[0] <= now - SPAN:
            given.popleft()
        if len(given) >= MOST:
            return given[0] + SPAN - now
        given.append(now)
        return None
