"""The command: `python -m tools.bench`; see the package for what is measured."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random

from cogs.app.process.collector import Collector
from cogs.extensions import GAMES as EXTENSIONS
from tools.bench.load import Load, Result, measured
from tools.bench.meter import Meter
from tools.bench.report import Machine, table
from tools.bench.tables import RELAXED, Tables
from tools.world.bot import running
from tools.world.clocks import StillLoop
from tools.world.fake_discord import FakeDiscord


def found() -> Iterator[type[Tables]]:
    """The games of cogs/extensions.py that have a file here, which says what people press."""
    for extension in EXTENSIONS:
        name = f"tools.bench.{extension.split('.')[1]}"
        if find_spec(name):
            values = vars(import_module(name)).values()
            yield from (each for each in values if isinstance(each, type) and each.__module__ == name)


GAMES = tuple(found())
_MS = 1000
_LARGE = 100
"""Costs from here on are printed without fractions."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is measured: so many `blocks` of `presses` each, one press at a time and `at_once` together."""

    tables: Sequence[int]
    blocks: int
    presses: int
    at_once: int
    seed: int


async def measure(folder: Path, game: type[Tables], sizes: Sizes, meter: Meter) -> list[Result]:
    """One game, at all sizes."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, StillLoop)
    wire, random, results = FakeDiscord(), Random(sizes.seed), []
    collector = Collector()
    async with running(folder / f"{game.command}.sqlite3", wire, random, collector) as app:
        loop.keep_what_runs()
        ours, load = game(app, wire, random), Load(loop, wire, meter, collector)
        for count in sizes.tables:
            ways = [1, sizes.at_once] if count >= sizes.at_once else [1]
            await ours.open(count, pressed=(1 + sizes.blocks) * sizes.presses * len(ways))
            load.look()
            for at_once in ways:
                print(f"{game.title}, {count:,} tables, {at_once} at once", file=sys.stderr)
                presses = max(sizes.presses // at_once, 1) * at_once
                results.append(await measured(load, ours, sizes.blocks, presses, at_once))
    return results


def report(results: Sequence[Result], meter: Meter) -> str:
    """One row for each game, number of tables, and number of presses at once."""
    headings = ("game", "tables", "at once", "cost", "growth", "messages", "answers/s")
    rows = [_row(result, _growth(result, results)) for result in results]
    return f"{meter.unit} a press\n" + table((*headings, "p50 ms", "p99 ms", "pause ms"), rows)


def _growth(result: Result, results: Sequence[Result]) -> float:
    """The cost of a press beside that at the fewest tables."""
    alike = (other for other in results if (other.game, other.at_once) == (result.game, result.at_once))
    return result.cost / next(alike).cost


def _row(result: Result, growth: float) -> Sequence[str]:
    cost = f"{result.cost:,.0f}" if result.cost >= _LARGE else f"{result.cost:.2f}"
    times = (f"{seconds * _MS:.2f}" for seconds in (result.p50, result.p99, result.pause))
    sizes = (f"{result.tables:,}", str(result.at_once))
    return (result.game, *sizes, cost, f"{growth:.2f}", f"{result.messages:.1f}", f"{result.rate:,.0f}", *times)


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description="Measure what a press costs.")
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 100, 1000], help="live tables; default 1 100 1000")
    parser.add_argument("--blocks", type=int, default=10, help="for each measurement, default 10")
    parser.add_argument("--presses", type=int, default=128, help="presses in a block, default 128")
    parser.add_argument("--at-once", type=int, default=32, help="presses under way at once, default 32")
    parser.add_argument("--games", nargs="+", default=[game.command for game in GAMES], help="commands; default all")
    parser.add_argument("--seed", type=int, default=1, help="decides the moves and the cards")
    asked = parser.parse_args(arguments)
    sizes = Sizes(asked.tables, asked.blocks, asked.presses, asked.at_once, asked.seed)
    results: list[Result] = []
    meter = Meter()
    with RELAXED, tempfile.TemporaryDirectory() as folder:
        machine = Machine(Path(folder))
        for game in (game for game in GAMES if game.command in asked.games):
            with asyncio.Runner(loop_factory=StillLoop) as runner:
                results += runner.run(measure(Path(folder), game, sizes, meter))
        print(f"{report(results, meter)}\n\n{machine}")
    meter.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
