"""The soak in small: what closed leaves nothing behind, and the program notices what stays."""

import pytest

from cogs.table import floor
from cogs.table.controls import Shown
from cogs.table.forms import Form
from torture import soak

SHORT = ["--minutes", "1", "--tables", "3"]


def test_closed_tables_and_answered_presses_leave_nothing_behind(capsys):
    assert soak.main(SHORT) == 0
    assert "tables               0           0" in capsys.readouterr().out


def test_tables_that_stay_on_the_floor_are_noticed(monkeypatch, capsys):
    monkeypatch.setattr(floor.Floor, "_forget", lambda _floor, _table: None)
    assert soak.main(SHORT) == 1
    assert "tables" in capsys.readouterr().err


@pytest.mark.parametrize("kept", [Shown, Form])
def test_private_messages_and_forms_that_discord_py_keeps_are_noticed(monkeypatch, capsys, kept):
    monkeypatch.setattr(kept, "stop", lambda _view: None)
    assert soak.main(SHORT) == 1
    assert "tasks" in capsys.readouterr().err
