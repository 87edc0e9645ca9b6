"""The bugs that `make mutants` plants: each can be planted in the present sources. None is tried here."""

import ast
import shutil

import pytest

from tools.mutants.bug import CannotBePlanted, planted_bugs, read
from tools.mutants.workshop import ROOT, Outcome, Workshop

pytestmark = pytest.mark.thorough

BUGS = planted_bugs()
DICE = """\
Bug: A die has seven sides
Tests: test_dice.py
--- a/dice.py
+++ b/dice.py
@@ -1,2 +1,2 @@
-SIDES = 6
+SIDES = 7
 COLOUR = 'red'

Bug: Dice are blue
Tests: test_dice.py
--- a/dice.py
+++ b/dice.py
@@ -1,2 +1,2 @@
 SIDES = 6
-COLOUR = 'red'
+COLOUR = 'blue'

Bug: Dice are blue, as nobody can tell
Tests: none.py
--- a/dice.py
+++ b/dice.py
@@ -1,2 +1,2 @@
 SIDES = 6
-COLOUR = 'red'
+COLOUR = 'blue'
"""


@pytest.fixture
def sources(tmp_path):
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "dice.py").write_text("SIDES = 6\nCOLOUR = 'red'\n")
    (sources / "test_dice.py").write_text("from dice import SIDES\n\n\ndef test_sides():\n    assert SIDES == 6\n")
    return sources


@pytest.mark.parametrize("file", sorted((ROOT / "tools/mutants/bugs").glob("*.patch")), ids=lambda file: file.stem)
def test_each_can_be_planted_and_names_the_tests_that_must_notice(file, tmp_path):
    for bug in read(file.read_text(encoding="utf-8")):
        for name in bug.files:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tmp_path / name)
        bug.plant(tmp_path)
        for name in bug.files:
            assert (tmp_path / name).read_text(encoding="utf-8") != (ROOT / name).read_text(encoding="utf-8")
            if name.endswith(".py"):
                ast.parse((tmp_path / name).read_text(encoding="utf-8"))
        assert bug.kills or bug.cuts or bug.greedy or bug.tests, bug.told
        assert all((ROOT / test.partition("::")[0]).is_file() for test in bug.tests), bug.told


def test_no_bug_is_listed_twice():
    told = [bug.told for bug in BUGS]
    assert len(told) == len(set(told)) >= 400


@pytest.mark.parametrize("code", ["SIDES = 8\nCOLOUR = 'red'\n", None], ids=["has changed", "is gone"])
def test_a_bug_whose_code_has_moved_says_so_and_changes_nothing(sources, code):
    (sources / "dice.py").write_text(code) if code else (sources / "dice.py").unlink()
    bug, *_ = read(DICE)
    with pytest.raises(CannotBePlanted, match=r"A die has seven sides \(dice.py\): error: .*dice.py"):
        bug.plant(sources)
    assert code is None or (sources / "dice.py").read_text() == code


def test_a_bug_of_two_files_and_without_tests_is_read_as_it_stands():
    (bug,) = read("Bug: Both\nGreedy: 0.5\n--- a/x.py\n+++ b/x.py\n@@\n--- a/y.py\n+++ b/y.py\n@@\n")
    assert (bug.told, bug.files, bug.tests, bug.greedy) == ("Both", ("x.py", "y.py"), (), 0.5)


def test_in_a_copy_one_is_caught_one_survives_and_one_cannot_be_tried(tmp_path, sources):
    workshop = Workshop(tmp_path, sources)
    seven, blue, untold = read(DICE)
    caught, printed = workshop.try_out(seven)
    assert caught is Outcome.CAUGHT
    assert "assert 7 == 6" in printed
    assert workshop.try_out(blue)[0] is Outcome.SURVIVED
    assert workshop.try_out(untold)[0] is Outcome.UNTRIED
    assert (sources / "dice.py").read_text().startswith("SIDES = 6")
