"""The one public message of a table: who edits it when, when it is posted anew, and which one it is.

A press is answered by editing the message it was on. Changes that no press caused are gathered: at most one edit a
second, always of the latest state. Two edits never travel at the same time, or an older one could arrive last.

Discord caps edits of messages older than an hour, so the message is posted anew well before; also when it was
deleted, and on request. The old copy loses its buttons.

A press may come before Discord's answer to the request that posted the message, and that answer may never come. So a
copy that is pressed on and is newer than the one that is known is the table's from then on. Copies only ever point to
newer ones.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
from discord import ui

from cogs.logs import level_of
from cogs.table.calls import Calls
from cogs.table.patience import REFUSALS, TOO_MANY, acknowledge, answered_in_time, may_have_arrived, patience, told
from cogs.table.reveal import Reveal
from cogs.table.table import Table, TableClosed
from cogs.words import Words
from data import deeds
from data.tables import Tables

log = logging.getLogger(__name__)

REDRAW_EVERY = timedelta(seconds=1)
POSTED_ANEW_AFTER = timedelta(minutes=40)
"""Most tables are drawn every ten minutes at least, and so edit no message older than 50; a match at a slow pace is
posted anew whenever it is drawn."""
TRIED_AGAIN_AFTER = timedelta(seconds=5)
LINGERS = timedelta(seconds=10)
"""A message that was just posted is not posted anew on request."""

UNKNOWN_CHANNEL = 10003
TOO_OLD_TO_EDIT = 30046


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
        self._reveal = Reveal(stages, self._until_drawn, self.request)
        self._round = table.rounds
        self._client = client
        self._tables = tables
        self._now = now
        self._drawn_in: Words | None = None
        self._under_way = 0
        """Pictures that travel to Discord."""
        self._arrivals: list[Coroutine[Any, Any, None]] = []
        """What is to be done about new copies when nothing travels: a picture could bring an old one's buttons back."""
        self._is_stale = False
        self._is_gone = False
        """Discord has no such message any more, or lets nobody edit it."""
        self._is_unsure = False
        """The last post may have come to something, though its answer was lost."""
        self._bound_for: int | None = None
        """The channel into which somebody takes the table just now."""
        self._timer: asyncio.TimerHandle | None = None
        self._drawn_at = datetime.min.replace(tzinfo=UTC)
        self._running: set[asyncio.Task[None]] = set()
        self._wants_post = False
        self.calls = Calls(table, self._channel, tables)

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
        """The address of the message, for people to follow; that of its channel until the message is known."""
        channel = f"https://discord.com/channels/{self.table.guild}/{self.table.channel}"
        return channel if self.id is None else f"{channel}/{self.id}"

    def view(self) -> ui.LayoutView:
        """The table as it is now."""
        words = self._drawn_in = self.words
        return self._draw(self.table, words, self._reveal.stage)

    def is_at(self, message: discord.Message | None) -> bool:
        """Whether `message` is this one and no older copy of it."""
        return message is not None and message.id == self.id

    def recognises(self, message: discord.Message, channel: int) -> bool:
        """Whether `message`, on which somebody pressed in `channel`, is this one and no older copy of it."""
        if self.is_at(message):
            return True
        if channel not in (self.table.channel, self._bound_for) or (self.id is not None and message.id < self.id):
            return False
        self._arrive(message.id, channel)
        return True

    async def answer(self, interaction: discord.Interaction) -> None:
        """Answer a press, or a form opened by one, with the table as it is now."""
        self._set_timer(None)
        if self._under_way or self._is_old():
            self.request()
            await acknowledge(interaction)
            return
        self._is_stale = False
        has_arrived = False
        with self._sending():
            try:
                async with answered_in_time(interaction):
                    await interaction.response.edit_message(view=self.view())
                self._drawn_at = self._now()
                has_arrived = True
            except REFUSALS as error:
                log.log(level_of(error), "table %s: an answer did not arrive: %s", self.table.id, told(error))
                self._is_stale = True
            except Exception:  # what was pressed is done and saved; only its picture failed
                log.exception("table %s can't be drawn", self.table.id)
        self._afterwards()
        if not has_arrived:
            await acknowledge(interaction)

    def request(self, after: timedelta = timedelta(0)) -> None:
        """Show the latest state soon; the table calls this after every change.

        A press that made the change answers before this comes to anything.
        """
        self._is_stale = True
        if self._round != self.table.rounds and not self.table.is_playing:
            self._round = self.table.rounds
            self._reveal.begin()
        if self.calls.is_behind:
            self._spawn(self.calls.catch_up(self.words, self.link))
        if self._timer is None and not self._under_way:
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
        await acknowledge(interaction)

    async def open(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a command with the table, which goes on in that channel; an older copy loses its buttons.

        Raises one of REFUSALS when Discord does not take the message; the table is where it was then.
        """
        assert interaction.channel_id is not None
        before, self._bound_for = self.id, interaction.channel_id
        with self._sending():
            try:
                async with patience():
                    sent = await interaction.response.send_message(view=self.view())
                message = sent.message_id
            except REFUSALS as error:
                message = await self._found(interaction, error)
                if message is None and self.id == before:  # else somebody has pressed on it, so it is there
                    raise
            finally:
                self._bound_for = None
            if message is not None and message != self.id:
                self._arrive(message, interaction.channel_id)
        self._afterwards()

    async def _found(self, interaction: discord.Interaction[Any], error: Exception) -> int | None:
        """The message that a command was answered with, though Discord said `error` or nothing; None if none is."""
        if not may_have_arrived(error):
            return None
        try:
            async with patience():
                return (await interaction.original_response()).id
        except REFUSALS:
            return None

    def call(self, people: frozenset[int]) -> None:
        """Mention `people`, who are awaited; the mention is deleted when the question is no longer open."""
        self._spawn(self.calls.make(people, self.words, self.link))

    def tell_away(self, people: frozenset[int]) -> None:
        """Tell `people`, once, that they are played for."""
        self._spawn(self.calls.tell_away(people, self.words, self.link))

    def adopt(self, message: int, posted_at: datetime) -> None:
        """This is where the message is, as found on disk or just posted."""
        self.id, self.posted_at = message, posted_at
        self._is_gone = self._wants_post = False

    def stop(self) -> None:
        """Leave the message as it is."""
        self._set_timer(None)
        self._reveal.stop()

    # Drawing without a press

    def _until_drawn(self) -> timedelta:
        """When the next redraw may be: at once, or as soon as the last one is old enough."""
        return max(self._drawn_at + REDRAW_EVERY - self._now(), timedelta(0))

    def _is_old(self) -> bool:
        if self._wants_post or self._is_gone or self.posted_at is None:
            return True
        return self._now() - self.posted_at >= POSTED_ANEW_AFTER

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
        if self._under_way or not self._is_stale:
            return
        self._is_stale = False
        again: timedelta | None = None
        with self._sending():
            try:
                async with patience():
                    if self.id is None or self._is_old():
                        await self._post()
                    else:
                        await self._channel().get_partial_message(self.id).edit(view=self.view())
                self._drawn_at = self._now()
            except discord.Forbidden as error:
                log.warning("table %s can't be shown, the bot has no access to its channel: %s", self.table.id, error)
            except REFUSALS as error:
                again = self._mended(error)
        if again is not None:
            self.request(again)
        self._afterwards()

    def _mended(self, error: Exception) -> timedelta | None:
        """What to do about an edit that did not succeed: when to draw again, None for not before the next change."""
        if isinstance(error, discord.HTTPException) and self.id is not None and _is_gone(error):
            log.info("table %s is posted anew: %s", self.table.id, error)
            self._is_gone = True
            return timedelta(0)
        log.warning("table %s could not be drawn: %s", self.table.id, told(error))
        if isinstance(error, TimeoutError):
            return timedelta(0)
        if not isinstance(error, discord.HTTPException) or error.status == TOO_MANY or error.status >= 500:
            return TRIED_AGAIN_AFTER
        if isinstance(error, discord.NotFound):
            self._spawn(self._close_homeless())
        return None

    async def _post(self) -> None:
        before, there = self.id, self._channel()
        was_unsure, self._is_unsure = self._is_unsure, True
        try:
            # Discord makes one message of all posts with the same nonce, and answers each of them with it.
            message = await there.send(view=self.view(), nonce=str(self.id or self.table.id))
        except discord.HTTPException as error:
            self._is_unsure = was_unsure or may_have_arrived(error)
            raise
        self._is_unsure = False
        self._is_stale |= was_unsure  # what stands there may be the picture of the first try
        if message.id == self.id:  # somebody has pressed on it before this answer came
            return
        if self.id == before and self.table.channel == there.id:
            self._arrive(message.id, there.id)
        else:  # somebody has just taken the table elsewhere
            self._spawn(self._part_with(message.id, there))

    def _arrive(self, message: int, channel: int) -> None:
        """`message` in `channel` is the table's from now on; the older copy is to lose its buttons."""
        old = None if self.id is None or self._is_gone else self.id
        there = self._channel()
        self.table.channel = channel
        self.adopt(message, self._now())
        self._arrivals.append(self._settle(message, channel, old, there))
        if not self._under_way:
            self._arrived()

    def _arrived(self) -> None:
        arrivals, self._arrivals = self._arrivals, []
        for each in arrivals:
            self._spawn(each)

    async def _settle(self, message: int, channel: int, old: int | None, there: discord.PartialMessageable) -> None:
        deeds.of_nobody()
        await self._tables.posted(self.table.id, message, self._now(), channel=channel)
        if old is not None:
            await self._part_with(old, there)

    async def _part_with(self, old: int, channel: discord.PartialMessageable) -> None:
        """Let an older copy say where the table goes on."""
        try:
            async with patience():
                await channel.get_partial_message(old).edit(view=self.moved())
        except REFUSALS as error:
            log.info("table %s: its old message stays as it was: %s", self.table.id, told(error))

    def way(self, words: Words) -> str:
        """Where the table goes on, for somebody at an older copy of the message."""
        return words("Table {table} goes on here: {link}", table=str(self.table.id), link=self.link)

    def moved(self) -> ui.LayoutView:
        """What an older copy of the message says."""
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.TextDisplay(f"-# {self.way(self.words)}"))
        return view

    def _afterwards(self) -> None:
        if self._under_way:
            return
        if self._is_stale:
            self.request()
        elif self.table.is_closed:
            self.on_farewell()

    async def _close_homeless(self) -> None:
        if self.table.lobby.closing or self.table.game.is_kept(self.table.lobby):
            return
        with contextlib.suppress(TableClosed):
            await self.table.close(self.table.host)

    # Small parts

    @contextlib.contextmanager
    def _sending(self) -> Iterator[None]:
        """A picture travels to Discord; no other one may overtake it."""
        self._under_way += 1
        try:
            yield
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._arrived()

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
