"""The bugs that `make mutants` plants: each can be planted in the present sources. None is tried here."""

import ast

import pytest

from tools.mutants.bug import Bug, CannotBePlanted
from tools.mutants.bugs import BUGS
from tools.mutants.workshop import ROOT, Outcome, Workshop

TOLD = [bug.told for bug in BUGS]
MOVED = Bug("It has moved", "games/core.py", "not there", "there", ("tests/test_verify.py",))


@pytest.mark.parametrize("bug", BUGS, ids=TOLD)
def test_it_can_be_planted_and_names_the_tests_that_must_notice(bug):
    for file, text in bug.planted(ROOT).items():
        if file.endswith(".py"):
            ast.parse(text)
    assert bug.kills or bug.cuts or bug.greedy or bug.tests
    assert all((ROOT / test.partition("::")[0]).is_file() for test in bug.tests)


def test_no_bug_is_listed_twice():
    assert len(TOLD) == len(set(TOLD)) >= 40


@pytest.mark.parametrize(
    "wrong", [MOVED, Bug("It is gone", "games/gone.py", "a", "b"), Bug("", "README.md", "the", "")]
)
def test_a_bug_whose_code_has_moved_says_so(wrong):
    with pytest.raises(CannotBePlanted, match=r"there is no file|times"):
        wrong.planted(ROOT)


def test_in_a_copy_one_is_caught_one_survives_and_one_cannot_be_tried(tmp_path):
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "dice.py").write_text("SIDES = 6\nCOLOUR = 'red'\n")
    (sources / "test_dice.py").write_text("from dice import SIDES\n\n\ndef test_sides():\n    assert SIDES == 6\n")
    workshop, tests = Workshop(tmp_path, sources), ("test_dice.py",)
    caught, printed = workshop.try_out(Bug("A die has seven sides", "dice.py", "6", "7", tests))
    assert caught is Outcome.CAUGHT
    assert "assert 7 == 6" in printed
    assert workshop.try_out(Bug("Dice are blue", "dice.py", "red", "blue", tests))[0] is Outcome.SURVIVED
    assert workshop.try_out(Bug("Dice are blue", "dice.py", "red", "blue", ("none.py",)))[0] is Outcome.UNTRIED
    both = Bug("Dice are blue and have seven sides", "dice.py", "6", "7", tests, also=(("dice.py", "red", "blue"),))
    assert both.planted(sources) == {"dice.py": "SIDES = 7\nCOLOUR = 'blue'\n"}
    assert workshop.try_out(both)[0] is Outcome.CAUGHT
    assert (sources / "dice.py").read_text().startswith("SIDES = 6")
