"""Start the bot on Discord: read its variables, open the store, run until told to stop."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import runpy
import secrets
import signal
import sys
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import aiohttp
import discord

from cogs import VERSION
from cogs.app.bot import App
from cogs.app.process import connecting, first_start, logs, shutdown
from cogs.app.process.collector import Collector
from cogs.app.process.env import JSON, Env, EnvError, NoToken, read_env
from data.shards import servers_in
from data.store.errors import StoreError
from players.workers.thinkers import Thinkers

if TYPE_CHECKING:
    from cogs.app.process.health import Health

log = logging.getLogger("bot")
T = TypeVar("T")

ENV_FILE = Path(".env")
PLAYGROUND = "tools.playground"
"""The program for those who play without Discord."""
AUTHENTICATION_FAILED = 4004
"""The gateway closes with this code when Discord has revoked the token."""
TOO_FEW_SHARDS = 4011
"""The gateway closes with this code when a shard has too many servers."""
WRONG_TOKEN = "Discord does not know this DISCORD_TOKEN; copy it again from the developer portal."
ENDS_WITHIN = 10.0
"""Seconds from the signal to the end, whatever hangs."""
UNREACHABLE = (aiohttp.ClientError, OSError, discord.HTTPException, discord.GatewayNotFound)
REFUSED = (discord.LoginFailure, discord.PrivilegedIntentsRequired, discord.ConnectionClosed)


async def run(env: Env) -> None:
    """Run until SIGINT or SIGTERM, or until the disk fails. The first signal lets answers finish, a second does not.

    Raises EnvError, StoreError, and whatever discord.py and its connection raise when the bot can't start or continue.
    """
    told_to_stop, told_again = asyncio.Event(), asyncio.Event()

    def on_signal() -> None:
        if not told_to_stop.is_set():
            last = threading.Timer(ENDS_WITHIN, _end_anyway)
            last.daemon = True
            last.start()
        (told_again if told_to_stop.is_set() else told_to_stop).set()

    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers in its loop
            asyncio.get_running_loop().add_signal_handler(name, on_signal)
    if env.api_url is not None:
        discord.http.Route.BASE = env.api_url  # answers to presses go there too
    health = _health(env.health_port, env.backups)
    store = await _unless(told_to_stop, connecting.opened(env.database))
    if store is None:
        return
    collector, thinkers = Collector(), Thinkers(env.thinkers)
    try:
        log.info("the database %s knows %s servers", store.where, await servers_in(store))
        app = App(
            store,
            collector=collector,
            entropy=lambda: secrets.token_bytes(32),
            test_guild=env.test_guild,
            support_url=env.support_url,
            think=thinkers.answer,
            keep_moves=env.keep_moves,
            shards=env.shards,
            metrics=None if health is None else health.metrics,
            owner_guild=env.owner_guild,
            thinkers=thinkers,
            end=told_to_stop.set,
        )
        collector.start()
        async with (
            app,
            app.heartbeat.beating(),
            contextlib.nullcontext() if health is None else health.of(app, thinkers),
        ):
            running = asyncio.create_task(connecting.start(app, env.token))
            stopping = asyncio.create_task(told_to_stop.wait())
            await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            if told_to_stop.is_set():
                await _finished(app, running, told_again)
            # Whatever it is doing, even connecting, ends here; what is written is complete at any moment.
            if app.is_closed():  # because Discord hung up: let it finish
                await asyncio.wait({running})
            await _ended(running)
        if app.failure is not None:
            raise app.failure
        if not running.cancelled():
            running.result()
    finally:
        collector.stop()
        await thinkers.close()
        await store.close()


def _end_anyway() -> None:
    """End the process, whatever hangs in it; all that was acknowledged is on the disk."""
    log.critical("something hangs, and the bot ends without it; what is on the disk is whole")
    logging.shutdown()
    os._exit(1)


async def _ended(running: asyncio.Task[None]) -> None:
    """Cancel it until it ends: discord.py forgets a cancellation that meets it while a shard connects again."""
    running.cancel()  # even if it has ended: what it raised is told once, as the sentence of the end
    while not running.done():
        await asyncio.wait({running}, timeout=shutdown.CANCELLED_EVERY)
        running.cancel()


async def _unless(told_to_stop: asyncio.Event, work: Coroutine[object, None, T]) -> T | None:
    """What `work` returns; None when the bot is told to stop before."""
    doing, stopping = asyncio.create_task(work), asyncio.create_task(told_to_stop.wait())
    await asyncio.wait({doing, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if not doing.done():
        doing.cancel()
        await asyncio.wait({doing})
    return None if doing.cancelled() else doing.result()


def _health(port: int | None, backups: Path | None) -> Health | None:
    if port is None:
        return None
    from cogs.app.process.health import Health  # it loads Prometheus' client and a web server

    return Health(port, backups)


async def _finished(app: App, running: asyncio.Task[None], told_again: asyncio.Event) -> None:
    """Let the bot answer what is under way, unless it ends by itself or is told once more to stop."""
    ends = {asyncio.create_task(app.finish(shutdown.MOST_SECONDS)), asyncio.create_task(told_again.wait())}
    await asyncio.wait({running, *ends}, return_when=asyncio.FIRST_COMPLETED)
    for each in ends:
        each.cancel()


def main() -> int:
    """Start, or say in one sentence why that failed. Returns the exit status."""
    parser = argparse.ArgumentParser(description="Run the bot on Discord. It is configured in .env.")
    parser.add_argument("--version", action="version", version=f"card tables {VERSION}")
    parser.parse_args()
    as_json = False
    try:
        env = _env()
        as_json = env.log_format == JSON
        logs.set_up(logging.getLevelName(env.log_level), as_json=as_json)
        log.info("card tables %s", VERSION)
        for sentence in env.warnings:
            log.warning("%s", sentence)
        asyncio.run(run(env))
    except KeyboardInterrupt:
        pass
    except (EnvError, StoreError, *REFUSED, *UNREACHABLE) as error:
        if as_json:
            log.critical("%s", _sentence(error))
        else:
            print(_sentence(error), file=sys.stderr)
        return 1
    return 0


def _env() -> Env:
    """The variables; whoever starts the bot at a terminal without a token is asked for one, or plays here instead."""
    try:
        return read_env(ENV_FILE)
    except NoToken:
        if not first_start.is_asked(ENV_FILE):
            raise
    if not first_start.ask(ENV_FILE, first_start.Terminal()):
        runpy.run_module(PLAYGROUND, run_name="__main__")  # which ends the process
    return read_env(ENV_FILE)


def _sentence(error: Exception) -> str:
    """What the owner is told about what has ended the bot."""
    match error:
        case EnvError() | StoreError():
            return str(error)
        case discord.LoginFailure():
            return WRONG_TOKEN
        case discord.ConnectionClosed() if error.code == AUTHENTICATION_FAILED:
            return WRONG_TOKEN
        case discord.ConnectionClosed() if error.code == TOO_FEW_SHARDS:
            return "The bot is in too many servers for its shards; raise SHARD_COUNT in all processes, or empty it."
        case discord.PrivilegedIntentsRequired():
            return "Discord refuses an intent that the bot asks for; it needs none but Guilds."
        case discord.ConnectionClosed():
            return f"Discord hung up: {error}"
        case _:
            return f"Discord can't be reached: {str(error).rstrip('.') or type(error).__name__}."


if __name__ == "__main__":
    sys.exit(main())
