"""A match as a text file, which people read and programs read back: docs/match-file.md says what each line means.

It names nobody. Deals are written as in their records, but seats are numbered from 1, and each is followed by what it
brought and by the score. Whoever reads a file holds every line to the rules: a deal is played again, and must be
written as it stands there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from games.five_hundred.deal import Deal
from games.five_hundred.options import Options
from games.five_hundred.record import BadRecord, for_people, read, renumbered, write

FORMAT = "1"
_FORMAT, _MATCH, _BEFORE, _DEAL, _POINTS, _SCORE = "five hundred", "match", "score before", "deal", "points", "score"


class Line(NamedTuple):
    """A line of a file and its number, from 1."""

    number: int
    text: str


class BadFile(ValueError):
    """The file isn't what `write_match` wrote: `problem` says what is wrong with `line`."""

    def __init__(self, line: Line, problem: str) -> None:
        super().__init__(f"line {line.number} ({line.text!r}): {problem}")
        self.line = line
        self.problem = problem


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """Deal `number` of a match: `points` are what each side got for it, `score` the sums after it."""

    number: int
    deal: Deal
    points: tuple[int, ...]
    score: tuple[int, ...]


def write_match(match: int, deals: Iterable[tuple[int, str, tuple[int, ...]]], before: tuple[int, ...] = ()) -> str:
    """The file of these `deals`, one after the other: the number, the record and the points of each.

    `before` are the scores before the first one, if that isn't the first of its match.
    """
    return "".join(f"{line}\n" for line in _lines(match, deals, before))


def _lines(match: int, deals: Iterable[tuple[int, str, tuple[int, ...]]], score: tuple[int, ...]) -> Iterator[str]:
    yield f"{_FORMAT}: {FORMAT}"
    yield f"{_MATCH}: {match}"
    if any(score):
        yield f"{_BEFORE}: {_numbers(score)}"
    for number, record, points in deals:
        score = tuple(map(sum, zip(score, points, strict=True))) if score else points
        yield f"\n{_DEAL}: {number}"
        yield from for_people(record).splitlines()
        yield f"{_POINTS}: {_numbers(points)}"
        yield f"{_SCORE}: {_numbers(score)}"


def _numbers(values: Iterable[int]) -> str:
    return " ".join(map(str, values))


def read_match(text: str) -> tuple[PlayedDeal, ...]:
    """The deals of a file that `write_match` wrote, played again. Raises BadFile."""
    return tuple(_Reader(text).deals())


class _Reader:
    """Takes the lines of a file one by one; empty ones don't count."""

    def __init__(self, text: str) -> None:
        lines = [Line(number, line) for number, line in enumerate(text.splitlines(), 1)]
        self._end = Line(len(lines) + 1, "")
        self._lines = deque(line for line in lines if line.text.strip())
        self._last: Line = self._end

    def deals(self) -> Iterator[PlayedDeal]:
        version = self._value(_FORMAT)
        if version != FORMAT:
            raise BadFile(self._last, f"the format is {version}, and this program reads {FORMAT}")
        self._integers(_MATCH)
        before = self._integers(_BEFORE) if self._is_next(_BEFORE) else None
        options, number = None, None
        while self._lines or number is None:
            number, deal = self._number_after(number), self._deal(options)
            options = deal.options
            played = self._counted(number, deal, (0,) * options.sides if before is None else before)
            before = played.score
            yield played

    def _is_next(self, name: str) -> bool:
        return bool(self._lines) and self._lines[0].text.startswith(f"{name}: ")

    def _value(self, name: str) -> str:
        self._last = self._lines.popleft() if self._lines else self._end
        found, at, value = self._last.text.partition(": ")
        if found != name or not at:
            raise BadFile(self._last, f"a line that begins with '{name}: ' must stand here")
        return value

    def _integers(self, name: str) -> tuple[int, ...]:
        try:
            return tuple(map(int, self._value(name).split(" ")))
        except BadFile:
            raise
        except ValueError:
            raise BadFile(self._last, "there must be whole numbers, with a space between them") from None

    def _number_after(self, before: int | None) -> int:
        numbers = self._integers(_DEAL)
        if len(numbers) != 1 or numbers[0] < 1 or before not in (None, numbers[0] - 1):
            raise BadFile(self._last, "deals must be numbered one after the other")
        return numbers[0]

    def _deal(self, options: Options | None) -> Deal:
        heading, block = self._last, list[Line]()
        while self._lines and not self._is_next(_POINTS):
            block.append(self._lines.popleft())
        deal = _played_again(heading, block)
        if options not in (None, deal.options):
            raise BadFile(heading, "all deals of a match must have the same options")
        return deal

    def _counted(self, number: int, deal: Deal, before: tuple[int, ...]) -> PlayedDeal:
        result, sides = deal.result, deal.options.sides
        assert result is not None  # it has been written again
        if len(before) != sides:
            raise BadFile(self._last, f"the score before it must have {sides} numbers")
        points = result.points(deal.options, before)
        self._verify(_POINTS, points)
        score = tuple(map(sum, zip(before, points, strict=True)))
        self._verify(_SCORE, score)
        return PlayedDeal(number, deal, points, score)

    def _verify(self, name: str, right: tuple[int, ...]) -> None:
        if self._value(name) != _numbers(right):
            raise BadFile(self._last, f"it must be '{name}: {_numbers(right)}'")


def _played_again(heading: Line, block: Sequence[Line]) -> Deal:
    """The deal whose record stands in `block`. Raises BadFile unless it would be written again just so."""
    record = []
    for line in block:
        try:
            record.append(renumbered(line.text, -1))
        except ValueError as error:
            raise BadFile(line, str(error)) from None
    last = block[-1] if block else heading
    try:
        deal = read("\n".join(record)).deal()
    except BadRecord as error:
        named = (line for line, text in zip(block, record, strict=True) if text.startswith(f"{error.line}: "))
        raise BadFile(next(named, last), error.problem) from None
    if deal.result is None:
        raise BadFile(last, "the deal isn't over after that")
    for line, right in zip_longest(block, for_people(write(deal)).splitlines()):
        if line is None or line.text != right:
            raise BadFile(line or last, f"'{right}' must stand here" if right else "nothing more must stand here")
    return deal
