"""Five kills with every test run, and that the torture would notice what it looks for."""

import shutil
import sqlite3
from collections import Counter
from contextlib import closing

import pytest

from torture.__main__ import main
from torture.claims import Claims, Violation
from torture.runs import Torture

STAND = '["move", 7, 3, 0, "stand"]'
STOOD = ("move", 7, 3, 0, "stand")


def heard(*lines):
    claims = Claims()
    for line in lines:
        claims.hear(line)
    return claims


@pytest.fixture(scope="module")
def tortured(tmp_path_factory):
    path = tmp_path_factory.mktemp("torture") / "torture.sqlite3"
    torture = Torture(path, seed=3)
    while torture.found is None or not any(claim[0] == "move" for claim in torture.found.done):
        torture.kill_once()
    torture.finish()
    return torture, path


def test_five_kills_lose_nothing(capsys):
    assert main(["--runs", "5", "--seed", "5"]) == 0
    assert "5 kills" in capsys.readouterr().out


def test_at_the_end_every_table_is_closed_and_empty(tortured):
    torture, path = tortured
    assert torture.found.lobbies == {}
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT COUNT(*) FROM accounts WHERE kind = 'table' AND chips <> 0").fetchone() == (0,)


@pytest.mark.parametrize(
    ("tampering", "told"),
    [
        ("UPDATE accounts SET chips = chips + 1 WHERE kind = 'house'", "data.check"),
        ("UPDATE moves SET clock = 1 WHERE rowid = (SELECT MAX(rowid) FROM moves WHERE clock = 0)", "acknowledged"),
        ("UPDATE shuffles SET salt = salt || 'x'", "table"),
        ("UPDATE tables SET closed_at = NULL WHERE id = (SELECT MAX(id) FROM tables)", "data.check"),
    ],
)
def test_what_is_changed_behind_its_back_is_noticed(tortured, tmp_path, tampering, told):
    torture, path = tortured
    copy = tmp_path / path.name
    shutil.copy(path, copy)
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute(tampering)
    with pytest.raises(Violation, match=told):
        Torture(copy, seed=3, claims=torture.claims).look()


def test_what_was_acknowledged_has_to_be_there():
    with pytest.raises(Violation, match="acknowledged 1 times and is on the disk 0 times"):
        heard(f'["try", 1, {STAND}]', '["did", 1]').settle(Counter())


def test_what_was_refused_must_not_be_there():
    with pytest.raises(Violation, match="on the disk 1 times and was done 0 times"):
        heard(f'["try", 1, {STAND}]', '["refused", 1]').settle(Counter([STOOD]))


def test_what_was_under_way_may_be_there_and_counts_from_then_on():
    claims = heard(f'["try", 1, {STAND}]')
    claims.settle(Counter([STOOD]))
    assert claims.in_flight_done == 1
    with pytest.raises(Violation):
        claims.settle(Counter())


def test_a_fault_of_the_driver_ends_the_torture():
    with pytest.raises(Violation, match="the driver failed: table 7"):
        heard('["failed", "table 7: KeyError"]')
