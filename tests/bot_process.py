"""The process of the bot, unmodified, with Discord's addresses replaced: how it is started, watched and ended."""

import asyncio
import signal
import socket
import sys
from pathlib import Path

import pytest

from tools.world.gateway import LAUNCH

BOT = Path(__file__).parents[1] / "bot.py"
PATIENCE = 60
"""A bot that hangs fails its test instead of stopping all the others."""
BESIDE_THE_BOT = 'import sys\nsys.path.insert(0, sys.argv[2].rpartition("/")[0])\n'
"""For what is run before the bot and imports its modules."""


@pytest.fixture
async def start_bot(folder):
    """Starts the bot with only the settings in .env and in `variables`, and after `before` was run in its process."""
    bots = []

    async def start_bot(discord, *options, before="", root=BOT.parent, **variables):
        command = (
            sys.executable,
            *options,
            "-c",
            BESIDE_THE_BOT + before + LAUNCH,
            discord.address,
            str(root / BOT.name),
        )
        pipes = {"stdout": asyncio.subprocess.PIPE, "stderr": asyncio.subprocess.PIPE}
        env = {"PATH": "", **variables}
        bots.append(await asyncio.create_subprocess_exec(*command, cwd=folder, env=env, **pipes))
        return bots[-1]

    yield start_bot
    for bot in bots:
        if bot.returncode is None:
            bot.kill()
            await bot.wait()


@pytest.fixture
def port():
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


async def ended(bot):
    """Its exit status, and what it has said since it was last listened to."""
    stdout, stderr = await asyncio.wait_for(bot.communicate(), PATIENCE)
    return bot.returncode, stdout.decode(), stderr.decode()


async def stopped(bot, name=signal.SIGTERM):
    """Tell it to stop; it does so without a fault. Returns what it has said meanwhile."""
    bot.send_signal(name)
    status, _, stderr = await ended(bot)
    assert (status, "Traceback" in stderr, "Unclosed" in stderr) == (0, False, False), stderr
    return stderr


async def said(bot, text):
    """The first line of the bot's log with `text` in it, as soon as it is there."""
    return (await said_until(bot, text))[-1]


async def said_until(bot, text):
    """The bot's log up to this line."""
    lines = []
    async with asyncio.timeout(PATIENCE):
        async for line in bot.stderr:
            lines.append(line.decode())
            if text in lines[-1]:
                return lines
    raise AssertionError(f"the bot ended without {text!r}")


async def happens(event):
    """Wait for one of Discord's events, such as `discord.is_connected`."""
    await asyncio.wait_for(event.wait(), PATIENCE)


def assert_one_sentence(status, stderr, sentence):
    """The bot ended with status 1; this sentence is its last output, and the only one besides its log."""
    *log, last = stderr.splitlines()
    assert (last, status) == (sentence, 1)
    assert "Traceback" not in stderr
    assert all("[" in line for line in log), log  # every line of the log begins with a time and a level
