"""The command: `python -m bench`; see the package for what is measured."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from bench.bare import Bare, BareBot, Size
from bench.circle import Circle
from bench.crowd import Crowd
from bench.house import House, start
from bench.load import UnderLoad, compare
from bench.quartet import Quartet
from bench.restore import multiply, restore, weigh
from bench.wire import Wire
from cogs.app import App
from data.store.store import Store


async def run(path: Path, args: argparse.Namespace) -> None:
    """Measure everything on databases beside `path` and print it."""
    wire, random = Wire(), Random(args.seed)
    async with running(path, wire, random) as app:
        house = House(app, wire, random)
        await measure("Blackjack", house, wire, args)
        await house.into_rounds()
        stop(app)
        await multiply(app.store, args.restore, random)
    async with running(path.with_stem("pok_deng"), wire, random) as app:
        await measure("Pok Deng", Crowd(app, wire, random), wire, args)
    async with running(path.with_stem("pontoon"), wire, random) as app:
        await measure("Pontoon", Circle(app, wire, random), wire, args)
    async with running(path.with_stem("five_hundred"), wire, random) as app:
        await measure("Five Hundred", Quartet(app, wire, random), wire, args)
    count, seconds = await restore(path, wire)
    print(f"{count:,} live tables came back in {seconds:.2f} seconds, {seconds / count * 1000:.2f} ms each")
    print(f"{await weigh(path, wire) / 1024:.1f} KiB of memory for each (tracemalloc)")


@asynccontextmanager
async def running(path: Path, wire: Wire, random: Random) -> AsyncIterator[App]:
    """The bot on a new database at `path`; its clocks stop before the database is closed."""
    store = await Store.open(path)
    try:
        app = await start(store, wire, random)
        yield app
        stop(app)
    finally:
        await store.close()


def stop(app: App) -> None:
    """Stop all clocks; nothing moves at any table any more."""
    app.open_tables.stop()
    app.presses.stop()


async def measure(game: str, ours: UnderLoad, wire: Wire, args: argparse.Namespace) -> None:
    """Compare presses at the tables of one game with those on as many messages of the bare bot."""
    await ours.open_tables(1)
    size = Size.of(ours.view())
    bot = BareBot(size)
    await bot._async_setup_hook()
    wire.carry(bot)
    print(f"{game}: a message with {size}; {ours.people} people a table; {args.pairs} pairs of {args.presses} presses")
    for tables in args.tables:
        await ours.open_tables(tables)
        bare = Bare(bot, wire, tables)
        for in_flight in (1, args.in_flight) if tables > 1 else (1,):
            await compare(bare, ours, pairs=args.pairs, presses=args.presses, tables=tables, in_flight=in_flight)


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure the bot beside bare discord.py.")
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 100, 1000], help="live tables; default 1 100 1000")
    parser.add_argument("--pairs", type=int, default=15, help="pairs of blocks for each measurement, default 15")
    parser.add_argument("--presses", type=int, default=320, help="presses in a block, default 320")
    parser.add_argument("--in-flight", type=int, default=32, help="presses under way at once, default 32")
    parser.add_argument("--restore", type=int, default=10_000, help="tables to bring back, default 10000")
    parser.add_argument("--seed", type=int, default=1, help="decides the moves and the cards")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(Path(folder) / "bench.sqlite3", parser.parse_args(arguments)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
