"""A Discord for a process of the bot to connect to: just enough to log in, to be ready, and to be refused."""

import asyncio
import json

from aiohttp import web

TOKEN = "MTA1.secret-of-the-bot.Xy_9"
MYSELF = {"id": "105", "username": "bot", "discriminator": "0", "avatar": None, "bot": True}
APPLICATION = {
    "id": "105", "name": "bot", "icon": None, "description": "", "bot_public": True, "bot_require_code_grant": False,
    "verify_key": "", "flags": 0, "summary": "", "owner": MYSELF, "team": None,
}  # fmt: skip


class FakeDiscord:
    """`closes_with` is how the gateway ends every session; with `is_slow` it answers nothing before `wakes_up`.

    `shards` is the number of sessions among which a bot should share its servers. `events` are sent once it is ready.
    The first request for each path in `fails_once` gets no better answer than 503, and none at all for `hangs_up_on`.
    """

    def __init__(self, *, closes_with=None, is_slow=False, shards=1, events=(), fails_once=(), hangs_up_on="", port=0):
        self.closes_with = closes_with
        self.fails_once = set(fails_once)
        self.hangs_up_on = hangs_up_on
        self.port = port
        self.events = events
        self.shards = shards
        self.identified = []
        """The shards that have identified themselves, each with the number of shards."""
        self.wakes_up = asyncio.Event()
        if not is_slow:
            self.wakes_up.set()
        self.was_asked = asyncio.Event()
        self.was_answered = asyncio.Event()
        """The bot has answered a press, which came too late for Discord."""
        self.is_connected = asyncio.Event()
        self.closed_with = None
        self.socket = None
        """The latest session."""

    async def __aenter__(self):
        app = web.Application()
        app.router.add_get("/gateway", self._gateway)
        app.router.add_route("*", "/{path:.*}", self._request)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.address = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, *_):
        await self._runner.cleanup()

    async def _request(self, request):
        self.was_asked.set()
        await self.wakes_up.wait()
        path = request.match_info["path"]
        if path in self.fails_once:
            self.fails_once.remove(path)
            return web.Response(status=503, text="upstream connect error")
        if path == self.hangs_up_on:
            request.transport.abort()
        if path.startswith("interactions/"):
            self.was_answered.set()
            return _json({"message": "Unknown interaction", "code": 10062}, status=404)
        if request.headers.get("Authorization") != f"Bot {TOKEN}":
            return _json({"message": "401: Unauthorized", "code": 0}, status=401)
        answers = {"users/@me": MYSELF, "oauth2/applications/@me": APPLICATION, "applications/105/commands": []}
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        answers["gateway/bot"] = {"url": f"{self.address}/gateway", "shards": self.shards, "session_start_limit": limit}
        return _json(answers[path]) if path in answers else _json({"message": "not here", "code": 0}, status=404)

    async def _opened(self, shard, socket):
        """The session of a shard is ready."""

    async def _gateway(self, request):
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.socket = socket
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 45_000}})
        while (said := await socket.receive_json())["op"] != 2:  # heartbeats come before the bot identifies itself
            await socket.send_json({"op": 11, "d": None})
        assert said["d"]["token"] == TOKEN
        self.identified.append(said["d"]["shard"])
        if self.closes_with is not None:
            await socket.close(code=self.closes_with)
            return socket
        ready = {"v": 10, "user": MYSELF, "guilds": [], "session_id": "1", "application": {"id": "105", "flags": 0}}
        ready["shard"] = said["d"]["shard"]
        await socket.send_json({"op": 0, "t": "READY", "s": 1, "d": {**ready, "resume_gateway_url": self.address}})
        await self._opened(said["d"]["shard"][0], socket)
        for number, (event, what) in enumerate(self.events, start=2):
            await socket.send_json({"op": 0, "t": event, "s": number, "d": what})
        if len(self.identified) == self.shards:
            self.is_connected.set()
        async for _ in socket:
            pass
        self.closed_with = socket.close_code
        return socket


def _json(answer, status=200, **headers):
    # discord.py wants exactly this type, without a charset
    return web.Response(body=json.dumps(answer), status=status, headers={"Content-Type": "application/json", **headers})
