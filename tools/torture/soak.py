"""Does the bot weigh the same after an hour of play? `python -m tools.torture.soak`.

Tables open, people play with presses, private questions and forms, and tables close, over and over, in a time that runs
sixty times as fast. Discord takes as long as it does for each answer, and the bot's own collector looks for garbage.
Whenever all tables are closed, the program counts what is left in the process, with what only a full collection would
have freed. The exit status is 1 when more is left at the end than at the beginning.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import discord

from cogs.app.bot import App
from cogs.app.process.collector import Collector
from games.five_hundred import Options as FiveHundredOptions
from games.pontoon import Options as PontoonOptions
from tables.clock import Pace
from tables.draft import TableClosed
from tables.events import Arrange, Void
from tables.five_hundred import match
from tables.five_hundred.five_hundred_adapter import FiveHundredGame
from tables.game import Terms
from tables.lobby import Lobby
from tables.modes import Practice
from tables.pontoon import bank
from tables.pontoon.pontoon_adapter import PontoonGame
from tables.table import Table
from tools.bench.blackjack import BlackjackTables
from tools.bench.meter import Meter
from tools.world.bot import running, verb_of
from tools.world.clocks import HastyLoop
from tools.world.fake_discord import CHANNEL, GUILD, FakeDiscord, controls

HOST = 10**9
"""The person at the tables of house players."""
PRIVATE = ("bet", "behind", "more", "hand")
"""The presses answered with a question, a form or a panel for one person."""
FAREWELLS_SECONDS = 60.0
"""Seconds of the fast time for what closed tables still have to show."""
DRAWN_SECONDS = 2.0
"""Seconds of the fast time until a table is drawn."""
OVERTAKEN = (RuntimeError, ValueError, LookupError, AssertionError)
"""What is raised where a clock has played while somebody was about to press."""
MORE_OBJECTS = 1.05
"""So many times the objects are no growth yet: caches fill up."""
OPEN_FILES = Path("/proc/self/fd")
WARM_UP = 3
"""Rounds of play before the first count, while modules are imported and caches filled."""


@dataclass(frozen=True, slots=True)
class Weight:
    """What the process keeps in memory."""

    tables: int
    messages: int
    tasks: int
    views: int
    """Views and forms that discord.py keeps."""
    files: int
    presses: int
    """Presses and commands, those included that only a full collection would free."""
    frozen: int
    """Objects that only a full collection frees."""
    objects: int

    @classmethod
    def of(cls, app: App) -> Weight:
        """The weight of the process in which `app` runs. This is a full collection, and freezes what is left."""
        gc.collect()
        gc.unfreeze()
        presses = sum(isinstance(each, discord.Interaction) for each in gc.get_objects())
        frozen = gc.collect()
        objects = gc.get_objects()
        gc.freeze()
        kept = app._connection._view_store
        return cls(
            tables=sum(isinstance(each, Table) for each in objects),
            messages=sum(type(each).__name__ == "TableMessage" for each in objects),
            tasks=len(asyncio.all_tasks()),
            views=len(kept._views) + len(kept._modals) + len(kept._synced_message_views),
            files=sum(1 for _ in OPEN_FILES.iterdir()) if OPEN_FILES.is_dir() else 0,
            presses=presses,
            frozen=frozen,
            objects=len(objects),
        )

    def grew_to(self, after: Weight) -> list[str]:
        """What has become more in `after`, and what of it may not be left at all."""
        names = [each.name for each in fields(self)]
        allowed = {name: getattr(self, name) * (MORE_OBJECTS if name == "objects" else 1) for name in names}
        allowed |= {"presses": 0, "frozen": 0}
        return [name for name, most in allowed.items() if getattr(after, name) > most]


class FarDiscord(FakeDiscord):
    """Discord takes some seconds for its answer to an answer."""

    def __init__(self, latency: float) -> None:
        super().__init__()
        self._latency = latency
        self.answers = 0

    async def request(self, route: Any, session: Any, **sent: Any) -> Any:
        """Take it, and say so later."""
        said = await super().request(route, session, **sent)
        self.answers += 1
        await asyncio.sleep(self._latency)
        return said


@dataclass(frozen=True, slots=True)
class Soaked:
    """What has come of it."""

    before: Weight
    after: Weight
    opened: int
    """Tables."""
    answers: int
    """Requests that answered presses, commands and forms, or edited such answers."""
    longest_pause: float
    """Seconds of computing of the longest look for garbage."""


async def soak(path: Path, minutes: float, tables: int, seed: int, latency: float) -> Soaked:
    """Play so many minutes at so many tables at once.

    Runs in a HastyLoop, in which no time has passed yet.
    """
    wire, random, collector, opened = FarDiscord(latency), Random(seed), Collector(), 0
    loop = asyncio.get_running_loop()
    assert isinstance(loop, HastyLoop)
    loop.begin()
    async with running(path, wire, random, collector) as app:
        collector.start()
        for _ in range(WARM_UP):
            opened += await _open_and_close(app, wire, random, tables)
        before = Weight.of(app)
        meter, end = Meter(), loop.time() + minutes * 60
        with meter.watching_pauses():
            while loop.time() < end:
                opened += await _open_and_close(app, wire, random, tables)
        after = Weight.of(app)
        collector.stop()
    return Soaked(before, after, opened, wire.answers, meter.longest_pause)


async def _open_and_close(app: App, wire: FakeDiscord, random: Random, tables: int) -> int:
    """Play tables from their opening to their closing. Returns how many."""
    ours = BlackjackTables(app, wire, random, quiet=lambda: asyncio.sleep(DRAWN_SECONDS))
    for _ in range(tables):
        with contextlib.suppress(*OVERTAKEN):
            await ours.open(len(ours) + 1)
    for index in range(len(ours)):
        with contextlib.suppress(*OVERTAKEN):
            await _play(app, wire, random, ours, index)
    with_house = await _sit_with_house(app, random)
    for live in list(app.open_tables.in_guild(GUILD)):
        with contextlib.suppress(TableClosed):  # it may have closed by itself while others were closed
            await live.do(Void(live.table.host))
    await asyncio.sleep(FAREWELLS_SECONDS + tables / 5)  # at 1,000 tables they queue
    return len(ours) + with_house


async def _play(app: App, wire: FakeDiscord, random: Random, ours: BlackjackTables, index: int) -> None:
    """Make some moves at a table, then press on all that is answered with a question or a form."""
    for _ in range(random.randrange(2, 6)):
        await wire.ask(app, await ours.next_press(index))
    on, host = ours.public(index), ours.table(index).host
    for custom_id in [control["custom_id"] for control in controls(wire.shown(on)["components"])]:
        if verb_of(custom_id) in PRIVATE:
            await wire.ask(app, wire.press(custom_id, host, on))


async def _sit_with_house(app: App, random: Random) -> int:
    """Let house players play at a table of each game that has some; some are asked when their tables close.

    Returns how many tables.
    """
    ready = partial(match.ready, user_id=HOST)
    games = ((PontoonGame(), PontoonOptions(), bank.start), (FiveHundredGame(), FiveHundredOptions(), ready))
    for game, options, start in games:
        terms = Terms(10, 100, options, Pace.NORMAL, Practice(substitutes=True))
        live = await app.open_tables.open(game, guild=GUILD, channel=CHANNEL, host=HOST, terms=terms)
        await live.do(Arrange(HOST, partial(_seated, live.table.id)))
        await live.do(Arrange(HOST, start, salt=str(random.getrandbits(60))))
    await asyncio.sleep(random.uniform(5, 20))
    return len(games)


def _seated(table: int, lobby: Lobby) -> Lobby:
    """One person and three house players."""
    lobby = lobby.sit(HOST)
    for _ in range(3):
        lobby = lobby.add_house_player(table)
    return lobby


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, soak, and print the result."""
    parser = argparse.ArgumentParser(prog="python -m tools.torture.soak", description="Look for what grows over time.")
    parser.add_argument("--minutes", type=float, default=60, help="of the fast time, default 60")
    parser.add_argument("--tables", type=int, default=50, help="open at once, default 50")
    parser.add_argument("--latency", type=float, default=0.2, help="seconds that Discord takes, default 0.2")
    parser.add_argument("--seed", type=int, default=1, help="decides moves and cards")
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=HastyLoop) as runner:
        path = Path(folder) / "soak.sqlite3"
        done = runner.run(soak(path, args.minutes, args.tables, args.seed, args.latency))
    print(f"{args.minutes:g} minutes, {done.opened:,} tables, {args.tables} at once, {done.answers:,} answers")
    for each in fields(Weight):
        print(f"{each.name:<10}{getattr(done.before, each.name):>12,}{getattr(done.after, each.name):>12,}")
    print(f"longest look for garbage: {done.longest_pause * 1000:.1f} ms of computing")
    grown = done.before.grew_to(done.after)
    if grown:
        print(f"More is left than was there: {', '.join(grown)}", file=sys.stderr)
    return int(bool(grown))


if __name__ == "__main__":
    sys.exit(main())
