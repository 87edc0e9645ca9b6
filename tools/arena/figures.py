"""Means and shares with the interval that holds the true one 95 times in 100."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev, variance

_WIDE = 1.96
"""Standard errors on each side in 95 cases of 100."""


@dataclass(frozen=True, slots=True)
class Figure:
    """An estimate, `within` on both sides; None where there is too little to tell."""

    value: float
    within: float | None

    def percent(self) -> str:
        """As a share: `63 ± 5 %`."""
        within = "" if self.within is None else f" ± {100 * self.within:.0f}"
        return f"{100 * self.value:.0f}{within} %"

    def points(self, places: int = 0) -> str:
        """As a number with its sign, and so many places after the point: `+12 ± 5`."""
        within = "" if self.within is None else f" ± {self.within:.{places}f}"
        return f"{self.value:+.{places}f}{within}"


def percent(figure: Figure | None) -> str:
    """A figure as a share, or a dash where there is none."""
    return "-" if figure is None else figure.percent()


def points(figure: Figure | None, places: int = 0) -> str:
    """A figure as a number with its sign, or a dash where there is none."""
    return "-" if figure is None else figure.points(places)


def mean(values: Sequence[float]) -> Figure | None:
    """The mean of independent `values`; None when there are none."""
    if not values:
        return None
    return Figure(fmean(values), _WIDE * stdev(values) / sqrt(len(values)) if len(values) > 1 else None)


def weighted(parts: Iterable[tuple[float, Sequence[float]]]) -> Figure:
    """The mean of a whole in which each part, at least two independent values, has a share."""
    parts = list(parts)
    value = sum(share * fmean(values) for share, values in parts)
    return Figure(value, _WIDE * sqrt(sum(share**2 * variance(values) / len(values) for share, values in parts)))


def share(part: int, whole: int) -> Figure | None:
    """`part` of `whole`, by Wilson's interval made even on both sides; None of nothing."""
    if whole == 0:
        return None
    found, spread = part / whole, _WIDE**2 / whole
    return Figure(found, sqrt(found * (1 - found) * spread + spread**2 / 4) / (1 + spread))
