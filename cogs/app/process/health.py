"""`/healthz` and `/metrics` over HTTP, for programs on this machine that watch the bot.

Whoever asks can only read, and learns nothing about any server or person. Only this machine can ask: nothing here is
for the internet.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from cogs.app.bot import App
from cogs.app.process.env import EnvError
from cogs.app.process.metrics import Metrics, State
from cogs.table.sending import left
from data.backup.copies import latest_in
from data.store.errors import StoreError
from players.workers.thinkers import Thinkers

HOST = "127.0.0.1"
ANSWERS_WITHIN = 2.0
"""Seconds that the database may take to begin to write."""
UNANSWERED = 5.0
"""Seconds for which somebody may wait for a first answer; Discord gives up after three."""
LATE = 1.0
"""Seconds by which the event loop may be late."""
STOPS_WITHIN = 1.0
"""Seconds for an answer under way when the bot stops."""

log = logging.getLogger(__name__)


# A request that is no HTTP, or too long, is answered, and no fault of the bot.
log.addFilter(lambda record: not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError)))


@dataclass(frozen=True, slots=True)
class Signs:
    """By what the health of the bot is told."""

    shards: Mapping[int, bool]
    """This process's shards, and whether each is connected to Discord's gateway."""
    database: float | None
    """Seconds that the database took until it let the bot write; None when it didn't in time."""
    unanswered: float
    """Seconds for which somebody has waited for an answer, at the longest just now."""
    lag: float
    """Seconds by which the event loop was late at worst, lately."""

    @property
    def is_healthy(self) -> bool:
        """Whether people who press a button now get an answer."""
        is_connected = bool(self.shards) and all(self.shards.values())
        is_prompt = self.unanswered < UNANSWERED and self.lag < LATE
        return is_connected and self.database is not None and is_prompt


class Health:
    """What the bot does on HEALTH_PORT."""

    def __init__(self, port: int, backups: Path | None = None) -> None:
        """`backups` is the folder with the copies of the database, if their age is to be told."""
        self.metrics = Metrics()
        self._port = port
        self._backups = backups

    @contextlib.asynccontextmanager
    async def of(self, app: App, thinkers: Thinkers) -> AsyncIterator[None]:
        """Tell about `app` and `thinkers` meanwhile. Raises EnvError when the port can't be used."""
        self.metrics.look_at(
            State(
                tables=app.open_tables.by_game,
                redraws=lambda: len(app.edit_queue),
                left=left,
                questions=lambda: thinkers.waiting,
                shards=lambda: connected(app),
                waits=lambda: (app.shutdown.longest_wait, app.store.longest_wait),
                load=lambda: app.store.load,
                backup=lambda: None if self._backups is None else age_of_latest(self._backups, app.now()),
            )
        )
        database = Probe(lambda: app.store.write(lambda db: db.execute("SELECT 1").fetchone()))

        async def healthz(_request: web.Request) -> web.Response:
            signs = Signs(connected(app), await database.seconds(), app.shutdown.longest_wait, app.heartbeat.lag.worst)
            return web.json_response(
                {
                    "healthy": signs.is_healthy,
                    "shards": {str(shard): is_connected for shard, is_connected in signs.shards.items()},
                    "database_seconds": None if signs.database is None else round(signs.database, 4),
                    "unanswered_seconds": round(signs.unanswered, 4),
                    "event_loop_lag_seconds": round(signs.lag, 4),
                },
                status=200 if signs.is_healthy else 503,
            )

        async def metrics(_request: web.Request) -> web.Response:
            return web.Response(body=self.metrics.text(), headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4})

        site = web.Application()
        site.add_routes([web.get("/healthz", healthz), web.get("/metrics", metrics)])
        runner = web.AppRunner(site, logger=log, access_log=None, shutdown_timeout=STOPS_WITHIN)
        await runner.setup()
        try:
            await _listen(runner, self._port)
            yield
        finally:
            await runner.cleanup()
            await database.stop()


def age_of_latest(folder: Path, now: datetime) -> float:
    """Seconds since the latest backup in `folder`, infinitely many where there is none."""
    latest = latest_in(folder)
    return math.inf if latest is None else (now - latest[1]).total_seconds()


async def _listen(runner: web.AppRunner, port: int) -> None:
    try:
        await web.TCPSite(runner, HOST, port).start()
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else str(error)
        raise EnvError(f"HEALTH_PORT {port} can't be used: {why}. Choose another port.") from error


def connected(app: App) -> dict[int, bool]:
    """The shards of this process that are known so far, and whether each is connected."""
    shards = app.shards
    expected = app.shard_ids or range(app.shard_count or 0)
    return {shard: shard in shards and not shards[shard].is_closed() for shard in sorted({*expected, *shards})}


class Probe:
    """Tries whether something answers. However many ask at once, it is tried once."""

    def __init__(self, ask: Callable[[], Awaitable[object]]) -> None:
        self._ask = ask
        self._trying: asyncio.Task[float | None] | None = None

    async def seconds(self, within: float = ANSWERS_WITHIN) -> float | None:
        """How many seconds the answer took; None when it didn't come in time, or never will."""
        if self._trying is None or self._trying.done():
            self._trying = asyncio.create_task(self._try())
        trying = self._trying
        await asyncio.wait({trying}, timeout=within)
        return trying.result() if trying.done() else None

    async def stop(self) -> None:
        """Wait for no answer any more."""
        if self._trying is not None:
            self._trying.cancel()
            await asyncio.wait({self._trying})

    async def _try(self) -> float | None:
        began = time.perf_counter()
        try:
            await self._ask()
        except StoreError:  # the store has told the bot, which stops
            return None
        return time.perf_counter() - began
