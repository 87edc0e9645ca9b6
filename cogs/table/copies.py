"""Older copies of a table's message: they lose their buttons, and say where the table continues."""

from __future__ import annotations

import logging
from collections.abc import Callable

import discord

from cogs.app.replies import components, edits
from cogs.app.replies.components import Layout
from cogs.app.replies.errors import whisper
from cogs.app.replies.requests import REFUSALS, error_text, in_time, request_timeout
from cogs.table.calls import MessageContext
from i18n.words import Words
from tables.driver import LiveTable

log = logging.getLogger(__name__)


class Copies:
    """What becomes of one table's older copies."""

    def __init__(self, live: LiveTable, context: MessageContext, link: Callable[[], str]) -> None:
        """`link` says where the table is now."""
        self._live = live
        self._context = context
        self._link = link

    async def show_the_way(self, interaction: discord.Interaction, words: Words) -> None:
        """Take the buttons from an older copy that was pressed; if it can't be edited any more, tell the person."""
        try:
            await in_time(interaction, edits.update(interaction, self._moved()))
        except REFUSALS as error:
            log.info("table %s: an older copy of its message stays as it was: %s", self._live.table.id, error)
            await whisper(interaction, self._way(words))

    async def part_with(self, old: int, channel: int) -> None:
        """Let an older copy in `channel` say where the table continues."""
        try:
            async with request_timeout():
                await edits.edit(self._context.client, channel, old, self._moved())
        except REFUSALS as error:
            log.info("table %s: its old message stays as it was: %s", self._live.table.id, error_text(error))

    def _moved(self) -> Layout:
        return Layout(components.text(f"-# {self._way(self._context.readers.words_at(self._live.table))}"))

    def _way(self, words: Words) -> str:
        return words("Table {table} continues here: {link}", table=str(self._live.table.id), link=self._link())
