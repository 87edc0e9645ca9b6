"""Read a match of Five Hundred that the bot has sent *As a file*: `python -m tools.record FILE`.

It plays every deal again by the rules and prints how each ended, what each side got and the score. If a line is wrong,
it says which one and why.

Each line is a name, a colon, a space and a value. Empty lines mean nothing. Nobody is named: players are the numbers
of their seats, from 1, clockwise. Sides are in the order of their first players.

A card is its rank and the letter of its suit, such as AS or 10H, or JOKER. A bid is a number of tricks and a suit, or N
for no trumps (8H, 7N), or misere, open-misere or blind-misere; "sans" after it means without the kitty.

  five hundred   the format: 1
  match          the number of the match; "tournament table" where each deal counts by itself
  deal           the number of the deal
  rules          the version of the rules: other versions can't be played again
  options        the house rules that differ from the usual ones, if any
  dealer         who dealt
  hand 1         the ten cards dealt to player 1; then the other hands
  dead hand      with two players, the hand that nobody holds
  kitty          its three cards
  bids           what was bid, in order: "keep" for a bid that wasn't raised, "unseen" for one made before looking
  put aside      what the contractor discarded
  partner        with five players: "call AS", "partner 3" or "alone"
  joker          without trumps: "nominate H" gives the contractor's joker a suit, "none" doesn't
  trick 1        its cards in the order played, and who won it; "JOKER as H" names the suit to follow
  claim          who claimed the other tricks, and everyone agreed
  result         who made or lost what, and the tricks of each player
  points         what each side got
  score          the points of each side so far
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from games.five_hundred import BadRecord, Deal, Score, read, write
from games.five_hundred.match_file import deal_lines, heading_lines
from games.five_hundred.record import renumbered

_NAMES = [
    *("deal", "rules", "options", "dealer", *(f"hand {seat}" for seat in range(1, 7)), "dead hand", "kitty", "bids"),
    *("put aside", "partner", "joker", *(f"trick {number}" for number in range(1, 11)), "claim"),
    *("result", "points", "score"),
]
"""Of the lines of a deal, in their order."""
_ALWAYS = {"deal", "rules", "dealer", "hand 1", "hand 2", "kitty", "bids", "result", "points", "score"}
_LONGEST = 1_000
"""More characters than any line has."""


class BadFile(ValueError):
    """The file isn't what the bot wrote: `problem` says what is wrong with line `number`."""

    def __init__(self, number: int, problem: str) -> None:
        super().__init__(f"line {number}: {problem}")
        self.number = number
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file and its number, from 1."""

    number: int
    text: str

    @property
    def name(self) -> str:
        """What stands before the colon."""
        return self.text.partition(": ")[0]


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal of a match: `points` are what each side got for it, `score` the sums after it."""

    deal: Deal
    points: tuple[int, ...]
    score: tuple[int, ...]


def read_match(text: str) -> list[PlayedDeal]:
    """The deals of a file that the bot wrote, played again. Raises BadFile."""
    texts = text.removesuffix("\n").split("\n")
    lines = [Line(number, line.removesuffix("\r")) for number, line in enumerate(texts, 1)]
    lines = [*(line for line in lines if line.text), Line(len(texts) + 1, "")]
    for line in lines:
        if len(line.text) > _LONGEST or not line.text.isprintable():
            raise BadFile(line.number, "no line is so long, or has such characters")
    first = heading_lines(0, is_of_tournament=False)[0]
    if lines[0].text != first:
        raise BadFile(lines[0].number, f"'{first}' must stand here")
    if not re.fullmatch("(match|tournament table): [1-9][0-9]{0,17}", lines[1].text):
        raise BadFile(lines[1].number, "'match: ' and its number must stand here")
    played: list[PlayedDeal] = []
    for block, after in _blocks(lines[2:]):
        _verify_names(block, after)
        deal = _played_again(block)
        played.append(_counted(block, after, deal, played, is_of_tournament=lines[1].name != "match"))
    return played


def _blocks(lines: Sequence[Line]) -> Iterator[tuple[list[Line], Line]]:
    """The lines of each deal, and the one after them; the last of `lines` is the end of the file."""
    block: list[Line] = []
    for line in lines:
        if block and (line.name == "deal" or line is lines[-1]):
            yield block, line
            block = []
        block.append(line)
    if len(lines) == 1:
        yield [], lines[0]


def _verify_names(block: Sequence[Line], after: Line) -> None:
    """Raise BadFile for a line that isn't one of a deal, is in another place, or misses."""
    at = 0
    for line in (*block, after):
        if line is not after and line.name not in _NAMES[at:]:
            raise BadFile(line.number, f"a line '{line.name[:20]}' can't stand here")
        found = len(_NAMES) if line is after else _NAMES.index(line.name)
        series = line.name.partition(" ")[0]
        for name in _NAMES[at:found]:
            if name in _ALWAYS or (series in ("hand", "trick") and name.startswith(series)):
                raise _missing(name, line)
        at = found + 1


def _missing(name: str, line: Line) -> BadFile:
    return BadFile(line.number, f"a line that begins with '{name}: ' must stand here")


def _played_again(block: Sequence[Line]) -> Deal:
    """The deal whose record stands in `block`, between its number and its points. Raises BadFile."""
    record = []
    for line in block[1:-2]:
        try:
            record.append(renumbered(line.text, -1))
        except ValueError as error:
            raise BadFile(line.number, str(error)) from None
    try:
        deal = read("\n".join(record)).deal()
    except BadRecord as error:
        for line, text in zip(block[1:], record, strict=False):
            if text.startswith(f"{error.line}: "):
                raise BadFile(line.number, error.problem) from None
        name = renumbered(f"{error.line}: ", 1).removesuffix(": ")
        later = _NAMES[_NAMES.index(name) :]
        raise _missing(name, next(line for line in block if line.name in later)) from None
    if deal.result is None:
        raise BadFile(block[-3].number, "the deal isn't over before this")
    return deal


def _counted(
    block: Sequence[Line], after: Line, deal: Deal, earlier: Sequence[PlayedDeal], *, is_of_tournament: bool
) -> PlayedDeal:
    """The deal as the next one of its match. Raises BadFile unless that may be, and would be written just so."""
    options, result = deal.options, deal.result
    assert result is not None
    at = {line.name: line.number for line in block}
    standing = Score.new(options)
    for before in earlier:
        if before.deal.options != options:
            raise BadFile(at["deal"], "all deals of a match must have the same options")
        if before.deal.dealt == deal.dealt:
            raise BadFile(at["hand 1"], "these cards were dealt before")
        assert before.deal.result is not None
        standing = standing if is_of_tournament else standing.after(before.deal.result)
    if standing.is_over:
        raise BadFile(at["deal"], "the match was over before this deal")
    if earlier and deal.auction.dealer != (dealer := options.next_dealer(earlier[-1].deal.auction.dealer)):
        raise BadFile(at["dealer"], f"player {dealer + 1} must deal")
    points = result.points(options, standing.points)
    sums = earlier[-1].score if earlier else standing.points
    score = tuple(map(sum, zip(sums, points, strict=True)))
    for line, right in zip_longest(block, deal_lines(len(earlier) + 1, write(deal), points, score)):
        if line is None or line.text != right:
            raise BadFile((line or after).number, f"'{right}' must stand here" if right else "nothing can stand here")
    return PlayedDeal(deal, points, score)


def told(number: int, played: PlayedDeal) -> str:
    """A deal in one line."""
    *_, result, points, score = deal_lines(number, write(played.deal), played.points, played.score)
    return f"Deal {number}: {result.removeprefix('result: ')}; {points.replace(':', '')}; {score.replace(':', '')}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the file that is named; 1 when it is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    path = parser.parse_args(arguments).file
    try:
        deals = read_match(path.read_bytes().decode("utf-8-sig"))
    except BadFile as error:
        print(f"Line {error.number} is wrong: {error.problem}.", file=sys.stderr)
        return 1
    except (OSError, UnicodeDecodeError) as error:
        print(f"{path} can't be read: {error}.", file=sys.stderr)
        return 1
    for number, played in enumerate(deals, 1):
        print(told(number, played))
    return 0


if __name__ == "__main__":
    sys.exit(main())
