"""Where a table's message is: which of its copies counts, how old it is, and its way to Discord.

Discord limits edits of messages older than an hour, so the message is posted again well before that; also when it was
deleted, and on request. The old copy loses its buttons.

A press may come before Discord's answer to the request that posted the message, and that answer may never come. So when
somebody presses on a copy that is newer than the known message, that copy is the table's from then on. Copies only ever
point to newer ones.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Coroutine, Iterator
from datetime import datetime, timedelta

import discord

from cogs.app.process.tasks import Tasks
from cogs.app.replies import components
from cogs.app.replies.components import Layout
from cogs.app.replies.errors import whisper
from cogs.app.replies.requests import REFUSALS, error_text, in_time, request_timeout
from cogs.table.calls import channel_of
from cogs.table.table_view import MessageContext, TableView
from data.store import write_log
from i18n.words import Words
from tables.clock import uptime
from tables.table import Table

log = logging.getLogger(__name__)

POSTED_ANEW_AFTER = timedelta(minutes=40)
"""Most tables are drawn at least every ten minutes, and so edit no message older than 50; a match at a slow pace posts
its message again whenever it is drawn."""
LIVELY = timedelta(minutes=1)
"""For so long after a press a table goes before others."""


class PostedMessage(TableView):
    """One table's message, as far as its place is concerned; message.py says what it shows."""

    def __init__(self, table: Table, context: MessageContext) -> None:
        super().__init__(table)
        self._context = context
        self._posted_at: timedelta | None = None
        """By the loop's clock."""
        self._wants_post = False
        self._is_gone = False
        """Discord has no such message any more, or nobody may edit it."""
        self._bound_for: int | None = None
        """The channel to which somebody is just moving the table."""
        self._under_way = 0
        """How many pictures are on their way to Discord."""
        self._arrivals: list[Coroutine[object, object, None]] = []
        """Work on new copies for when nothing travels, because a picture could bring an old one's buttons back."""
        self._pressed_at: timedelta | None = None
        self._tasks = Tasks(f"table {table.id}: its message")

    @property
    def words(self) -> Words:
        """In the language of the server, which everybody at the table reads."""
        return self._context.readers.words_in(self.table.guild)

    def pressed(self, on: discord.Message | None, channel: int) -> bool:
        """Somebody has pressed in `channel`: for a while this table goes before others.

        Returns whether `on`, if it was on a message for everyone, is this one and not an older copy of it.
        """
        self._pressed_at = uptime()
        if on is None or on.id == self.id:
            return True
        if channel not in (self.table.channel, self._bound_for) or (self.id is not None and on.id < self.id):
            return False
        self._arrive(on.id, channel)
        return True

    def adopt(self, message: int, posted_at: datetime) -> None:
        """Record where the message is, as found on the disk or just posted."""
        self.id = message
        self._posted_at = uptime() - max(self._context.now() - posted_at, timedelta(0))
        self._is_gone = self._wants_post = False

    def way(self, words: Words) -> str:
        """Where the table continues, for somebody at an older copy of the message."""
        return words("Table {table} continues here: {link}", table=str(self.table.id), link=self.link)

    def moved(self) -> Layout:
        """What an older copy of the message says."""
        return Layout(components.text(f"-# {self.way(self.words)}"))

    async def show_the_way(self, interaction: discord.Interaction, words: Words) -> None:
        """Take the buttons from an older copy that was pressed; if it can't be edited any more, tell the person."""
        try:
            await in_time(interaction, interaction.response.edit_message(view=self.moved()))
        except REFUSALS as error:
            log.info("table %s: an older copy of its message stays as it was: %s", self.table.id, error)
            await whisper(interaction, self.way(words))

    def _is_old(self) -> bool:
        if self._wants_post or self._is_gone or self._posted_at is None:
            return True
        return uptime() - self._posted_at >= POSTED_ANEW_AFTER

    def _arrive(self, message: int, channel: int) -> None:
        """`message` in `channel` is the table's from now on; the older copy must lose its buttons."""
        old = None if self.id is None or self._is_gone else self.id
        there = self._channel()
        self.table.channel = channel
        self.adopt(message, self._context.now())
        arrival = self._settle(message, channel, old, there)
        if self._under_way:
            self._arrivals.append(arrival)
        else:
            self._tasks.start(arrival)

    async def _settle(self, message: int, channel: int, old: int | None, there: discord.PartialMessageable) -> None:
        write_log.detached()
        await self._context.tables.posted(
            self.table.guild, self.table.id, message, self._context.now(), channel=channel
        )
        if old is not None:
            self._wait(lambda: self._part_with(old, there), old)

    async def _part_with(self, old: int, channel: discord.PartialMessageable) -> None:
        """Let an older copy say where the table continues."""
        try:
            async with request_timeout():
                await channel.get_partial_message(old).edit(view=self.moved())
        except REFUSALS as error:
            log.info("table %s: its old message stays as it was: %s", self.table.id, error_text(error))

    @contextlib.contextmanager
    def _sending(self) -> Iterator[None]:
        """A picture travels to Discord; no other one may overtake it."""
        self._under_way += 1
        try:
            yield
        finally:
            self._under_way -= 1
            while self._arrivals and not self._under_way:
                self._tasks.start(self._arrivals.pop(0))

    def _wait(
        self,
        work: Callable[[], Coroutine[object, object, None]],
        what: object,
        is_needed: Callable[[], bool] = lambda: True,
    ) -> None:
        """Do `work` for this message when its turn comes, if it still `is_needed`; only once for each kind, `what`."""

        def go() -> bool:
            if not is_needed():
                return False
            self._tasks.start(work())
            return True

        self._context.edit_queue.enter((self, what), go, first=self._is_lively())

    def _is_lively(self) -> bool:
        """Whether somebody has pressed here lately."""
        return self._pressed_at is not None and uptime() - self._pressed_at < LIVELY

    def _channel(self) -> discord.PartialMessageable:
        return channel_of(self.table, self._context.client)
