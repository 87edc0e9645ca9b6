"""The line in which every picture waits that answers no press: one for the whole bot.

Discord lets a bot make fifty requests a second, whatever they are for. After a restart thousands of tables want to be
drawn at once, and so they do whenever clocks ring together; half of what is allowed is theirs. Answers to presses
don't wait here. Tables at which somebody has pressed come first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable

A_SECOND = 25
"""Requests."""
FEWEST_A_SECOND = 1
"""However often Discord says that these are too many."""
RECOVERS_BY = 0.9
"""What a pause that is longer than it need be shrinks to with each request that follows."""
MOST_PENALTY = 60.0
"""Seconds, whatever Discord says."""

Go = Callable[[], bool]
"""Makes the request, unless there is nothing to do any more; whether it made one."""


class Line:
    """Everybody's requests, one after the other at a steady pace."""

    def __init__(self) -> None:
        self._first: dict[Hashable, Go] = {}
        self._others: dict[Hashable, Go] = {}
        self._pause = 1 / A_SECOND
        self._penalty = 0.0
        self._resting: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._first) + len(self._others)

    def enter(self, who: Hashable, go: Go, *, first: bool) -> None:
        """Call `go` when it is the turn of `who`. Who waits already keeps their place, or comes among the first."""
        if who in self._first:
            return
        if first:
            self._others.pop(who, None)
            self._first[who] = go
        else:
            self._others.setdefault(who, go)
        if self._resting is None:
            self._rest(0)

    def slow_down(self, seconds: float) -> None:
        """Discord has said that these are too many: stand still for `seconds`, and go at half the pace for a while."""
        self._pause = min(2 * self._pause, 1 / FEWEST_A_SECOND)
        self._penalty = min(max(self._penalty, seconds), MOST_PENALTY)
        if self._resting is None:
            self._rest(0)

    def stop(self) -> None:
        """Let nobody have their turn any more."""
        self._first.clear()
        self._others.clear()
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None

    def _rest(self, seconds: float) -> None:
        self._resting = asyncio.get_running_loop().call_later(seconds, self._next)

    def _next(self) -> None:
        self._resting = None
        if self._penalty:
            penalty, self._penalty = self._penalty, 0.0
            self._rest(penalty)
            return
        while waiting := self._first or self._others:
            go = waiting.pop(next(iter(waiting)))
            if go():
                self._rest(self._pause)
                self._pause = max(self._pause * RECOVERS_BY, 1 / A_SECOND)
                return
