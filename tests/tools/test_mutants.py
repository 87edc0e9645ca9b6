"""The bugs that `make mutants` plants: each can be planted in the sources. Only those of a die are tried here."""

import ast
import os
import subprocess
import sys

import pytest

from tools.mutants.bug import CannotBePlanted, planted_bugs, read
from tools.mutants.workshop import ROOT

pytestmark = pytest.mark.thorough

DIE = """\
def is_six(eyes):
    if eyes < 6:
        return False
    return True

def one_more(eyes):
    return eyes + 1

def adding(more):
    def add(eyes):
        return eyes
    return add

add = adding(1)
SIDES = 6
"""
SEEN = "from games.die import SIDES, add, is_six\nseen = []"
TESTS = ("seen.append(6)", "is_six(seen.pop())", "not is_six(5 + 1)", "is_six(6) and not is_six(1)", "add(2) == 2")
PROGRAM = """\
from pathlib import Path
import pytest
from tools.mutants.bug import product, read
from tools.mutants.generated import drawn
from tools.mutants.workshop import Workshop

sources = product(Path().resolve())
workshop = Workshop(sources, TRIALS, Path().resolve())
workshop.jobs = 2
pytest.main(["-s", "-pno:terminal"], [workshop])
"""
BUGS = (
    "Bug: A six is none\ngames/die.py: is_six\n- return True\n+ if eyes:\n+     return False\n",
    "Bug: A five is a six\ngames/die.py: is_six\n- if eyes < 6:\n+ if eyes < 5:\n",
    "Bug: One is two\ngames/die.py: one_more\n- return eyes + 1\n+ return eyes + 2\n",
    "Bug: One is added\ngames/die.py: adding\n- return eyes\n+ return eyes + more\n",
    "Bug: Nothing is added\ngames/die.py: adding\n- return eyes\n+ return eyes + more - more\n",
    "Bug: Seven sides\nTests: test_sides.py\ngames/die.py\n- SIDES = 6\n+ SIDES = 7\n",
    "Bug: Eight sides\nTests: test_die.py\ngames/die.py\n- SIDES = 6\n+ SIDES = 8\n",
    "Bug: Nine sides\nTests: none.py\ngames/die.py\n- SIDES = 6\n+ SIDES = 9\n",
)


@pytest.mark.parametrize("file", [file.name for file in (ROOT / "tools/mutants/bugs").glob("*.bugs")])
def test_each_can_be_planted_and_names_tests_where_no_usual_one_reaches_it(file):
    for bug in planted_bugs(file):
        for name, text in bug.texts.items():
            assert text != (ROOT / name).read_text(encoding="utf-8")
            if name.endswith(".py"):
                ast.parse(text)
        assert bug.tests or bug.torture or bug.runs, bug.description
        assert all((ROOT / test.partition("::")[0]).is_file() for test in bug.tests), bug.description


def test_no_bug_is_listed_twice():
    told = [bug.description for bug in planted_bugs()]
    assert len(told) == len(set(told)) >= 400


def tried(folder, trials):
    """What is printed when bugs of a die are tried."""
    (folder / "games").mkdir(exist_ok=True)
    (folder / "games/__init__.py").touch()
    (folder / "games/die.py").write_text(DIE)
    tests = (f"def test_{number}():\n    assert {test} is not False\n" for number, test in enumerate(TESTS))
    (folder / "test_die.py").write_text("\n".join([SEEN, *tests]))
    (folder / "test_sides.py").write_text("from games.die import SIDES\ndef test(): assert SIDES == 6")
    program = [sys.executable, "-c", PROGRAM.replace("TRIALS", trials)]
    environment = {**os.environ, "PYTHONPATH": f"{folder}:{ROOT}"}
    return subprocess.run(program, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout


def test_a_test_catches_a_bug_that_fails_with_it_alone_in_a_fork_or_in_a_copy(tmp_path):
    printed = tried(tmp_path, f"[read(text, Path().resolve()) for text in {BUGS}]")
    survived = [line for line in printed.splitlines() if line.startswith("survived")]
    assert survived == ["survived: A five is a six (games/die.py)", "survived: Nothing is added (games/die.py)"]
    assert "reached by no test: One is two" in printed
    assert "could not be tried: Eight sides (games/die.py) Without any bug test_die.py fails, too" in printed
    assert "could not be tried: Nine sides" in printed
    assert "\ngames\t3\t2\t1\t2\n8 bugs" in printed
    for times in (0, 2):
        (tmp_path / "games/die.py").write_text("SIDES = 6\n" * times)
        with pytest.raises(CannotBePlanted, match=rf"Seven sides: games/die\.py: the file has {times} times SIDES = 6"):
            read(BUGS[5], tmp_path)


def test_mistakes_are_made_where_tests_reach_and_only_those_survive_that_no_test_notices(tmp_path):
    for is_first in (True, False):
        printed = tried(tmp_path, "drawn(sources, 99, 1)")
        assert [line for line in printed.splitlines() if "survived:" in line] == ["survived: games/die.py:2: 6 -> 5"]
        assert "reached by no test: games/die.py:7: eyes + 1 -> eyes - 1" in printed
        assert ("Noting what 6 tests reach" in printed) == is_first
