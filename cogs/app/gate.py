"""Whom the bot serves: what its owner has blocked is refused here, and begins no round. What is stored about somebody
can be had and deleted nevertheless.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from math import inf
from typing import Any

import discord

from cogs.app.process.drain import Drain
from cogs.app.replies.errors import whisper
from cogs.app.replies.readers import own_words
from data.guild.announcement import Announcements
from data.guild.blocks import Blocks
from data.store.errors import StoreError
from data.store.store import Store
from tables.halt import BLOCKED, Halt

log = logging.getLogger(__name__)

OPEN_TO_ALL = "mydata"
"""The command, and the name of its buttons' route, that are open to whoever is blocked."""
READ_AGAIN_AFTER = 60.0
"""Seconds. The first press or command after so long reads again what other processes may have changed."""


async def _nothing_more(_guild: int) -> None:
    pass


class Gate:
    """What the owner has said about whom to serve and what to announce, as last read from the database."""

    def __init__(self, store: Store, drain: Drain, mention: Callable[[str], str]) -> None:
        """`mention` makes a command one that can be pressed."""
        self.blocks = Blocks(store)
        self.announcements = Announcements(store)
        self.on_unblocked: Callable[[int], Awaitable[None]] = _nothing_more
        """Told of the servers that another process has unblocked."""
        self._read_again_at = -inf
        """As of `time.monotonic`."""
        self._drain = drain
        self._mention = mention

    async def read(self) -> None:
        """Read everything, which other processes may have changed."""
        self._read_again_at = time.monotonic() + READ_AGAIN_AFTER
        await self.announcements.read()
        for guild in await self.blocks.read():
            await self.on_unblocked(guild)

    def halt(self, guild: int) -> Halt | None:
        """Why no new round begins in a server."""
        return self._drain.halt or (BLOCKED if self.blocks.has_server(guild) else None)

    async def refuses(self, interaction: discord.Interaction[Any]) -> bool:
        """Refuse whoever is blocked, and the commands in a blocked server, each with a sentence. Was it refused?"""
        if time.monotonic() >= self._read_again_at:
            await self._read_again()
        if self.blocks.is_empty or (text := self._refusal(interaction)) is None:
            return False
        await whisper(interaction, text)
        return True

    async def _read_again(self) -> None:
        try:
            await self.read()
        except StoreError:  # stopping the bot logs it
            pass
        except Exception:
            log.exception("what is blocked and announced could not be read; the next try is in a minute")

    def _refusal(self, interaction: discord.Interaction[Any]) -> str | None:
        is_command = interaction.type is discord.InteractionType.application_command
        is_person, is_server = (
            self.blocks.has_person(interaction.user.id),
            is_command and self.blocks.has_server(interaction.guild_id or 0),
        )
        if not (is_person or is_server) or _name(interaction) == OPEN_TO_ALL:
            return None
        words = own_words(interaction)
        ways = {"export": self._mention("mydata export"), "delete": self._mention("mydata delete")}
        if is_person:
            return words("Whoever runs the bot has blocked you. Only {export} and {delete} still work.", **ways)
        return words("Whoever runs the bot has blocked this server. Only {export} and {delete} still work.", **ways)


def _name(interaction: discord.Interaction[Any]) -> str:
    """The name of the command, or of the route to which a button or a form leads."""
    data: Any = interaction.data
    name: str = data.get("name") or data.get("custom_id", "")
    return name.partition(":")[0]
