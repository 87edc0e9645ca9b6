"""The one public message of a table: who edits it when, and which of its copies counts.

A press is answered by editing its message. Changes without a press are gathered: at most one edit a second, always of
the latest state. They go by the token of the latest press on the message, which takes nothing of the bot's requests;
where there is none, or Discord refuses it, they wait in the whole bot's queue. Two edits never travel at the same time,
because the older one could arrive last. A finished round is shown in stages, the results last.

Discord limits edits of messages older than an hour, so the message is posted again well before that; also when it was
deleted, and on request. The old copy loses its buttons. A press may come before Discord's answer to the request that
posted the message, and that answer may never come. So when somebody presses on a copy that is newer than the known
message, that copy is the table's from then on. Copies only ever point to newer ones.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import weakref
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from typing import Self

import discord

from cogs.app.process.logs import level_of
from cogs.app.replies import edits
from cogs.app.replies.components import Layout
from cogs.app.replies.edits import Token, Tokens
from cogs.app.replies.requests import (
    REFUSALS,
    TOO_MANY,
    TRIED_AGAIN_AFTER,
    acknowledge,
    error_text,
    found_nevertheless,
    in_time,
    is_gone,
    may_have_arrived,
    request_timeout,
)
from cogs.table.calls import Calls, MessageContext, channel_of, link_to
from cogs.table.copies import Copies
from cogs.table.edit_queue import Turns
from cogs.table.parts import announced
from cogs.table.reveal import Reveal
from data.store import write_log
from i18n.words import Words
from tables.clock import uptime
from tables.draft import Begun, TableClosed
from tables.driver import LiveTable
from tables.events import Close
from tables.lobby import ClosedBy
from tables.table import Table

log = logging.getLogger(__name__)

REDRAW_EVERY = timedelta(seconds=1)
TRIED_AGAIN = (TRIED_AGAIN_AFTER, TRIED_AGAIN_AFTER, timedelta(minutes=1), timedelta(minutes=10))
"""How long after each refusal of no known reason a picture is sent again; after the last, at the next change."""
MOST_REFUSALS = 2
"""After so many the message is posted again; after more, what people see is left as it is for longer."""
LINGERS = timedelta(seconds=10)
"""A message that was just posted is not posted again on request."""
SLOWED_FOR = timedelta(seconds=1)
"""How long nothing is drawn when Discord has said that there were too many requests, but not for how long."""
POSTED_ANEW_AFTER = timedelta(minutes=40)
"""Most tables are drawn every ten minutes, and so edit no message older than 50. A slow one is always posted again."""


class TableMessage:
    """Keeps one table's message up to date."""

    def __init__(
        self,
        live: LiveTable,
        draw: Callable[[Table, Words, int], Layout],
        context: MessageContext,
        *,
        stages: Callable[[Table], int] | None,
    ) -> None:
        """`stages` says in how many pictures a round is revealed before its results; None when none ever is."""
        self.live = live
        self.id: int | None = None
        """The number of the message; None until it is known."""
        self.on_farewell: Callable[[], None] = lambda: None
        """Called when the table is closed and the message shows that."""
        self._turns = Turns(context.edit_queue, f"table {live.table.id}: its message")
        me: Self = weakref.proxy(self)  # what is frozen is freed only when no circle leads back to it
        self.calls = Calls(live, context, self._turns, lambda: link_to(me.live.table, me.id))
        self.copies = Copies(live, context, lambda: link_to(me.live.table, me.id))
        self._tokens = Tokens()
        self._reveal = Reveal(live, stages)
        self._draw = draw
        self._context = context
        self._is_stale = False
        self._drawn_at = -REDRAW_EVERY
        self._drawn_in: Words | None = None
        self._timer: asyncio.TimerHandle | None = None  # until the next picture may be drawn
        self._posted_at: timedelta | None = None  # by the loop's clock
        self._wants_post = False
        self._is_gone = False  # Discord has no such message any more, or nobody may edit it
        self._refusals = 0  # in a row, for no reason that is known here
        self._is_unsure = False  # the last post may have arrived, although its answer was lost
        self._bound_for: int | None = None  # the channel to which somebody is just moving the table
        self._under_way = 0  # pictures that are on their way to Discord, which no other one may overtake
        self._arrivals: list[Coroutine[object, object, None]] = []
        """Work on new copies for when nothing travels, because a picture could bring an old one's buttons back."""

    @property
    def may_be_behind(self) -> bool:
        """Whether the message may be out of date, when a new process has just taken it over.

        Clocks have started again then; a reveal in stages may have been cut off, and would leave a table without
        buttons. A table whose message isn't known may never have been shown.
        """
        table = self.live.table
        is_waiting = table.game.window(table.terms, table.lobby) is not None
        return self.id is None or table.is_playing or is_waiting or table.was_voided or self._reveal.may_be_cut_off

    @property
    def is_busy(self) -> bool:
        """Whether the message is soon to show something, or on its way to Discord."""
        is_due = self._is_stale and self._refusals <= MOST_REFUSALS
        return is_due or bool(self._under_way or self._turns.tasks)

    def view(self) -> Layout:
        """The table as it is now."""
        words = self._drawn_in = self._context.readers.words_at(self.live.table)
        view = self._draw(self.live.table, words, self._reveal.stage)
        return announced(view, self.live.table, self._context.announcements, self._context.now)

    async def answer(self, interaction: discord.Interaction) -> None:
        """Answer a press, or a form opened by one, with the table as it is now."""
        self._set_timer(None)
        if self._under_way or self._is_old():
            self.request()
            await acknowledge(interaction)
            self._tokens.keep(interaction)
            return
        self._is_stale = False
        has_arrived = False
        self._under_way += 1
        try:
            await in_time(interaction, edits.update(interaction, self.view()))
            self._drawn_at = uptime()
            has_arrived = True
        except REFUSALS as error:
            log.log(level_of(error), "table %s: an answer did not arrive: %s", self.live.table.id, error_text(error))
            self._is_stale = True
        except asyncio.CancelledError:  # on its way
            self._is_stale = True
            raise
        except Exception:  # the press is done and saved; only its picture failed
            log.exception("table %s can't be drawn", self.live.table.id)
        finally:
            self._landed()
            self._tokens.keep(interaction)
            self._afterwards()
        if not has_arrived:
            await acknowledge(interaction)

    def request(self, after: timedelta = timedelta(0)) -> None:
        """Show the latest state soon, after every change; the answer to a press that made it comes before this."""
        self._is_stale = True
        if self._reveal.round != self.live.table.rounds and not self.live.table.is_playing:
            self._reveal.begin(self._until_drawn, self.request)
        if self.calls.mention is not None:
            self.calls.catch_up()
        if self._under_way:
            return
        if self._timer is None or self._refusals > MOST_REFUSALS:
            self._set_timer(max(after, self._until_drawn()))

    def language_changed(self) -> None:
        """The server's language may have changed."""
        if self._drawn_in not in (None, self._context.readers.words_at(self.live.table)):
            self.request()

    async def bump(self, interaction: discord.Interaction) -> None:
        """Post the message again, below everything, on request."""
        if self._posted_at is not None and uptime() - self._posted_at >= LINGERS:
            self._wants_post = True
        self.request()
        await acknowledge(interaction)

    def move(self, channel: int) -> None:
        """Continue in another channel: the one before is gone, and the message with it."""
        self.live.moved(channel)
        self._is_gone = True
        self.request()

    async def open(self, interaction: discord.Interaction, *, calls: bool = False) -> int | None:
        """Answer a command with the table, which continues in that channel; an older copy loses its buttons.

        Returns the number of the message. With `calls` Discord tells the people whom the message mentions.
        Raises one of REFUSALS when Discord refuses the message; then the table stays where it was.
        """
        assert interaction.channel_id is not None
        before, self._bound_for = self.id, interaction.channel_id
        self._under_way += 1
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
            self._landed()
        if message is not None:
            self._tokens.add(message, Token.of(interaction))
            if message != self.id:
                self._arrive(message, interaction.channel_id)
        self._afterwards()
        return message

    def stop(self) -> None:
        """Stop updating the message, and what is on its way to it."""
        self._set_timer(None)
        self._reveal.stop()
        self._turns.tasks.cancel()

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
        if self._is_old() or self._tokens.newest_for(self.id) is None:
            self._turns.wait(self._redraw, "picture", self._may_redraw)
        elif self._may_redraw():
            self._turns.tasks.start(self._redraw())

    def _may_redraw(self) -> bool:
        if self._under_way or not self._is_stale:
            return False
        if (wait := self._until_drawn()) > timedelta(0):  # a press was answered in the meantime
            self._set_timer(wait)
            return False
        self._is_stale = False
        return True

    async def _redraw(self) -> None:
        again: timedelta | None = timedelta(0)
        message_id = None if self._is_old() else self.id
        token, there = self._tokens.newest_for(message_id), self.live.table.channel
        self._under_way += 1
        try:
            async with request_timeout():
                if message_id is None:
                    await self._post()
                elif token is not None:
                    await token.edit(self.view())
                else:
                    await edits.edit(self._context.client, self.live.table.channel, message_id, self.view())
            self._drawn_at, self._refusals = uptime(), 0
        except REFUSALS as error:
            again = self._mended(error, token, there, message_id)
            self._is_stale |= again is not None
        finally:
            self._landed()
            self._afterwards(again)

    def _mended(self, error: Exception, token: Token | None, there: int, edited: int | None) -> timedelta | None:
        """What to do after a failed post or edit: when to draw again, None for not before the next change.

        `edited` is the message, which may no longer be the table's.
        """
        is_mine = edited is not None and edited == self.id
        if token is not None:
            log.info("table %s: its picture goes another way: %s", self.live.table.id, error_text(error))
            if may_have_arrived(error):  # or discord.py has waited, because Discord said that there were too many
                self._tokens.clear()
            self._tokens.drop(token)
            return timedelta(0)
        if isinstance(error, discord.Forbidden):
            log.warning("table %s can't be shown, the bot has no access to its channel: %s", self.live.table.id, error)
            if self.id is None:
                self._turns.tasks.start(self._close_homeless())
            self._refusals = max(self._refusals, MOST_REFUSALS)
            return self._refused(is_mine=False)
        if edited is not None and is_gone(error):
            log.info("table %s is posted again: %s", self.live.table.id, error)
            self._is_gone |= is_mine
            return timedelta(0)
        log.warning("table %s could not be drawn: %s", self.live.table.id, error_text(error))
        if isinstance(error, TimeoutError):
            return timedelta(0)
        if isinstance(error, discord.HTTPException) and error.status == TOO_MANY:
            self._context.edit_queue.slow_down(SLOWED_FOR / timedelta(seconds=1))
            return timedelta(0)
        if may_have_arrived(error):
            return TRIED_AGAIN_AFTER
        if isinstance(error, discord.NotFound):
            self._context.client.dispatch("place_gone", self.live.table.guild, there)
            self._turns.tasks.start(self._close_homeless())
            return None
        return self._refused(is_mine=is_mine)

    def _refused(self, *, is_mine: bool) -> timedelta | None:
        before = self._refusals
        self._refusals += 1
        self._is_gone |= is_mine and self._refusals == MOST_REFUSALS
        return TRIED_AGAIN[before] if before < len(TRIED_AGAIN) else None

    async def _post(self) -> None:
        before, there = self.id, channel_of(self.live.table, self._context.client)
        was_unsure, self._is_unsure = self._is_unsure, True
        try:
            # Discord makes a single message of all posts with the same nonce, and answers each of them with it.
            message = await there.send(view=self.view(), nonce=str(self.id or self.live.table.id))
        except discord.HTTPException as error:
            self._is_unsure = was_unsure or may_have_arrived(error)
            raise
        self._is_unsure = False
        self._is_stale |= was_unsure  # it may show the picture of the first try
        if message.id == self.id:  # somebody has pressed on it before this answer came
            return
        if self.id == before and self.live.table.channel == there.id:
            self._arrive(message.id, there.id)
        else:  # somebody has just moved the table
            self._turns.wait(lambda: self._part_with(message.id, there.id), message.id)

    def _afterwards(self, again: timedelta | None = timedelta(0)) -> None:
        if self._under_way:
            return
        if self._is_stale:
            self.request(again or timedelta(0))
        elif self.live.table.is_closed:
            self.on_farewell()

    async def _close_homeless(self) -> None:
        write_log.detached()
        with contextlib.suppress(TableClosed, Begun):
            await self.live.do(Close(self.live.table.host, ClosedBy.CHANNEL))

    # Its copies

    def pressed(self, on: discord.Message | None, channel: int) -> bool:
        """Somebody has pressed in `channel`: for a while this table goes before others.

        Returns whether `on`, if it was on a message for everyone, is this one and not an older copy of it.
        """
        self._turns.pressed_at = uptime()
        if on is None or on.id == self.id:
            return True
        if channel not in (self.live.table.channel, self._bound_for) or (self.id is not None and on.id < self.id):
            return False
        self._arrive(on.id, channel)
        return True

    def adopt(self, message: int, posted_at: datetime) -> None:
        """Record where the message is, as found on the disk or just posted."""
        self.id = message
        self._posted_at = uptime() - max(self._context.now() - posted_at, timedelta(0))
        self._is_gone = self._wants_post = False

    def _is_old(self) -> bool:
        if self._wants_post or self._is_gone or self._posted_at is None:
            return True
        ends_quietly = self.live.table.is_closed and self.live.table.terms.mode.is_practice
        return not ends_quietly and uptime() - self._posted_at >= POSTED_ANEW_AFTER

    def _arrive(self, message: int, channel: int) -> None:
        """`message` in `channel` is the table's from now on; the older copy must lose its buttons."""
        old = None if self.id is None or self._is_gone else self.id
        there = self.live.table.channel
        self.live.moved(channel)
        self.adopt(message, self._context.now())
        begin = self._arrivals.append if self._under_way else self._turns.tasks.start
        begin(self._settle(message, channel, old, there))

    def _landed(self) -> None:
        """A picture is under way no more."""
        self._under_way -= 1
        while self._arrivals and not self._under_way:
            self._turns.tasks.start(self._arrivals.pop(0))

    async def _settle(self, message: int, channel: int, old: int | None, there: int) -> None:
        write_log.detached()
        table, now = self.live.table, self._context.now()
        await self._context.tables.posted(table.guild, table.id, message, now, channel=channel)
        if old is not None:
            self._turns.wait(lambda: self._part_with(old, there), old)

    async def _part_with(self, old: int, channel: int) -> None:
        await self.copies.part_with(old, channel)  # which asks this message for its number, so it must live until then
