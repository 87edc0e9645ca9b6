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
from tables import open_tables as open_tables
from tools.torture import soak

pytestmark = pytest.mark.usefixtures("friends_may_come")

SHORT = ["--minutes", "1", "--tables", "3"]
ROOT = Path(__file__).parents[2]


def test_closed_tables_and_answered_presses_leave_nothing_behind():
    """In a process of its own, because objects that other tests still hold would count too."""
    command = [sys.executable, "-m", "tools.torture.soak", *SHORT]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    assert "tables               0           0" in ended.stdout
    assert "longest look for garbage: " in ended.stdout


@pytest.mark.thorough
def test_tables_that_stay_on_the_floor_are_noticed(monkeypatch, capsys):
    monkeypatch.setattr(open_tables.OpenTables, "_forget", lambda _open_tables, _table: None)
    assert soak.main(SHORT) == 1
    assert "tables" in capsys.readouterr().err


@pytest.mark.thorough
@pytest.mark.parametrize(("kept", "prevented_by"), [(Layout, "is_finished"), (Form, "stop")])
def test_private_messages_and_forms_that_discord_py_keeps_are_noticed(monkeypatch, capsys, kept, prevented_by):
    monkeypatch.setattr(kept, prevented_by, lambda _view: None)
    assert soak.main(SHORT) == 1
    assert "tasks" in capsys.readouterr().err


@pytest.mark.thorough
def test_presses_that_were_frozen_while_they_waited_for_discord_are_noticed(monkeypatch, capsys):
    monkeypatch.setattr(app, "free_when_over", lambda _interaction: None)
    monkeypatch.setattr(collector, "MOST", 0)
    assert soak.main(SHORT) == 1
    assert "presses" in capsys.readouterr().err


@pytest.mark.thorough
def test_house_players_who_still_want_to_act_at_closed_tables_are_noticed(monkeypatch, capsys):
    monkeypatch.setattr(house_turns, "_until", lambda _moment: asyncio.sleep(10**9))
    monkeypatch.setattr(house_turns.HouseTurns, "stop", lambda _turns: None)
    assert soak.main(SHORT) == 1
    assert "tasks" in capsys.readouterr().err
