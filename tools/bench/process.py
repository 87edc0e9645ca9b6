"""One process of the bot, pressed whenever it is told to, for `python -m tools.bench.processes`."""

from __future__ import annotations

import asyncio
import itertools
import time
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from random import Random

from cogs.app.process.collector import Collector
from data.shards import Shards
from data.store.where import place
from tools.bench.__main__ import GAMES
from tools.bench.load import Load
from tools.bench.meter import Meter, Used
from tools.bench.tables import Tables
from tools.world.bot import running
from tools.world.clocks import StillLoop
from tools.world.fake_discord import GUILD, FakeDiscord

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
    with asyncio.Runner(loop_factory=StillLoop) as runner:
        runner.run(serve(part, talk))
