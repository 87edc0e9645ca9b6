"""A table's message as presses and commands know it, wherever it lives.

That of most tables is everyone's, in a channel (message.py); a private table has one that only its host sees
(private.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import discord

from i18n.words import Words
from tables.table import Table


class TableView(Protocol):
    """Keeps what people see of one table up to date."""

    table: Table
    id: int | None
    """The number of the message that everyone sees; None while there is none, and at a private table."""
    names: dict[int, str]
    """The names of people who have pressed, for places where Discord shows no mentions."""
    on_farewell: Callable[[], None]
    """Called when the table is closed and its message shows that."""

    @property
    def link(self) -> str:
        """The link to the message, or at least to its channel."""

    @property
    def may_be_behind(self) -> bool:
        """Whether the message may be out of date, when a new process has just taken it over."""

    @property
    def is_busy(self) -> bool:
        """Whether it is still to show something, or on its way to Discord."""

    def pressed(self, on: discord.Message | None, channel: int) -> bool:
        """Somebody has pressed in `channel`; `on` is the message if it was one for everyone.

        Returns whether that is this one and not an older copy of it.
        """

    async def answer(self, interaction: discord.Interaction) -> None:
        """Answer a press, or a form opened by one, with the table as it is now."""

    async def show_the_way(self, interaction: discord.Interaction, words: Words) -> None:
        """Answer a press on another message than this one by leading to this one."""

    async def open(self, interaction: discord.Interaction, *, calls: bool = False) -> int | None:
        """Answer a command with the table, and return the number of its message, if it is known.

        With `calls` Discord tells the people whom the message mentions. Raises one of REFUSALS when Discord refuses it.
        """

    async def bump(self, interaction: discord.Interaction) -> None:
        """Show the table again below everything, on request."""

    def request(self) -> None:
        """Show the latest state soon; the table calls this after every change."""

    def language_changed(self) -> None:
        """The server's language may have changed."""

    def call(self, people: frozenset[int]) -> None:
        """Mention `people`, for whom the table waits."""

    def tell_away(self, people: frozenset[int]) -> None:
        """Tell `people` that the clock plays for them."""

    def call_to_opening(self, people: Sequence[int], command: str) -> None:
        """Tell `people` that the table has opened; `command` is where they can stop that."""

    def stop(self) -> None:
        """Stop updating the message."""
