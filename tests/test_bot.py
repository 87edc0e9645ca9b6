"""The process: how it ends when something is missing or wrong, how it stops, and what it never says."""

import asyncio
import json
import re
import resource
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import datetime, timedelta

import pytest
from aiohttp import web

from cogs import VERSION
from data.store.store import Store
from tests import bot_process
from tests.bot_process import BOT, PATIENCE, assert_one_sentence, ended, happens, said, said_until, stopped
from tests.fake_discord import ANSWER_TOKEN, COMMANDS, PRESS, TOKEN, FakeDiscord

start_bot = bot_process.start_bot

WRONG_TOKEN = "Discord does not know this DISCORD_TOKEN; copy it again from the developer portal."
NO_TOKEN = "DISCORD_TOKEN is missing; put the bot's token into .env, as .env.example shows."
SETTINGS = (f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=bot.sqlite3", "THINKERS=0")
FORMATS = pytest.mark.parametrize("form", ["text", "json"])
SIGNALS = pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])


# Without Discord


def start(folder, *options):
    command = [sys.executable, BOT, *options]
    return subprocess.run(command, cwd=folder, env={"PATH": ""}, capture_output=True, text=True)


def test_the_bot_says_its_version_and_that_its_token_is_missing(folder):
    assert start(folder, "--version").stdout == f"card tables {VERSION}\n"
    done = start(folder)
    assert (done.returncode, done.stderr, done.stdout) == (1, f"{NO_TOKEN}\n", "")


async def test_a_database_that_cannot_be_opened_is_one_sentence(folder, env_file):
    (folder / "taken").mkdir()
    (folder / "file").write_text("")
    await (await Store.open(folder / "newer.sqlite3")).close()
    with closing(sqlite3.connect(folder / "newer.sqlite3")) as db:
        known = db.execute("PRAGMA user_version").fetchone()[0]
        db.execute("PRAGMA user_version = 999")
    newer = f"has version 999, made by a newer bot; this one knows versions up to {known}."
    for path, sentence in {
        "taken": "The database taken can't be opened; check its permissions and its folder's.",
        "file/bot.sqlite3": "The folder file can't be made (File exists).",
        "disk/a/b.db": "There is no folder disk for the database disk/a/b.db; check the path, and its disk.",
        "newer.sqlite3": f"The database newer.sqlite3 {newer}",
    }.items():
        env_file(f"DISCORD_TOKEN={TOKEN}", f"DATABASE_PATH={path}")
        done = start(folder)
        assert_one_sentence(done.returncode, done.stderr, sentence)


# With a Discord


def records(stderr):
    """The lines of a log in JSON; each is an object with the same keys, of which only `exception` may be missing."""
    found = [json.loads(line) for line in stderr.splitlines()]
    assert all({*each} | {"exception"} == {"time", "level", "logger", "message", "exception"} for each in found)
    assert all(datetime.fromisoformat(each["time"]).utcoffset() == timedelta(0) for each in found)
    return found


@pytest.mark.sampled
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


TOO_FEW = "The bot is in too many servers for its shards; raise SHARD_COUNT in all processes, or empty it."


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (4014, "Discord refuses an intent that the bot asks for; it needs none but Guilds."),
        (4004, WRONG_TOKEN),
        (4012, "Discord hung up: Shard ID 0 WebSocket closed with 4012"),
        (4011, TOO_FEW),
    ],
)
async def test_a_refusal_by_the_gateway_is_reported(start_bot, folder, env_file, code, sentence):
    env_file(*SETTINGS, *["SHARD_COUNT=1"][: code == 4011])
    async with FakeDiscord(closes_with=code) as discord:
        status, _, stderr = await ended(await start_bot(discord))
    assert_one_sentence(status, stderr, sentence)


@pytest.mark.thorough
async def test_a_bot_waits_until_the_one_before_it_has_let_the_database_go(start_bot, folder, env_file):
    env_file(*SETTINGS)
    store = await Store.open(folder / "bot.sqlite3")
    async with FakeDiscord() as discord:
        bot = await start_bot(discord)
        line = await said(bot, "Another bot is running on the database bot.sqlite3; stop it first.")
        assert line.rstrip().endswith("Trying again in 1 s.")
        await store.close()
        await happens(discord.is_connected)
        await stopped(bot)


@pytest.mark.sampled
@SIGNALS
@pytest.mark.parametrize("waits_for", ["the database", "Discord", "its answer"])
async def test_a_signal_ends_a_bot_that_waits(start_bot, folder, env_file, waits_for, name):
    env_file(*SETTINGS)
    store = await Store.open(folder / "bot.sqlite3") if waits_for == "the database" else None
    async with FakeDiscord(is_slow=waits_for == "its answer") as discord:
        if waits_for == "Discord":
            await discord.__aexit__()  # it has gone again, and nobody listens at its address
        bot = await start_bot(discord)
        if waits_for == "its answer":
            await happens(discord.was_asked)
            bot.send_signal(name)
        else:
            await said(bot, "Discord can't be reached" if store is None else "Another bot is running")
        await stopped(bot, name)
        assert discord.was_asked.is_set() == (waits_for == "its answer")
    if store is not None:
        await store.close()
    assert not (folder / "bot.sqlite3-wal").exists()


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
    env_file(*SETTINGS)
    async with DeafDiscord() as discord:
        bot = await start_bot(discord)
        await said(bot, "ready as")
        await discord.socket.close(code=1000)
        await happens(discord.came_back)
        bot.send_signal(signal.SIGTERM)
        assert (await ended(bot))[0] == 0


@pytest.mark.thorough
async def test_an_unreachable_discord_is_waited_for(start_bot, folder, env_file):
    env_file(*SETTINGS)
    async with FakeDiscord() as discord:
        pass  # it has gone again, and nobody listens at its address
    bot = await start_bot(discord)
    line = await said(bot, "Discord can't be reached: Cannot connect to host 127.0.0.1")
    assert line.rstrip().endswith("; trying again in 1 s")
    async with FakeDiscord(port=int(discord.address.rpartition(":")[2])) as discord:
        await happens(discord.is_connected)
        await stopped(bot)


@pytest.mark.thorough
async def test_whatever_fails_for_the_moment_at_the_start_is_tried_again(start_bot, folder, env_file):
    env_file(*SETTINGS)
    asked = {"users/@me", "oauth2/applications/@me", "gateway/bot", COMMANDS}
    async with FakeDiscord(fails_once=asked) as discord:
        bot = await start_bot(discord)
        await happens(discord.is_connected)
        stderr = await stopped(bot)
    waited = [line.rpartition("; ")[2] for line in stderr.splitlines() if "can't be reached" in line]
    assert waited == [f"trying again in {seconds} s" for seconds in (1, 2, 1)]  # logging in twice, connecting once
    assert discord.fails_once == set()


@pytest.mark.thorough
async def test_a_connection_lost_while_commands_are_sent_is_no_reason_to_end(start_bot, folder, env_file):
    env_file(*SETTINGS)
    async with FakeDiscord(hangs_up_on=COMMANDS) as discord:
        bot = await start_bot(discord)
        await happens(discord.is_connected)
        assert "the commands could not be synced; trying again in 60 s: " in await stopped(bot)


def a_good_start():
    """What docs/install.md shows of the log."""
    page = (BOT.parent / "docs" / "install.md").read_text(encoding="utf-8").replace("data/bot.sqlite3", "bot.sqlite3")
    lines = re.findall(r"^\[.*?\] (\[INFO .*)$", page, flags=re.MULTILINE)
    assert len(lines) == 3
    return lines


@pytest.mark.sampled
@FORMATS
@SIGNALS
async def test_a_signal_closes_a_connected_bot_cleanly(start_bot, folder, env_file, name, form):
    env_file(*SETTINGS, "LOG_LEVEL=DEBUG", f"LOG_FORMAT={form}")
    async with FakeDiscord() as discord:
        bot = await start_bot(discord)
        await happens(discord.is_connected)
        begun = await said_until(bot, "commands synced")
        stderr = "".join(begun) + await stopped(bot, name)
        assert discord.closed_with == 1000
    for line in (
        "has sent the IDENTIFY payload",  # so the log is complete
        f"card tables {VERSION}",
        "the database bot.sqlite3 is new",
        "the database bot.sqlite3 knows 0 servers",
    ):
        assert line in stderr
    assert TOKEN not in stderr
    if form == "text":
        for line in a_good_start()[:-2]:  # what comes while Discord still tells of its servers
            assert re.search(re.sub(r"[0-9]+", "[0-9]+", re.escape(line)), stderr), line
    await (await Store.open(folder / "bot.sqlite3")).close()
    assert not (folder / "bot.sqlite3-wal").exists()


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux can fill the disk of another process")
async def test_a_failing_disk_ends_the_process_with_its_sentence(start_bot, folder, env_file):
    env_file(*SETTINGS)
    async with FakeDiscord(is_slow=True) as discord:
        bot = await start_bot(discord)
        await happens(discord.was_asked)
        full = (folder / "bot.sqlite3-wal").stat().st_size
        resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (full, full))
        discord.wakes_up.set()
        status, _, stderr = await ended(bot)
    sentence = "The disk that holds the database bot.sqlite3 fails or is full (disk I/O error)."
    assert_one_sentence(status, stderr, sentence)
    await (await Store.open(folder / "bot.sqlite3")).close()


@pytest.mark.sampled
@FORMATS
async def test_at_any_level_the_log_of_a_press_has_no_hand_no_token_and_no_colours(start_bot, folder, env_file, form):
    env_file(*SETTINGS, "LOG_LEVEL=DEBUG", f"LOG_FORMAT={form}")
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
    for noise in ("\x1b", "\\u001b", "voice", "Traceback"):
        assert noise not in stderr
    late = [line for line in stderr.splitlines() if "Discord did not take" in line]
    assert len(late) == 1, "a press that came too late is one quiet line"
    if form == "json":
        assert {each["level"] for each in records(stderr)} >= {"DEBUG", "INFO"}
    else:
        assert "[INFO    ] cogs.app.replies.requests: " in late[0]
