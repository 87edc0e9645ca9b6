"""The benchmark in small: it charges each bot with all that its presses cause, and with nothing else."""

import asyncio
import pickle
import re
import sqlite3
import threading
from contextlib import asynccontextmanager
from random import Random

import pytest

from cogs.app.process.collector import Collector
from tools.bench import drain, growth, house, ledger, restore, storm
from tools.bench.__main__ import GAMES, main
from tools.bench.bare import BareBot
from tools.bench.blackjack import BlackjackTables
from tools.bench.clock import A_WHILE, StillLoop, until_quiet
from tools.bench.commits import Commits
from tools.bench.five_hundred import FiveHundredTables
from tools.bench.load import Load
from tools.bench.meter import CallMeter, Meter, Used
from tools.bench.report import table
from tools.bench.tables import running
from tools.bench.wire import Wire

pytestmark = pytest.mark.usefixtures("friends_may_come")
DEALT_WITH_THE_LAST_BET = ("blackjack", "pokdeng")
"""Games in which the bet that completes a round and its deal are one transaction."""
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.command)


@pytest.fixture
def run():
    """Runs a coroutine while time stands still."""
    with asyncio.Runner(loop_factory=StillLoop) as runner:
        yield runner.run


@asynccontextmanager
async def playing(path, game, count):
    """Some tables of a game, the wire that they are connected to, and the load that presses on them."""
    wire, collector = Wire(), Collector()
    async with running(path / "bench.sqlite3", wire, Random(1), collector) as app:
        asyncio.get_running_loop().keep_what_runs()
        tables = game(app, wire, Random(1))
        await tables.open(count, pressed=count)
        yield tables, wire, Load(asyncio.get_running_loop(), wire, Meter(), collector)


async def bare_bot(wire, commits=None):
    bot = BareBot(commits)
    await bot._async_setup_hook()
    wire.carry(bot)
    return bot


@pytest.mark.thorough
def test_a_small_benchmark_prints_a_row_for_each_game_and_size_and_describes_the_machine(capsys):
    assert main(["--tables", "1", "3", "--pairs", "1", "--presses", "4", "--at-once", "2"]) == 0

    told = capsys.readouterr().out
    for game in GAMES:
        rows = [line for line in told.splitlines() if line.startswith(game.title)]
        assert [row.removeprefix(game.title).split()[:2] for row in rows] == [["1", "1"], ["3", "1"], ["3", "2"]]
    assert "discord.py 2." in told
    assert "other programs" in told


# What is pressed


@pytest.mark.sampled
@every_game
def test_every_press_is_a_transaction_and_a_deal_that_settles_something_another(run, tmp_path, game):
    async def play():
        async with playing(tmp_path, game, 2) as (tables, _wire, load):
            before, rounds = await transactions(tables.app), await dealt(tables)
            await load.ours(tables, 60, 1)
            return await transactions(tables.app) - before, await dealt(tables) - rounds

    async def transactions(app):
        return int(await app.store.get_meta("transactions"))

    async def dealt(tables):
        return sum(tables.table(index).rounds for index in range(len(tables)))

    written, rounds = run(play())
    assert written == 60 + (0 if game.command in DEALT_WITH_THE_LAST_BET else rounds)


@pytest.mark.thorough
def test_matches_of_five_hundred_are_finished_and_followed_by_others(run, tmp_path):
    async def play():
        async with playing(tmp_path, FiveHundredTables, 1) as (tables, _wire, load):
            first = tables.table(0).id
            presses = 0
            while tables.table(0).id == first:
                await load.ours(tables, 10, 1)
                presses += 10
                assert presses < 2000
            return await tables.app.store.read(
                lambda db: db.execute("SELECT COUNT(*) FROM moves WHERE clock = 1").fetchone()[0]
            )

    assert run(play()) == 0


def test_a_press_that_changes_nothing_ends_the_benchmark(run, tmp_path):
    class Forgetful(BlackjackTables):
        """People press again on what they have seen before."""

        async def next_press(self, index):
            self.seen = getattr(self, "seen", None) or await super().next_press(index)
            event = self.wire.press(self.seen["data"]["custom_id"], 1, self.public(index))
            return event | {"message": self.seen["message"], "member": self.seen["member"]}

    async def play():
        async with playing(tmp_path, Forgetful, 1) as (tables, _wire, load):
            await load.ours(tables, 2, 1)

    with pytest.raises(RuntimeError, match="changed nothing"):
        run(play())


# What is charged


@pytest.mark.thorough
@every_game
def test_when_a_block_is_over_everybody_sees_the_table_as_it_is_now(run, tmp_path, game):
    async def play():
        async with playing(tmp_path, game, 3) as (tables, wire, load):
            await load.ours(tables, 30, 3)
            for index in range(3):
                shown = wire.shown(tables.public(index))["components"]
                now = tables.app.presses.view_of(tables.table(index)).message.view()
                assert addresses(shown) == addresses(now.to_components())
            await until_quiet()
            assert wire.take_in() == []

    def addresses(components):
        return [each.get("custom_id") for each in components[0]["components"] for each in each.get("components", [])]

    run(play())


@pytest.mark.sampled
@every_game
@pytest.mark.parametrize("at_once", [1, 3])
def test_the_bare_bots_send_as_much_as_ours(run, tmp_path, game, at_once):
    async def play():
        async with playing(tmp_path, game, 3) as (tables, wire, load):
            ours, waves = await load.ours(tables, 12, at_once)
            exchanges = [exchange for wave in waves for exchange in pickle.loads(wave)]
            mine = summary(request for each in exchanges for request in (each.answer, *each.others))
            taken_in, sent = wire.take_in, []
            wire.take_in = lambda: [sent.extend(taken := taken_in()), taken][1]
            for commits in (None, Commits(tmp_path / "commits.sqlite3")):
                sent.clear()
                block = await load.bare(await bare_bot(wire, commits), waves)
                assert summary(sent) == mine
                assert (block.requests, len(block.waits)) == (ours.requests, len(ours.waits))
            commits.close()

    def summary(requests):
        """The kind of each request, its texts, and how many controls it has."""
        return sorted(((request.kind, request.type, said(request.body)) for request in requests), key=str)

    def said(body):
        if not body.get("components"):
            return body.get("content")
        inside = body["components"][0]["components"]
        return [each["content"] if "content" in each else len(each.get("components", [])) for each in inside]

    run(play())


def test_the_bare_bot_writes_one_row_for_each_press(run, tmp_path):
    async def play():
        async with playing(tmp_path, BlackjackTables, 4) as (tables, wire, load):
            commits = Commits(tmp_path / "commits.sqlite3")
            bot = await bare_bot(wire, commits)
            for at_once in (1, 4):
                _, waves = await load.ours(tables, 8, at_once)
                await load.bare(bot, waves)
            commits.close()

    run(play())
    db = sqlite3.connect(tmp_path / "commits.sqlite3")
    assert db.execute("SELECT COUNT(*) FROM presses").fetchone() == (16,)
    db.close()


def test_deciding_what_to_press_costs_nothing_and_every_picture_is_charged(run, tmp_path, monkeypatch):
    async def play():
        async with playing(tmp_path, FiveHundredTables, 1) as (tables, wire, load):
            computed = [0.0]
            monkeypatch.setattr("time.process_time", lambda: computed[0])
            look_for, request, rest = tables.next_press, wire.request, tables.app.http.request

            async def slowly(index):
                computed[0] += 1000
                return await look_for(index)

            def dear(sending):
                async def send(*args, **kwargs):
                    computed[0] += 1
                    return await sending(*args, **kwargs)

                return send

            tables.next_press, wire.request, tables.app.http.request = slowly, dear(request), dear(rest)
            block, _ = await load.ours(tables, 20, 1)
            return block

    block = run(play())
    assert block.used.computing == block.requests > 20 * 3


# Time


def test_a_short_wait_is_over_at_once_and_a_long_one_never_ends(run):
    async def wait():
        loop, rung = asyncio.get_running_loop(), []
        loop.keep_what_runs()
        for seconds in (A_WHILE + 1, A_WHILE, 1.0):
            loop.call_later(seconds, rung.append, seconds)
        began = loop.time()
        await until_quiet()
        return rung, loop.time() - began

    assert run(wait()) == ([1.0, A_WHILE], A_WHILE)


def test_the_loop_waits_for_work_on_a_thread(run):
    async def wait():
        loop, may_end, done = asyncio.get_running_loop(), threading.Event(), []
        loop.keep_what_runs()

        async def work():
            await asyncio.to_thread(may_end.wait)
            done.append(True)

        task = loop.create_task(work())
        loop.call_later(1, may_end.set)
        await until_quiet()
        assert task.done()
        return done

    assert run(wait()) == [True]


# Figures


def test_without_an_instruction_counter_the_cost_is_computing_time():
    meter = Meter(kind=10**6)
    used = Used(seconds=1.0, computing=0.25, instructions=0)
    assert (meter.counts_instructions, meter.unit, meter.cost(used)) == (False, "ms of computing", 250)


def test_calls_are_counted_the_same_each_time():
    def work():
        return sorted(map(len, ["a", "bb", "ccc"]))

    meter, counts = CallMeter(), []
    for _ in range(3):
        before = meter.read()
        work()
        counts.append(meter.cost(meter.read() - before))
    meter.close()
    assert counts == [counts[0]] * 3
    assert counts[0] >= 1 + 1 + 3  # work, sorted, and len three times


def test_a_printed_table_aligns_names_left_and_figures_right():
    assert table(["game", "ms"], [["Blackjack", "1.5"], ["Pontoon", "10.25"]]).splitlines() == [
        "game          ms",
        "---------  -----",
        "Blackjack    1.5",
        "Pontoon    10.25",
    ]


@pytest.mark.thorough
def test_all_tables_come_back(capsys):
    assert restore.main(["--tables", "8"]) == 0
    assert capsys.readouterr().out.splitlines()[2].split()[0] == "8"


@pytest.mark.thorough
def test_a_restart_with_live_tables_draws_them_all_without_a_refusal(capsys):
    assert storm.main(["--tables", "10"]) == 0
    assert capsys.readouterr().out.splitlines()[2].split()[:3] == ["10", "10", "0"]


@pytest.mark.thorough
def test_people_press_beside_house_players_who_think(capsys, monkeypatch):
    monkeypatch.setattr(house, "PRESSED", 4)
    monkeypatch.setattr(house, "SETTLES", 0)
    assert house.main(["--tables", "2", "--seconds", "2", "--presses", "5", "--pairs", "1", "--processes", "1"]) == 0
    _, _, alone, beside, ratio, decided, *_ = capsys.readouterr().out.splitlines()
    assert alone.startswith("nobody else")
    assert beside.startswith("2 tables of house players")
    assert int(alone.removeprefix("nobody else").split()[0]) > 0
    assert int(beside.removeprefix("2 tables of house players").split()[0]) > 0
    assert ratio.startswith("p99 with house players")
    assert "decisions of house players a second" in decided


@pytest.mark.thorough
def test_a_round_of_each_game_is_weighed_with_its_moves_and_without(capsys):
    assert growth.main(["--rounds", "12"]) == 0
    told = capsys.readouterr().out
    rows, whole, without = (
        {name: [float(each.replace(",", "")) for each in figures] for name, *figures in map(columns, lines[2:])}
        for lines in map(str.splitlines, told.split("\n\n")[:3])
    )
    assert [len(figures) for figures in rows.values()] == [len(GAMES)] * len(rows)
    assert all(1 <= count < 1.5 for count in rows["rounds"])
    assert rows["match_deals"][:3] == [0, 0, 0]
    assert rows["moves"][3] > 40
    assert without["moves"][3] < 0.2 * whole["moves"][3]
    assert without["free pages"][3] > 0.8 * whole["moves"][3]
    assert without["ledger"] == whole["ledger"]


def columns(line):
    """The cells of a printed line."""
    return re.split(r" {2,}", line)


@pytest.mark.thorough
def test_a_small_ledger_is_read_checked_and_changed(capsys, monkeypatch):
    monkeypatch.setattr(ledger, "_COMMITS", 5)
    assert ledger.main(["--rows", "2000", "--own", "500", "--members", "60"]) == 0
    told = capsys.readouterr().out
    assert "a ledger of 2,0" in told
    assert " 0 problems; in " in told
    assert "a day long ago in the audit" in told
    assert "the moves of 10,000 old rounds" in told
    changes = [line.split() for line in told.splitlines() if line.startswith("their old rows")]
    assert len(changes) == 2
    assert int(changes[1][3]) > int(changes[0][3])


def launched_with(changes):
    """Launches the bot with other values in cogs/app/process/shutdown.py."""
    found = f"import sys\nsys.path.insert(0, {str(drain.ROOT)!r})\nfrom cogs.app.process import shutdown\n"
    return f"{found}{changes}{drain.LAUNCH}"


@pytest.mark.thorough
def test_presses_around_the_end_of_the_bot_are_counted_and_none_is_lost(monkeypatch, capsys):
    monkeypatch.setattr(drain, "SETTLES", 0.5)
    monkeypatch.setattr(drain, "PRESSED_FOR", 0.5)
    monkeypatch.setattr(drain, "LAUNCH", launched_with("shutdown.MOST_SECONDS, shutdown.LISTENS_FOR = 120, 0.01"))
    assert drain.main(["--rate", "40", "--tables", "40", "--latency", "0.02"]) == 0
    said = capsys.readouterr().out
    row = re.search(r"^sent before the bot was told to stop +(\d+) +(\d+)$", said, re.MULTILINE)
    assert row.groups() == ("20", "0")
    assert "sent after that" in said
    assert "0 answered presses are not on the disk" in said


@pytest.mark.thorough
def test_a_press_without_an_answer_is_a_failure(monkeypatch, capsys):
    monkeypatch.setattr(drain, "SETTLES", 0.2)
    monkeypatch.setattr(drain, "PRESSED_FOR", 0.2)
    monkeypatch.setattr(drain, "LAUNCH", launched_with("shutdown.MOST_SECONDS = 0"))
    assert drain.main(["--rate", "40", "--tables", "10", "--latency", "600"]) == 1
