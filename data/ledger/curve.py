"""A long line made short: what a picture of so many stretches shows of any number of balances, exactly.

Of every stretch of time the first, lowest, highest and last value are kept; a line drawn through them covers the same
pixels as one drawn through all.
"""

from __future__ import annotations

from collections.abc import Hashable
from datetime import datetime
from math import inf
from typing import TypeAlias

from data.store.store import moment

Point: TypeAlias = tuple[datetime, int]
"""When, and the chips from then on."""


class Curve:
    """Takes balances in the order of time and keeps what `width` stretches from `since` to `until` can show.

    Balances that follow each other within one round are its ups and downs; the last of them counts.
    """

    def __init__(self, since: float, until: float, width: int) -> None:
        """`since` and `until` are seconds since 1970."""
        self._since = since
        self._stretch = (until - since) / width or 1.0
        self._last = width - 1
        """The number of the last stretch, which has no end."""
        self._kept: list[tuple[float, int]] = []
        self._here: list[tuple[float, int]] = []
        """First, lowest, highest and last of the stretch that is being filled."""
        self._until = self._end_of_stretch(since)
        """When that stretch is over."""
        self._latest = since
        self._waiting: tuple[float, int, Hashable] | None = None

    def add(self, at: float, chips: int, of: Hashable) -> None:
        """The next balance; `of` is the round in which it came about, None outside of rounds."""
        if self._waiting is not None and (of is None or self._waiting[2] != of):
            self._take()
        self._waiting = (at, chips, of)

    def points(self) -> tuple[Point, ...]:
        """What is kept, oldest first."""
        return tuple((moment(at), chips) for at, chips in self.values())

    def values(self) -> list[tuple[float, int]]:
        """The same, with seconds since 1970."""
        self._take()
        self._close()
        return self._kept

    def is_one_stretch(self, since: float, until: float) -> bool:
        """Whether balances of that time, which come next, are all in one stretch."""
        self._take()
        first = max(since, self._latest)
        return max(until, self._latest) < (self._until if first < self._until else self._end_of_stretch(first))

    def _end_of_stretch(self, at: float) -> float:
        """When the stretch is over in which `at` is."""
        index = min(int((at - self._since) / self._stretch), self._last)
        if at < self._since + index * self._stretch:  # by a rounding
            index -= 1
        return self._since + (index + 1) * self._stretch if index < self._last else inf

    def _take(self) -> None:
        if self._waiting is None:
            return
        at, chips, _ = self._waiting
        self._waiting = None
        at = self._latest = max(at, self._latest)  # a clock can be set back; a curve runs forward
        value, here = (at, chips), self._here
        if at >= self._until:
            self._close()
            self._until = self._end_of_stretch(at)
        if not self._here:
            self._here = [value] * 4
            return
        if chips < here[1][1]:
            here[1] = value
        elif chips > here[2][1]:
            here[2] = value
        here[3] = value

    def _close(self) -> None:
        if self._here:
            first, low, high, last = self._here
            between = sorted({low, high} - {first, last})
            self._kept += [first, *between, *([last] if last != first else [])]
            self._here = []


class CurveBlocks:
    """Cuts the balances of a long ledger into blocks of some `size`, each with the points of a curve of one stretch.

    They can be drawn in place of all their balances where a block lies within one stretch. A round is never cut.
    """

    def __init__(self, size: int) -> None:
        self.done: list[tuple[int, list[tuple[float, int]]]] = []
        """The last row of each whole block, and its points."""
        self._size = size
        self._count = 0
        self._row = 0
        self._of: Hashable | None = None
        self._curve = Curve(0.0, 0.0, 1)

    def add(self, row: int, at: float, chips: int, of: Hashable) -> None:
        """The balance after the next row of the account; `of` as for a curve."""
        if self._count >= self._size and (of is None or of != self._of):
            self.done.append((self._row, self._curve.values()))
            self._count = 0
        if not self._count:
            self._curve = Curve(at, at, 1)
        self._curve.add(at, chips, of)
        self._count, self._row, self._of = self._count + 1, row, of
