"""The bot of many servers, one of them large: `python -m tools.bench.shape`.

It has a table in each of them, and in the large one members, a long ledger, a tournament and a day's daily deals. One
thing after the other happens there, among them a new session and a restart, and in the servers beside it people press
all the while. It prints for each what the event loop did longest without a look at others, in computing; the longest
that anybody waited for the answer to a press; and what all threads computed. With `--calls` it counts function calls
instead, which are the same on a busy machine. Time stands still, as in `tools.bench`.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import itertools
import sqlite3
import sys
import tempfile
import time
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, fields
from pathlib import Path
from random import Random
from typing import Any

import discord
from discord import AppCommandOptionType as OptionType
from discord.webhook.async_ import async_context

from cogs.app.bot import App
from cogs.app.process.collector import Collector
from cogs.chips.graph import STRETCHES
from data.guild.forget_member import Departures
from data.ledger.audit import Audit
from data.ledger.history import History
from data.move.__main__ import main as move
from data.store.where import PostgresUrl, Where
from data.tables.daily import DailyDeals, today
from tables.clock import Pace
from tables.tournament.agreed import Agreed, deals_text, seating_text
from tables.tournament.draw import drawn
from tables.tournament.plan import PlayedRound, PlayedTable, System
from tools.bench.__main__ import GAMES
from tools.bench.meter import CallMeter, Meter, longest_piece
from tools.bench.past import HERO, make
from tools.bench.report import Machine, table
from tools.bench.sockets import DATABASES, SQLITE, placed
from tools.bench.tables import RELAXED, Tables
from tools.world.bot import running
from tools.world.clocks import StillLoop
from tools.world.fake_discord import BOT, CHANNEL, GUILD, FakeDiscord, guild_as_json

A_LOOK = 50
"""Presses between two looks for garbage: the bot looks every second, and sooner where more is new."""
SHARD = 2_500
"""Servers of a shard at most."""
_ROUNDS, _SWINGS = 4, (150, -70, 20, 0)
_MESSAGE = 1
"""That of the tournament."""
_MS = 1000
Deed = Callable[[], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much there is, at least."""

    servers: int = 10_000
    tables: int = 10_000
    members: int = 100_000
    rows: int = 1_000_000
    entries: int = 20_000
    players: int = 128
    presses: int = 1_000


def prepare(path: Path, sizes: Sizes, random: Random) -> None:
    """Make a database with the past of the large server."""
    make(path, sizes.rows, sizes.rows // 10, sizes.members, random)
    day, first = today(discord.utils.utcnow()) - 1, 10**6
    with closing(sqlite3.connect(path)) as db, db:
        rated = ((GUILD, HERO + n, 25 + random.random(), 3.0, 5) for n in range(sizes.members))
        db.executemany("INSERT INTO ratings (guild, person, mu, sigma, matches) VALUES (?, ?, ?, ?, ?)", rated)
        db.execute("INSERT INTO daily_deals VALUES (?, x'00', 'x', NULL)", (day,))
        for n in range(sizes.entries):
            db.execute(_TABLE, (first + n,))
            entry = (day, HERO + n, GUILD + n // 3 % sizes.servers, first + n, random.randrange(-500, 500))
            db.execute("INSERT INTO daily_entries (day, person, guild, table_id, points) VALUES (?, ?, ?, ?, ?)", entry)
        _begin_tournament(db, sizes.players)


def _begin_tournament(db: sqlite3.Connection, players: int) -> None:
    agreed, played = Agreed("five_hundred", False, System.SWISS, 7, 4, Pace.NORMAL), list[PlayedRound]()
    db.execute(_TOURNAMENT, (GUILD, CHANNEL, agreed.to_json(), HERO, _ROUNDS, _ROUNDS - 1))
    people = [(GUILD, HERO + n, n + 1) for n in range(players)]
    db.executemany("INSERT INTO tournament_players VALUES (1, ?, ?, NULL, 1, ?, NULL, 0)", people)
    for number in range(1, 1 + _ROUNDS):
        seatings = drawn(agreed.plan, range(1, 1 + players), played, (), b"drawn")
        deals = [(swing, -swing, swing, -swing) for swing in _SWINGS]
        played.append(tuple(PlayedTable(seating, tuple(deals)) for seating in seatings))
        text = None if number == _ROUNDS else deals_text(tuple(deals))
        rows = [(GUILD, number, place, seating_text(each), text) for place, each in enumerate(seatings, 1)]
        db.executemany("INSERT INTO tournament_tables VALUES (1, ?, ?, ?, ?, NULL, NULL, ?)", rows)


_TABLE = f"""
    INSERT INTO tables (id, guild, channel, game, host, options, minimum, maximum, pace, lobby, round, version,
        opened_at, closed_at)
    VALUES (?, {GUILD}, 1, 'five_hundred', {HERO}, '{{}}', 0, 0, 'normal', '{{}}', 1, 9, 0, 1)"""
_TOURNAMENT = """
    INSERT INTO tournaments (id, guild, channel, name, plan, prize, host, chance, created_at, starts_at, stage, round,
        told, message, event) VALUES (1, ?, ?, 'Cup', ?, 500, ?, x'00', 0, 0, 'rounds', ?, ?, 1, 0)"""


class World:
    """A running bot, and the people at its tables."""

    def __init__(self, app: App, wire: FakeDiscord, sizes: Sizes, meter: Meter, collector: Collector) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, StillLoop)
        self._app, self._wire, self._loop, self._meter, self._collector = app, wire, loop, meter, collector
        self._sizes = sizes
        self.tables: list[Tables] = []
        wire.post(_MESSAGE, [])
        self._turns = itertools.count()
        self.lines: list[tuple[str, ...]] = []

    async def open(self, random: Random) -> None:
        """Open the tables, of each game as many."""
        for number, game in enumerate(GAMES):
            own: type[Tables] = type(game.__name__, (game,), {"first": 1 + number * 10**5})
            self.tables.append(own(self._app, self._wire, random))
            await self.tables[-1].open(max(self._sizes.tables // len(GAMES), 1), pressed=10)

    async def go_on(self, before: World) -> None:
        """The same people press after a restart, first on the buttons to their hands."""
        self.tables = before.tables
        for tables in self.tables:
            await tables.come_back(self._app)

    async def press(self) -> float:
        """The next press anywhere. Returns the seconds until its answer."""
        turn = next(self._turns)
        tables = self.tables[turn % len(self.tables)]
        event = await tables.next_press(tables.next_index())
        came = time.perf_counter()
        return (await self._wire.ask(self._app, event)).at - came

    async def see(self, what: str, deed: Deed) -> None:
        """Let something happen while people press, and note a line about it."""
        await self._loop.until_quiet()
        before, waits = self._meter.read(), list[float]()
        with longest_piece(self._meter) as piece:
            doing = asyncio.ensure_future(deed())
            while not doing.done() or not waits:
                pressing = asyncio.ensure_future(self.press())
                await asyncio.wait((doing, pressing), return_when=asyncio.FIRST_COMPLETED)
                if self._app.shutdown.is_deaf:
                    pressing.cancel()  # it is left to the next process
                    break
                waits.append(await pressing)
            await doing
            await self._loop.until_quiet()
        cost = self._meter.cost(self._meter.read() - before)
        wait, count = f"{max(waits, default=0) * _MS:.0f}", f"{len(waits):,}"
        self.lines.append((what, f"{piece.cost:,.1f}", wait, f"{cost:,.0f}", count, piece.what))
        print(*self.lines[-1], file=sys.stderr, flush=True)

    async def only_press(self) -> None:
        """Press as often as the sizes say, and look for garbage as the bot does."""
        for number in range(1, 1 + self._sizes.presses):
            await self.press()
            if not number % A_LOOK:
                await asyncio.ensure_future(self.collect())

    async def begin_session(self) -> None:
        """Let all shards begin a new session, in which Discord tells of all servers."""
        state: Any = self._app._connection
        servers = range(GUILD, GUILD + self._sizes.servers)
        shards = [servers[first : first + SHARD] for first in range(0, len(servers), SHARD)]
        state.shard_ids, state.shard_count = range(len(shards)), len(shards)
        for shard, its in enumerate(shards):
            ready = {"user": {"id": str(BOT), "username": "bot", "discriminator": "0", "avatar": None}, "guilds": []}
            state.parsers["READY"](ready | {"shard": [shard, len(shards)], "application": {"id": BOT, "flags": 0}})
            for server in its:
                self._loop.call_soon(state.parsers["GUILD_CREATE"], guild_as_json(server) | {"unavailable": False})
                await asyncio.sleep(0)
        await self._app.wait_until_ready()

    def asked(self, command: str, **options: str) -> Deed:
        """A member of the large server gives a command."""
        given: dict[str, tuple[OptionType, Any]] = {name: (OptionType.string, value) for name, value in options.items()}
        return lambda: self._wire.ask(self._app, self._wire.command(command, HERO + 5, CHANNEL, given))

    def pressed(self, custom_id: str) -> Deed:
        """The same member presses on a message there."""
        return lambda: self._wire.ask(self._app, self._wire.press(custom_id, HERO + 5, _MESSAGE))

    async def collect(self) -> None:
        """A look for garbage."""
        self._collector.look(time.monotonic())

    async def collect_all(self) -> None:
        """The look at everything after a quiet minute."""
        self._collector._look_at_everything()

    async def see_all(self) -> None:
        """Let everything happen that one server does, and that the process does by itself."""
        app, day = self._app, today(self._app.now()) - 1
        daily = DailyDeals(app.store, lambda: bytes(32))
        await self.see("presses", self.only_press)
        await self.see("a heartbeat", app.heartbeat.beat)
        for command in ("top", "fivehundred ladder", "fivehundred matches", "tournament show", "play", "balance"):
            await self.see(f"/{command}", self.asked(command))
        await self.see("/top of a game this week", self.asked("top", board="blackjack", time="week"))
        await self.see("a member's graph", lambda: History(app.store).curve(GUILD, HERO, STRETCHES))
        await self.see("the books checked", lambda: Audit(app.store).books(GUILD))
        await self.see("a member's rows erased", self.forget)
        await self.see("My tournament", self.pressed("tournament:mine:1"))
        await self.see("a tournament's standings", self.pressed("tournament:standings:1"))
        await self.see("a place in a daily deal", lambda: daily.standing(day, GUILD, 0))
        await self.see("settings that change", lambda: app.servers.changed.tell(GUILD, ()))
        await self.see("a new session", self.begin_session)
        await self.see("all duties look", self.look_at_duties)
        await self.see("the look at everything", self.collect_all)

    async def forget(self) -> None:
        """Somebody who isn't in the tournament is forgotten."""
        departures = Departures(self._app.store)
        await departures.forget(GUILD, HERO + self._sizes.players, self._app.now())
        await departures.erase()

    async def look_at_duties(self) -> None:
        """Everything that is looked at by the clock."""
        self._app.schedule.begin()


@asynccontextmanager
async def started(where: Where, wire: FakeDiscord, sizes: Sizes, meter: Meter, random: Random) -> AsyncIterator[World]:
    """A bot on the database, with a line about its start."""
    collector = Collector()
    bot = running(where, wire, random, collector)
    with longest_piece(meter) as piece:
        before = meter.read()
        app = await asyncio.ensure_future(bot.__aenter__())
        cost = meter.cost(meter.read() - before)
    try:
        async_context.set(wire)
        app._connection.query_members = wire.members  # type: ignore[assignment]
        loop = asyncio.get_running_loop()
        assert isinstance(loop, StillLoop)
        loop.keep_what_runs()
        world = World(app, wire, sizes, meter, collector)
        world.lines.append(("the start", f"{piece.cost:,.1f}", "", f"{cost:,.0f}", "", piece.what))
        yield world
        await world.see("the end", lambda: app.finish(1))
    finally:
        await bot.__aexit__(None, None, None)


async def measure(where: Where, sizes: Sizes, meter: Meter) -> Sequence[tuple[str, ...]]:
    """Let everything happen, and again what matters after a restart."""
    wire, random = FakeDiscord(servers=sizes.servers), Random(1)
    async with started(where, wire, sizes, meter, random) as first:
        print(f"opening {sizes.tables:,} tables", file=sys.stderr)
        await first.begin_session()
        await first.open(random)
        await first.collect()
        await first.see_all()
    async with started(where, wire, sizes, meter, random) as second:
        await second.go_on(first)
        await second.see("its session", second.begin_session)
        await second.see("presses after a restart", second.only_press)
    return [*first.lines, *second.lines]


async def weigh(where: Where) -> tuple[int, int]:
    """How many tables come back, and the bytes that Python holds for the bot: tracemalloc's count."""
    gc.collect()
    tracemalloc.start()
    async with running(where, FakeDiscord(), Random(1)) as app:
        gc.collect()
        held, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return len(app.open_tables), held


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.shape", description="Press beside large servers.")
    for field in fields(Sizes):
        parser.add_argument(f"--{field.name}", type=int, default=field.default, help=f"default {field.default}")
    parser.add_argument("--database", default=SQLITE, choices=DATABASES, help="default sqlite")
    parser.add_argument("--calls", action="store_true", help="count function calls instead of milliseconds")
    asked = vars(parser.parse_args(arguments))
    sizes = Sizes(**{field.name: asked[field.name] for field in fields(Sizes)})
    with RELAXED, tempfile.TemporaryDirectory() as name, placed(asked["database"], Path(name)) as (where, _):
        machine, path = Machine(Path(name)), Path(name) / "past.sqlite3"
        prepare(path, sizes, Random(1))
        if isinstance(where, PostgresUrl):
            move(["--from", str(path), "--to", where.text])
        else:
            path.rename(where)
        meter = CallMeter() if asked["calls"] else Meter()
        with asyncio.Runner(loop_factory=StillLoop) as runner:
            lines = runner.run(measure(where, sizes, meter))
            meter.close()
            _, idle = runner.run(weigh(Path(name) / "empty.sqlite3"))
            count, held = runner.run(weigh(where))
        unit = meter.unit
        print(table((f"{unit}; waits in ms", "longest", "wait", "all", "presses", "what it was"), lines))
        each = (held - idle) / count / 1024
        print(f"{count:,} tables of {each:.1f} KiB each beside {idle >> 20} MiB of objects\n{machine}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
