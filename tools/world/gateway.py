"""Discord for processes of the bot: the one of `fake_discord` over real sockets.

The gateway compresses as a bot asks for it, and answers to requests are compressed where it takes that. Everything
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
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, BinaryIO

import discord
import orjson
from aiohttp import web
from discord.http import Route

from tools.world.fake_discord import BOT, FakeDiscord, Json, guild_as_json

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


class Session:
    """What the gateway says to a bot on this socket, once it is sent."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self.events = asyncio.Queue[Json]()

    def put(self, op: int, about: Any, name: str | None = None) -> None:
        """Say something more."""
        self.events.put_nowait({"op": op, "d": about, "t": name})


class DiscordServer(FakeDiscord):
    """Discord, as processes of the bot can talk to it, each with sessions of some shards.

    Once a bot plays, requests and their answers travel for half of `latency` seconds each. A bot should share its
    servers among so many `shards`, whose sessions may begin `at_once`.
    """

    def __init__(self, latency: float = 0.0, *, shards: int = 1, at_once: int = 1, port: int = 0) -> None:
        super().__init__()
        self.shards, self.at_once, self.port = shards, at_once, port
        self.guilds: Sequence[int] = (self.guild,)
        """Those that a bot is told about when its session begins."""
        self.sessions: defaultdict[int, list[Session]] = defaultdict(list)
        """Those of each shard, the oldest first. All of them are told what happens in its servers."""
        self.latency = latency
        self.address = ""
        self.is_ready = asyncio.Event()
        """Whether a session has begun."""
        self.came = 0
        """The requests so far."""
        self.waits: list[float] = []
        """Seconds from each event to its answer, without their travels."""
        self._brought: dict[int, float] = {}
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
        await web.TCPSite(runner, "127.0.0.1", self.port).start()
        self.address = f"http://127.0.0.1:{runner.addresses[0][1]}"
        try:
            yield
        finally:
            await runner.cleanup()

    def send(self, _bot: discord.Client, event: Json) -> None:
        """Let the gateway bring `event` to the bot."""
        self.bring(event)

    def bring(self, event: Json, shard: int = 0) -> None:
        """Let the gateway bring `event`, a press, to all sessions of a shard."""
        self._brought[int(event["id"])] = time.perf_counter()
        for session in self.sessions[shard]:
            session.put(0, event, "INTERACTION_CREATE")

    @property
    def bytes(self) -> int:
        """That have gone over its connections both ways; 0 where that isn't known."""
        return sum(self._bytes.values())

    # Requests

    async def _requested(self, request: web.Request) -> web.Response:
        at, path = time.perf_counter(), request.match_info["path"]
        if path == "gateway/bot":
            limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": self.at_once}
            return as_json({"url": f"{self.address}/gateway", "shards": self.shards, "session_start_limit": limit})
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

    async def opened(self, _shard: int) -> None:
        """A session of a shard has begun."""
        self.is_ready.set()

    async def closed(self, shard: int, session: Session) -> None:
        """It is over."""

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        session, shard = Session(socket := web.WebSocketResponse()), None
        await socket.prepare(request)
        session.put(10, {"heartbeat_interval": 40_000})
        writing = asyncio.create_task(self._write(request, session))
        try:
            async for said in socket:
                match (event := orjson.loads(said.data))["op"]:
                    case 1:
                        session.put(11, None)
                    case 6:
                        session.put(9, False)
                    case 2:
                        await self._greet(session, event["d"]["shard"])
                        self.sessions[shard := event["d"]["shard"][0]].append(session)
                        await self.opened(shard)
        finally:
            writing.cancel()
        if shard is not None:
            self.sessions[shard].remove(session)
            await self.closed(shard, session)
        return socket

    async def _greet(self, session: Session, shard: Sequence[int]) -> None:
        guilds = [{"id": str(guild), "unavailable": True} for guild in self.guilds]
        ready = {"v": 10, "user": ME, "guilds": guilds, "session_id": "1", "application": {"id": ME["id"], "flags": 0}}
        session.put(0, ready | {"shard": shard, "resume_gateway_url": f"{self.address}/gateway"}, "READY")
        for guild in self.guilds:
            session.put(0, guild_as_json(guild), "GUILD_CREATE")

    async def _write(self, request: web.Request, session: Session) -> None:
        """Send what is put; what the bot doesn't want compressed with zlib goes as it is."""
        stream = zlib.compressobj() if request.query.get("compress") == "zlib-stream" else None
        number = 0
        with contextlib.suppress(ConnectionError):
            while True:
                event = await session.events.get()
                number += event["t"] is not None
                text = orjson.dumps(event | {"s": number})
                if stream is None:
                    await session.socket.send_str(text.decode())
                else:
                    await session.socket.send_bytes(stream.compress(text) + stream.flush(zlib.Z_SYNC_FLUSH))
                self._weigh(request)

    async def start(self, folder: Path, log: BinaryIO, settings: Mapping[str, str]) -> asyncio.subprocess.Process:
        """A process of the bot with these settings, in `folder`, which says in `log` what is wrong."""
        command = (sys.executable, "-c", LAUNCH, self.address, str(BOT_PROGRAM))
        env = {"PATH": "", "DISCORD_TOKEN": TOKEN, "THINKERS": "0", **settings}
        return await asyncio.create_subprocess_exec(*command, cwd=folder, env=env, stderr=log)


@asynccontextmanager
async def started(
    folder: Path, there: DiscordServer, settings: Mapping[str, str]
) -> AsyncIterator[asyncio.subprocess.Process]:
    """The process of the bot with these settings, in `folder`, once its session has begun. It is killed in the end.

    Raises RuntimeError, with what it has said, when it ends before.
    """
    with (folder / "log").open("wb") as log:
        bot = await there.start(folder, log, settings)
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


def as_json(answer: Any, status: int = 200, **more: str) -> web.Response:
    """An answer as Discord gives it, with these headers and `more`."""
    kind = {"Content-Type": "application/json", "Via": "1.1 google"}  # discord.py reads only exactly this type as JSON
    return web.Response(body=orjson.dumps(answer), status=status, headers=kind | more)
