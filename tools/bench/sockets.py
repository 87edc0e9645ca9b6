"""What a press costs on the whole wire: `python -m tools.bench.sockets`.

The process of the bot, unmodified, plays with a Discord in this process: a gateway over a websocket, compressed as the
bot asks for it, and requests over HTTP, all in JSON. A request and its answer take 0.2 seconds together, in real time.
People press at many tables, as soon as they see what is due. It prints what the bot's process computes for a press,
how long people wait for its answer besides the travels, what goes over the sockets, and how much memory it takes. The
exit status is 1 when the bot's log has a fault.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import math
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import discord

from data.store.store import Store
from data.store.where import PostgresUrl, Where
from tools.bench.__main__ import GAMES
from tools.bench.meter import memory_of, seconds_of
from tools.bench.report import Machine, table
from tools.bench.tables import Tables
from tools.world.bot import welcome
from tools.world.fake_discord import GUILD
from tools.world.gateway import DiscordServer, started
from tools.world.postgres import new_database, process_of

SETTLES = 2.0
"""Seconds in which the tables are drawn, while people sit down."""
PARTS = 5
"""How often figures are taken."""
PRESSES_A_PERSON = 100
"""The fewest after which a match may be over, so that another one is opened, for four new people."""
TAKEN = (6, 7)
"""The types of the answer to a press that counts: its message changes with it, or soon."""
SQLITE, POSTGRES = DATABASES = "sqlite", "postgres"
_MS, _KIB, _MIB = 1000, 1 << 10, 1 << 20


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is measured."""

    tables: int
    presses: int
    latency: float
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Look:
    """What has been used until some moment."""

    at: float
    presses: int
    refused: int
    """Presses that were answered with a sentence."""
    computing: float
    """Seconds of the bot's process."""
    serving: float
    """Seconds of the database's."""
    requests: int
    bytes: int
    memory: int


class Presses:
    """Presses at all tables of a game."""

    def __init__(self, there: DiscordServer, tables: Tables, sizes: Sizes, look: Callable[[int, int], Look]) -> None:
        self.there = there
        self._tables = tables
        self._sizes = sizes
        self._look = look
        self._refused = 0
        self.looks: list[Look] = []

    async def make(self) -> None:
        """Press until there are enough, and look at the start and after each part."""
        self.there.waits.clear()
        self.looks.append(self._look(0, 0))
        await asyncio.gather(*map(self._press_on, range(len(self._tables))))

    async def _press_on(self, index: int) -> None:
        while len(self.looks) <= PARTS:
            try:
                event = await self._tables.next_press(index)
            except RuntimeError as error:  # somebody's time was over, because the machine does too much else
                print(error, file=sys.stderr)
                return
            answer = await self.there.ask(self._tables.app, event)
            self._refused += answer.type not in TAKEN
            made, part = len(self.there.waits), len(self.looks)
            if part <= PARTS and made >= self._sizes.presses * part // PARTS and made > self.looks[-1].presses:
                self.looks.append(self._look(made, self._refused))
                print(f"{made:,} presses, {self.looks[-1].memory / _MIB:.1f} MiB", file=sys.stderr)
            await asyncio.sleep(self._sizes.latency)  # until the answer is seen, and a press on it arrives


async def measure(folder: Path, where: Where, game: type[Tables], sizes: Sizes, server: int) -> Presses:
    """Press on the bot on the database at `where`, whose server's first process is `server`, 0 for none."""
    there = DiscordServer(sizes.latency)
    far = type(game.__name__, (game,), {"_welcome": _are_known})
    store = await Store.open(where)
    people = game.people * sizes.tables * 2 + sizes.presses // PRESSES_A_PERSON
    await welcome(store, GUILD, range(1, 1 + people), game.name, discord.utils.utcnow())
    await store.close()
    setting = {"DATABASE_URL": where.text} if isinstance(where, PostgresUrl) else {"DATABASE_PATH": str(where)}
    async with there.listening(), started(folder, there, setting) as bot:

        def look(presses: int, refused: int) -> Look:
            used = seconds_of(bot.pid), seconds_of(server) if server else 0.0
            return Look(time.monotonic(), presses, refused, *used, there.came, there.bytes, memory_of(bot.pid))

        app: Any = None  # it is in the other process
        tables = far(app, there, Random(sizes.seed), lambda: asyncio.sleep(SETTLES))
        await tables.open(sizes.tables)
        presses = Presses(there, tables, sizes, look)
        await presses.make()
    return presses


async def _are_known(_tables: Tables, _server: int, _people: Sequence[int]) -> None:
    """Everybody is in the database since before the bot has started."""


@contextmanager
def placed(database: str, folder: Path) -> Iterator[tuple[Where, int]]:
    """Where a new database is, and the first process of its server, 0 for none."""
    if database == SQLITE:
        yield folder / "sockets.sqlite3", 0
    else:
        with new_database() as url:
            yield url, process_of(url)


def report(title: str, presses: Presses) -> str:
    """The figures after each part of the presses, and from the first to the last."""
    looks, waits = presses.looks, presses.there.waits
    head = ("presses/s", "bot ms", "database ms", "p50 ms", "p99 ms", "requests", "KiB", "MiB")
    rows = [(f"{title}, at the start", *[""] * (len(head) - 1), f"{looks[0].memory / _MIB:.1f}")]
    rows += [_row(f"after {to.presses:,}", since, to, waits) for since, to in itertools.pairwise(looks)]
    rows.append(_row("all together", looks[0], looks[-1], waits))
    return f"{table(('a press', *head), rows)}\n{looks[-1].refused:,} presses were refused"


def _row(name: str, since: Look, to: Look, waits: Sequence[float]) -> tuple[str, ...]:
    count, times = to.presses - since.presses, sorted(waits[since.presses : to.presses])
    costs = (to.computing - since.computing, to.serving - since.serving)
    return (
        name,
        f"{count / (to.at - since.at):,.0f}",
        *(f"{cost / count * _MS:.2f}" for cost in costs),
        *(f"{times[math.ceil(len(times) * share) - 1] * _MS:.1f}" for share in (0.5, 0.99)),
        f"{(to.requests - since.requests) / count:.2f}",
        f"{(to.bytes - since.bytes) / count / _KIB:.1f}",
        f"{to.memory / _MIB:.1f}",
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.sockets", description="Press on the whole wire.")
    parser.add_argument("--games", nargs="+", default=["blackjack", "fivehundred"], help="commands")
    parser.add_argument("--databases", nargs="+", default=[SQLITE], choices=DATABASES, help="default sqlite")
    parser.add_argument("--tables", type=int, default=50, help="at which people press, default 50")
    parser.add_argument("--presses", type=int, default=2000, help="at each game, default 2000")
    parser.add_argument("--latency", type=float, default=0.2, help="seconds there and back, default 0.2")
    asked = parser.parse_args(arguments)
    sizes, any_fault = Sizes(asked.tables, asked.presses, asked.latency), False
    for game in (game for game in GAMES if game.command in asked.games):
        for database in asked.databases:
            with tempfile.TemporaryDirectory() as name:
                machine = Machine(Path(name))
                with placed(database, Path(name)) as (where, server):
                    presses = asyncio.run(measure(Path(name), where, game, sizes, server))
                faults = (Path(name) / "log").read_text(encoding="utf-8").count("Traceback")
            any_fault |= faults > 0
            title = f"{game.title}, {database}, {sizes.tables:,} tables"
            print(f"{report(title, presses)}; {faults} faults in the log\n{machine}\n", flush=True)
    return int(any_fault)


if __name__ == "__main__":
    sys.exit(main())
