"""The process: how it ends when something is missing or wrong, how it stops, and what it never says."""

import asyncio
import json
import resource
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from aiohttp import web

from cogs import VERSION
from data.store.store import Store
from tests.fake_discord import TOKEN, FakeDiscord
from tools.bench.drain import LAUNCH

BOT = Path(__file__).parents[1] / "bot.py"

WRONG_TOKEN = "Discord does not know this DISCORD_TOKEN; copy it again from the developer portal."
NO_TOKEN = "DISCORD_TOKEN is missing; put the bot's token into .env, as .env.example shows."


# The process, without Discord


def start(folder):
    return subprocess.run([sys.executable, BOT], cwd=folder, env={"PATH": ""}, capture_output=True, text=True)


def assert_one_sentence(status, stderr, said):
    """The bot ended with status 1; this sentence is its last output, and the only one besides its log."""
    *log, last = stderr.splitlines()
    assert (last, status) == (said, 1)
    assert "Traceback" not in stderr
    assert all("[" in line for line in log), log  # every line of the log begins with a time and a level


def test_the_bot_says_its_version(folder):
    done = subprocess.run([sys.executable, BOT, "--version"], cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout == f"card tables {VERSION}\n"


def test_without_a_token_the_process_says_so(folder):
    done = start(folder)
    assert (done.returncode, done.stderr, done.stdout) == (1, f"{NO_TOKEN}\n", "")


def test_a_folder_in_the_databases_place_is_reported(folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=taken")
    (folder / "taken").mkdir()
    done = start(folder)
    assert_one_sentence(
        done.returncode, done.stderr, "The database taken can't be opened; check its permissions and its folder's."
    )


def test_a_folder_that_cannot_be_made_is_reported(folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=file/bot.sqlite3")
    (folder / "file").write_text("")
    done = start(folder)
    assert_one_sentence(done.returncode, done.stderr, "The folder file can't be made (File exists).")


def test_a_database_on_a_disk_that_is_not_there_is_reported(folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=disk/chips/bot.sqlite3")
    done = start(folder)
    assert_one_sentence(
        done.returncode,
        done.stderr,
        "There is no folder disk for the database disk/chips/bot.sqlite3; check the path, and its disk.",
    )


async def test_a_database_of_a_newer_bot_is_reported(folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=bot.sqlite3")
    await (await Store.open(folder / "bot.sqlite3")).close()
    with closing(sqlite3.connect(folder / "bot.sqlite3")) as db:
        known = db.execute("PRAGMA user_version").fetchone()[0]
        db.execute("PRAGMA user_version = 999")
    done = start(folder)
    said = f"The database bot.sqlite3 has version 999, made by a newer bot; this one knows versions up to {known}."
    assert_one_sentence(done.returncode, done.stderr, said)


# The process, with a Discord


@pytest.fixture
async def start_bot(folder):
    """Starts the bot as it is, with Discord's addresses replaced and only the settings in .env."""
    bots = []

    async def start_bot(discord, *options):
        command = (sys.executable, *options, "-c", LAUNCH, discord.address, str(BOT))
        pipes = {"stdout": asyncio.subprocess.PIPE, "stderr": asyncio.subprocess.PIPE}
        bots.append(await asyncio.create_subprocess_exec(*command, cwd=folder, env={"PATH": ""}, **pipes))
        return bots[-1]

    yield start_bot
    for bot in bots:
        if bot.returncode is None:
            bot.kill()
            await bot.wait()


FORMATS = pytest.mark.parametrize("form", ["text", "json"])
PATIENCE = 60
"""A bot that hangs fails its test instead of stopping all the others."""


async def ended(bot):
    stdout, stderr = await asyncio.wait_for(bot.communicate(), PATIENCE)
    return bot.returncode, stdout.decode(), stderr.decode()


def records(stderr):
    """The lines of a log in JSON; each is an object with the same keys, of which only `exception` may be missing."""
    found = [json.loads(line) for line in stderr.splitlines()]
    assert all({*each} | {"exception"} == {"time", "level", "logger", "message", "exception"} for each in found)
    assert all(datetime.fromisoformat(each["time"]).utcoffset() == timedelta(0) for each in found)
    return found


@FORMATS
async def test_a_wrong_token_is_reported_and_not_shown(start_bot, folder, env_file, form):
    env_file(f"DISCORD_TOKEN={TOKEN}wrong", "LOG_LEVEL=DEBUG", f"LOG_FORMAT={form}")
    async with FakeDiscord() as discord:
        status, stdout, stderr = await ended(await start_bot(discord))
    assert status == 1
    lines = stderr.splitlines() if form == "text" else [each["message"] for each in records(stderr)]
    assert WRONG_TOKEN in lines  # the database's thread may still log something after it
    assert "Traceback" not in stderr
    assert TOKEN not in stdout + stderr


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("code", "said"),
    [
        (4014, "Discord refuses an intent that the bot asks for; it needs none but Guilds."),
        (4004, WRONG_TOKEN),
        (4012, "Discord hung up: Shard ID 0 WebSocket closed with 4012"),
    ],
)
async def test_a_refusal_by_the_gateway_is_reported(start_bot, folder, env_file, code, said):
    env_file(f"DISCORD_TOKEN={TOKEN}")
    async with FakeDiscord(closes_with=code) as discord:
        status, _, stderr = await ended(await start_bot(discord))
    assert_one_sentence(status, stderr, said)


async def said(bot, text):
    """The first line of the bot's log with `text` in it, as soon as it is there."""
    async with asyncio.timeout(PATIENCE):
        async for line in bot.stderr:
            if text in line.decode():
                return line.decode()
    raise AssertionError(f"the bot ended without {text!r}")


@pytest.mark.thorough
async def test_a_bot_waits_until_the_one_before_it_has_let_the_database_go(start_bot, folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=bot.sqlite3")
    store = await Store.open(folder / "bot.sqlite3")
    async with FakeDiscord() as discord:
        bot = await start_bot(discord)
        line = await said(bot, "Another bot is running on the database bot.sqlite3; stop it first.")
        assert line.rstrip().endswith("Trying again in 1 s.")
        await store.close()
        await asyncio.wait_for(discord.is_connected.wait(), PATIENCE)
        bot.send_signal(signal.SIGTERM)
        status, _, stderr = await ended(bot)
    assert (status, "Traceback" in stderr) == (0, False)


@pytest.mark.sampled
@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_a_bot_that_waits_for_the_database(start_bot, folder, env_file, name):
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=bot.sqlite3")
    store = await Store.open(folder / "bot.sqlite3")
    async with FakeDiscord() as discord:
        bot = await start_bot(discord)
        await said(bot, "Another bot is running")
        bot.send_signal(name)
        status, _, stderr = await ended(bot)
    await store.close()
    assert (status, "Traceback" in stderr, discord.was_asked.is_set()) == (0, False, False)


class DeafDiscord(FakeDiscord):
    """Its gateway opens a second session and then says nothing."""

    def __init__(self):
        super().__init__()
        self.came_back = asyncio.Event()

    async def _gateway(self, request):
        if self.socket is None:
            return await super()._gateway(request)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.came_back.set()
        await socket.receive()
        return socket


@pytest.mark.thorough
async def test_a_signal_ends_a_bot_that_connects_again(start_bot, folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}")
    async with DeafDiscord() as discord:
        bot = await start_bot(discord)
        await said(bot, "ready as")
        await discord.socket.close(code=1000)
        await asyncio.wait_for(discord.came_back.wait(), PATIENCE)
        bot.send_signal(signal.SIGTERM)
        status, _, _ = await ended(bot)
    assert status == 0


@pytest.mark.thorough
async def test_an_unreachable_discord_is_waited_for(start_bot, folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=bot.sqlite3")
    async with FakeDiscord() as discord:
        pass  # it has gone again, and nobody listens at its address
    bot = await start_bot(discord)
    line = await said(bot, "Discord can't be reached: Cannot connect to host 127.0.0.1")
    assert line.rstrip().endswith("; trying again in 1 s")
    async with FakeDiscord(port=int(discord.address.rpartition(":")[2])) as discord:
        await asyncio.wait_for(discord.is_connected.wait(), PATIENCE)
        bot.send_signal(signal.SIGTERM)
        status, _, stderr = await ended(bot)
    assert (status, "Traceback" in stderr, "Unclosed" in stderr) == (0, False, False)


@pytest.mark.thorough
async def test_whatever_fails_for_the_moment_at_the_start_is_tried_again(start_bot, folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=bot.sqlite3")
    asked = {"users/@me", "oauth2/applications/@me", "gateway/bot", "applications/105/commands"}
    async with FakeDiscord(fails_once=asked) as discord:
        bot = await start_bot(discord)
        await asyncio.wait_for(discord.is_connected.wait(), PATIENCE)
        bot.send_signal(signal.SIGTERM)
        status, _, stderr = await ended(bot)
    waited = [line.rpartition("; ")[2] for line in stderr.splitlines() if "can't be reached" in line]
    pauses = [f"trying again in {seconds} s" for seconds in (1, 2, 1)]  # logging in twice, connecting once
    assert (status, waited, discord.fails_once) == (0, pauses, set())
    assert "Traceback" not in stderr
    assert "Unclosed" not in stderr


async def test_a_connection_lost_while_commands_are_sent_leaves_them_for_the_next_start(start_bot, folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=bot.sqlite3")
    async with FakeDiscord(hangs_up_on="applications/105/commands") as discord:
        bot = await start_bot(discord)
        await asyncio.wait_for(discord.is_connected.wait(), PATIENCE)
        bot.send_signal(signal.SIGTERM)
        status, _, stderr = await ended(bot)
    assert status == 0
    assert "the commands could not be synced; the next start tries again: " in stderr
    assert "Traceback" not in stderr


@pytest.mark.sampled
@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_a_bot_that_waits_for_discord(start_bot, folder, env_file, name):
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=bot.sqlite3")
    async with FakeDiscord() as discord:
        pass
    bot = await start_bot(discord)
    await said(bot, "Discord can't be reached")
    bot.send_signal(name)
    status, _, stderr = await ended(bot)
    assert (status, "Traceback" in stderr) == (0, False)


@pytest.mark.sampled
@FORMATS
@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_closes_a_connected_bot_cleanly(start_bot, folder, env_file, name, form):
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=bot.sqlite3", "LOG_LEVEL=DEBUG", f"LOG_FORMAT={form}")
    async with FakeDiscord() as discord:
        bot = await start_bot(discord)
        await asyncio.wait_for(discord.is_connected.wait(), PATIENCE)
        bot.send_signal(name)
        status, stdout, stderr = await ended(bot)
        assert discord.closed_with == 1000
    assert status == 0
    assert "Traceback" not in stderr
    assert "has sent the IDENTIFY payload" in stderr  # so the log is complete
    assert f"card tables {VERSION}" in stderr
    assert "the database bot.sqlite3 is new" in stderr
    assert "the database bot.sqlite3 knows 0 servers" in stderr
    assert TOKEN not in stdout + stderr
    await (await Store.open(folder / "bot.sqlite3")).close()
    assert not (folder / "bot.sqlite3-wal").exists()


@pytest.mark.sampled
@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_closes_a_bot_that_is_still_connecting_cleanly(start_bot, folder, env_file, name):
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=bot.sqlite3")
    async with FakeDiscord(is_slow=True) as discord:
        bot = await start_bot(discord)
        await asyncio.wait_for(discord.was_asked.wait(), PATIENCE)
        bot.send_signal(name)
        bot.send_signal(name)
        status, _, stderr = await ended(bot)
    assert status == 0
    assert "Traceback" not in stderr
    assert not (folder / "bot.sqlite3-wal").exists()


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux can fill the disk of another process")
async def test_a_failing_disk_ends_the_process_with_its_sentence(start_bot, folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=bot.sqlite3")
    async with FakeDiscord(is_slow=True) as discord:
        bot = await start_bot(discord)
        await asyncio.wait_for(discord.was_asked.wait(), PATIENCE)
        full = (folder / "bot.sqlite3-wal").stat().st_size
        resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (full, full))
        discord.wakes_up.set()
        status, _, stderr = await ended(bot)
    said = "The disk that holds the database bot.sqlite3 fails or is full (disk I/O error)."
    assert (status, stderr.splitlines()[-1]) == (1, said)
    assert "Traceback" not in stderr
    await (await Store.open(folder / "bot.sqlite3")).close()


@pytest.mark.thorough
async def test_a_bot_in_many_servers_opens_as_many_sessions_as_discord_asks_for(start_bot, folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=bot.sqlite3")
    async with FakeDiscord(shards=2) as discord:
        bot = await start_bot(discord)
        await asyncio.wait_for(discord.is_connected.wait(), PATIENCE)
        assert discord.identified == [[0, 2], [1, 2]]
        bot.send_signal(signal.SIGTERM)
        status, _, stderr = await ended(bot)
    assert status == 0
    assert "Traceback" not in stderr


ANSWER_TOKEN = "aW50ZXJhY3Rpb246.the-token_with.which-to-answer"
MEMBER = {
    "user": {"id": "7", "username": "ana", "discriminator": "0", "avatar": None, "global_name": "Ana"},
    "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False, "flags": 0, "permissions": "0",
}  # fmt: skip
PANEL = {
    "id": "900", "channel_id": "20", "author": {**MEMBER["user"], "bot": True}, "type": 0,
    "flags": (1 << 6) | (1 << 15), "content": "",
    "timestamp": "2026-01-01T00:00:00+00:00", "edited_timestamp": None, "tts": False, "pinned": False,
    "mention_everyone": False, "mentions": [], "mention_roles": [], "attachments": [], "embeds": [],
    "components": [{"type": 10, "id": 1, "content": "Your hand: QH QC"}, {"type": 1, "id": 2, "components": [
        {"type": 2, "id": 3, "style": 2, "label": "Show my hand", "custom_id": "b:1:1.1:hand"}]}],
}  # fmt: skip
PRESS = {
    "id": "800", "application_id": "105", "type": 3, "token": ANSWER_TOKEN, "version": 1, "guild_id": "10",
    "channel_id": "20", "channel": {"id": "20", "type": 0, "name": "tables", "permissions": "0", "position": 0,
    "permission_overwrites": []}, "member": MEMBER,
    "message": PANEL, "data": {"custom_id": "b:1:1.1:hand", "component_type": 2, "id": 3}, "entitlements": [],
    "app_permissions": "0", "locale": "en-US", "authorizing_integration_owners": {}, "attachment_size_limit": 1,
}  # fmt: skip


@pytest.mark.thorough
@FORMATS
async def test_at_any_level_the_log_of_a_press_has_no_hand_no_token_and_no_colours(start_bot, folder, env_file, form):
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=bot.sqlite3", "LOG_LEVEL=DEBUG", f"LOG_FORMAT={form}")
    async with FakeDiscord(events=[("INTERACTION_CREATE", PRESS)]) as discord:
        bot = await start_bot(discord)
        await asyncio.wait_for(discord.was_answered.wait(), PATIENCE)
        bot.send_signal(signal.SIGTERM)
        status, stdout, stderr = await ended(bot)
    assert status == 0
    assert "WebSocket Event: INTERACTION_CREATE" in stderr
    assert "/interactions/800/…" in stderr
    for secret in (ANSWER_TOKEN, "QH QC", TOKEN):
        assert secret not in stdout + stderr
    assert "\x1b" not in stderr
    assert "\\u001b" not in stderr
    assert "voice" not in stderr
    if form == "json":
        assert {each["level"] for each in records(stderr)} >= {"DEBUG", "INFO"}


async def test_a_press_that_comes_too_late_is_one_quiet_line_in_the_log(start_bot, folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=bot.sqlite3")
    async with FakeDiscord(events=[("INTERACTION_CREATE", PRESS)]) as discord:
        bot = await start_bot(discord)
        await asyncio.wait_for(discord.was_answered.wait(), PATIENCE)
        bot.send_signal(signal.SIGTERM)
        _, _, stderr = await ended(bot)
    (line,) = [line for line in stderr.splitlines() if "10062" in line]
    assert "[INFO    ] cogs.app.replies.errors: nobody was there to be told" in line
    assert "Traceback" not in stderr
