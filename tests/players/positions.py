"""Positions for tests of players: those that are written down, of every game, and random ones of Five Hundred.

A written position is a line, what is held a line or more after it where there is much of it:

    8C, 3 players: 8D 7D -> not AD: the last player wins with the cheapest winner
    JOKER JC JS AC KC QC 8D AH KH 7S | 7D 8H 9H 10H JH QH 8C 9C 9S 10S | AD 9D 10C AS KS QS JD 10D 7H 8S

It says how the game stands, or after a bar how else, what is right there or, after `not`, what is wrong, and why.
Where nothing is said to be held it is what was held before. An action is named whole or by how one of its words begins:
`bid 8S` by 8S or 8. Where it is known what one is worth, that stands after it: `insure -0.07 ± 0.01`.
"""

import re
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from games import five_hundred as fh
from tests.games.five_hundred_table import start_at_random

FOLDER = Path(__file__).parent
_LINE = re.compile(r"(?P<stands>.+?) -> (?P<wrong>not )?(?P<right>[^:]+?)(: (?P<claim>.+))?")
_RIGHT = re.compile(r"([^±]+?)(?: (-?[0-9.]+) ± ([0-9.]+))?")


class UnreadablePositionError(Exception):
    """A position that nobody can play; `str()` says where it is written, and why."""


@dataclass(frozen=True)
class Position:
    """How a game stands, who holds what, and what to do: `words`, or anything but them where these are `wrong`."""

    place: str
    stands: str
    held: str
    claim: str
    wrong: bool
    words: tuple[str, ...]
    figures: dict[str, tuple[float, float]]

    @contextmanager
    def being_read(self):
        """Whatever the rules or a reader refuse here is told with its place."""
        try:
            yield
        except Exception as error:
            raise UnreadablePositionError(f"{self.place}: {error!r}") from error

    def holds(self, chosen, legal):
        """Hold that all of what is `chosen` is right here, where `legal` can be."""
        for word in self.words:
            if not any(_names(word, action) for action in legal):
                raise UnreadablePositionError(f"{self.place}: {word} isn't legal")
        refused = [each for each in chosen if any(_names(word, each) for word in self.words) is self.wrong]
        assert not refused, f"{self.place}: {refused}"

    def holds_figures(self, worth):
        """Hold that each action is `worth` what is written."""
        found = {action: (worth[action], figure) for action, (figure, _) in self.figures.items()}
        off = {action: pair for action, pair in found.items() if abs(pair[0] - pair[1]) > self.figures[action][1]}
        assert not off, f"{self.place}: {off}"


def _names(word, action):
    return word == action or any(each.startswith(word) for each in action.split())


def written(name, *, sampled_by="part", without=None):
    """The positions of a file as cases, `without` a part; of each "part", or "line", make test tries the first, and of
    those `at length` none.
    """
    heading, found = "", []
    for number, line in enumerate((FOLDER / name).read_text(encoding="utf-8").splitlines(), 1):
        place = f"{name}:{number}"
        if " -> " in line:
            found.append((heading, place, line, []))
        elif line.startswith("# "):
            heading = line.removeprefix("# ")
        elif line:
            if not found or heading != found[-1][0]:
                raise UnreadablePositionError(f"{place}: nothing says what is right")
            found[-1][-1].append(line)
    cases, before, held = [], None, ""
    for heading, place, line, lines in found:
        held = " ".join(lines) or held
        position = _position(place, line, held)
        *how, alike = position.stands.rpartition(": ")
        for number, each in enumerate(alike.split(" | ")):
            is_first = {"part": heading != before, "line": number == 0}.get(sampled_by, True)
            is_tried = is_first and not heading.endswith("at length")
            before = heading
            if heading != without:
                stands, marks = "".join((*how, each)), () if is_tried else pytest.mark.thorough
                cases.append(pytest.param(replace(position, stands=stands), id=position.claim or line, marks=marks))
    return cases


def _position(place, line, held):
    match = _LINE.fullmatch(line)
    rights = [_RIGHT.fullmatch(each) for each in match["right"].split(", ")] if match else [None]
    if None in rights:
        raise UnreadablePositionError(f"{place}: nobody can read {line}")
    figures = {right[1]: (float(right[2]), float(right[3])) for right in rights if right[2]}
    words = tuple(right[1] for right in rights)
    return Position(place, match["stands"], held, match["claim"] or "", bool(match["wrong"]), words, figures)


# At random, of Five Hundred.


def positions_at_random(random, deals):
    """Every position of so many `deals` in which anything legal is done; few claims are made or agreed to."""
    for _ in range(deals):
        deal = start_at_random(random).round
        while deal.to_act:
            yield deal
            seat = random.choice(sorted(deal.to_act))
            legal = list(deal.legal_actions(seat))
            without = [action for action in legal if action not in (fh.Say.CLAIM, fh.Say.AGREE)]
            deal = deal.apply(seat, random.choice(legal if random.random() < 0.02 else without)).round


def positions_played_by(player, random, deals):
    """Every position of so many `deals` that `player` plays on all seats."""
    for _ in range(deals):
        deal = start_at_random(random).round
        score = score_at_random(random, deal.options)
        while deal.to_act:
            yield deal
            seat = random.choice(sorted(deal.to_act))
            choice = player(deal.view(seat), seat, score).answer(random, 0.01)
            deal = deal.apply(seat, fh.parse(choice.action)).round


def score_at_random(random, options):
    """Where a match may stand that is not over."""
    return fh.Score(options, tuple(10 * random.randrange(-49, options.target // 10) for _ in range(options.sides)))
