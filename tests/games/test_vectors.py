"""Vectors: what the rules say of known cards, as rows of text in tests/vectors/, a file for each game.

A section begins with its name and the form of its rows, in which capitals stand for what a row says there:

    [rounds] CARDS; MOVES -> ENDS
    surrender_vs_ten on (half the bet): 10C KD 6C; surrender -> 10C 6C v KD: 50 for 100

A row begins with the rules of docs/rules/ that it is about, by their numbers, or the house options under which it
holds, or both; in brackets may stand what it shows. `-` is nothing. Whoever reads a section is a function with its
name, which takes the options and what stands for the capitals, and fails if the game sees it differently.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from games.core import IllegalAction

ROOT = Path(__file__).parents[2]
NAMED = re.compile(r"(?P<named>[^(]+?)(?: \(.*?\))?: (?P<said>.*)")
CHOSEN = {"on": True, "off": False}


@dataclass(frozen=True)
class Row:
    """A line of a file of vectors."""

    place: str
    text: str
    form: str
    reader: Callable
    rules: str = field(repr=False)
    """The document that says the rules."""

    def __str__(self):
        return f"{self.place} {re.split(' [(]|: ', self.text)[0]}"

    def check(self):
        """Whether the game sees it as the row says. Raises ValueError for a row that can't be read."""
        try:
            self.reader(*self._parts())
        except (ValueError, IllegalAction) as error:
            raise ValueError(f"{self.place}: {self.text!r}: {error}") from error

    def _parts(self):
        """The options, and the words in the order of the form."""
        named = NAMED.fullmatch(self.text)
        said = named and re.fullmatch(re.sub("[A-Z]+", "(.+?)", re.escape(self.form)), named["said"])
        if not said:
            raise ValueError(f"this is not of the form `rule 1: {self.form}`")
        options = dict(filter(None, map(self._option, named["named"].split(", "))))
        return options, *("" if part == "-" else part for part in said.groups())

    def _option(self, named):
        """The name and the value of a house option; None where rules are named. Both must be in the document."""
        if numbers := re.fullmatch(r"rules? (S?\d+(?: and S?\d+)*)", named):
            for number in numbers[1].split(" and "):
                if not re.search(rf"^(?:- \*\*)?{number}\.", self.rules, re.MULTILINE):
                    raise ValueError(f"there is no rule {number}")
            return None
        option, _, value = named.partition(" ")
        if not value or f"`{option}`" not in self.rules:
            raise ValueError(f"there is no rule or option {named!r}")
        return option, CHOSEN[value] if value in CHOSEN else int(value) if value.isdecimal() else value


def rows_of(path, rules, readers):
    """The rows of a file, whose sections all have rows and somebody who reads them."""
    known = {reader.__name__: reader for reader in readers}
    rows, form, reader = [], "", None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if section := re.fullmatch(r"\[(.+)\] (.+)", line):
            form, reader = section[2], known.get(section[1])
        elif not line or line.startswith("#"):
            continue
        if reader is None:
            raise ValueError(f"{path.name}:{number}: nobody reads this: {line!r}")
        if section is None:
            rows.append(Row(f"{path.name}:{number}", line, form, reader, rules))
    if without := known.keys() - {row.reader.__name__ for row in rows}:
        raise ValueError(f"{path.name} has no rows of {', '.join(sorted(without))}")
    return rows


def vectors(game, *readers):
    """A test of each row of the game's vectors: of its `row`."""
    rules = (ROOT / "docs" / "rules" / f"{game.replace('_', '-')}.md").read_text(encoding="utf-8")
    return pytest.mark.parametrize("row", rows_of(ROOT / "tests" / "vectors" / f"{game}.txt", rules, readers), ids=str)


# The reading itself.


def sums(options, one, other, total):
    assert int(one) + int(other or 0) == int(total) + options.get("less", 0)


def read(tmp_path, text):
    path = tmp_path / "sums.txt"
    path.write_text(text, encoding="utf-8")
    return rows_of(path, "1. Add.\n- **S2.** Subtract.\n| `less` | 0 |", [sums])


HEAD = "# Sums.\n[sums] ONE and OTHER -> TOTAL\n"


@pytest.mark.parametrize("row", ["rule 1: 2 and 3 -> 5", "rules 1 and S2, less 1 (3:1): 3 and - -> 2"])
def test_a_row_that_holds_holds_and_one_that_says_something_else_fails(tmp_path, row):
    (found,) = read(tmp_path, HEAD + row)
    assert str(found) == f"sums.txt:3 {row.partition(' (')[0].partition(': ')[0]}"
    found.check()
    (found,) = read(tmp_path, f"{HEAD}{row}1")
    with pytest.raises(AssertionError):
        found.check()


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("2 and 3 -> 5", "not of the form"),
        ("rule 1: 2 -> 5", "not of the form"),
        ("rule 1: 2 and  -> 2", "not of the form"),
        ("rule 2: 2 and 3 -> 5", "no rule 2"),
        ("more 1: 2 and 3 -> 5", "no rule or option 'more 1'"),
        ("less: 2 and 3 -> 5", "no rule or option 'less'"),
        ("rule 1: 2 and three -> 5", "'three'"),
    ],
)
def test_a_row_that_nobody_can_read_is_refused_with_its_file_and_line(tmp_path, row, problem):
    (found,) = read(tmp_path, HEAD + row)
    with pytest.raises(ValueError, match=rf"sums\.txt:3: .*{problem}"):
        found.check()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "sums.txt has no rows of sums"),
        (HEAD, "sums.txt has no rows of sums"),
        ("rule 1: 2 and 3 -> 5\n", "sums.txt:1: nobody reads this"),
        (f"{HEAD}rule 1: 2 and 3 -> 5\n[products] ONE -> TOTAL", "sums.txt:4: nobody reads this"),
    ],
)
def test_a_file_without_rows_or_with_some_that_nobody_reads_is_refused(tmp_path, text, problem):
    with pytest.raises(ValueError, match=problem):
        read(tmp_path, text)


def test_a_file_that_is_missing_is_an_error():
    with pytest.raises(FileNotFoundError):
        vectors("high_card", sums)
