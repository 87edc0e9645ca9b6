"""Start the bot on Discord: read the settings, open the store, run until told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import discord
from dotenv import dotenv_values

from cogs.app import App
from data.errors import StoreError
from data.store import Store

log = logging.getLogger("bot")

ENV_FILE = Path(".env")
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


class SettingsError(Exception):
    """A setting is missing or can't be understood; `str()` is one sentence for the owner."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the owner decides in `.env` or the environment; the environment wins."""

    token: str
    database: Path
    log_level: str
    test_guild: int | None

    def __repr__(self) -> str:
        return f"Settings(database={self.database}, log_level={self.log_level}, test_guild={self.test_guild})"


def read_settings(file: Path) -> Settings:
    """The settings of `file` and the environment. Raises SettingsError."""
    try:
        values = {**dotenv_values(file), **os.environ} if file.exists() else dict(os.environ)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise SettingsError(f"The settings file {file} can't be read: {reason}.") from error
    token = (values.get("DISCORD_TOKEN") or "").strip()
    if not token:
        raise SettingsError(f"DISCORD_TOKEN is missing; put the bot's token into {file}, as .env.example shows.")
    if not token.isascii() or any(sign.isspace() for sign in token):
        raise SettingsError("DISCORD_TOKEN is not a token; copy it again from the Discord developer portal.")
    level = (values.get("LOG_LEVEL") or "INFO").strip().upper()
    if level not in LEVELS:
        raise SettingsError(f"LOG_LEVEL is {level}; it is one of {', '.join(LEVELS)}.")
    guild = (values.get("TEST_GUILD_ID") or "").strip()
    if guild and not (guild.isascii() and guild.isdecimal() and len(guild) <= 20):
        raise SettingsError("TEST_GUILD_ID is a server's id, digits only; leave it empty for all servers.")
    database = Path((values.get("DATABASE_PATH") or "data/bot.sqlite3").strip())
    return Settings(token, database, level, int(guild) if guild else None)


async def run(settings: Settings) -> None:
    """Run until SIGINT or SIGTERM, or until the disk fails. Raises StoreError, discord.DiscordException, OSError."""
    store = await Store.open(settings.database)
    try:
        app = App(store, entropy=lambda: secrets.token_bytes(32), test_guild=settings.test_guild)
        loop = asyncio.get_running_loop()
        async with app:
            stopping: list[asyncio.Task[None]] = []
            for name in (signal.SIGINT, signal.SIGTERM):
                with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers in its loop
                    loop.add_signal_handler(name, lambda: stopping.append(loop.create_task(app.close())))
            await app.start(settings.token)
        if app.failure is not None:
            raise app.failure
    finally:
        await store.close()


def main() -> int:
    """Start, and say in one sentence why not when that fails. Returns the exit status."""
    try:
        settings = read_settings(ENV_FILE)
        discord.utils.setup_logging(level=logging.getLevelName(settings.log_level))
        asyncio.run(run(settings))
    except (SettingsError, StoreError) as error:
        return _fail(str(error))
    except discord.LoginFailure:
        return _fail("Discord does not know this DISCORD_TOKEN; copy it again from the developer portal.")
    except discord.PrivilegedIntentsRequired:
        return _fail("Discord refuses an intent that the bot asks for; it needs none but Guilds.")
    except (aiohttp.ClientError, OSError, discord.HTTPException) as error:
        return _fail(f"Discord can't be reached: {error}.")
    except KeyboardInterrupt:
        pass
    return 0


def _fail(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
