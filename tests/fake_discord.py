"""A Discord for a process of the bot to connect to: just enough to log in, to be ready, and to be refused."""

import asyncio
import json
import re

from aiohttp import web

TOKEN = "MTA1.secret-of-the-bot.Xy_9"
MYSELF = {"id": "105", "username": "bot", "discriminator": "0", "avatar": None, "bot": True}
APPLICATION = {
    "id": "105", "name": "bot", "icon": None, "description": "", "bot_public": True, "bot_require_code_grant": False,
    "verify_key": "", "flags": 0, "summary": "", "owner": MYSELF, "team": None,
}  # fmt: skip

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
PUBLIC = {**PANEL, "flags": 1 << 15}
"""A table's message, which everybody sees."""


def pressed(number, person, address, guild=PRESS["guild_id"]):
    """Somebody presses a button of a table's message."""
    return {
        **PRESS,
        "id": str(number),
        "guild_id": str(guild),
        "member": {**MEMBER, "user": {**MEMBER["user"], "id": str(person)}},
        "message": PUBLIC,
        "data": {"custom_id": address, "component_type": 2, "id": 3},
    }


class FakeDiscord:
    """`closes_with` is how the gateway ends every session; with `is_slow` it answers nothing before `wakes_up`.

    `shards` is the number of sessions among which a bot should share its servers; `at_once` of them may begin together,
    and the gateway greets nobody before so many have come. `events` are sent once it is ready.
    The first request for each path in `fails_once` gets no better answer than 503, and none at all for `hangs_up_on`.
    """

    def __init__(
        self, *, closes_with=None, is_slow=False, shards=1, events=(), fails_once=(), hangs_up_on="", port=0, at_once=1
    ):
        self.at_once = at_once
        self._came = asyncio.Barrier(at_once)
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
        if answered := re.fullmatch(r"interactions/(\d+)/.*/callback", path):
            return await self._answered(request, answered[1])
        if request.headers.get("Authorization") != f"Bot {TOKEN}":
            return as_json({"message": "401: Unauthorized", "code": 0}, status=401)
        answers = {"users/@me": MYSELF, "oauth2/applications/@me": APPLICATION, "applications/105/commands": []}
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": self.at_once}
        answers["gateway/bot"] = {"url": f"{self.address}/gateway", "shards": self.shards, "session_start_limit": limit}
        return as_json(answers[path]) if path in answers else as_json({"message": "not here", "code": 0}, status=404)

    async def _answered(self, _request, _press):
        """The bot answers a press, which came too late."""
        self.was_answered.set()
        return as_json({"message": "Unknown interaction", "code": 10062}, status=404)

    async def _opened(self, shard, socket):
        """The session of a shard is ready."""

    async def _gateway(self, request):
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.socket = socket
        await self._came.wait()
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


class TakingDiscord(FakeDiscord):
    """Takes every answer to a press, and every picture of a table."""

    edits = 0
    """How often the bot has drawn the table without a press."""

    async def _request(self, request):
        if request.match_info["path"] == f"channels/{PUBLIC['channel_id']}/messages/{PUBLIC['id']}":
            self.edits += 1
            return as_json(PUBLIC)
        return await super()._request(request)

    async def _answered(self, _request, press):
        self.was_answered.set()
        return self.taken(press)

    @staticmethod
    def taken(press):
        return as_json({"interaction": {"id": press, "type": 3}, "resource": {"type": 7}})


def as_json(answer, status=200, **headers):
    # discord.py wants exactly this type, without a charset
    return web.Response(body=json.dumps(answer), status=status, headers={"Content-Type": "application/json", **headers})
