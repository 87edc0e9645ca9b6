"""A match as a text file, which people read and programs read back: `python -m tools.record --help` explains it.

It names nobody. Deals are written as in their records, but seats are numbered from 1, and each is followed by what it
brought and by the score.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.five_hundred.record import for_people


def heading_lines(table: int, *, is_of_tournament: bool) -> list[str]:
    """What the file begins with; at a table of a tournament each deal counts by itself."""
    return ["five hundred: 1", f"{'tournament table' if is_of_tournament else 'match'}: {table}"]


def deal_lines(number: int, record: str, points: tuple[int, ...], score: tuple[int, ...]) -> list[str]:
    """A deal by its record, what each side got for it, and the sums after it."""
    gained, sums = (" ".join(map(str, numbers)) for numbers in (points, score))
    return [f"deal: {number}", *for_people(record).splitlines(), f"points: {gained}", f"score: {sums}"]


def write_match(table: int, deals: Iterable[tuple[str, tuple[int, ...]]], *, is_of_tournament: bool = False) -> str:
    """The file of all finished `deals` of a match, each by its record and its points."""
    lines = heading_lines(table, is_of_tournament=is_of_tournament)
    score: tuple[int, ...] = ()
    for number, (record, points) in enumerate(deals, 1):
        score = tuple(map(sum, zip(score, points, strict=True))) if score else points
        lines += ["", *deal_lines(number, record, points, score)]
    return "".join(f"{line}\n" for line in lines)
