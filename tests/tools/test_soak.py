"""The soak in small: closed tables leave nothing behind, and the program notices whatever stays."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from cogs.app import bot as app
from cogs.app.process import collector
from cogs.app.replies.components import Form, Layout
from tables import house_turns
from tables.open_tables import OpenTables
from tools.torture import soak

SHORT = ["--minutes", "1", "--tables", "3"]
ROOT = Path(__file__).parents[2]


def test_closed_tables_and_answered_presses_leave_nothing_behind():
    """In a process of its own, because objects that other tests still hold would count too."""
    command = [sys.executable, "-m", "tools.torture.soak", *SHORT]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    assert "tables               0           0" in ended.stdout
    assert "longest look for garbage: " in ended.stdout


def nothing(*_):
    pass


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ([(OpenTables, "_forget", nothing)], "tables"),
        ([(Layout, "is_finished", nothing)], "tasks"),
        ([(Form, "stop", nothing)], "tasks"),
        ([(app, "free_when_over", nothing), (collector, "MOST", 0)], "presses"),
        ([(house_turns, "_until", lambda _: asyncio.sleep(10**9)), (house_turns.HouseTurns, "stop", nothing)], "tasks"),
    ],
    ids=["tables", "private messages", "forms", "presses that were frozen", "house players at closed tables"],
)
def test_what_stays_on_the_floor_is_noticed(monkeypatch, capsys, changes, told):
    for change in changes:
        monkeypatch.setattr(*change)
    assert soak.main(SHORT) == 1
    assert told in capsys.readouterr().err
