"""A process with a part of the shards, and one that asks Discord through a proxy."""

import asyncio
import json
import signal

import aiohttp
import discord
import pytest
from aiohttp import web

from cogs.app.process.env import read_env
from tests import test_bot
from tests.fake_discord import TOKEN, FakeDiscord, _json
from tests.test_bot import PATIENCE, PRESS, assert_one_sentence, ended, said

start_bot = test_bot.start_bot
SETTINGS = (f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=bot.sqlite3", "THINKERS=0")


async def stop(bot):
    bot.send_signal(signal.SIGTERM)
    status, _, stderr = await ended(bot)
    assert (status, "Traceback" in stderr) == (0, False)
    return stderr


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("shards", "identified"),
    [
        (["SHARD_COUNT=1"], [[0, 1]]),
        (["SHARD_COUNT=16", "SHARD_IDS=5"], [[5, 16]]),
        (["SHARD_COUNT=4", "SHARD_IDS=2-3"], [[2, 4], [3, 4]]),
    ],
)
async def test_a_process_opens_the_sessions_of_its_shards_alone(start_bot, folder, env_file, shards, identified):
    env_file(*SETTINGS, *shards)
    async with FakeDiscord(shards=len(identified)) as there:
        bot = await start_bot(there)
        await asyncio.wait_for(there.is_connected.wait(), PATIENCE)
        await stop(bot)
        assert there.identified == identified


@pytest.mark.thorough
async def test_too_few_shards_are_reported(start_bot, folder, env_file):
    env_file(*SETTINGS, "SHARD_COUNT=1")
    async with FakeDiscord(closes_with=4011) as there:
        status, _, stderr = await ended(await start_bot(there))
    said = "The bot is in too many servers for its shards; raise SHARD_COUNT in all processes, or empty it."
    assert_one_sentence(status, stderr, said)


TAKEN = """
import asyncio, pathlib, sys
sys.path.insert(0, sys.argv[2].rpartition("/")[0])
from data.store import locks
takes = locks.LocksHere.take

async def take(self, name, *, shared=False):
    if name == "shard 5 of 16" and not pathlib.Path("ended").exists():
        locks.tell_that_it_waits(name)
        while not pathlib.Path("ended").exists():
            await asyncio.sleep(0.01)
    await takes(self, name, shared=shared)

locks.LocksHere.take = take
"""
"""Another process has the shard, until there is a file that says that it has ended."""


@pytest.fixture
async def waiting(start_bot, folder, env_file, monkeypatch):
    """`await waiting(discord)` is a bot whose shard another process has, and which waits for it."""
    monkeypatch.setattr(test_bot, "LAUNCH", TAKEN + test_bot.LAUNCH)
    env_file(*SETTINGS, "SHARD_COUNT=16", "SHARD_IDS=5")

    async def waiting(there):
        bot = await start_bot(there)
        await said(bot, "waiting for shard 5 of 16, which another process has")
        return bot

    return waiting


@pytest.mark.thorough
async def test_a_replacement_opens_its_sessions_when_the_process_before_has_ended(waiting, folder):
    async with FakeDiscord() as there:
        bot = await waiting(there)
        assert there.identified == []
        (folder / "ended").touch()
        await asyncio.wait_for(there.is_connected.wait(), PATIENCE)
        await stop(bot)
        assert there.identified == [[5, 16]]


@pytest.mark.thorough
@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_a_replacement_that_waits(waiting, name):
    async with FakeDiscord() as there:
        bot = await waiting(there)
        bot.send_signal(name)
        status, _, stderr = await ended(bot)
    assert (status, "Traceback" in stderr, there.identified) == (0, False, [])


class Proxy:
    """Passes every request for Discord's API on to `there`, and its answer back; once none to a path that is `late`."""

    def __init__(self, there, late=""):
        self._there = there
        self.late = late
        self.passed = []
        """(method, path) of the requests, and what was sent with them."""

    async def __aenter__(self):
        self._session = aiohttp.ClientSession(self._there.address)
        app = web.Application()
        app.router.add_route("*", "/api/v10/{path:.*}", self._pass_on)
        self._runner = web.AppRunner(app)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.address = f"http://127.0.0.1:{self._runner.addresses[0][1]}/api/v10"
        return self

    async def __aexit__(self, *_):
        await self._runner.cleanup()
        await self._session.close()

    async def _pass_on(self, request):
        body, path = await request.read(), request.match_info["path"]
        if path == self.late:
            self.late = ""
            return web.Response(status=408, text="request timed out")
        self.passed.append((request.method, path, body))
        headers = {name: request.headers[name] for name in ("Authorization", "Content-Type") if name in request.headers}
        async with self._session.request(request.method, f"/{path}", data=body, headers=headers) as answer:
            return _json(await answer.json(), status=answer.status)


class Answered(FakeDiscord):
    """Takes the answer to a press."""

    def __init__(self, **how):
        super().__init__(**how)
        self.asked = []

    async def _request(self, request):
        path = request.match_info["path"]
        self.asked.append((request.method, path))
        if path.startswith("interactions/"):
            self.was_answered.set()
            return _json({"interaction": {"id": PRESS["id"], "type": 3}})
        return await super()._request(request)


async def test_commands_are_synced_and_a_press_is_answered_through_a_proxy(start_bot, folder, env_file):
    async with Answered(events=[("INTERACTION_CREATE", PRESS)]) as there, Proxy(there) as proxy:
        env_file(*SETTINGS, f"DISCORD_API_URL={proxy.address}")
        bot = await start_bot(there)
        await asyncio.wait_for(there.was_answered.wait(), PATIENCE)
        stderr = await stop(bot)
    assert "commands synced to all servers" in stderr
    asked = [(method, path) for method, path, _ in proxy.passed]
    assert asked == there.asked, "nothing goes past the proxy"
    ((answer,), (commands,)) = (
        [json.loads(body) for method, path, body in proxy.passed if path == wanted and method in ("POST", "PUT")]
        for wanted in (f"interactions/800/{PRESS['token']}/callback", "applications/105/commands")
    )
    assert answer["data"]["content"] == "This table is closed."
    assert "blackjack" in {command["name"] for command in commands}


@pytest.mark.thorough
@pytest.mark.parametrize("late", ["users/@me", "gateway/bot"])
async def test_a_proxy_that_gets_no_answer_in_time_is_asked_again(start_bot, folder, env_file, late):
    async with FakeDiscord() as there, Proxy(there, late) as proxy:
        env_file(*SETTINGS, f"DISCORD_API_URL={proxy.address}")
        bot = await start_bot(there)
        await asyncio.wait_for(there.is_connected.wait(), PATIENCE)
        stderr = await stop(bot)
    assert stderr.count("Discord can't be reached") == 1


def test_the_api_that_is_asked_through_a_proxy_is_the_one_that_discord_py_speaks(folder, env_file):
    proxied = discord.http.Route.BASE.replace("https://discord.com", "http://localhost:8080")
    env_file(*SETTINGS, f"DISCORD_API_URL={proxied}")
    assert read_env(folder / ".env").api_url == proxied
