"""`python -m tools.bench.processes`: presses on SQLite and PostgreSQL, by one process and by two, side by side.

The processes are the bot with tables of one server each. Two on PostgreSQL are one bot in two shards on one database,
whose server is this program's own: on this machine, behind a Unix socket, with fsync. Two on SQLite are two bots with a
file each, which share nothing but the machine: what two can reach here at best. In each round all take their turn, and
ratios are taken within a round, because what else the machine does changes from minute to minute.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import multiprocessing
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

from cogs.app.process.collector import Collector
from data.shards import Shards
from data.store.where import PostgresUrl, place
from tools.bench.__main__ import GAMES
from tools.bench.load import Load
from tools.bench.meter import Meter, Used, seconds_of
from tools.bench.report import Machine, table
from tools.bench.tables import RELAXED, Tables
from tools.world.bot import running
from tools.world.clocks import StillLoop
from tools.world.fake_discord import GUILD, FakeDiscord
from tools.world.postgres import new_database, process_of

SQLITE, TWO_BOTS, POSTGRES, TWO = "SQLite", "SQLite, two bots", "PostgreSQL", "PostgreSQL, two processes"
SIDES = (SQLITE, TWO_BOTS, POSTGRES, TWO)
RATIOS = ((POSTGRES, SQLITE), (TWO, POSTGRES), (TWO_BOTS, SQLITE))
_MS = 1000
_PRESSES = 128
"""Presses between two looks at the clock, and between two looks for garbage."""
_PEOPLE = 100_000
"""The people and channels of one process at most."""


@dataclass(frozen=True, slots=True)
class Part:
    """What one process is: tables of a game in one server, which is in shard `shard` of `shards`."""

    where: str
    """The path of its database, or its address."""
    game: str
    """The game's command."""
    tables: int
    shard: int = 0
    shards: int = 1


@dataclass(frozen=True, slots=True)
class Way:
    """How to press: at so many tables at once, for so many seconds."""

    at_once: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Pressed:
    """What came of it."""

    presses: int
    seconds: float
    """In which the bot was at work."""
    computing: float
    """Seconds of all its threads."""
    p50: float
    """Seconds from a press to its answer."""
    p99: float


async def press(load: Load, tables: Tables, way: Way) -> Pressed:
    """Press as long as is asked for, and at least once at every place."""
    used, waits, began = Used(), list[float](), time.perf_counter()
    while not waits or time.perf_counter() - began < way.seconds:
        block = await load.block(tables, max(_PRESSES, way.at_once), way.at_once)
        used += block.used
        waits += block.waits
    waits.sort()
    count = len(waits)
    return Pressed(count, used.seconds, used.computing, waits[count // 2], waits[count * 99 // 100])


async def serve(part: Part, talk: Connection) -> None:
    """Be the process that `part` says. It says when it is ready, and what came of it after each way that it is sent."""
    loop, shards, random = asyncio.get_running_loop(), Shards(part.shards, (part.shard,)), Random(part.shard)
    assert isinstance(loop, StillLoop)
    game = next(game for game in GAMES if game.command == part.game)
    own: type[Tables] = type(game.__name__, (game,), {"first": 1 + part.shard * _PEOPLE})
    wire, collector = FakeDiscord(_server_in(shards)), Collector()
    async with running(place(part.where), wire, random, collector, shards=shards) as app:
        loop.keep_what_runs()
        tables, load = own(app, wire, random), Load(loop, wire, Meter(), collector)
        await tables.open(part.tables, pressed=part.tables)
        load.look()
        talk.send(None)
        with suppress(EOFError):
            while True:
                talk.send(await press(load, tables, talk.recv()))


def _server_in(shards: Shards) -> int:
    return next(guild for guild in itertools.count(GUILD, 1 << 22) if shards.serve(guild))


def run(part: Part, talk: Connection) -> None:
    """Be that process, until nobody talks to it any more."""
    with RELAXED, asyncio.Runner(loop_factory=StillLoop) as runner:
        runner.run(serve(part, talk))


class Process:
    """A running process of the bot, to press on. Raises EOFError where it has ended by itself."""

    def __init__(self, part: Part) -> None:
        spawning = multiprocessing.get_context("spawn")
        self._talk, theirs = spawning.Pipe()
        self._child = spawning.Process(target=run, args=(part, theirs))
        self._child.start()
        theirs.close()
        self._talk.recv()  # it is ready

    def press(self, way: Way) -> None:
        """Begin to press; `pressed` tells what came of it."""
        self._talk.send(way)

    def pressed(self) -> Pressed:
        """What came of it."""
        pressed: Pressed = self._talk.recv()
        return pressed

    def close(self) -> None:
        """Let it end, and wait for that."""
        self._talk.close()
        self._child.join()


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of one or two processes."""

    processes: Sequence[Pressed]
    serving: float
    """Seconds that PostgreSQL's processes computed."""

    @property
    def rate(self) -> float:
        """Presses a second of all of them."""
        return sum(each.presses / each.seconds for each in self.processes)

    @property
    def presses(self) -> int:
        """Of all of them."""
        return sum(each.presses for each in self.processes)


Round = Mapping[str, Turn]
"""A turn of each side."""


@contextmanager
def started(game: str, tables: int) -> Iterator[tuple[Mapping[str, Sequence[Process]], PostgresUrl]]:
    """The processes of each side, ready to be pressed, and the database on the server."""
    with ExitStack() as ending:
        folder = ending.enter_context(tempfile.TemporaryDirectory())
        url = ending.enter_context(new_database())

        def start(part: Part) -> Process:
            process = Process(part)
            ending.callback(process.close)
            return process

        files = [start(Part(f"{folder}/{number}.sqlite3", game, tables)) for number in range(2)]
        shards = [start(Part(url.text, game, tables, shard, 2)) for shard in range(2)]
        yield {SQLITE: files[:1], POSTGRES: shards[:1], TWO: shards, TWO_BOTS: files}, url


def compare(game: str, tables: int, at_once: Sequence[int], seconds: float, rounds: int) -> Mapping[int, list[Round]]:
    """Let all sides press at `tables` tables of a game, by how many at once. The first round doesn't count."""
    ways = [Way(count, seconds) for count in at_once]
    with started(game, tables) as (sides, url):
        server = process_of(url)
        return {way.at_once: [_round(sides, way, server, number) for number in range(1 + rounds)][1:] for way in ways}


def _round(sides: Mapping[str, Sequence[Process]], way: Way, server: int, number: int) -> Round:
    """A turn of each side; in each round another one is first."""
    order = list(sides.items())
    first = number % len(order)
    return {name: turn(processes, way, server) for name, processes in order[first:] + order[:first]}


def turn(processes: Sequence[Process], way: Way, server: int) -> Turn:
    """Press on all of `processes` at the same time."""
    before = seconds_of(server)
    for process in processes:
        process.press(way)
    pressed = [process.pressed() for process in processes]
    return Turn(pressed, seconds_of(server) - before)


def report(game: str, at_once: int, rounds: Sequence[Round]) -> str:
    """One row for each side, and the ratios below."""
    headings = (f"{game}, {at_once} at once", "presses/s", "p50 ms", "p99 ms", "bot", "server")
    rows = [(name, *_figures([played[name] for played in rounds])) for name in SIDES]
    ratios = [_ratio(one, other, [each[one].rate / each[other].rate for each in rounds]) for one, other in RATIOS]
    return "\n".join([table(headings, rows), *ratios])


def _figures(turns: Sequence[Turn]) -> Sequence[str]:
    """The median turn: presses a second, milliseconds to the answer, and milliseconds of computing a press."""
    first = [turn.processes[0] for turn in turns]
    bot = (sum(each.computing for each in turn.processes) / turn.presses for turn in turns)
    times = (
        statistics.median(each.p50 for each in first),
        statistics.median(each.p99 for each in first),
        statistics.median(bot),
        statistics.median(turn.serving / turn.presses for turn in turns),
    )
    return f"{statistics.median(turn.rate for turn in turns):,.0f}", *(f"{each * _MS:.2f}" for each in times)


def _ratio(one: str, other: str, ratios: Sequence[float]) -> str:
    median = statistics.median(ratios)
    return f"{one} : {other} = {median:.2f}; in {len(ratios)} rounds from {min(ratios):.2f} to {max(ratios):.2f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.processes", description="Press on both databases.")
    parser.add_argument("--games", nargs="+", default=["blackjack", "fivehundred"], help="commands")
    parser.add_argument("--tables", type=int, default=64, help="tables of each process, default 64")
    parser.add_argument("--at-once", type=int, nargs="+", default=[1, 32], help="presses under way, default 1 32")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long a turn takes, default 1")
    parser.add_argument("--rounds", type=int, default=5, help="default 5")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(Path(folder))
        for game in (game for game in GAMES if game.command in asked.games):
            compared = compare(game.command, asked.tables, asked.at_once, asked.seconds, asked.rounds)
            for at_once, rounds in compared.items():
                print(report(game.title, at_once, rounds), end="\n\n", flush=True)
        print(machine)
    return 0


if __name__ == "__main__":
    sys.exit(main())
