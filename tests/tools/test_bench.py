"""The benchmarks in small: the bot is charged with all that its presses cause, and each program prints its figures."""

import asyncio
import re
from contextlib import asynccontextmanager
from random import Random

import pytest

from cogs.app.process.collector import Collector
from tools.bench import house, processes, sockets
from tools.bench.__main__ import GAMES, main
from tools.bench.load import Load
from tools.bench.meter import CallMeter, Meter
from tools.bench.pok_deng import PokDengTables
from tools.bench.tables import RELAXED
from tools.world.bot import running
from tools.world.clocks import StillLoop
from tools.world.fake_discord import FakeDiscord

DEALT_WITH_THE_LAST_BET = ("blackjack", "pokdeng")
"""Games in which the bet that completes a round and its deal are one transaction."""
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.command)


@pytest.fixture
def run():
    """Runs a coroutine while time stands still."""
    with RELAXED, asyncio.Runner(loop_factory=StillLoop) as runner:
        yield runner.run


@asynccontextmanager
async def playing(path, game, count):
    """Some tables of a game, the wire that they are connected to, and the load that presses on them."""
    wire, collector = FakeDiscord(), Collector()
    async with running(path / "bench.sqlite3", wire, Random(1), collector) as app:
        asyncio.get_running_loop().keep_what_runs()
        tables = game(app, wire, Random(1))
        await tables.open(count, pressed=count)
        yield tables, wire, Load(asyncio.get_running_loop(), wire, Meter(), collector)


# What is pressed and charged


@pytest.mark.sampled
@every_game
def test_every_press_is_a_transaction_and_a_deal_that_settles_something_another(run, tmp_path, game):
    async def play():
        async with playing(tmp_path, game, 2) as (tables, _wire, load):
            before, rounds = await transactions(tables.app), await dealt(tables)
            await load.block(tables, 60, 1)
            return await transactions(tables.app) - before, await dealt(tables) - rounds

    async def transactions(app):
        return int(await app.store.get_meta("transactions"))

    async def dealt(tables):
        return sum(tables.table(index).rounds for index in range(len(tables)))

    written, rounds = run(play())
    last_cards = 4 * rounds if game.command == "fivehundred" else 0  # which the bot plays
    assert written == 60 + last_cards + (0 if game.command in DEALT_WITH_THE_LAST_BET else rounds)


def test_while_other_tables_are_pressed_nobodys_time_to_bet_runs_out(run, tmp_path):
    async def play():
        async with playing(tmp_path, PokDengTables, 1) as (tables, _wire, load):
            for _ in range(2 * PokDengTables.presses):
                asyncio.get_running_loop().pass_time(60)
                await load.block(tables, 1, 1)  # an error where nothing is due

    run(play())


def test_calls_are_counted_the_same_each_time():
    meter, counts = CallMeter(), []
    for _ in range(3):
        before = meter.read()
        sorted(map(len, ["a", "bb", "ccc"]))
        counts.append(meter.cost(meter.read() - before))
    meter.close()
    assert counts == [counts[0]] * 3
    assert counts[0] >= 1 + 3  # sorted, and len three times


# The programs


@pytest.mark.thorough
def test_a_small_benchmark_prints_a_row_for_each_game_and_size_and_describes_the_machine(capsys):
    assert main(["--tables", "1", "3", "--blocks", "1", "--presses", "4", "--at-once", "2"]) == 0
    told = capsys.readouterr().out
    for game in GAMES:
        rows = [line for line in told.splitlines() if line.startswith(game.title)]
        assert [row.removeprefix(game.title).split()[:2] for row in rows] == [["1", "1"], ["3", "1"], ["3", "2"]]
    assert "discord.py 2." in told


@pytest.mark.thorough
def test_one_process_and_two_are_pressed_on_both_databases(capsys):
    sizes = ["--games", "blackjack", "--tables", "2", "--at-once", "1", "2", "--seconds", "0", "--rounds", "1"]
    assert processes.main(sizes) == 0
    one, both, _machine = capsys.readouterr().out.split("\n\n")
    for told, at_once in ((one, 1), (both, 2)):
        heading, _, *rows = (re.split(r" {2,}", line) for line in told.splitlines()[:6])
        assert heading[0] == f"Blackjack, {at_once} at once"
        assert [name for name, *_ in rows] == list(processes.SIDES)
        assert all(float(rate.replace(",", "")) > 0 for _, rate, *_ in rows)


@pytest.mark.thorough
def test_house_players_who_think_are_pressed_beside(capsys, monkeypatch):
    for name, small in (("PRESSED", 4), ("SETTLES", 0)):
        monkeypatch.setattr(house, name, small)
    sizes = ["--tables", "2", "--seconds", "2", "--presses", "5", "--pairs", "1", "--processes", "1"]
    assert house.main(sizes) == 0
    told = r"nobody else +[1-9](?s:.)*2 tables of house players +[1-9](?s:.)*decisions of house players a second"
    assert re.search(told, capsys.readouterr().out)


@pytest.mark.thorough
@pytest.mark.parametrize("database", sockets.DATABASES)
def test_presses_over_sockets_are_answered_counted_and_weighed(capsys, database):
    game = GAMES[0]
    sizes = ["--games", game.command, "--databases", database, "--tables", "2", "--presses", "8", "--latency", "0.02"]
    assert sockets.main(sizes) == 0
    said = capsys.readouterr().out.splitlines()
    last = next(number for number, line in enumerate(said) if line.startswith("all together"))
    _heading, _rule, start, *parts, together, end = said[: last + 2]
    assert start.startswith(f"{game.title}, {database}, 2 tables, at the start ")
    counts = [int(part.split()[1]) for part in parts]
    assert counts == sorted(counts)
    assert 8 <= counts[-1] < 8 + 2 * 4, "at each table somebody may have marked three cards before"
    _name, rate, bot, _database, p50, p99, requests, kib, mib = map(float, re.split(r" {2,}", f"0{together[12:]}"))
    assert min(rate, bot, p50, kib, mib) > 0
    assert p50 <= p99
    assert requests >= 1, "its answer"
    assert end == "0 presses were refused; 0 faults in the log"
