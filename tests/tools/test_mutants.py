"""The bugs that `make mutants` plants: each can be planted in the present sources. None is tried here."""

import ast
import shutil

import pytest

from tools.mutants.bug import CannotBePlanted, planted_bugs, read
from tools.mutants.workshop import ROOT, Outcome, Workshop

pytestmark = pytest.mark.thorough

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
"""


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
    told = [bug.told for bug in planted_bugs()]
    assert len(told) == len(set(told)) >= 400


def test_in_a_copy_one_is_caught_one_survives_one_cannot_be_tried_and_one_cannot_be_planted(tmp_path):
    sources, copy = tmp_path / "sources", tmp_path / "copy"
    sources.mkdir()
    copy.mkdir()
    (sources / "dice.py").write_text("SIDES = 6\nCOLOUR = 'red'\n")
    (sources / "test_dice.py").write_text("from dice import SIDES\n\n\ndef test_sides():\n    assert SIDES == 6\n")
    workshop = Workshop(copy, sources)
    seven, blue = read(DICE)
    (untold,) = read(DICE.partition("\n\n")[2].replace("test_dice.py", "none.py"))
    caught, printed = workshop.try_out(seven)
    assert caught is Outcome.CAUGHT
    assert "assert 7 == 6" in printed
    assert workshop.try_out(blue)[0] is Outcome.SURVIVED
    assert workshop.try_out(untold)[0] is Outcome.UNTRIED
    assert (sources / "dice.py").read_text() == "SIDES = 6\nCOLOUR = 'red'\n"
    (sources / "dice.py").write_text("SIDES = 8\nCOLOUR = 'red'\n")
    with pytest.raises(CannotBePlanted, match=r"A die has seven sides \(dice.py\): error: .*dice.py"):
        seven.plant(sources)
    assert (sources / "dice.py").read_text() == "SIDES = 8\nCOLOUR = 'red'\n"
