"""How long servers are without the bot while its process is replaced: `python -m tools.bench.handover`.

A process of the bot, unmodified, serves all shards on PostgreSQL, whose server is this program's own, and people press
in each of them at a steady rate. A second process follows. When it is ready to take over the first is told to stop.
Discord is in this process: it tells every session of a shard everything, refuses a second answer to a press, and lets
as many sessions begin at once as it is told to. The exit status is 1 when a press was answered twice.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import discord
from aiohttp import web
from discord.utils import time_snowflake

from cogs.table.parts import BUTTON, Address
from data.store.store import Store
from data.store.where import PostgresUrl
from data.tables.tables import Tables
from games.blackjack import Options
from tables.blackjack.adapter import BlackjackGame
from tables.clock import Pace
from tables.open_tables import OpenTables
from tables.services import Services
from tables.terms import Terms
from tools.bench.drain import FIRST_MESSAGE, FIRST_PERSON, HOST
from tools.bench.report import Machine, table
from tools.bench.stand_in import BOT_PROGRAM, LAUNCH, TOKEN, SeveralStandIn
from tools.bench.wire import CHANNEL, Json
from tools.torture.postgres import new_database

READY, FOLLOWS = "ready as", "ready to take over"
AFTERWARDS = 3.0
"""Seconds of presses before the first process is told to stop, and once all shards are served again."""
LOOKS_EVERY = 0.02
"""Seconds between two looks at what a process has said."""


@dataclass(slots=True)
class Pressed:
    """What was pressed in one shard: when, by the number of the press, and whether it was answered."""

    sent: dict[int, float] = field(default_factory=dict)
    answered: set[int] = field(default_factory=set)

    def gap(self, since: float) -> float:
        """The longest time from a press that nobody answered to the next that was answered; 0 when all were."""
        longest, began = 0.0, None
        for number, at in self.sent.items():
            if number in self.answered:
                longest, began = max(longest, 0.0 if began is None else at - began), None
            elif began is None and at >= since:
                began = at
        return longest

    def is_served(self, since: float) -> bool:
        """Whether a press has been answered that was sent `since` then."""
        return any(self.sent[number] >= since for number in self.answered)


class Pressing(SeveralStandIn):
    """People who sit down at tables and leave them again, and their Discord."""

    def __init__(self, shards: int, at_once: int, latency: float) -> None:
        super().__init__(latency)
        self.at_once = at_once
        self.pressed = [Pressed() for _ in range(shards)]
        self.twice = 0
        """Answers to presses that had one."""
        self._numbers = itertools.count(time_snowflake(discord.utils.utcnow()))
        self._people = itertools.cycle(range(FIRST_PERSON, FIRST_PERSON + 4))
        self._tables: list[tuple[int, int]] = []
        """Each with the server that it is in."""
        self._shard_of: dict[int, int] = {}
        """By press."""

    async def prepare(self, url: PostgresUrl, tables: int) -> None:
        """Open so many tables of Blackjack in a new database, in turn in the shards."""
        store, game = await Store.open(url), BlackjackGame()
        services = Services(Tables(store), discord.utils.utcnow, lambda: os.urandom(32), lambda *_: None)
        open_tables, terms = OpenTables(services), Terms(10, 500, Options(), Pace.NORMAL)
        open_tables.offer(game)
        for number in range(tables):
            guild = 10**6 + number % (8 * len(self.pressed)) << 22
            opened = await open_tables.open(game, guild=guild, channel=CHANNEL, host=HOST, terms=terms)
            self._tables.append((opened.id, guild))
            self.post(FIRST_MESSAGE + opened.id, [])
        open_tables.stop()
        posted = "UPDATE tables SET message = ? + id, posted_at = opened_at"
        await store.write(lambda db: db.execute(posted, (FIRST_MESSAGE,)))
        await store.close()

    async def press_on(self, rate: int) -> None:
        """Press `rate` times a second, for ever."""
        due = time.monotonic()
        for deed in itertools.cycle(("sit", "leave")):
            for number, guild in self._tables:
                await self._press(number, guild, deed)
                due += 1 / rate
                await asyncio.sleep(max(due - time.monotonic(), 0))

    async def _press(self, number: int, guild: int, deed: str) -> None:
        self.guild, shard = guild, (guild >> 22) % len(self.pressed)
        self._numbers = itertools.count(max(next(self._numbers), time_snowflake(discord.utils.utcnow())))
        event = self.press(f"{BUTTON}:{Address(number, '0.b', deed)}", next(self._people), FIRST_MESSAGE + number)
        press = int(event["id"])
        self._shard_of[press], self.pressed[shard].sent[press] = shard, time.monotonic()
        await self.tell(shard, event)

    async def _taken(self, request: web.Request, path: str, body: Json | None) -> web.Response:
        response = await super()._taken(request, path, body)
        for each in self.take_in():
            if each.kind == "answer":
                self.pressed[self._shard_of[each.to]].answered.add(each.to)
        self.twice += path.endswith("/callback") and response.status != web.HTTPOk.status_code
        return response


class Process:
    """A process of the bot, and what it says."""

    def __init__(self, there: Pressing, url: PostgresUrl, log: Path) -> None:
        ids = f"0-{len(there.pressed) - 1}" if len(there.pressed) > 1 else "0"
        self._env = {"PATH": "", "DISCORD_TOKEN": TOKEN, "THINKERS": "0", "DATABASE_URL": url.text}
        self._env |= {"SHARD_COUNT": str(len(there.pressed)), "SHARD_IDS": ids}
        self._command = (sys.executable, "-c", LAUNCH, there.address, str(BOT_PROGRAM))
        self.log = log

    @asynccontextmanager
    async def running(self) -> AsyncIterator[asyncio.subprocess.Process]:
        """It runs meanwhile, and is killed in the end."""
        with self.log.open("wb") as log:
            bot = await asyncio.create_subprocess_exec(*self._command, cwd=self.log.parent, env=self._env, stderr=log)
        try:
            yield bot
        finally:
            if bot.returncode is None:
                bot.kill()
                await bot.wait()

    async def said(self, *texts: str) -> None:
        """Wait until it has said one of these."""
        while not any(text in self.log.read_text(encoding="utf-8") for text in texts):  # noqa: ASYNC110 - a file
            await asyncio.sleep(LOOKS_EVERY)


async def handed_over(there: Pressing, url: PostgresUrl, folder: Path, rate: int) -> list[float]:
    """Replace a process while people press. Returns how long each shard was without one, in seconds."""
    async with there.listening(), AsyncExitStack() as running:
        first, second = (Process(there, url, folder / name) for name in ("first.log", "second.log"))
        bot = await running.enter_async_context(first.running())
        await first.said(READY)
        async with second.running():
            await second.said(FOLLOWS)
            pressing = asyncio.create_task(there.press_on(rate))
            await asyncio.sleep(AFTERWARDS)
            told = time.monotonic()
            bot.send_signal(signal.SIGTERM)
            await bot.wait()
            ended = time.monotonic()
            while not all(each.is_served(ended) for each in there.pressed):  # noqa: ASYNC110 - many would tell
                await asyncio.sleep(LOOKS_EVERY)
            await asyncio.sleep(AFTERWARDS)
            pressing.cancel()
    print(f"the first process took {ended - told:.1f} s to end")
    return [each.gap(told) for each in there.pressed]


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.handover", description="Replace a process of the bot.")
    parser.add_argument("--shards", type=int, default=16, help="default 16")
    parser.add_argument("--at-once", type=int, default=1, help="sessions that may begin at once, default 1")
    parser.add_argument("--tables", type=int, default=3000, help="open tables, default 3000")
    parser.add_argument("--rate", type=int, default=100, help="presses a second, default 100")
    parser.add_argument("--latency", type=float, default=0.1, help="seconds that Discord takes, default 0.1")
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name, new_database() as url:
        folder = Path(name)
        machine, there = Machine(folder), Pressing(args.shards, args.at_once, args.latency)
        asyncio.run(there.prepare(url, args.tables))
        gaps = asyncio.run(handed_over(there, url, folder, args.rate))
        faults = sum(log.read_text(encoding="utf-8").count("Traceback") for log in folder.glob("*.log"))
    print(table(("shard", "seconds without the bot"), [(str(n), f"{gap:.2f}") for n, gap in enumerate(gaps)]))
    print(f"\nthe longest: {max(gaps):.2f} s; {there.twice} presses were answered twice; {faults} faults in the logs")
    print(f"\n{machine}")
    return int(bool(there.twice or faults))


if __name__ == "__main__":
    sys.exit(main())
