"""A server's log channel: lines about what managers did, a moment's lines in one message, through the bot's one queue.

It is for reading along; what must be kept is in the database. So lines that wait when the process ends are lost, and
when Discord refuses them nobody is stopped: the panel of settings says that the log can't be written.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

import discord

from cogs.app.process.shutdown import Tasks
from cogs.app.replies.readers import ReaderLanguages
from cogs.app.replies.requests import Outcome, tried
from cogs.server_log import entries
from cogs.server_log.entries import Entry
from cogs.table.edit_queue import EditQueue
from cogs.table.parts import lines
from data.guild.settings import SettingChange
from i18n.words import Words
from tables.settings.servers import Servers, ServerSettings
from tables.table import Table

log = logging.getLogger(__name__)

GATHERED_FOR = 1.5
"""Seconds, from the first line of a message until it is posted."""
MOST_WAITING = 100
"""Lines for one channel; any more are left out."""
LONGEST_MESSAGE = 2_000
"""Characters that Discord allows in a message."""
LONGEST_LINE = 1_000


@dataclass(slots=True)
class _Page:
    """What waits for one channel."""

    guild: int
    channel: int
    entries: list[Entry] = field(default_factory=list)
    timer: asyncio.TimerHandle | None = None


class ServerLog:
    """The log channels of all servers."""

    def __init__(self, client: discord.Client, line: EditQueue, servers: Servers, readers: ReaderLanguages) -> None:
        self._client = client
        self._line = line
        self._servers = servers
        self._readers = readers
        self._pages: dict[int, _Page] = {}
        """By channel; a page is there until all of it is posted."""
        self._failed: set[int] = set()
        """The channels where Discord refused the last message, although the bot seems to have every permission."""
        self._tasks = Tasks("a log channel")
        self._is_stopped = False
        self._after: list[Callable[[], Awaitable[None]]] = []

    def note(self, guild: int, entry: Entry, *, also: int = 0) -> None:
        """Post a line soon in the log channel of a server, if it has one, and in the channel `also`."""
        if self._is_stopped:
            return
        for channel in {self._servers.of(guild).log_channel, also} - {0}:
            page = self._pages.get(channel)
            if page is None:
                page = self._pages[channel] = _Page(guild, channel)
                self._gather(page)
            if len(page.entries) < MOST_WAITING:
                page.entries.append(entry)
            elif len(page.entries) == MOST_WAITING:
                page.entries.append(entries.left_out)

    def changed(self, guild: int, changes: Sequence[SettingChange]) -> None:
        """Settings have changed. That the log has moved is said in both channels."""
        schema = self._servers.schema
        for change in changes:
            setting = schema.settings[change.name]
            before = 0
            if setting is ServerSettings.log_channel:
                before = setting.saved(change.before)
                self._failed.discard(setting.saved(change.after))
            self.note(guild, entries.changed(change, setting, schema.group_with(setting)), also=before)

    def closed(self, table: Table, actor_id: int | None, reason: str | None) -> None:
        """A table has closed, or will after its round."""
        if (entry := entries.closed(table, actor_id, reason)) is not None:
            self.note(table.guild, entry)

    def is_unwritable(self, guild: int) -> bool:
        """Whether a server has a log channel in which the bot can't write."""
        channel = self._servers.of(guild).log_channel
        return bool(channel) and (channel in self._failed or not may_write(self._client.get_guild(guild), channel))

    async def once_posted(self, call: Callable[[], Awaitable[None]]) -> None:
        """Call `call` once when no line waits any more, unless the bot ends before."""
        self._after.append(call)
        if not self._pages:
            await self._call()

    async def _call(self) -> None:
        calls, self._after = self._after, []
        for call in calls:
            await call()

    def stop(self) -> None:
        """Post nothing any more."""
        self._is_stopped = True
        for page in self._pages.values():
            if page.timer is not None:
                page.timer.cancel()
        self._pages.clear()

    def _gather(self, page: _Page) -> None:
        page.timer = asyncio.get_running_loop().call_later(GATHERED_FOR, self._enter, page)

    def _enter(self, page: _Page) -> None:
        page.timer = None

        def go() -> bool:
            self._tasks.start(self._post(page))
            return True

        self._line.enter((self, page.channel), go, first=False)

    async def _post(self, page: _Page) -> None:
        """Post one message, and the lines that don't fit in another one a moment later."""
        guild = self._client.get_guild(page.guild)
        words = self._readers.words_in(page.guild)
        channel = self._client.get_partial_messageable(page.channel, guild_id=page.guild)
        nobody = discord.AllowedMentions.none()
        post = channel.send(_taken(page, words), allowed_mentions=nobody, suppress_embeds=True, silent=True)
        try:
            outcome, _ = await tried(post, f"the log of server {page.guild} could not be written")
            if outcome is Outcome.ARRIVED:
                self._failed.discard(page.channel)
            elif not outcome.may_pass and may_write(guild, page.channel):
                self._failed.add(page.channel)
        finally:
            if page.entries:
                self._gather(page)
            else:
                self._pages.pop(page.channel, None)
                if not self._pages:
                    await self._call()


def may_write(guild: discord.Guild | None, channel: int) -> bool:
    """Whether the bot, as far as it knows, may write in a text channel with this id."""
    place = guild.get_channel(channel) if guild is not None else None
    if guild is None or guild.me is None or not isinstance(place, discord.TextChannel):
        return False
    may = place.permissions_for(guild.me)
    return may.view_channel and may.send_messages


def _taken(page: _Page, words: Words) -> str:
    """The next message: as many lines as it holds, which then no longer wait."""
    text = ""
    while page.entries:
        entry = page.entries.pop(0)
        line = entry(words)[:LONGEST_LINE]
        if len(text) + 1 + len(line) > LONGEST_MESSAGE:
            page.entries.insert(0, entry)
            break
        text = lines(text, line)
    return text
