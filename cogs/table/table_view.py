"""What people see of one table, as presses and commands know it, wherever it lives.

The message of most tables is everyone's, in a channel (message.py); that of a private table is a panel of its host
(panels.py).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import discord

from cogs.app.replies.readers import Readers
from cogs.table.edit_queue import EditQueue
from data.guild.announcement import Announcements
from data.tables.tables import Tables
from i18n.words import Words
from tables.table import Table


@dataclass(frozen=True, slots=True)
class MessageContext:
    """What every table's message needs."""

    client: discord.Client
    readers: Readers
    tables: Tables
    edit_queue: EditQueue
    now: Callable[[], datetime]
    """The present, aware, UTC."""
    announcements: Announcements
    calls: Callable[[int], bool]
    """Whether a server's tables mention the players they wait for."""


class TableView:
    """Keeps one table's message up to date."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.id: int | None = None
        """The number of the message that everyone sees; None while there is none, and at a private table."""
        self.names: dict[int, str] = {}
        """The names of people who have pressed, for places where Discord shows no mentions."""
        self.on_farewell: Callable[[], None] = lambda: None
        """Called when the table is closed and its message shows that."""

    @property
    def link(self) -> str:
        """The link to the message, or to its channel until the message is known."""
        channel = f"https://discord.com/channels/{self.table.guild}/{self.table.channel}"
        return channel if self.id is None else f"{channel}/{self.id}"

    @property
    def may_be_behind(self) -> bool:
        """Whether the message may be out of date, when a new process has just taken it over and can reach it."""
        return False

    @property
    def is_busy(self) -> bool:
        """Whether it is still to show something, or on its way to Discord."""
        return False

    @abstractmethod
    def pressed(self, on: discord.Message | None, channel: int) -> bool:
        """Somebody has pressed in `channel`; `on` is the message if it was one for everyone.

        Returns whether that is this one and not an older copy of it.
        """

    @abstractmethod
    async def answer(self, interaction: discord.Interaction) -> None:
        """Answer a press, or a form opened by one, with the table as it is now."""

    @abstractmethod
    async def show_the_way(self, interaction: discord.Interaction, words: Words) -> None:
        """Answer a press on another message than this one by leading to this one."""

    @abstractmethod
    async def open(self, interaction: discord.Interaction, *, calls: bool = False) -> int | None:
        """Answer a command with the table, and return the number of its message, if it is known.

        With `calls` Discord tells the people whom the message mentions. Raises one of REFUSALS when Discord refuses it.
        """

    @abstractmethod
    async def bump(self, interaction: discord.Interaction) -> None:
        """Show the table again below everything, on request."""

    @abstractmethod
    def request(self, after: timedelta = timedelta(0)) -> None:
        """Show the latest state soon, not before `after`; every change of the table asks for it."""

    # What a message that one person sees has nothing to do for

    def language_changed(self) -> None:
        """The server's language may have changed."""

    def call(self, people: frozenset[int]) -> None:
        """Mention `people`, for whom the table waits."""

    def tell_away(self, people: frozenset[int]) -> None:
        """Tell `people` that the clock plays for them."""

    def call_to_opening(self, people: Sequence[int], command: str) -> None:
        """Tell `people` that the table has opened; `command` is where they can stop that."""

    def stop(self) -> None:
        """Stop updating the message, and what is on its way to it."""
