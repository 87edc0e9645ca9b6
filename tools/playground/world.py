"""A Discord in this process, made by SimCord: one server, five members, a channel for the tables.

The bot in it is the one of bot.py. Server, channel and members have the same ids at every start, so that the database
recognizes its people and its tables; messages are gone with the process, and the bot posts its open tables again.
The clock shows the same as the wall clock, so that countdowns, days and the ids that Discord gives out are right.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from contextvars import Context
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from unittest.mock import AsyncMock

import discord
import simcord
from simcord.backend.cdn import CDN_BASE

from cogs.app.bot import App
from cogs.table.emojis import CardEmojis, face_png
from players.choice import Choice, Question, Think

log = logging.getLogger(__name__)
T = TypeVar("T")

SERVER = "Card Club"
CHANNEL = "tables"
BOT = "Card Tables"
MEMBERS = ("Ana", "Ben", "Cy", "Dee", "Eli")
MANAGER = "Ana"
"""Who manages the server, and owns the bot."""

START_SECONDS = 30.0
"""Each step of the start is done within this time, also on a slow machine whose bot has tables to bring back."""
SETTLE_SECONDS = 1.0
"""A press is answered within this time; a press that meets a clock about to ring waits no longer than this for it.

House players act no sooner, so that nobody waits for them to see what a press of their own did.
"""


class Aside:
    """Lets house players and the coach think, and pictures be drawn, beside the simulation, which would wait for every
    other work of the bot before it shows what a press did, and lock the window when it waited in vain.
    """

    def __init__(self, think: Think) -> None:
        self._think = think
        self.env: simcord.Env | None = None
        """The simulation, once it runs."""

    async def answer(self, question: Question, seed: bytes) -> Choice:
        """The answer, as `think` gives it."""
        assert self.env is not None
        thinking = Context().run(asyncio.ensure_future, self._think(question, seed))
        choice: Choice = await self.env.external_wait(thinking, reason="somebody thinks")
        return choice

    async def on_thread(self, work: Callable[..., T], *args: Any) -> T:
        """What `work` returns for `args`, on a thread."""
        assert self.env is not None
        drawing = Context().run(asyncio.create_task, asyncio.to_thread(work, *args))
        drawn: T = await self.env.external_wait(drawing, reason="a picture is drawn")
        return drawn


class World:
    """The running simulation. SimCord does one thing at a time: whoever uses it holds `turn`."""

    def __init__(
        self,
        env: simcord.Env,
        preview: simcord.Preview,
        members: Sequence[simcord.MemberActor],
        pictures: Mapping[str, bytes],
    ) -> None:
        self.turn = asyncio.Lock()
        self.preview = preview
        self.members = dict(zip(MEMBERS, members, strict=True))
        self.ids = {name: member.id for name, member in self.members.items()}
        """The members' ids by name."""
        self.pictures = pictures
        """The faces of the cards by file name."""
        self.env = env
        self._published = -1

    async def catch_up(self) -> None:
        """Set the clock to the present, and publish what happened to all windows. Hold `turn`."""
        behind = (datetime.now(UTC) - self.env.now()) / timedelta(seconds=1)
        try:
            if behind > 0:
                await self.env.advance_time(behind)
            await self.publish()
        except TimeoutError as error:  # the bot is still busy; the next turn finds the rest
            log.info("%s", error)

    async def publish(self) -> None:
        """Show all windows what the bot has done since the last time, if anything. Hold `turn`.

        Every publication makes the windows' earlier view stale, so this publishes only when something has changed.
        """
        if len(self.env.http_requests) != self._published:
            await self.preview.refresh()
            self._published = len(self.env.http_requests)


@asynccontextmanager
async def simulated(app: App, aside: Aside | None = None) -> AsyncIterator[World]:
    """Run `app`, whose store is open, in its world, and close it at the end; `aside` is where it lets others think.

    Raises simcord.SetupError, and TimeoutError when the bot has not logged in after five seconds.
    """
    # Another client takes the bot's place until the clock shows the present; otherwise the bot would think that nobody
    # had played for months. It uploads the faces too, because SimCord gives a bot only five seconds to log in.
    stand_in = discord.AutoShardedClient(intents=discord.Intents(guilds=True))
    async with simcord.run(stand_in, shard_count=1, check_errors=False, settle_timeout=START_SECONDS) as env:
        if aside is not None:
            aside.env = env
        server = env.create_guild(SERVER)
        channel = server.create_text_channel(CHANNEL, topic="Type / to see what you can do")
        manager = server.create_role("Manager", permissions=discord.Permissions(manage_guild=True))
        members = [
            server.add_member(
                env.create_user(name.lower(), global_name=name), roles=[manager] if name == MANAGER else []
            )
            for name in MEMBERS
        ]
        app.owner_guild = server.id
        await app.load_commands()  # which says what has an emoji
        faces = await _bring_faces(stand_in, app.card_emojis)
        await env.advance_time(max((datetime.now(UTC) - env.now()) / timedelta(seconds=1), 0))
        await env.restart_bot(app)
        try:
            if app.user is not None:
                await app.user.edit(username=BOT)
            # The database says that Discord knows them, and by which numbers, but this Discord is new.
            app.command_list.numbers = {command.name: command.id for command in await app.tree.sync()}
            await app.tree.sync(guild=discord.Object(server.id))
            about = await app.application_info()
            about.owner = await app.fetch_user(members[0].id)
            app.application_info = AsyncMock(return_value=about)  # type: ignore[method-assign]
            with env._bot_scope():  # the bot's own clock, not this process's
                for table in app.open_tables.tables(server.id):
                    app.presses.view_of(table).changed()
            env.settle_timeout = SETTLE_SECONDS
            async with env.preview(channel, viewers=members, layout="channel", assets=faces) as preview:
                world = World(env, preview, members, dict(faces.values()))
                await world.catch_up()
                yield world
        finally:
            await app.close()


async def _bring_faces(client: discord.Client, emojis: CardEmojis) -> dict[str, tuple[str, bytes]]:
    """Upload the cards' faces, as an earlier start of the bot would have done.

    Returns their file names and pictures by the address at which the page looks for them, because SimCord keeps no
    uploads.
    """
    faces = {}
    for face, pictures in emojis.pictures.items():
        picture = face_png(pictures, face)
        emoji = await client.create_application_emoji(name=pictures.emoji_name(face), image=picture)
        faces[f"{CDN_BASE}/emojis/{emoji.id}.png"] = (f"{emoji.name}.png", picture)
    return faces
