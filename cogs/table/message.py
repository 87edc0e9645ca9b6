"""The one public message of a table: who edits it when, when it is posted anew, and how the awaited are called.

A press is answered by editing the message it was on. Changes that no press caused are gathered: at most one edit a
second, always of the latest state. Two edits never travel at the same time, or an older one could arrive last.

Discord caps edits of messages older than an hour, so the message is posted anew well before; also when it was
deleted, and on request. The old copy loses its buttons.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
import discord
from discord import ui

from cogs.logs import level_of
from cogs.table.table import Table, TableClosed
from cogs.words import Words
from data.tables import Tables

log = logging.getLogger(__name__)

REDRAW_EVERY = timedelta(seconds=1)
POSTED_ANEW_AFTER = timedelta(minutes=40)
"""Most tables are drawn every ten minutes at least, and so edit no message older than 50; a match at a slow pace is
posted anew whenever it is drawn."""
TRIED_AGAIN_AFTER = timedelta(seconds=5)
SHOWN_FOR = timedelta(seconds=1.6)
"""How long each stage of a reveal stands before the next."""
LINGERS = timedelta(seconds=10)
"""A message that was just posted is not posted anew on request."""

UNKNOWN_CHANNEL = 10003
TOO_OLD_TO_EDIT = 30046
TOO_MANY = 429
REFUSALS = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Discord refuses, or can't be reached."""


class TableMessage:
    """Keeps one table's message showing what the table is."""

    def __init__(
        self,
        table: Table,
        draw: Callable[[Table, Words, int], ui.LayoutView],
        *,
        stages: int,
        client: discord.Client,
        tables: Tables,
        now: Callable[[], datetime],
    ) -> None:
        self.table = table
        self.id: int | None = None
        self.posted_at: datetime | None = None
        self.names: dict[int, str] = {}
        """What those who pressed are called, for the places where Discord shows no mentions."""
        self.on_farewell: Callable[[], None] = lambda: None
        """The table is closed, and its message shows that."""
        self._draw = draw
        self._stages = stages
        self._stage = stages
        self._round = table.rounds
        self._client = client
        self._tables = tables
        self._now = now
        self._drawn_in: Words | None = None
        self._in_flight = False
        self._is_stale = False
        self._timer: asyncio.TimerHandle | None = None
        self._stage_timer: asyncio.TimerHandle | None = None
        self._drawn_at = datetime.min.replace(tzinfo=UTC)
        self._running: set[asyncio.Task[None]] = set()
        self._wants_post = False
        self._call: discord.Message | None = None
        self._called_for: str | None = None

    @property
    def words(self) -> Words:
        """In the language of the server, which everybody at the table reads; English until Discord has told it."""
        guild = self._client.get_guild(self.table.guild)
        return Words.speaking("en" if guild is None else str(guild.preferred_locale))

    @property
    def may_be_behind(self) -> bool:
        """Whether the message may show less than the table is, when a new process has just taken it over.

        Clocks began anew then; a reveal in stages may have been cut off, and would leave a table without buttons.
        """
        table = self.table
        is_revealed = self._stages > 0 and bool(table.lobby.nets)
        is_waiting = table.game.window(table.terms, table.lobby) is not None
        return table.is_playing or is_waiting or table.was_voided or is_revealed

    @property
    def link(self) -> str:
        """The address of the message, for people to follow."""
        return f"https://discord.com/channels/{self.table.guild}/{self.table.channel}/{self.id}"

    def view(self) -> ui.LayoutView:
        """The table as it is now."""
        words = self._drawn_in = self.words
        return self._draw(self.table, words, self._stage)

    def is_at(self, message: discord.Message | None) -> bool:
        """Whether `message` is this one and no older copy of it."""
        return message is not None and message.id == self.id

    async def answer(self, interaction: discord.Interaction) -> None:
        """Answer a press, or a form opened by one, with the table as it is now."""
        self._set_timer(None)
        if self._in_flight or self._is_old():
            self.request()
            await self.acknowledge(interaction)
            return
        self._in_flight, self._is_stale = True, False
        try:
            await interaction.response.edit_message(view=self.view())
            self._drawn_at = self._now()
        except REFUSALS as error:
            log.log(level_of(error), "table %s: an answer did not arrive: %s", self.table.id, error)
            self._is_stale = True
            await self.acknowledge(interaction)
        except Exception:  # what was pressed is done and saved; only its picture failed
            log.exception("table %s can't be drawn", self.table.id)
            await self.acknowledge(interaction)
        finally:
            self._in_flight = False
        self._afterwards()

    async def acknowledge(self, interaction: discord.Interaction) -> None:
        """Let Discord know that the press arrived. It is done and saved by now, so nothing is wrong if that fails."""
        try:
            await interaction.response.defer()
        except REFUSALS as error:
            log.info("table %s: a press could not be acknowledged: %s", self.table.id, error)

    def request(self, after: timedelta = timedelta(0)) -> None:
        """Show the latest state soon; the table calls this after every change.

        A press that made the change answers before this comes to anything.
        """
        self._is_stale = True
        if self._round != self.table.rounds and not self.table.is_playing:
            self._round = self.table.rounds
            self._reveal(0)
        if self._call is not None and self.table.asked != self._called_for:
            self._spawn(self._uncall())
        if self._timer is None and not self._in_flight:
            self._set_timer(max(after, self._until_drawn()))

    def language_changed(self) -> None:
        """The server's language may be another one now."""
        if self._drawn_in not in (None, self.words):
            self.request()

    async def bump(self, interaction: discord.Interaction) -> None:
        """Post the message anew below everything, on request."""
        if self.posted_at is not None and self._now() - self.posted_at >= LINGERS:
            self._wants_post = True
        self.request()
        await self.acknowledge(interaction)

    async def move(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a command with the table, which goes on in that channel; the old copy loses its buttons."""
        assert interaction.channel_id is not None
        old, there = self.id, self._channel()
        sent = await interaction.response.send_message(view=self.view())
        assert sent.message_id is not None
        self.table.channel = interaction.channel_id
        self.adopt(sent.message_id, self._now())
        await self._tables.posted(self.table.id, sent.message_id, self._now(), channel=interaction.channel_id)
        await self._part_with(old, there)

    def call(self, people: frozenset[int]) -> None:
        """Mention `people`, who are awaited; the mention is deleted when the question is no longer open."""
        self._spawn(self._call_for(people, self.table.asked))

    def adopt(self, message: int, posted_at: datetime) -> None:
        """This is where the message is, as found on disk or just posted."""
        self.id, self.posted_at = message, posted_at

    def stop(self) -> None:
        """Leave the message as it is."""
        self._set_timer(None)
        if self._stage_timer is not None:
            self._stage_timer.cancel()

    # Drawing without a press

    def _reveal(self, stage: int) -> None:
        """Show a finished round in stages, the results last. A restart shows them at once."""
        self._stage = stage
        if self._stage_timer is not None:
            self._stage_timer.cancel()
            self._stage_timer = None
        if stage < self._stages:
            wait = SHOWN_FOR + self._until_drawn()  # else a stage drawn late would be gone at once
            self._stage_timer = asyncio.get_running_loop().call_later(wait / timedelta(seconds=1), self._reveal_next)

    def _reveal_next(self) -> None:
        self._reveal(self._stage + 1)
        self.request()

    def _until_drawn(self) -> timedelta:
        """When the next redraw may be: at once, or as soon as the last one is old enough."""
        return max(self._drawn_at + REDRAW_EVERY - self._now(), timedelta(0))

    def _is_old(self) -> bool:
        return self._wants_post or self.posted_at is None or self._now() - self.posted_at >= POSTED_ANEW_AFTER

    def _set_timer(self, wait: timedelta | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if wait is not None:
            self._timer = asyncio.get_running_loop().call_later(wait / timedelta(seconds=1), self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._spawn(self._redraw())

    async def _redraw(self) -> None:
        if self._in_flight or not self._is_stale:
            return
        self._in_flight, self._is_stale = True, False
        again: timedelta | None = None
        try:
            if self.id is None or self._is_old():
                await self._post()
            else:
                await self._channel().get_partial_message(self.id).edit(view=self.view())
            self._drawn_at = self._now()
        except discord.Forbidden as error:
            log.warning("table %s can't be shown, the bot has no access to its channel: %s", self.table.id, error)
        except REFUSALS as error:
            again = self._mended(error)
        finally:
            self._in_flight = False
        if again is not None:
            self.request(again)
        self._afterwards()

    def _mended(self, error: Exception) -> timedelta | None:
        """What to do about an edit that did not succeed: when to draw again, None for not before the next change."""
        if isinstance(error, discord.HTTPException) and self.id is not None and _is_gone(error):
            log.info("table %s is posted anew: %s", self.table.id, error)
            self.id = None
            return timedelta(0)
        log.warning("table %s could not be drawn: %s", self.table.id, error)
        if not isinstance(error, discord.HTTPException) or error.status == TOO_MANY or error.status >= 500:
            return TRIED_AGAIN_AFTER
        if isinstance(error, discord.NotFound):
            self._spawn(self._close_homeless())
        return None

    async def _post(self) -> None:
        old, there = self.id, self._channel()
        message = await there.send(view=self.view())
        if self._channel().id != there.id:  # somebody has just taken the table elsewhere
            await self._part_with(message.id, there)
            return
        self.adopt(message.id, self._now())
        self._wants_post = False
        await self._tables.posted(self.table.id, message.id, self._now())
        await self._part_with(old, there)

    async def _part_with(self, old: int | None, channel: discord.PartialMessageable) -> None:
        """Let an older copy say where the table goes on."""
        if old is None:
            return
        try:
            await channel.get_partial_message(old).edit(view=self.moved())
        except discord.HTTPException as error:
            log.info("table %s: its old message stays as it was: %s", self.table.id, error)

    def way(self, words: Words) -> str:
        """Where the table goes on, for somebody at an older copy of the message."""
        return words("Table {table} goes on here: {link}", table=str(self.table.id), link=self.link)

    def moved(self) -> ui.LayoutView:
        """What an older copy of the message says."""
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.TextDisplay(f"-# {self.way(self.words)}"))
        return view

    def _afterwards(self) -> None:
        if self._is_stale:
            self.request()
        elif self.table.is_closed:
            self.on_farewell()

    async def _close_homeless(self) -> None:
        if self.table.lobby.closing or self.table.game.is_kept(self.table.lobby):
            return
        with contextlib.suppress(TableClosed):
            await self.table.close(self.table.host)

    # Calling the awaited

    async def _call_for(self, people: frozenset[int], asked: str) -> None:
        words = self.words
        text = words("{people}, it's your turn: {link}", people=words.people(sorted(people)), link=self.link)
        mentions = discord.AllowedMentions(everyone=False, users=True, roles=False)  # nobody else is in the text
        await self._uncall()
        try:
            self._call = await self._channel().send(text, allowed_mentions=mentions)
        except discord.HTTPException as error:
            log.info("table %s: nobody could be called: %s", self.table.id, error)
            return
        self._called_for = asked
        if self.table.asked != asked:
            await self._uncall()

    async def _uncall(self) -> None:
        call, self._call = self._call, None
        if call is not None:
            with contextlib.suppress(discord.HTTPException):
                await call.delete()

    # Small parts

    def _channel(self) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(self.table.channel, guild_id=self.table.guild)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("table %s: its message failed", self.table.id, exc_info=error)


def _is_gone(error: discord.HTTPException) -> bool:
    """Whether the message was deleted, or can't be edited any more."""
    is_missing = isinstance(error, discord.NotFound) and error.code != UNKNOWN_CHANNEL
    return is_missing or error.code == TOO_OLD_TO_EDIT
