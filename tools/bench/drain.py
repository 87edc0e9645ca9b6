"""How the bot ends while people press: `python -m tools.bench.drain`.

The process of the bot, unmodified, plays with a Discord in this process: a gateway that brings presses at a steady
rate, and a REST that takes its time for each answer. After some seconds the bot is told to stop. It prints how long the
end took and what became of the presses; the exit status is 1 when a press that had arrived before was not answered, or
an answered one is not on the disk.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import re
import secrets
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
from aiohttp import web

from cogs.table.parts import BUTTON, Address
from data.store.store import Store
from data.tables.tables import Tables
from games.blackjack import Options
from tables.blackjack.adapter import BlackjackGame
from tables.clock import Pace
from tables.game import ShoeState
from tables.lobby import Lobby
from tables.open_tables import OpenTables
from tables.services import Services
from tables.terms import Terms
from tools.bench.report import Machine, table
from tools.bench.storm import APPLICATION, ME, TOKEN, as_json
from tools.bench.wire import CHANNEL, GUILD, message

ROOT = Path(__file__).parents[2]
LAUNCH = """
import runpy, sys, yarl, discord.gateway, discord.http
discord.http.Route.BASE = sys.argv[1]
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sys.argv[1]) / "gateway"
bot = sys.argv[2]
sys.path.insert(0, bot.rpartition("/")[0])
sys.argv = [bot]
runpy.run_path(bot, run_name="__main__")
"""
HOST = 1
FIRST_MESSAGE = 10**18 + 5 * 10**6
FIRST_PRESS = 10**18 + 10**8
SETTLES = 3.0
"""Seconds in which the bot draws what it has found."""
PRESSED_FOR = 5.0
"""Seconds of presses before the bot is told to stop."""
_CALLBACK = re.compile(r"interactions/(\d+)/.*/callback")
_MESSAGE = re.compile(r"channels/\d+/messages/(\d+)")


@dataclass(slots=True)
class Discord:
    """Discord, as far as presses at tables need it; each answer takes `latency` seconds."""

    latency: float
    sent: dict[int, float] = field(default_factory=dict)
    """When each press was sent."""
    answered: set[int] = field(default_factory=set)
    socket: web.WebSocketResponse | None = None
    is_ready: asyncio.Event = field(default_factory=asyncio.Event)
    address: str = ""

    @contextlib.asynccontextmanager
    async def listening(self) -> Any:
        """Be there for the bot."""
        server = web.Application()
        server.router.add_get("/gateway", self._gateway)
        server.router.add_route("*", "/{path:.*}", self._request)
        runner = web.AppRunner(server, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.address = f"http://127.0.0.1:{runner.addresses[0][1]}"
        try:
            yield
        finally:
            await runner.cleanup()

    async def _request(self, request: web.Request) -> web.Response:
        path = request.match_info["path"]
        if (press := _CALLBACK.fullmatch(path)) is not None:
            await asyncio.sleep(self.latency)
            self.answered.add(int(press[1]))
            return as_json({"interaction": {"id": press[1], "type": 3}, "resource": {"type": 7}})
        if (shown := _MESSAGE.fullmatch(path)) is not None:
            await asyncio.sleep(self.latency)
            return as_json(message(int(shown[1]), []))
        if path == "gateway/bot":
            limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
            return as_json({"url": f"{self.address}/gateway", "shards": 1, "session_start_limit": limit})
        if "@me" in path:
            return as_json(APPLICATION if path.startswith("oauth2") else ME)
        return as_json([]) if path.endswith("/commands") else as_json({"message": "not here", "code": 0}, 404)

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        self.socket = socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 45_000}})
        while (said := await socket.receive_json())["op"] != 2:
            await socket.send_json({"op": 11, "d": None})
        ready = {"v": 10, "user": ME, "guilds": [], "session_id": "1", "application": {"id": ME["id"], "flags": 0}}
        ready |= {"shard": said["d"]["shard"], "resume_gateway_url": self.address}
        await socket.send_json({"op": 0, "t": "READY", "s": 1, "d": ready})
        self.is_ready.set()
        async for _ in socket:
            pass
        return socket

    async def press(self, number: int, at: int) -> None:
        """Somebody whom nobody has seen before presses Sit at table `at`."""
        assert self.socket is not None
        self.sent[number] = time.monotonic()
        await self.socket.send_json({"op": 0, "t": "INTERACTION_CREATE", "s": number % 10**8, "d": _press(number, at)})


def _press(number: int, at: int) -> dict[str, Any]:
    user = {"id": str(number), "username": "x", "discriminator": "0", "avatar": None, "global_name": None}
    member = {
        "user": user, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False, "flags": 0,
        "permissions": "0",
    }  # fmt: skip
    channel = {"id": str(CHANNEL), "type": 0, "name": "x", "permissions": "0", "position": 0}
    return {
        "id": str(number), "application_id": ME["id"], "type": 3, "token": f"x{number}", "version": 1,
        "guild_id": str(GUILD), "channel_id": str(CHANNEL), "channel": channel | {"permission_overwrites": []},
        "member": member, "message": message(FIRST_MESSAGE + at, []), "entitlements": [], "app_permissions": "0",
        "data": {"custom_id": f"{BUTTON}:{Address(at, '0.b', 'sit')}", "component_type": 2, "id": 3},
        "locale": "en-US", "authorizing_integration_owners": {}, "attachment_size_limit": 1,
    }  # fmt: skip


async def prepare(path: Path, tables: int) -> None:
    """Make a database with so many open tables of Blackjack, where nobody sits."""
    store, game = await Store.open(path), BlackjackGame()
    services = Services(Tables(store), discord.utils.utcnow, lambda: secrets.token_bytes(32), lambda *_: None)
    open_tables, terms = OpenTables(services), Terms(10, 500, Options(), Pace.NORMAL)
    open_tables.offer(game)
    for _ in range(tables):
        await open_tables.open(game, guild=GUILD, channel=CHANNEL, host=HOST, terms=terms)
    open_tables.stop()
    posted = "UPDATE tables SET message = ? + id, posted_at = opened_at"
    await store.write(lambda db: db.execute(posted, (FIRST_MESSAGE,)))
    await store.close()


async def seated(path: Path) -> set[int]:
    """Everybody who has a seat, on the disk."""
    store = await Store.open(path)
    rows = await store.read(lambda db: db.execute("SELECT lobby FROM tables").fetchall())
    await store.close()
    return {person for (lobby,) in rows for person in Lobby.from_json(lobby, ShoeState).seats if person is not None}


async def ending(folder: Path, tables: int, rate: int, latency: float) -> tuple[float, Discord, float]:
    """Press `rate` times a second and tell the bot to stop. Returns the seconds that took, Discord, and when it was."""
    discord_ = Discord(latency)
    (folder / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\nDATABASE_PATH=drain.sqlite3\nTHINKERS=0\n", encoding="utf-8")
    async with discord_.listening():
        command = (sys.executable, "-c", LAUNCH, discord_.address, str(ROOT / "bot.py"))
        with (folder / "log").open("wb") as log:
            bot = await asyncio.create_subprocess_exec(*command, cwd=folder, env={"PATH": ""}, stderr=log)
        waiting = {asyncio.create_task(discord_.is_ready.wait()), asyncio.create_task(bot.wait())}
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        if bot.returncode is not None:
            sys.exit((folder / "log").read_text(encoding="utf-8"))
        await asyncio.sleep(SETTLES)
        told, due = 0.0, time.monotonic()
        stops_after = rate * PRESSED_FOR
        while bot.returncode is None:
            if not told and len(discord_.sent) >= stops_after:
                told = time.monotonic()
                bot.send_signal(signal.SIGTERM)
            with contextlib.suppress(ConnectionError):
                count = len(discord_.sent)
                await discord_.press(FIRST_PRESS + count, 1 + count % tables)  # each finds a free seat
            due += 1 / rate
            await asyncio.sleep(max(due - time.monotonic(), 0))
    return time.monotonic() - told, discord_, told


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.drain", description="End the bot while people press.")
    parser.add_argument("--rate", type=int, default=200, help="presses a second, default 200")
    parser.add_argument("--tables", type=int, default=1000, help="open tables, default 1000")
    parser.add_argument("--latency", type=float, default=0.1, help="seconds that Discord takes, default 0.1")
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        machine, path = Machine(folder), folder / "drain.sqlite3"
        asyncio.run(prepare(path, args.tables))
        seconds, discord_, told = asyncio.run(ending(folder, args.tables, args.rate, args.latency))
        sitting = asyncio.run(seated(path))
        faults = (folder / "log").read_text(encoding="utf-8").count("Traceback")
    counts = Counter((at < told, number in discord_.answered) for number, at in discord_.sent.items())
    lost = len(discord_.answered - sitting)
    rows = [
        ("sent before the bot was told to stop", f"{counts[True, True]:,}", f"{counts[True, False]:,}"),
        ("sent after that", f"{counts[False, True]:,}", f"{counts[False, False]:,}"),
    ]
    print(f"{table(('presses', 'answered', 'not answered'), rows)}\n")
    print(f"the end took {seconds:.1f} s; {lost} answered presses are not on the disk; {faults} faults in the log")
    print(f"\n{machine}")
    return int(bool(counts[True, False] or lost or faults))


if __name__ == "__main__":
    sys.exit(main())
