"""The one public message of a table: who edits it when, and which of its copies counts.

A press is answered by editing its message. Changes without a press go by the token of the latest press on the message,
which takes nothing of the bot's requests; where there is none, or Discord refuses it, they wait in the whole bot's
queue. A finished round is shown in stages, the results last.

Discord limits edits of messages older than an hour, so the message is posted again well before that; also when it was
deleted, and on request. The old copy loses its buttons. A press may come before Discord's answer to the request that
posted the message, and that answer may never come. So when somebody presses on a copy that is newer than the known
message, that copy is the table's from then on. Copies only ever point to newer ones.
"""

from __future__ import annotations

import contextlib
import logging
import weakref
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from typing import Self

import discord

from cogs.app.replies import components, edits
from cogs.app.replies.components import Layout
from cogs.app.replies.edits import Token, Tokens
from cogs.app.replies.errors import whisper
from cogs.app.replies.requests import REFUSALS, Outcome, acknowledge, answer_command, tried
from cogs.table.calls import Calls, MessageContext, channel_of, link_to
from cogs.table.edit_queue import Turns
from cogs.table.parts import announced
from cogs.table.reveal import ALL, Reveal
from cogs.table.sending import MOST_REFUSALS, At, Happening, Sending
from data.store import write_log
from i18n.words import Words
from tables.clock import uptime
from tables.draft import Begun, TableClosed
from tables.driver import LiveTable
from tables.events import Close
from tables.lobby import ClosedBy
from tables.table import Table

log = logging.getLogger(__name__)

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
        naming: Callable[[Words], Words],
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
        self._tokens = Tokens()
        self._reveal = Reveal(live, stages, context.paces)
        self._draw = draw
        self._naming = naming
        self._context = context
        self._about = f"table {live.table.id}"
        self._sending = Sending(context.paces.message)  # of this copy; older ones have their own
        self._drawn_in: Words | None = None
        self._posted_at: timedelta | None = None  # by the loop's clock; None if it is to be posted, or posted again
        self._bound_for: list[int] = []  # the channels to which people are just moving the table

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
        return self._sending.is_busy or bool(self._turns.tasks)

    @property
    def is_revealing(self) -> bool:
        """Whether the results of the last round are still to come."""
        return self._reveal.stage != ALL

    def view(self) -> Layout:
        """The table as it is now."""
        words = self._drawn_in = self._context.readers.words_at(self.live.table)
        view = self._draw(self.live.table, self._naming(words), self._reveal.stage)
        return announced(view, self.live.table, self._context.announcements, self._context.now)

    async def answer(self, interaction: discord.Interaction) -> None:
        """Answer a press, or a form opened by one, with the table as it is now."""
        if self._sending.is_flying or self._bound_for or self._is_old():
            self.request()
            await acknowledge(interaction)
            self._tokens.keep(interaction)
            return
        self._sending.tell(Happening.SENT, self._go)
        about = f"{self._about}: an answer did not arrive"
        outcome, _ = await self._sending.send(self._update(interaction), about, _unless_another_way, interaction)
        self._tokens.keep(interaction)
        if self.live.table.is_closed:
            self._part_if_shown()
        if outcome is not Outcome.ARRIVED:
            await acknowledge(interaction)

    async def _update(self, interaction: discord.Interaction) -> None:
        await edits.update(interaction, self.view())

    def request(self) -> None:
        """Show the latest state soon, after every change; the answer to a press that made it comes before this."""
        self._sending.tell(Happening.CHANGED, self._go)
        if self._sending.at is At.STOPPED:
            return
        if self._reveal.round != self.live.table.rounds and not self.live.table.is_playing:
            self._reveal.begin(lambda: max(self._sending.rests_until - uptime(), timedelta(0)), self.live.on_change)
        if self.calls.mention is not None or self.calls.opening is not None:
            self.calls.catch_up()

    def language_changed(self) -> None:
        """The server's language may have changed."""
        if self._drawn_in not in (None, self._context.readers.words_at(self.live.table)):
            self.request()

    async def bump(self, interaction: discord.Interaction) -> None:
        """Post the message again, below everything, on request."""
        if self._posted_at is not None and uptime() - self._posted_at >= LINGERS:
            self._posted_at = None
        self.request()
        await acknowledge(interaction)

    def move(self, channel: int) -> None:
        """Continue in another channel: the one before is gone, and the message with it."""
        self.live.moved(channel)
        self.id = self._posted_at = None
        self.request()

    async def open(self, interaction: discord.Interaction, *, calls: bool = False) -> int | None:
        """Answer a command with the table, which continues in that channel; an older copy loses its buttons.

        Returns the number of the message. With `calls` Discord tells the people whom the message mentions.
        Raises one of REFUSALS when Discord refuses the message; then the table stays where it was.
        """
        assert interaction.channel_id is not None
        before, channel = self.id, interaction.channel_id
        self._bound_for.append(channel)
        mentions = discord.AllowedMentions(everyone=False, users=calls, roles=False)
        message = None
        try:
            message = await answer_command(interaction, self.view(), allowed_mentions=mentions)
        except REFUSALS:
            if self.id == before:  # otherwise somebody has pressed on it, so it is there
                raise
        finally:
            self._bound_for.remove(channel)
            self._sending.resume()
        if message is not None:
            self._tokens.add(message, Token.of(interaction))
            if message != self.id:
                self._arrive(message, channel)
        return message

    def stop(self) -> None:
        """Stop updating the message, and what is on its way to it."""
        self._sending.tell(Happening.STOPPED)
        self._reveal.stop()
        self._turns.tasks.cancel()

    # Drawing without a press

    def _go(self) -> None:
        if self._is_old() or self._tokens.newest_for(self.id) is None:
            self._turns.wait(self._redraw, "picture", self._may_redraw)
        elif self._may_redraw():
            self._turns.tasks.start(self._redraw())

    def _may_redraw(self) -> bool:
        return not self._bound_for and self._sending.begin()

    def _redraw(self) -> Coroutine[object, object, None]:
        """Send a picture to what is the table's message in this moment."""
        edited, there = None if self._is_old() else self.id, self.live.table.channel
        return self._draw_on(self._sending, edited, there, self._tokens.newest_for(edited))

    async def _draw_on(self, sending: Sending, edited: int | None, there: int, token: Token | None) -> None:
        def means(outcome: Outcome) -> Outcome:
            if token is not None:
                # if it had no answer, discord.py may have waited, because Discord said that there were too many
                self._tokens.drop(token, with_others=outcome.may_have_arrived)
            elif sending is self._sending and there == self.live.table.channel:
                return self._means(edited, outcome)
            return _unless_another_way(outcome)  # which says nothing about a newer copy

        await sending.send(self._picture(edited, token), f"{self._about} could not be drawn", means)
        if self.live.table.is_closed:
            self._part_if_shown()

    async def _picture(self, edited: int | None, token: Token | None) -> None:
        if edited is None:
            await self._post()
        elif token is not None:
            await token.edit(self.view())
        else:
            await edits.edit(self._context.client, self.live.table.channel, edited, self.view())

    def _means(self, edited: int | None, outcome: Outcome) -> Outcome:
        """Do what follows from the `outcome` of a picture besides, and return what it means for the message."""
        table, is_last_refusal = self.live.table, self._sending.refusals + 1 == MOST_REFUSALS
        if outcome is Outcome.TOO_MANY:
            self._context.edit_queue.slow_down(SLOWED_FOR / timedelta(seconds=1))
            return Outcome.TOO_LATE  # for this turn: the next one comes when the queue has waited
        if edited is not None and (outcome is Outcome.GONE or (outcome is Outcome.REFUSED and is_last_refusal)):
            self._posted_at = None
        elif outcome in (Outcome.GONE, Outcome.PLACE_GONE):
            self._context.client.dispatch("place_gone", table.guild, table.channel)
            self._turns.tasks.start(self._close_homeless())
            return Outcome.PLACE_GONE
        elif outcome is Outcome.FORBIDDEN and self.id is None:
            self._turns.tasks.start(self._close_homeless())
        return outcome

    async def _post(self) -> None:
        before, there = self.id, channel_of(self.live.table, self._context.client)
        # Discord makes a single message of all posts with the same nonce, and answers each of them with it.
        message = await there.send(view=self.view(), nonce=str(self.id or self.live.table.id))
        if message.id == self.id:  # somebody has pressed on it before this answer came
            return
        if self.id == before and self.live.table.channel == there.id:
            self._arrive(message.id, there.id)
        else:  # somebody has just moved the table
            self._part_with(message.id, there.id, Sending(self._context.paces.message))

    def _part_if_shown(self) -> None:
        if self._sending.is_at_rest:
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
        if channel not in (self.live.table.channel, *self._bound_for) or (self.id is not None and on.id < self.id):
            return False
        self._arrive(on.id, channel)
        return True

    def adopt(self, message: int, posted_at: datetime) -> None:
        """Record where the message is, as found on the disk or just posted."""
        self.id = message
        self._posted_at = uptime() - max(self._context.now() - posted_at, timedelta(0))

    def _is_old(self) -> bool:
        if self._posted_at is None:
            return True
        ends_quietly = self.live.table.is_closed and self.live.table.terms.mode.is_practice
        return not ends_quietly and uptime() - self._posted_at >= POSTED_ANEW_AFTER

    def _arrive(self, message: int, channel: int) -> None:
        """`message` in `channel` is the table's from now on; the older copy must lose its buttons."""
        old, there, before = self.id, self.live.table.channel, self._sending
        self.live.moved(channel)
        self.adopt(message, self._context.now())
        self._sending = Sending(self._context.paces.message)
        if before.is_unsure or before.at not in (At.SHOWN, At.FLYING):
            self._sending.tell(Happening.CHANGED, self._go)
        self._turns.tasks.start(self._settle(message, channel, old, there, before))

    async def _settle(self, message: int, channel: int, old: int | None, there: int, before: Sending) -> None:
        write_log.detached()
        table, now = self.live.table, self._context.now()
        await self._context.tables.posted(table.guild, table.id, message, now, channel=channel)
        if old is not None:
            self._part_with(old, there, before)
        self.calls.catch_up()

    def _part_with(self, old: int, channel: int, sending: Sending) -> None:
        """Let an older copy say where the table continues, after what is on its way to it."""

        async def part() -> None:
            await edits.edit(self._context.client, channel, old, self._pointer())

        self._turns.keep(sending, old, part, f"{self._about}: its old message stays as it was")
        sending.resume()

    async def show_the_way(self, interaction: discord.Interaction, words: Words) -> None:
        """Take the buttons from an older copy that was pressed; if it can't be edited any more, tell the person."""
        pointer = edits.update(interaction, self._pointer())
        outcome, _ = await tried(pointer, f"{self._about}: an older copy of its message stays as it was", interaction)
        if outcome is not Outcome.ARRIVED:
            await whisper(interaction, self._way(words))

    def _pointer(self) -> Layout:
        return Layout(components.text(f"-# {self._way(self._context.readers.words_at(self.live.table))}"))

    def _way(self, words: Words) -> str:
        link = link_to(self.live.table, self.id)
        return words("Table {table} continues here: {link}", table=str(self.live.table.id), link=link)


def _unless_another_way(outcome: Outcome) -> Outcome:
    """What the refusal of an answer or a token means for a message that can be edited in another way, too."""
    if outcome is Outcome.BROKEN:
        return outcome
    return Outcome.LOST if outcome.may_have_arrived else Outcome.TOO_LATE
