"""The short message that mentions those who are awaited at a table; it is deleted when the question is over."""

from __future__ import annotations

import logging
from collections.abc import Callable

import discord

from cogs.table.patience import REFUSALS, patience
from cogs.table.table import Table
from cogs.words import Words

log = logging.getLogger(__name__)


class Calls:
    """At most one mention of a table at a time."""

    def __init__(self, table: Table, channel: Callable[[], discord.PartialMessageable]) -> None:
        """`channel` is where the table is."""
        self._table = table
        self._channel = channel
        self._call: discord.Message | None = None
        self._called_for: str | None = None

    @property
    def is_over(self) -> bool:
        """Whether a mention stands there for a question that is no longer open."""
        return self._call is not None and self._table.asked != self._called_for

    async def make(self, people: frozenset[int], asked: str, words: Words, link: str) -> None:
        """Mention `people`, who are awaited at the question `asked`."""
        text = words("{people}, it's your turn: {link}", people=words.people(sorted(people)), link=link)
        mentions = discord.AllowedMentions(everyone=False, users=True, roles=False)  # nobody else is in the text
        await self.take_back()
        try:
            async with patience():
                self._call = await self._channel().send(text, allowed_mentions=mentions)
        except REFUSALS as error:
            log.info("table %s: nobody could be called: %s", self._table.id, error)
            return
        self._called_for = asked
        if self.is_over:
            await self.take_back()

    async def take_back(self) -> None:
        """Delete the mention, if there is one."""
        call, self._call = self._call, None
        if call is None:
            return
        try:
            async with patience():
                await call.delete()
        except REFUSALS as error:
            log.info("table %s: a call stays: %s", self._table.id, error)
