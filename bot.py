"""Start the bot on Discord: read the settings, open the store, run until told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import discord

from cogs.app import App
from cogs.running import logs
from cogs.running.collector import Collector
from data.store.database_path import database_path, settings_of
from data.store.errors import StoreError
from data.store.store import Store
from thinking.thinkers import MOST_PROCESSES, Thinkers, usual_processes

log = logging.getLogger("bot")

ENV_FILE = Path(".env")
AUTHENTICATION_FAILED = 4004
"""The gateway closes with this code when Discord has revoked the token."""
WRONG_TOKEN = "Discord does not know this DISCORD_TOKEN; copy it again from the developer portal."
LONGEST_LINK = 200
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


class SettingsError(Exception):
    """A setting is missing or can't be understood; `str()` is one sentence for the owner."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the owner sets in `.env` or the environment; the environment wins."""

    token: str
    database: Path
    log_level: str
    test_guild: int | None
    support_url: str = ""
    thinkers: int = 1
    """Worker processes in which house players think."""

    def __repr__(self) -> str:
        return f"Settings(database={self.database}, log_level={self.log_level}, test_guild={self.test_guild})"


def read_settings(file: Path) -> Settings:
    """The settings in `file` and the environment; empty values count as not set. Raises SettingsError."""
    try:
        values = settings_of(file)
    except StoreError as error:
        raise SettingsError(str(error)) from error

    def setting(name: str, default: str = "") -> str:
        return values.get(name, default)

    token = setting("DISCORD_TOKEN")
    if not token:
        raise SettingsError(f"DISCORD_TOKEN is missing; put the bot's token into {file}, as .env.example shows.")
    if not token.isascii() or not token.isprintable() or " " in token:
        raise SettingsError("DISCORD_TOKEN is not a token; copy it again from the Discord developer portal.")
    level = setting("LOG_LEVEL", "INFO").upper()
    if level not in LEVELS:
        raise SettingsError(f"LOG_LEVEL is one of {', '.join(LEVELS)}; leave it empty for INFO.")
    guild = setting("TEST_GUILD_ID")
    if guild and not (guild.isascii() and guild.isdecimal() and 0 < int(guild) < 2**63):
        raise SettingsError("TEST_GUILD_ID is a server's id, digits only; leave it empty for all servers.")
    support = setting("SUPPORT_URL")
    if support and not (support.startswith("https://") and support.isprintable() and " " not in support):
        raise SettingsError("SUPPORT_URL is a link that begins with https://; leave it empty if there is none.")
    if len(support) > LONGEST_LINK:
        raise SettingsError(f"SUPPORT_URL is longer than {LONGEST_LINK} characters.")
    thinkers = _processes(setting("THINKERS"))
    return Settings(token, database_path(file), level, int(guild) if guild else None, support, thinkers)


def _processes(text: str) -> int:
    if not text:
        return usual_processes()
    if not (text.isascii() and text.isdecimal() and int(text) <= MOST_PROCESSES):
        raise SettingsError(
            f"THINKERS is a number of processes from 0 to {MOST_PROCESSES}; leave it empty to let the machine decide."
        )
    return int(text)


async def run(settings: Settings) -> None:
    """Run until SIGINT or SIGTERM, or until the disk fails.

    Raises StoreError, and whatever discord.py and its connection raise when the bot can't start or continue.
    """
    told_to_stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers in its loop
            asyncio.get_running_loop().add_signal_handler(name, told_to_stop.set)
    store, collector, thinkers = await Store.open(settings.database), Collector(), Thinkers(settings.thinkers)
    try:
        app = App(
            store,
            collector=collector,
            entropy=lambda: secrets.token_bytes(32),
            test_guild=settings.test_guild,
            support_url=settings.support_url,
            think=thinkers.answer,
        )
        collector.start()
        async with app:
            running = asyncio.create_task(app.start(settings.token))
            stopping = asyncio.create_task(told_to_stop.wait())
            await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
            # Whatever it is doing, even connecting, ends here; what is written is complete at any moment.
            stopping.cancel()
            if not app.is_closed():  # if it is already closing, because Discord hung up, let it finish
                running.cancel()
            await asyncio.wait({running})
        if app.failure is not None:
            raise app.failure
        if not running.cancelled():
            running.result()
    finally:
        collector.stop()
        await thinkers.close()
        await store.close()


def main() -> int:
    """Start, or say in one sentence why that failed. Returns the exit status."""
    try:
        settings = read_settings(ENV_FILE)
        logs.set_up(logging.getLevelName(settings.log_level))
        asyncio.run(run(settings))
    except (SettingsError, StoreError) as error:
        return _fail(str(error))
    except discord.LoginFailure:
        return _fail(WRONG_TOKEN)
    except discord.PrivilegedIntentsRequired:
        return _fail("Discord refuses an intent that the bot asks for; it needs none but Guilds.")
    except discord.ConnectionClosed as error:
        return _fail(WRONG_TOKEN if error.code == AUTHENTICATION_FAILED else f"Discord hung up: {error}")
    except (aiohttp.ClientError, OSError, discord.HTTPException, discord.GatewayNotFound) as error:
        return _fail(f"Discord can't be reached: {str(error).rstrip('.') or type(error).__name__}.")
    except KeyboardInterrupt:
        pass
    return 0


def _fail(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
