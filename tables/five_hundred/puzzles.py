"""Puzzles: positions of deals that house players have played, in which one side can still get what it wants.

All cards are open. Whoever solves a puzzle plays all hands of one side, and the other side plays its best; so the first
card that gives the contract away has lost it. `python -m tools.puzzles` has made them beforehand: puzzles.txt holds the
deals and every way they can go, so that nothing is thought about here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path

from games.core import IllegalAction, Seat
from games.five_hundred import Contract, Deal, Play, parse, read

IN_A_WEEK = 3
"""From easy to hard."""
WEEKS = 104
"""Then they begin again."""
_FILE = Path(__file__).with_name("puzzles.txt")


class Task(Enum):
    """What is to be done."""

    MAKE = "make"
    DEFEAT = "defeat"
    CATCH = "catch"
    """Let the contractor of a misère win a trick."""


@dataclass(frozen=True, slots=True)
class Way:
    """Cards from the beginning of a puzzle until it is decided, and whether they have solved it."""

    plays: tuple[Play, ...]
    is_solved: bool


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The `deal` with which it begins, and the `ways` it can go.

    They part where its side has a choice, and nowhere else. Once a card has lost it both sides go on at their best.
    """

    deal: Deal
    ways: tuple[Way, ...]

    @property
    def first(self) -> Seat:
        """Who plays first."""
        return turn(self.deal)

    @property
    def contract(self) -> Contract:
        """What is played."""
        contract = self.deal.contract
        assert contract is not None, "cards are played only under a contract"
        return contract

    @property
    def side(self) -> frozenset[Seat]:
        """Whose cards are played by whoever solves it."""
        return side_of(self.deal, self.first)

    @property
    def task(self) -> Task:
        """What is to be done."""
        if self.first in self.contract.side(self.deal.options):
            return Task.MAKE
        return Task.CATCH if self.contract.bid.call.is_misere else Task.DEFEAT


@dataclass(frozen=True, slots=True)
class Attempt:
    """A puzzle as far as somebody has played it: the `deal` by now, the `plays` that can be chosen next, and the card
    that lost it, if one did.
    """

    puzzle: Puzzle
    deal: Deal
    plays: Sequence[Play]
    lost_by: tuple[Seat, Play] | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing can be chosen any more."""
        return not self.plays

    @property
    def is_solved(self) -> bool:
        """Whether it is over, and no card lost it."""
        return self.is_over and self.lost_by is None


def turn(deal: Deal) -> Seat:
    """Whose card is next."""
    (seat,) = deal.to_act
    return seat


def side_of(deal: Deal, seat: Seat) -> frozenset[Seat]:
    """Who plays with `seat`, the seat itself among them; without a hand that was laid down."""
    contract = deal.contract
    assert contract is not None, "cards are played only under a contract"
    attack = contract.side(deal.options)
    return (attack if seat in attack else frozenset(deal.options.seats) - attack) - deal.view(None).laid_down


def attempted(puzzle: Puzzle, choices: Iterable[int]) -> Attempt:
    """The puzzle after these choices, each the number of a play. Raises IllegalAction when they don't fit it."""
    deal, ways, at = puzzle.deal, list(puzzle.ways), 0
    for number in (*choices, None):
        while len(following := list(dict.fromkeys(way.plays[at] for way in ways if len(way.plays) > at))) == 1:
            deal, at = deal.apply(turn(deal), following[0]).round, at + 1
        if number is None:
            return Attempt(puzzle, deal, following)
        if number >= len(following):
            raise IllegalAction("The bot can't read that. Run the command again.")
        seat, play = turn(deal), following[number]
        ways = [way for way in ways if way.plays[at] == play]
        if not any(way.is_solved for way in ways):
            return Attempt(puzzle, _after(deal, ways[0].plays[at:]), (), (seat, play))
    raise AssertionError("the last choice is None")


def _after(deal: Deal, plays: Iterable[Play]) -> Deal:
    for play in plays:
        deal = deal.apply(turn(deal), play).round
    return deal


# The file.


def puzzle_of(week: int, number: int) -> Puzzle:
    """Puzzle `number` of a week, from 1. Raises IndexError where there is none."""
    if not 1 <= number <= IN_A_WEEK:
        raise IndexError(number)
    return read_puzzle(texts()[week % WEEKS * IN_A_WEEK + number - 1])


@cache
def texts() -> Sequence[str]:
    """The puzzles as they are written, without what the file says about itself."""
    return _FILE.read_text(encoding="utf-8").split("\n\n")[1:]


def read_puzzle(text: str) -> Puzzle:
    """A puzzle from its text: the record of its deal so far, and after `solved` or `lost` the cards of each way.

    A number stands for as many cards of the way before. Raises ValueError for any other text.
    """
    record, plays, ways = list[str](), tuple[Play, ...](), list[Way]()
    for line in text.splitlines():
        mark, *words = line.split()
        if mark in ("solved", "lost"):
            plays = (*plays[: int(words[0])], *map(_read_play, words[1:]))
            ways.append(Way(plays, mark == "solved"))
        else:
            record.append(line)
    return Puzzle(read("\n".join(record)).deal(), tuple(ways))


def _read_play(word: str) -> Play:
    play = parse(f"play {word.replace(':', ' ')}")
    assert isinstance(play, Play)
    return play
