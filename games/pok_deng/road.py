"""The road: what became of each Player, as marks (rule 17). How a mark is drawn is not known here."""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.pok_deng.hands import Hand
from games.pok_deng.settle import Result, compare

_LETTERS = {Result.WIN: "W", Result.TIE: "T", Result.LOSE: "L"}
_PATTERNS = {(False, False): "", (True, False): "f", (False, True): "p", (True, True): "b"}


@dataclass(frozen=True, slots=True)
class Mark:
    """How a Player fared in one round, and whether its hand was a flush or a pair.

    Its text is `W`, `T` or `L` for won, tie or lost, then `f` for a flush, `p` for a pair or `b` for both.
    """

    result: Result
    flush: bool
    pair: bool

    def __str__(self) -> str:
        return _LETTERS[self.result] + _PATTERNS[self.flush, self.pair]

    @classmethod
    def of(cls, player: Hand, banker: Hand) -> Mark:
        """The mark of one Player's hand."""
        return cls(compare(player, banker).result, player.flush, player.pair)

    @classmethod
    def parse(cls, text: str) -> Mark:
        """The mark that `str` wrote. Raises ValueError for anything else."""
        try:
            return _MARKS[text]
        except KeyError:
            raise ValueError(f"there is no mark {text!r}") from None


_MARKS = {str(mark): mark for mark in (Mark(result, *both) for result in Result for both in _PATTERNS)}
_MARK = re.compile("[WTL][fpb]?")
_LONGEST = 2
"""Letters of a mark."""


def parse_marks(text: str) -> tuple[Mark, ...]:
    """The marks of a text like `WLfTpWb`, in which they stand one after the other. Raises ValueError."""
    marks = _MARK.findall(text)
    if "".join(marks) != text:
        raise ValueError(f"there are other things than marks in {text!r}")
    return tuple([_MARKS[mark] for mark in marks])


def last_marks(text: str, count: int) -> tuple[Mark, ...]:
    """The last `count` of the marks that `parse_marks` finds in `text`; what stands before them is not looked at."""
    marks = _MARK.findall(text, max(len(text) - _LONGEST * count, 0))
    return tuple([_MARKS[mark] for mark in marks[-count:]])
