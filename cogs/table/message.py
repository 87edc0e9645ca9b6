"""The one public message of a table: who edits it when.

A press is answered by editing its message. Changes without a press are gathered: at most one edit a second, always of
the latest state; they wait in the whole bot's queue. Two edits never travel at the same time, because the older one
could arrive last. A finished round is shown in stages, the results last.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import Callable, Sequence
from datetime import timedelta

import discord

from cogs.app.process.logs import level_of
from cogs.app.replies.components import Layout
from cogs.app.replies.requests import (
    REFUSALS,
    TOO_MANY,
    acknowledge,
    error_text,
    found_nevertheless,
    in_time,
    may_have_arrived,
    request_timeout,
)
from cogs.table.calls import Calls
from cogs.table.parts import announced
from cogs.table.posted import PostedMessage
from cogs.table.table_view import MessageContext
from data.store import write_log
from i18n.words import Words
from tables.clock import uptime
from tables.closing import ClosedBy
from tables.table import Begun, Table, TableClosed

log = logging.getLogger(__name__)

SHOWN_FOR = timedelta(seconds=1.6)
"""How long each stage is shown before the next."""
LONGEST = timedelta(seconds=5)
"""How long all stages together take at most; many of them are shown for a shorter time each."""
ALL = sys.maxsize
"""The stage after the last, in which the results are shown."""


class Reveal:
    """Which picture of a round is shown, from 0; after the last come the results, with which a restart begins."""

    def __init__(self) -> None:
        self.stage = ALL
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, stages: int, until_drawn: Callable[[], timedelta], on_next: Callable[[], None]) -> None:
        """Show the first of so many stages, and then the others one after the other.

        `until_drawn` says when the next picture can be drawn, `on_next` is called when it should be.
        """
        self._show(0, stages, until_drawn, on_next)

    def stop(self) -> None:
        """Go no further."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _show(self, stage: int, stages: int, until_drawn: Callable[[], timedelta], on_next: Callable[[], None]) -> None:
        self.stop()
        self.stage = stage if stage < stages else ALL
        if stage < stages:
            shown_for = min(SHOWN_FOR, LONGEST / stages)
            wait = shown_for + until_drawn()  # otherwise a stage drawn late would disappear at once
            loop, seconds = asyncio.get_running_loop(), wait / timedelta(seconds=1)
            self._timer = loop.call_later(seconds, self._next, stages, until_drawn, on_next)

    def _next(self, stages: int, until_drawn: Callable[[], timedelta], on_next: Callable[[], None]) -> None:
        self._show(self.stage + 1, stages, until_drawn, on_next)
        on_next()


REDRAW_EVERY = timedelta(seconds=1)
TRIED_AGAIN_AFTER = timedelta(seconds=5)
LINGERS = timedelta(seconds=10)
"""A message that was just posted is not posted again on request."""
SLOWED_FOR = timedelta(seconds=1)
"""How long nothing is drawn when Discord has said that there were too many requests, but not for how long."""

UNKNOWN_CHANNEL = 10003
TOO_OLD_TO_EDIT = 30046


class TableMessage(PostedMessage):
    """Keeps one table's message up to date."""

    def __init__(
        self,
        table: Table,
        draw: Callable[[Table, Words, int], Layout],
        context: MessageContext,
        *,
        stages: Callable[[Table], int] | None,
    ) -> None:
        """`stages` says in how many pictures a round is revealed before its results; None when none ever is."""
        super().__init__(table, context)
        self._draw = draw
        self._stages = stages
        self._reveal = Reveal()
        self._round = table.rounds
        self._drawn_in: Words | None = None
        self._is_stale = False
        self._is_unsure = False
        """The last post may have arrived, although its answer was lost."""
        self._timer: asyncio.TimerHandle | None = None
        self._drawn_at = -REDRAW_EVERY
        self.calls = Calls(table, context.client, context.tables)

    @property
    def may_be_behind(self) -> bool:
        """Whether the message may be out of date, when a new process has just taken it over.

        Clocks have started again then; a reveal in stages may have been cut off, and would leave a table without
        buttons. A table whose message isn't known may never have been shown.
        """
        table = self.table
        is_revealed = self._stages is not None and bool(table.lobby.nets)
        is_waiting = table.game.window(table.terms, table.lobby) is not None
        return self.id is None or table.is_playing or is_waiting or table.was_voided or is_revealed

    @property
    def is_busy(self) -> bool:
        """Whether the message is still to show something, or on its way to Discord."""
        return self._is_stale or bool(self._under_way or self._tasks)

    def view(self) -> Layout:
        """The table as it is now."""
        words = self._drawn_in = self.words
        view = self._draw(self.table, words, self._reveal.stage)
        return announced(view, self.table, self._context.announcements, self._context.now)

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
                await in_time(interaction, interaction.response.edit_message(view=self.view()))
                self._drawn_at = uptime()
                has_arrived = True
            except REFUSALS as error:
                log.log(level_of(error), "table %s: an answer did not arrive: %s", self.table.id, error_text(error))
                self._is_stale = True
            except Exception:  # the press is done and saved; only its picture failed
                log.exception("table %s can't be drawn", self.table.id)
        self._afterwards()
        if not has_arrived:
            await acknowledge(interaction)

    def request(self, after: timedelta = timedelta(0)) -> None:
        """Show the latest state soon; the table calls this after every change.

        If a press made the change, its answer comes before this.
        """
        self._is_stale = True
        if self._round != self.table.rounds and not self.table.is_playing:
            self._round = self.table.rounds
            stages = 0 if self._stages is None else self._stages(self.table)
            self._reveal.begin(stages, self._until_drawn, self.request)
        if self.calls.mention is not None and self.calls.is_behind:
            self._wait(lambda: self.calls.catch_up(self.words, self.link), "mention", lambda: self.calls.is_behind)
        if self._timer is None and not self._under_way:
            self._set_timer(max(after, self._until_drawn()))

    def language_changed(self) -> None:
        """The server's language may have changed."""
        if self._drawn_in not in (None, self.words):
            self.request()

    async def bump(self, interaction: discord.Interaction) -> None:
        """Post the message again, below everything, on request."""
        if self._posted_at is not None and uptime() - self._posted_at >= LINGERS:
            self._wants_post = True
        self.request()
        await acknowledge(interaction)

    async def open(self, interaction: discord.Interaction, *, calls: bool = False) -> int | None:
        """Answer a command with the table, which continues in that channel; an older copy loses its buttons.

        Returns the number of the message. With `calls` Discord tells the people whom the message mentions.

        Raises one of REFUSALS when Discord refuses the message; then the table stays where it was.
        """
        assert interaction.channel_id is not None
        before, self._bound_for = self.id, interaction.channel_id
        with self._sending():
            try:
                async with request_timeout():
                    mentions = discord.AllowedMentions(everyone=False, users=calls, roles=False)
                    sent = await interaction.response.send_message(view=self.view(), allowed_mentions=mentions)
                message = sent.message_id
            except REFUSALS as error:
                message = await found_nevertheless(interaction, error)
                if message is None and self.id == before:  # otherwise somebody has pressed on it, so it is there
                    raise
            finally:
                self._bound_for = None
            if message is not None and message != self.id:
                self._arrive(message, interaction.channel_id)
        self._afterwards()
        return message

    def call(self, people: frozenset[int]) -> None:
        """Mention `people`, for whom the table waits; the mention is deleted when the question is no longer open."""
        question_id = self.table.question_id

        def is_needed() -> bool:
            return self.table.question_id == question_id and people <= self.table.awaited

        self._wait(lambda: self.calls.make(people, self.words, self.link), "call", is_needed)

    def tell_away(self, people: frozenset[int]) -> None:
        """Tell `people`, once, that the clock plays for them."""
        self._wait(lambda: self.calls.tell_away(people, self.words, self.link), people)

    def call_to_opening(self, people: Sequence[int], command: str) -> None:
        """Tell `people`, once, that the table has opened; `command` is where they can stop that."""
        self._wait(lambda: self.calls.call_to_opening(people, self.words, self.link, command), "opening")

    def stop(self) -> None:
        """Stop updating the message, and what is on its way to it."""
        self._set_timer(None)
        self._reveal.stop()
        self._tasks.cancel()

    # Drawing without a press

    def _until_drawn(self) -> timedelta:
        """When the next redraw is allowed: at once, or as soon as the last one is old enough."""
        return max(self._drawn_at + REDRAW_EVERY - uptime(), timedelta(0))

    def _set_timer(self, wait: timedelta | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if wait is not None:
            self._timer = asyncio.get_running_loop().call_later(wait / timedelta(seconds=1), self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._context.edit_queue.enter(self, self._go, first=self._is_lively())

    def _go(self) -> bool:
        if self._under_way or not self._is_stale:
            return False
        if (wait := self._until_drawn()) > timedelta(0):  # a press was answered in the meantime
            self._set_timer(wait)
            return False
        self._is_stale = False
        self._tasks.start(self._redraw())
        return True

    async def _redraw(self) -> None:
        again: timedelta | None = None
        message_id = None if self._is_old() else self.id
        with self._sending():
            try:
                async with request_timeout():
                    if message_id is None:
                        await self._post()
                    else:
                        await self._channel().get_partial_message(message_id).edit(view=self.view())
                self._drawn_at = uptime()
            except discord.Forbidden as error:
                log.warning("table %s can't be shown, the bot has no access to its channel: %s", self.table.id, error)
                if self.id is None:
                    self._tasks.start(self._close_homeless())
            except REFUSALS as error:
                again = self._mended(error, is_edit=message_id is not None)
        if again is not None:
            self.request(again)
        self._afterwards()

    def _mended(self, error: Exception, *, is_edit: bool) -> timedelta | None:
        """What to do after a failed post or edit: when to draw again, None for not before the next change."""
        if isinstance(error, discord.HTTPException) and is_edit and _is_gone(error):
            log.info("table %s is posted again: %s", self.table.id, error)
            self._is_gone = True
            return timedelta(0)
        log.warning("table %s could not be drawn: %s", self.table.id, error_text(error))
        if isinstance(error, TimeoutError):
            return timedelta(0)
        if isinstance(error, discord.HTTPException) and error.status == TOO_MANY:
            self._context.edit_queue.slow_down(SLOWED_FOR / timedelta(seconds=1))
            return timedelta(0)
        if may_have_arrived(error):
            return TRIED_AGAIN_AFTER
        if isinstance(error, discord.NotFound):
            self._tasks.start(self._close_homeless())
        return None

    async def _post(self) -> None:
        before, there = self.id, self._channel()
        was_unsure, self._is_unsure = self._is_unsure, True
        try:
            # Discord makes a single message of all posts with the same nonce, and answers each of them with it.
            message = await there.send(view=self.view(), nonce=str(self.id or self.table.id))
        except discord.HTTPException as error:
            self._is_unsure = was_unsure or may_have_arrived(error)
            raise
        self._is_unsure = False
        self._is_stale |= was_unsure  # it may show the picture of the first try
        if message.id == self.id:  # somebody has pressed on it before this answer came
            return
        if self.id == before and self.table.channel == there.id:
            self._arrive(message.id, there.id)
        else:  # somebody has just moved the table
            self._wait(lambda: self._part_with(message.id, there), message.id)

    def _afterwards(self) -> None:
        if self._under_way:
            return
        if self._is_stale:
            self.request()
        elif self.table.is_closed:
            self.on_farewell()

    async def _close_homeless(self) -> None:
        write_log.detached()
        with contextlib.suppress(TableClosed, Begun):
            await self.table.close(self.table.host, ClosedBy.CHANNEL)

    # Small parts


def _is_gone(error: discord.HTTPException) -> bool:
    """Whether the message was deleted, or can't be edited any more."""
    is_missing = isinstance(error, discord.NotFound) and error.code != UNKNOWN_CHANNEL
    return is_missing or error.code == TOO_OLD_TO_EDIT
