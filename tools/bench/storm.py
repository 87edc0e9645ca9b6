"""What a restart with many live tables asks of Discord: `python -m tools.bench.storm`.

The bot, unmodified, comes back on a database of live tables and talks to a server in this process that accepts fifty
requests a second, as Discord does, and answers the others with 429. It prints what was asked until all tables were
drawn; the exit status is 1 when twenty or more requests were refused. It runs in real time: a table takes a fortieth
of a second, so 2,000 take a minute and a half.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import discord
from aiohttp import web
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from cogs.app.bot import App
from data.store.store import Store
from tools.bench.blackjack import BlackjackTables
from tools.bench.clock import StillLoop
from tools.bench.report import table
from tools.bench.restore import multiply
from tools.bench.stand_in import TOKEN, StandIn, as_json
from tools.bench.tables import running, stop
from tools.bench.wire import Json, Wire, message

A_SECOND = 50
LATENCY = 0.08
"""Seconds that each answer takes."""
MOST_REFUSED = 20
QUIET = 5.0
"""Seconds without a request after which all tables are drawn."""


class Limited(StandIn):
    """Discord's REST, with its limit on all requests together."""

    def __init__(self) -> None:
        super().__init__(LATENCY)
        self.answers: Counter[int] = Counter()
        """By status; requests of the start itself don't count."""
        self._asks = asyncio.Event()
        self._second = 0
        self._asked = 0

    async def _taken(self, request: web.Request, path: str, body: Json | None) -> web.Response:
        self._asks.set()
        now = time.monotonic()
        if int(now) != self._second:
            self._second, self._asked = int(now), 0
        self._asked += 1
        if self._asked > A_SECOND:
            self.answers[429] += 1
            wait = round(int(now) + 1 - now, 3)
            refusal = {"message": "You are being rate limited.", "retry_after": wait, "global": True}
            headers = {"Retry-After": "1", "X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
            return as_json(refusal, 429, headers)
        await asyncio.sleep(self.latency)
        self.answers[200] += 1
        return as_json(message(discord.utils.time_snowflake(discord.utils.utcnow()), []))

    async def until_quiet(self) -> None:
        """Return when nobody has asked for anything for some seconds."""
        with contextlib.suppress(TimeoutError):
            while True:
                await asyncio.wait_for(self._asks.wait(), QUIET)
                self._asks.clear()


async def storm(path: Path) -> Counter[int]:
    """Start the bot on the live tables of a file. Returns how often Discord gave each status."""
    discord_, real = Limited(), discord.http.Route.BASE
    async_context.set(AsyncWebhookAdapter())  # type: ignore[no-untyped-call]  # discord.py leaves it untyped
    store = await Store.open(path)
    try:
        async with discord_.listening(), App(store, entropy=lambda: bytes(32)) as app:
            discord.http.Route.BASE = discord_.address
            await app.login(TOKEN)
            await discord_.until_quiet()
    finally:
        await store.close()
        discord.http.Route.BASE = real
    return discord_.answers


async def prepare(path: Path, tables: int) -> None:
    """Make a database of live tables, each in a channel of its own and in the middle of a round."""
    wire, random = Wire(), Random(3)
    async with running(path, wire, random) as app:
        ours = BlackjackTables(app, wire, random)
        await ours.open(min(tables, 20))
        stop(app)
        await multiply(app.store, tables, random)
        now = discord.utils.utcnow().timestamp()
        await app.store.write(
            lambda db: db.execute("UPDATE tables SET channel = 1000 + id, message = 9000 + id, posted_at = ?", (now,))
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench.storm", description="Restart the bot with many live tables."
    )
    parser.add_argument("--tables", type=int, default=2_000, help="live tables, default 2000")
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "storm.sqlite3"
        with asyncio.Runner(loop_factory=StillLoop) as runner:
            runner.run(prepare(path, args.tables))
        began = time.monotonic()
        answers = asyncio.run(storm(path))
        seconds = time.monotonic() - began - QUIET
    row = (f"{args.tables:,}", f"{answers[200]:,}", f"{answers[429]:,}", f"{seconds:.0f}")
    print(table(("a restart over live tables", "requests answered", "refused with 429", "seconds"), [row]))
    return int(answers[429] >= MOST_REFUSED or answers[200] < args.tables)


if __name__ == "__main__":
    sys.exit(main())
