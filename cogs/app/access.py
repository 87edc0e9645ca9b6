"""Whom the bot serves, and how often.

What its owner has blocked is refused here, and begins no round; what is stored about somebody can be had and deleted
nevertheless. One person may give only so many commands in a minute. Presses are not counted: games need them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import discord
from discord import app_commands

from cogs.app.process.metrics_sink import MetricsSink, PressOutcome, command_of, mark
from cogs.app.process.shutdown import Shutdown, Tasks
from cogs.app.replies.components import soon
from cogs.app.replies.errors import TOLD_TO_WAIT, explain, while_away, whisper
from cogs.app.replies.readers import ReaderLanguages
from cogs.app.replies.requests import acknowledge
from data.guild.announcement import Announcements
from data.guild.blocks import Blocks
from data.store import write_log
from data.store.store import Store
from tables.clock import uptime
from tables.halt import BLOCKED, Halt
from tables.subscribers import Subscribers

MOST = 30
"""Commands of one person in one server, in any `SPAN`."""
SPAN = timedelta(minutes=1)

OPEN_TO_ALL = "mydata"
"""The command, and the name of its buttons' route, that are open to whoever is blocked."""
PATIENCE = 1.0
"""Seconds that somebody waits for the database until they are told, at a look each second. Discord waits for three."""


class Access:
    """What the owner has said about whom to serve and what to announce, as last read from the database."""

    def __init__(
        self,
        store: Store,
        shutdown: Shutdown,
        readers: ReaderLanguages,
        metrics: MetricsSink,
        now: Callable[[], datetime],
        mention: Callable[[str], str],
    ) -> None:
        """`now` is the present, aware, UTC; `mention` makes a command one that can be pressed."""
        self.metrics = metrics
        self._store = store
        self.blocks = Blocks(store)
        self.announcements = Announcements(store)
        self.unblocked: Subscribers[int] = Subscribers()
        """Another process has unblocked a server."""
        self._shutdown = shutdown
        self._readers = readers
        self._now = now
        self._mention = mention
        self._commands = CommandLimiter()
        self._told: dict[asyncio.Task[object], discord.Interaction] = {}
        """What is under way although the person was told that the database keeps them waiting."""
        self._telling = Tasks("telling who waits")

    def each_second(self, late: float) -> None:
        """Tell whoever waits for the database, before Discord says that it failed. The loop is `late` by so much."""
        self.metrics.late(late)
        if self._store.longest_wait >= PATIENCE:
            for waited, interaction, task in self._shutdown.waiting():
                if waited >= PATIENCE and task not in self._told:
                    self._told[task], interaction.extras[TOLD_TO_WAIT] = interaction, True
                    task.add_done_callback(self._told.pop)
                    self._telling.start(self._tell(interaction))

    async def _tell(self, interaction: discord.Interaction) -> None:
        if interaction.type is not discord.InteractionType.application_command:
            await acknowledge(interaction)  # so the answer can still take the place of what was pressed
        await whisper(interaction, while_away(self._readers.own_words(interaction)), fades=True)

    async def read(self) -> None:
        """Read everything, which other processes may have changed; the heartbeat does so, too."""
        await self.announcements.read()
        for guild in await self.blocks.read():
            await self.unblocked.tell(guild)

    def halt(self, guild: int) -> Halt | None:
        """Why no new round begins in a server."""
        return self._shutdown.halt or (BLOCKED if guild in self.blocks.servers else None)

    async def admits(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether a press or a command is carried out, or what somebody types completed; else they are told why not."""
        if not self._shutdown.admits(interaction):
            return False
        write_log.begin()
        self.metrics.arrived()
        refusal, person = "", interaction.user.id
        is_command = interaction.type is discord.InteractionType.application_command
        told = self._told and any(told.user == interaction.user for told in self._told.values())
        if is_away := bool(self._store.is_away or told):
            refusal = while_away(self._readers.own_words(interaction))
        else:
            await self._readers.note_locale(person)
            if person in self.blocks.people or (is_command and interaction.guild_id in self.blocks.servers):
                refusal = self._against_the_blocked(interaction)
            if is_command and not refusal:
                refusal = self._against_command(interaction)
        if not refusal or interaction.type is discord.InteractionType.autocomplete:
            return True
        mark(interaction, PressOutcome.REFUSED)
        await whisper(interaction, refusal, fades=is_away)
        (self.metrics.commanded if is_command else self.metrics.pressed)(interaction)
        return False

    def _against_the_blocked(self, interaction: discord.Interaction[Any]) -> str:
        """What somebody reads who is blocked, or in a blocked server; empty for what is open to all."""
        if _name(interaction) == OPEN_TO_ALL:
            return ""
        words = self._readers.own_words(interaction)
        blocked = (
            words("The bot's operator has blocked you.")
            if interaction.user.id in self.blocks.people
            else words("The bot's operator has blocked this server.")
        )
        return f"{blocked} {words('Only {command} still works.', command=self._mention(OPEN_TO_ALL))}"

    def _against_command(self, interaction: discord.Interaction[Any]) -> str:
        """Why a command is refused: the bot isn't in this server, too many came, or a number is none; empty if not."""
        guild, client, words = interaction.guild_id, interaction.client, self._readers.own_words(interaction)
        wait = self._commands.admit(guild or 0, interaction.user.id, uptime())
        if guild is not None and client.get_guild(guild) is None and _name(interaction) != OPEN_TO_ALL:
            return words(
                "Only the bot's commands are in this server. A manager of this server can invite the bot: {link}",
                link=client.invitation,
            )
        if wait is not None:
            when = soon(self._now() + wait)
            return words.counted("You can use {count} commands a minute. ⏳ {when}", MOST, when=when)
        if not all(type(number) is int and abs(number) < 2**63 for number in _numbers(interaction.data)):
            return words("The bot can't read that. Run the command again.")
        return ""


def _numbers(data: Any) -> Iterator[Any]:
    """The whole numbers that a command is given."""
    for option in data.get("options", ()):
        if option["type"] == discord.AppCommandOptionType.integer.value:
            yield option["value"]
        yield from _numbers(option)


def _name(interaction: discord.Interaction[Any]) -> str:
    """The name of the command, or of the route to which a button or a form leads."""
    data: Any = interaction.data
    name: str = data.get("name") or data.get("custom_id", "")
    return name.partition(":")[0]


class CommandLimiter:
    """The latest commands of everybody; of more people than are `kept`, those who have gone quiet are forgotten."""

    def __init__(self, kept: int = 1_000) -> None:
        self._kept = kept
        self._given: dict[tuple[int, int], deque[timedelta]] = {}

    def admit(self, guild: int, user_id: int, now: timedelta) -> timedelta | None:
        """Count a command given at `now`, by the loop's clock. Returns None if it is allowed.

        A command over the limit is not counted; then this returns the time until the next one may be given.
        """
        if len(self._given) > self._kept:
            self._given = {who: given for who, given in self._given.items() if given[-1] > now - SPAN}
        given = self._given.setdefault((guild, user_id), deque())
        while given and given[0] <= now - SPAN:
            given.popleft()
        if len(given) >= MOST:
            return given[0] + SPAN - now
        given.append(now)
        return None


class Tree(app_commands.CommandTree[Any]):
    """The way of every command into the bot, and of its errors out again, which are explained like all others."""

    access: Access

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Let in what `access` admits."""
        return interaction.client.is_asked(interaction) and await self.access.admits(interaction)

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Tell the person what went wrong."""
        await explain(interaction, error, f"/{command_of(interaction)}")
        self.access.metrics.commanded(interaction)
