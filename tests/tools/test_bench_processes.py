"""The benchmark of both databases in small: the same bot on each, by one process and by two at the same time."""

import asyncio
import re
import sqlite3
from contextlib import closing

import pytest

from tools.bench import process, processes
from tools.bench.clock import StillLoop
from tools.bench.process import Pressed, Way

pytestmark = pytest.mark.usefixtures("friends_may_come")


def columns(line):
    """The cells of a printed line."""
    return re.split(r" {2,}", line)


@pytest.mark.thorough
def test_one_process_and_two_are_pressed_on_both_databases(capsys):
    sizes = ["--games", "blackjack", "--tables", "2", "--at-once", "1", "2", "--seconds", "0", "--rounds", "1"]
    assert processes.main(sizes) == 0
    one, both, _machine = capsys.readouterr().out.split("\n\n")
    for told, at_once in ((one, 1), (both, 2)):
        heading, _, *rows = map(columns, told.splitlines()[:6])
        assert heading[0] == f"Blackjack, {at_once} at once"
        assert [name for name, *_ in rows] == list(processes.SIDES)
        assert all(float(rate.replace(",", "")) > 0 for _, rate, *_ in rows)
        serving = {name: float(figures[-1]) for name, *figures in rows}
        assert serving[processes.SQLITE] < serving[processes.POSTGRES]
        assert [line.split(" = ")[0] for line in told.splitlines()[6:]] == [
            "PostgreSQL : SQLite",
            "PostgreSQL, two processes : PostgreSQL",
            "SQLite, two bots : SQLite",
        ]


def test_processes_are_pressed_at_the_same_time():
    said = []

    class Said:
        def __init__(self, name):
            self.name = name

        def press(self, way):
            said.append(f"{self.name} begins")

        def pressed(self):
            said.append(f"{self.name} is done")
            return Pressed(presses=10, seconds=0.5, computing=0.1, p50=0.01, p99=0.02)

    turn = processes.turn([Said("one"), Said("two")], Way(1, 1.0), server=0)
    assert said == ["one begins", "two begins", "one is done", "two is done"]
    assert (turn.presses, turn.rate) == (20, 40)


def test_two_processes_have_different_servers_people_and_messages(tmp_path):
    def run(work):
        with asyncio.Runner(loop_factory=StillLoop) as runner:
            return runner.run(work)

    async def rows(shard):
        path = tmp_path / f"{shard}.sqlite3"
        await process.serve(process.Part(str(path), "blackjack", 1, shard, 2), ())
        with closing(sqlite3.connect(path)) as db:
            return [
                set(db.execute(f"SELECT {column} FROM {table}").fetchall())
                for table, column in (("tables", "guild"), ("tables", "channel"), ("tables", "message"))
            ] + [set(db.execute("SELECT owner FROM accounts WHERE kind = 'member'").fetchall())]

    first, second = (run(rows(shard)) for shard in range(2))
    assert all(first)
    assert all(mine.isdisjoint(theirs) for mine, theirs in zip(first, second, strict=True))
