"""A process that asks Discord through a proxy, which keeps Discord's limits for all of them."""

import json

import aiohttp
import discord
import pytest
from aiohttp import web

from cogs.app.process.env import read_env
from tests import bot_process
from tests.bot_process import happens, stopped
from tests.fake_discord import COMMANDS, PRESS, FakeDiscord, TakingDiscord, as_json
from tests.test_bot import SETTINGS

start_bot = bot_process.start_bot


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
            return as_json(await answer.json(), status=answer.status)


class Asked(TakingDiscord):
    """Knows what it was asked."""

    def __init__(self, **how):
        super().__init__(**how)
        self.asked = []

    async def _requested(self, request):
        self.asked.append((request.method, request.match_info["path"]))
        return await super()._requested(request)


async def test_commands_are_synced_and_a_press_is_answered_through_a_proxy(start_bot, folder, env_file):
    async with Asked(events=[("INTERACTION_CREATE", PRESS)]) as there, Proxy(there) as proxy:
        env_file(*SETTINGS, f"DISCORD_API_URL={proxy.address}")
        bot = await start_bot(there)
        await happens(there.was_answered)
        assert "commands synced to all servers" in await stopped(bot)
    assert [(method, path) for method, path, _ in proxy.passed] == there.asked, "nothing goes past the proxy"
    ((answer,), (commands,)) = (
        [json.loads(body) for method, path, body in proxy.passed if path == wanted and method in ("POST", "PUT")]
        for wanted in (f"interactions/800/{PRESS['token']}/callback", COMMANDS)
    )
    assert answer["data"]["content"] == "This table is closed."
    assert "blackjack" in {command["name"] for command in commands}


@pytest.mark.thorough
@pytest.mark.parametrize("late", ["users/@me", "gateway/bot"])
async def test_a_proxy_that_gets_no_answer_in_time_is_asked_again(start_bot, folder, env_file, late):
    async with FakeDiscord() as there, Proxy(there, late) as proxy:
        env_file(*SETTINGS, f"DISCORD_API_URL={proxy.address}")
        bot = await start_bot(there)
        await happens(there.is_connected)
        assert (await stopped(bot)).count("Discord can't be reached") == 1


def test_the_api_that_is_asked_through_a_proxy_is_the_one_that_discord_py_speaks(folder, env_file):
    proxied = discord.http.Route.BASE.replace("https://discord.com", "http://localhost:8080")
    env_file(*SETTINGS, f"DISCORD_API_URL={proxied}")
    assert read_env(folder / ".env").api_url == proxied
