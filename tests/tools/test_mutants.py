"""The bugs that `make mutants` plants: each can be planted in the present sources. None is tried here."""

import ast
import os
import shutil
import subprocess
import sys

import pytest

from tools.mutants.bug import CannotBePlanted, planted_bugs, read
from tools.mutants.workshop import ROOT, Outcome, Workshop

pytestmark = pytest.mark.thorough

DICE = """\
Bug: A die has seven sides
Tests: test_dice.py
dice.py
- SIDES = 6
+ SIDES = 7

Bug: Dice are blue
Tests: test_dice.py
dice.py: Look.default
- return RED
+ if RED:
+     return BLUE
"""
DICE_CODE = """\
SIDES = 6


class Look:
    def default(self):
        return RED

    def other(self):
        return RED
"""


@pytest.mark.parametrize("file", sorted((ROOT / "tools/mutants/bugs").glob("*.bugs")), ids=lambda file: file.stem)
def test_each_can_be_planted_and_names_the_tests_that_must_notice(file, tmp_path):
    for bug in read(file.read_text(encoding="utf-8")):
        for name in bug.files:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tmp_path / name)
        assert bug.changes
        with bug.planted(tmp_path):
            for name in bug.files:
                assert (tmp_path / name).read_text(encoding="utf-8") != (ROOT / name).read_text(encoding="utf-8")
                if name.endswith(".py"):
                    ast.parse((tmp_path / name).read_text(encoding="utf-8"))
        assert bug.torture or bug.tests, bug.description
        assert all((ROOT / test.partition("::")[0]).is_file() for test in bug.tests), bug.description


def test_no_bug_is_listed_twice():
    told = [bug.description for bug in planted_bugs()]
    assert len(told) == len(set(told)) >= 400


def test_in_a_copy_one_is_caught_one_survives_one_cannot_be_tried_and_one_cannot_be_planted(tmp_path):
    sources, copy = tmp_path / "sources", tmp_path / "copy"
    sources.mkdir()
    copy.mkdir()
    (sources / "dice.py").write_text(DICE_CODE)
    (sources / "test_dice.py").write_text("from dice import SIDES\n\n\ndef test_sides():\n    assert SIDES == 6\n")
    workshop = Workshop(copy, sources)
    seven, blue = read(DICE)
    (untold,) = read(DICE.partition("\n\n")[2].replace("test_dice.py", "none.py"))
    caught, printed = workshop.try_out(seven)
    assert caught is Outcome.CAUGHT
    assert "assert 7 == 6" in printed
    assert workshop.try_out(blue)[0] is Outcome.SURVIVED
    assert workshop.try_out(untold)[0] is Outcome.UNTRIED
    with blue.planted(copy / "tree"):
        wrong = "        if RED:\n            return BLUE\n"
        assert (copy / "tree/dice.py").read_text() == DICE_CODE.replace("        return RED\n", wrong, 1)
    assert (copy / "tree/dice.py").read_text() == DICE_CODE
    for code, times in (("SIDES = 8\n", 0), ("SIDES = 6\nSIDES = 6\n", 2)):
        (sources / "dice.py").write_text(code)
        with pytest.raises(CannotBePlanted, match=rf"sides: dice\.py: the file has {times} times SIDES = 6"):
            seven.planted(sources).__enter__()
        assert (sources / "dice.py").read_text() == code


DIE = """\
def is_six(eyes):
    if eyes < 6:
        return False
    return True


def one_more(eyes):
    return eyes + 1
"""


def test_mistakes_are_made_where_tests_reach_and_only_those_survive_that_no_test_notices(tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "__init__.py").touch()
    (tmp_path / "games" / "die.py").write_text(DIE)
    test = "from games.die import is_six\n\n\ndef test_six():\n    assert is_six(6)\n    assert not is_six(1)\n"
    (tmp_path / "test_die.py").write_text(test)
    found = "from pathlib import Path; import pytest; from tools.mutants.generated import Generated"
    program = f"{found}; pytest.main(['-s', '-pno:terminal'], [Generated(99, 1, 9.0, Path().resolve())])"
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}:{ROOT}"}
    for is_first in (True, False):
        command = [sys.executable, "-c", program]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
        survived = [line for line in done.stdout.splitlines() if line.startswith("survived")]
        assert survived == ["survived: games/die.py:2: 6 -> 5"]
        assert "reached by no test: games/die.py:8: eyes + 1 -> eyes - 1" in done.stdout
        assert "games: " in done.stdout
        assert ("Noting what each test reaches" in done.stdout) == is_first
