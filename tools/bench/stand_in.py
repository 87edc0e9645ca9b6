"""Discord for a process of the bot: the wire of this package over real sockets.

The gateway compresses as the bot asks for it, and answers to requests are compressed where it takes that. Everything
takes its time to travel.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import struct
import sys
import time
import zlib
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import orjson
from aiohttp import web
from discord.http import Route

from tools.bench.wire import BOT, GUILD, Json, Wire, guild_as_json

BOT_PROGRAM = Path(__file__).parents[2] / "bot.py"
LAUNCH = """
import runpy, sys, yarl, discord.gateway, discord.http
discord.http.Route.BASE = sys.argv[1]
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sys.argv[1]) / "gateway"
bot = sys.argv[2]
sys.path.insert(0, bot.rpartition("/")[0])
sys.argv = [bot]
runpy.run_path(bot, run_name="__main__")
"""
TOKEN = "MTA1.bench.x"
ME = {"id": str(BOT), "username": "bot", "discriminator": "0", "avatar": None, "bot": True}
APPLICATION = {
    "id": str(BOT), "name": "bot", "icon": None, "description": "", "bot_public": True, "verify_key": "", "flags": 0,
    "bot_require_code_grant": False, "summary": "", "owner": ME, "team": None,
}  # fmt: skip
_CALLBACK = re.compile(r"interactions/(\d+)/([^/]+)/callback")
_WEBHOOK = re.compile(r"webhooks/(\d+)/([^/]+)(?:/messages/[^/]+)?")
_CHANNEL = re.compile(r"channels/(\d+)/")
_ACKNOWLEDGED_AND_RECEIVED = 120
"""Where Linux tells in `struct tcp_info` how many bytes of a connection have gone, and come."""


class StandIn(Wire):
    """Discord, as one process of the bot can talk to it. Once it plays, requests and their answers travel for half of
    `latency` seconds each.
    """

    def __init__(self, latency: float = 0.0, guild: int = GUILD) -> None:
        super().__init__(guild)
        self.at_once = 1
        """So many sessions may begin at once."""
        self.latency = latency
        self.address = ""
        self.is_ready = asyncio.Event()
        """Whether the bot's session has begun."""
        self.came = 0
        """The requests so far."""
        self.waits: list[float] = []
        """Seconds from each event to its answer, without their travels."""
        self._brought: dict[int, float] = {}
        self._events = asyncio.Queue[Json]()
        self._bytes: dict[Any, int] = {}
        """By connection."""

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Be there for the bot."""
        server = web.Application()
        server.router.add_get("/gateway", self._gateway)
        server.router.add_route("*", "/{path:.*}", self._requested)
        runner = web.AppRunner(server, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.address = f"http://127.0.0.1:{runner.addresses[0][1]}"
        try:
            yield
        finally:
            await runner.cleanup()

    def send(self, _bot: discord.Client, event: Json) -> None:
        """Let the gateway bring `event` to the bot of the session."""
        self.bring(event)

    def bring(self, event: Json) -> None:
        """Let the gateway bring `event` to the bot of the session."""
        self._brought[int(event["id"])] = time.perf_counter()
        self._put(0, event, "INTERACTION_CREATE")

    @property
    def bytes(self) -> int:
        """That have gone over its connections both ways; 0 where that isn't known."""
        return sum(self._bytes.values())

    # Requests

    async def _requested(self, request: web.Request) -> web.Response:
        at, path = time.perf_counter(), request.match_info["path"]
        if path == "gateway/bot":
            limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": self.at_once}
            return as_json({"url": f"{self.address}/gateway", "shards": 1, "session_start_limit": limit})
        if "@me" in path:
            return as_json(APPLICATION if path.startswith("oauth2") else ME)
        body = await _body(request)
        if path.startswith("applications"):
            return as_json(await self._said_to(request.method, path, body))
        self.came += 1
        if (answer := _CALLBACK.fullmatch(path)) is not None and (brought := self._brought.pop(int(answer[1]), None)):
            self.waits.append(at - brought)
        return await self._taken(request, path, body)

    async def _taken(self, request: web.Request, path: str, body: Json | None) -> web.Response:
        """Take what the bot says while it plays, and answer."""
        await asyncio.sleep(self.latency / 2)
        try:
            said = await self._said_to(request.method, path, body)
        except discord.HTTPException as error:
            return as_json({"message": error.text, "code": error.code}, error.status)
        except LookupError:
            return as_json({"message": "Unknown", "code": 10062}, 404)
        await asyncio.sleep(self.latency / 2)
        self._weigh(request)
        response = as_json(said)
        response.enable_compression()
        return response

    async def _said_to(self, method: str, path: str, body: Json | None) -> Json:
        for form in (_CALLBACK, _WEBHOOK):
            if (found := form.fullmatch(path)) is not None:
                route = Route(method, f"/{path}", webhook_id=int(found[1]), webhook_token=found[2])
                return await self.request(route, None, payload=body)  # type: ignore[no-any-return]  # JSON
        channel = _CHANNEL.match(path)
        route = Route(method, f"/{path}", channel_id=int(channel[1]) if channel else None)
        return await self._rest(route, json=body)  # type: ignore[no-any-return]  # JSON

    def _weigh(self, request: web.Request) -> None:
        """Count what has gone over a connection so far."""
        if sys.platform == "linux" and (its := request.get_extra_info("socket")) is not None:
            told = its.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 192)
            self._bytes[its] = sum(struct.unpack_from("QQ", told, _ACKNOWLEDGED_AND_RECEIVED))

    # The gateway

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        session = web.WebSocketResponse()
        await session.prepare(request)
        self._events = asyncio.Queue()
        writing = asyncio.create_task(self._write(request, session))
        self._put(10, {"heartbeat_interval": 40_000})
        try:
            async for said in session:
                event = orjson.loads(said.data)
                if event["op"] == 1:
                    self._put(11, None)
                elif event["op"] == 2:
                    self._greet(event["d"])
        finally:
            writing.cancel()
        return session

    def _greet(self, identity: Json) -> None:
        guilds = [{"id": str(self.guild), "unavailable": True}]
        ready = {"v": 10, "user": ME, "guilds": guilds, "session_id": "1", "application": {"id": ME["id"], "flags": 0}}
        self._put(0, ready | {"shard": identity["shard"], "resume_gateway_url": self.address}, "READY")
        self._put(0, guild_as_json(self.guild), "GUILD_CREATE")
        self.is_ready.set()

    def _put(self, op: int, about: Json | None, name: str | None = None) -> None:
        self._events.put_nowait({"op": op, "d": about, "t": name})

    async def _write(self, request: web.Request, session: web.WebSocketResponse) -> None:
        """Send what is put; what the bot doesn't want compressed with zlib goes as it is."""
        stream = zlib.compressobj() if request.query.get("compress") == "zlib-stream" else None
        number = 0
        with contextlib.suppress(ConnectionError):
            while True:
                event = await self._events.get()
                number += event["t"] is not None
                text = orjson.dumps(event | {"s": number})
                if stream is None:
                    await session.send_str(text.decode())
                else:
                    await session.send_bytes(stream.compress(text) + stream.flush(zlib.Z_SYNC_FLUSH))
                self._weigh(request)


class SeveralStandIn(StandIn):
    """Discord for several processes of the bot, each with sessions of some shards, and nothing compressed."""

    def __init__(self, latency: float = 0.0) -> None:
        super().__init__(latency)
        self.sessions: defaultdict[int, list[web.WebSocketResponse]] = defaultdict(list)
        """Those of each shard, the oldest first. All of them are told what happens in its servers."""

    async def tell(self, shard: int, event: Json) -> None:
        """Let the gateway bring `event`, a press."""
        for session in list(self.sessions[shard]):
            with contextlib.suppress(ConnectionError):
                await session.send_json({"op": 0, "t": "INTERACTION_CREATE", "s": int(event["id"]), "d": event})

    async def opened(self, shard: int) -> None:
        """A session of a shard has begun."""

    async def closed(self, shard: int, session: web.WebSocketResponse) -> None:
        """It is over."""

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        session, shard = web.WebSocketResponse(), None
        await session.prepare(request)
        await session.send_json({"op": 10, "d": {"heartbeat_interval": 40_000}})
        async for said in session:
            match (event := said.json())["op"]:
                case 1:
                    await session.send_json({"op": 11, "d": None})
                case 6:
                    await session.send_json({"op": 9, "d": False})
                case 2:
                    ready = {"v": 10, "user": ME, "guilds": [], "session_id": "1", "shard": event["d"]["shard"]}
                    ready |= {"application": {"id": ME["id"], "flags": 0}}
                    ready |= {"resume_gateway_url": f"{self.address}/gateway"}
                    await session.send_json({"op": 0, "t": "READY", "s": 1, "d": ready})
                    self.sessions[shard := event["d"]["shard"][0]].append(session)
                    await self.opened(shard)
        if shard is not None:
            self.sessions[shard].remove(session)
            await self.closed(shard, session)
        return session


@asynccontextmanager
async def started(
    folder: Path, there: StandIn, settings: Mapping[str, str]
) -> AsyncIterator[asyncio.subprocess.Process]:
    """The process of the bot with these settings, in `folder`, once its session has begun. It is killed in the end.

    Raises RuntimeError, with what it has said, when it ends before.
    """
    lines = {"DISCORD_TOKEN": TOKEN, "THINKERS": "0", **settings}
    env = folder / ".env"
    env.write_text("".join(f"{name}={value}\n" for name, value in lines.items()), encoding="utf-8")
    env.chmod(0o600)
    command = (sys.executable, "-c", LAUNCH, there.address, str(BOT_PROGRAM))
    with (folder / "log").open("wb") as log:
        bot = await asyncio.create_subprocess_exec(*command, cwd=folder, env={"PATH": ""}, stderr=log)
    try:
        waiting = {asyncio.create_task(there.is_ready.wait()), asyncio.create_task(bot.wait())}
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        if bot.returncode is not None:
            raise RuntimeError((folder / "log").read_text(encoding="utf-8"))
        yield bot
    finally:
        for task in waiting:
            task.cancel()
        if bot.returncode is None:
            bot.kill()
            await bot.wait()


async def _body(request: web.Request) -> Json | None:
    text = await request.read()
    if request.content_type.startswith("multipart/"):
        text = str((await request.post())["payload_json"]).encode()
    return orjson.loads(text) if text else None


def as_json(answer: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """An answer as Discord gives it."""
    kind = {"Content-Type": "application/json", "Via": "1.1 google"}  # discord.py reads only exactly this type as JSON
    return web.Response(body=orjson.dumps(answer), status=status, headers={**kind, **(headers or {})})
