"""Discord for a process of the bot that meets with trouble: it is slow, refuses, hangs up, or takes no answer."""

import asyncio
import re

from aiohttp import web
from discord.enums import InteractionType

from tools.world.fake_discord import BOT, BUTTON, CHANNEL, EPHEMERAL, GUILD, interaction, message
from tools.world.gateway import DiscordServer, as_json

TOKEN = "MTA1.secret-of-the-bot.Xy_9"
ANSWER_TOKEN = "aW50ZXJhY3Rpb246.the-token_with.which-to-answer"
COMMANDS = f"applications/{BOT}/commands"
"""Where a bot's list of commands is kept."""
HAND = [
    {"type": 10, "id": 1, "content": "Your hand: QH QC"},
    {"type": 1, "id": 2, "components": [
        {"type": BUTTON, "id": 3, "style": 2, "label": "Show my hand", "custom_id": "b:1:1.1:hand"}]},
]  # fmt: skip
MESSAGE = 900
"""A table's, which everybody sees; there is one of the same number that only Ana sees."""


def pressed(number, person, address, guild=GUILD, *, privately=False):
    """Somebody presses a button of that message."""
    data = {"custom_id": address, "component_type": BUTTON, "id": 3}
    event = interaction(number, InteractionType.component, person, data, CHANNEL, guild)
    return event | {"token": ANSWER_TOKEN, "message": message(MESSAGE, HAND, flags=EPHEMERAL * privately)}


PRESS = pressed(800, 7, "b:1:1.1:hand", privately=True)


class FakeDiscord(DiscordServer):
    """`closes_with` is how the gateway ends every session; with `is_slow` it answers nothing before `wakes_up`.

    The gateway lets nobody in before as many have come as may begin `at_once`. `events` are sent once it is ready. The
    first request for each path in `fails_once` gets no better answer than 503, and none at all for `hangs_up_on`.
    """

    def __init__(self, *, closes_with=None, is_slow=False, events=(), fails_once=(), hangs_up_on="", **how):
        super().__init__(**how)
        self.guilds = ()
        self._came = asyncio.Barrier(self.at_once)
        self.closes_with = closes_with
        self.fails_once = set(fails_once)
        self.hangs_up_on = hangs_up_on
        self.events = events
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
        """The latest session's."""

    async def __aenter__(self):
        self._there = self.listening()
        await self._there.__aenter__()
        return self

    async def __aexit__(self, *_):
        await self._there.__aexit__(None, None, None)

    async def _requested(self, request):
        self.was_asked.set()
        await self.wakes_up.wait()
        path = request.match_info["path"]
        if self._fails(path):
            return web.Response(status=503, text="upstream connect error")
        if path == self.hangs_up_on:
            request.transport.abort()
        if answered := re.fullmatch(r"interactions/(\d+)/.*/callback", path):
            return await self._answered(request, answered[1])
        if request.headers.get("Authorization") != f"Bot {TOKEN}":
            return as_json({"message": "401: Unauthorized", "code": 0}, status=401)
        return await super()._requested(request)

    async def _answered(self, _request, _press):
        """The bot answers a press, which came too late."""
        self.was_answered.set()
        return as_json({"message": "Unknown interaction", "code": 10062}, status=404)

    def _fails(self, path):
        fails = path in self.fails_once
        self.fails_once.discard(path)
        return fails

    async def _gateway(self, request):
        if self._fails("gateway"):
            return web.Response(status=503)
        await self._came.wait()
        return await super()._gateway(request)

    async def _greet(self, session, shard):
        self.socket = session.socket
        self.identified.append(shard)
        if self.closes_with is not None:
            await self.socket.close(code=self.closes_with)
            return
        await super()._greet(session, shard)
        for event, what in self.events:
            session.put(0, what, event)
        if len(self.identified) == self.shards:
            self.is_connected.set()

    async def closed(self, _shard, session):
        self.closed_with = session.socket.close_code


class TakingDiscord(FakeDiscord):
    """Takes every answer to a press, and every picture of the table."""

    def __init__(self, **how):
        super().__init__(**how)
        self.post(MESSAGE, HAND)

    @property
    def edits(self):
        """How often the bot has drawn the table without a press."""
        return sum(each.kind == "edit" for each in self._sent)

    async def _answered(self, _request, press):
        self.was_answered.set()
        return self.taken(press)

    @staticmethod
    def taken(press):
        return as_json({"interaction": {"id": press, "type": 3}, "resource": {"type": 7}})
