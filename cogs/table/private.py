"""The message of a private table: a panel of its host (panels.py) that shows the whole table and their hand.

Discord forgets after fifteen minutes how to reach such a message. Then nothing is drawn until the host presses a button
on it, which works after a restart too, or gives the command again. Nobody is called, no link leads to it, and when it
is shown again it leaves no copy behind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import discord

from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import acknowledge
from cogs.table.panels import Panels
from i18n.words import Words
from tables.table import Table


class PrivateMessage:
    """Shows one table to its host."""

    def __init__(self, table: Table, panels: Panels) -> None:
        """`panels` has the host's panel, and follows the table's changes by itself."""
        self.table = table
        self.id: int | None = None
        self.names: dict[int, str] = {}
        self.on_farewell: Callable[[], None] = lambda: None
        self._panels = panels

    @property
    def link(self) -> str:
        """The link to the channel where it is."""
        return f"https://discord.com/channels/{self.table.guild}/{self.table.channel}"

    @property
    def may_be_behind(self) -> bool:
        """Never: there is no way to it until its host presses."""
        return False

    @property
    def is_busy(self) -> bool:
        """Never: the panels are."""
        return False

    def pressed(self, on: discord.Message | None, channel: int) -> bool:
        """Whether it was on a message that one person sees, as this one is; no copy counts more than another."""
        return on is None

    async def answer(self, interaction: discord.Interaction) -> None:
        """Answer with the table as it is now, in place or as a new message."""
        if not await self._panels.show(interaction, own_words(interaction)):
            await acknowledge(interaction)

    async def show_the_way(self, interaction: discord.Interaction, words: Words) -> None:
        """Show the table itself."""
        await self.answer(interaction)

    async def open(self, interaction: discord.Interaction, *, calls: bool = False) -> int | None:
        """Answer with the table in a message of its own; its message before goes if it can still be reached."""
        return await self._panels.open(interaction, own_words(interaction))

    async def bump(self, interaction: discord.Interaction) -> None:
        """Show the table where somebody pressed."""
        await self.answer(interaction)

    def request(self) -> None:
        """Nothing but the end: the panels follow every change."""
        if self.table.is_closed:
            self.on_farewell()

    def language_changed(self) -> None:
        """Nothing: it speaks its host's language."""

    def call(self, people: frozenset[int]) -> None:
        """Nothing: a call would be seen by everyone."""

    def tell_away(self, people: frozenset[int]) -> None:
        """Nothing, likewise."""

    def call_to_opening(self, people: Sequence[int], command: str) -> None:
        """Nothing: nobody can join."""

    def stop(self) -> None:
        """Nothing: the panels stop by themselves."""
