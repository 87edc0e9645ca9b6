"""What people see of one table: a message for everyone (message.py), and the private panels of single people.

A private table has no message for everyone; it is a panel of its host, which shows the whole table and their hand.
Nobody is called to it, no link leads to it, and when it is shown again it leaves no copy behind.

Discord lets the bot edit a private message only by the token of the interaction that opened it or pressed it last, and
only for fifteen minutes. So each person's latest token is kept for nearly as long; after that a panel stays as it is
until somebody presses on it. Nothing of a panel is stored: after a restart the next press opens it. Nobody has two of
them: a new one replaces the one before, which would no longer follow the table. Beside it lies at most one more private
message, a hint, More… or a question, so that a phone shows the table above them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta

import discord
import msgspec

from cogs.app.process.logs import is_too_late, level_of
from cogs.app.process.shutdown import Tasks
from cogs.app.replies import edits
from cogs.app.replies.components import Layout
from cogs.app.replies.edits import Token
from cogs.app.replies.requests import (
    NOT_SOON,
    REFUSALS,
    TRIED_AGAIN_AFTER,
    acknowledge,
    found_nevertheless,
    in_time,
    is_gone,
    is_private,
    may_pass,
    request_timeout,
)
from i18n.words import Words
from tables.clock import uptime

log = logging.getLogger(__name__)

EDITED_EVERY = timedelta(seconds=1)

Draw = Callable[[int, Words], Awaitable[Layout | None]]
"""What a person's panel shows now; None when the table has none for them."""


@dataclass(slots=True)
class _Panel:
    """One open panel: `shown` is its present content, unless something else reached Discord."""

    token: Token
    words: Words
    message: int | None = None
    """The number of the message, once it is known."""
    shown: bytes = b""
    edited_at: timedelta = -EDITED_EVERY
    in_flight: bool = False
    """An edit is on its way to Discord; a second one could arrive before it."""
    is_scheduled: bool = False
    is_stale: bool = False
    is_replaced: bool = False
    """Another one has come; this one goes as soon as nothing of it is on its way."""


@dataclass(frozen=True, slots=True)
class _Beside:
    """A private message that is no panel; what it tells of may be over before its reader has dismissed it."""

    message: int
    delete: Callable[[], Awaitable[None]]
    until: timedelta
    is_over: Callable[[], bool]
    has_form: bool = False
    """Whether a form was opened from it and may still be sent."""


class Panels:
    """The open panels of one table, by person."""

    def __init__(self, draw: Draw, as_read: Callable[[int, Layout], Layout], *, about: str) -> None:
        """`as_read` makes of a message what a person wants to read of it.

        `about` names the table in the log, where no card ever appears.
        """
        self._drawn = draw
        self.as_read = as_read
        self._about = about
        self._open: dict[int, _Panel] = {}
        self._beside: dict[int, _Beside] = {}
        """By person: their latest private message that is no panel."""
        self._held: list[int] = []
        """The people whose presses are being answered, once for each press."""
        self._tasks = Tasks(f"{about}: a panel")

    async def show(self, interaction: discord.Interaction, words: Words) -> bool:
        """Answer a press with the panel of whoever pressed: in place on a private message, otherwise as a new one.

        Returns False, and answers nothing, when there is no panel for this person. When a panel can't be drawn, or
        Discord refuses it, only the panel is missing: the press is done and saved by now.
        """
        user_id, on_private = interaction.user.id, is_private(interaction)
        try:
            view = await self._draw(user_id, words)
        except Exception:
            log.exception("%s: a panel can't be drawn", self._about)
            await acknowledge(interaction)
            return True
        if view is None:
            return False
        before = self._open.get(user_id)
        panel = _Panel(Token.of(interaction), words)
        if on_private:
            panel.message = None if interaction.message is None else interaction.message.id
        if on_private and before is not None and before.in_flight:
            before.is_stale = True
            if before.message == panel.message:
                before.token = panel.token
            await acknowledge(interaction)  # two edits must not travel at once; another follows the one under way
            if before.message != panel.message:  # a newer one is on its way
                self._tasks.start(self._remove(panel.token.delete))
            return True
        self._open[user_id] = panel
        panel.shown, panel.in_flight = _packed(view), True
        try:
            if on_private:
                await in_time(interaction, edits.update(interaction, view))
            else:
                sent = await in_time(interaction, interaction.response.send_message(view=view, ephemeral=True))
                panel.message = sent.message_id
            self._replace(before, panel, is_new=not on_private)
        except REFUSALS as error:
            log.log(level_of(error), "%s: a panel did not arrive: %s", self._about, type(error).__name__)
            if on_private and (isinstance(error, TimeoutError) or interaction.response.is_done()):
                panel.shown, panel.is_stale = b"", True
            else:  # the press was on the public message: an edit through it would show the panel there
                self._put_back(user_id, panel, before)
            await acknowledge(interaction)
        finally:
            self._arrived(panel)
        if panel.is_stale:
            self._start(user_id, panel)
        return True

    async def open(self, interaction: discord.Interaction, words: Words) -> int | None:
        """Answer a command with the panel of whoever gave it, and return the number of its message, if it is known.

        Raises one of REFUSALS when Discord refuses the message; then the panel before, if any, stays.
        """
        user_id = interaction.user.id
        view = await self._draw(user_id, words)
        before = self._open.get(user_id)
        if view is None:
            raise ValueError(f"{self._about}: there is no panel for whoever gave the command")
        panel = self._open[user_id] = _Panel(Token.of(interaction), words, shown=_packed(view), in_flight=True)
        try:
            async with request_timeout():
                panel.message = (await interaction.response.send_message(view=view, ephemeral=True)).message_id
        except REFUSALS as error:
            panel.message = await found_nevertheless(interaction, error)
            if panel.message is None:
                self._put_back(user_id, panel, before)
                raise
        finally:
            self._arrived(panel)
        self._replace(before, panel, is_new=True)
        if panel.is_stale:
            self._start(user_id, panel)
        return panel.message

    async def _draw(self, user_id: int, words: Words) -> Layout | None:
        view = await self._drawn(user_id, words)
        return None if view is None else self.as_read(user_id, view)

    def put_beside(
        self, user_id: int, message: int, delete: Callable[[], Awaitable[None]], is_over: Callable[[], bool]
    ) -> None:
        """The private `message` tells, asks or offers something, and `delete` deletes it; it never becomes the panel.

        It takes the place of the one before, and goes as soon as it `is_over` when the table changes.
        """
        before = self._beside.get(user_id)
        self._beside[user_id] = _Beside(message, delete, uptime() + edits.LIVES, is_over)
        if before is not None and before.message != message:
            self._clear(before)

    def is_beside(self, user_id: int, message: int) -> bool:
        """Whether the private `message` is the latest of `user_id` that is no panel."""
        beside = self._beside.get(user_id)
        return beside is not None and beside.message == message

    def let_be(self, user_id: int, message: int, *, goes: bool = False) -> Callable[[], None]:
        """The private `message` of `user_id` that is no panel is about to go, or its reader is still busy with it.

        It `goes` now if nothing else takes it away. What is returned watches it again, if no other is there by then.
        """
        if not self.is_beside(user_id, message):
            return lambda: None
        beside = self._beside.pop(user_id)
        if goes:
            self._clear(beside)
        return lambda: self._watch(user_id, beside)

    def _watch(self, user_id: int, beside: _Beside) -> None:
        if beside.is_over():
            self._clear(beside)
        elif user_id not in self._beside:
            self._beside[user_id] = replace(beside, has_form=True)

    def form_sent(self, user_id: int, message: int) -> Callable[[], None]:
        """A form opened from the private `message` of `user_id` was sent, and its answer takes that one's place.

        What is returned watches it again, for a form that is refused.
        """
        has_form = self.is_beside(user_id, message) and self._beside[user_id].has_form
        return self.let_be(user_id, message) if has_form else lambda: None

    def is_open(self, user_id: int) -> bool:
        """Whether `user_id` has a panel that still shows every change."""
        panel = self._open.get(user_id)
        return panel is not None and panel.token.is_valid

    @property
    def is_busy(self) -> bool:
        """Whether an edit of a panel is due or under way."""
        return bool(self._tasks)

    def refresh(self) -> None:
        """The table has changed: edit the panels that are out of date, each at most once a second.

        What lies beside them and is over goes.
        """
        for user_id, beside in list(self._beside.items()):
            if beside.is_over():
                del self._beside[user_id]
                self._clear(beside)
        for user_id, panel in self._open.items():
            panel.is_stale = True
            self._start(user_id, panel)

    async def wait_for(self, user_id: int, answer: Awaitable[None]) -> None:
        """Let `answer` answer a press of `user_id`, usually with the panel; only then edit that, if it is stale.

        Raises what `answer` raises.
        """
        self._held.append(user_id)
        try:
            await answer
        finally:
            self._held.remove(user_id)
            if (panel := self._open.get(user_id)) is not None and panel.is_stale:
                self._start(user_id, panel)

    def forget(self, user_id: int) -> None:
        """Stop updating the panel of `user_id`."""
        self._open.pop(user_id, None)
        self._beside.pop(user_id, None)

    def stop(self) -> None:
        """Stop updating all panels."""
        self._open.clear()
        self._beside.clear()
        self._tasks.cancel()

    def _start(self, user_id: int, panel: _Panel) -> None:
        if panel.is_scheduled or user_id in self._held:
            return
        panel.is_scheduled = True
        self._tasks.start(self._edit(user_id, panel))

    def _arrived(self, panel: _Panel) -> None:
        """The answer that brought `panel` is under way no more."""
        panel.in_flight = False
        panel.edited_at = uptime()
        if panel.is_replaced:
            self._tasks.start(self._remove(panel.token.delete))

    def _replace(self, before: _Panel | None, panel: _Panel, *, is_new: bool) -> None:
        """`panel` is shown from now on; the one `before` goes, unless it is the same message, where that isn't new."""
        if before is None or not before.token.is_valid:
            return
        if is_new or (before.message is not None and before.message != panel.message):
            before.is_replaced = True
            if not before.in_flight:
                self._tasks.start(self._remove(before.token.delete))

    def _put_back(self, user_id: int, panel: _Panel, before: _Panel | None) -> None:
        """Discord has refused `panel`: the one `before`, if any, follows the table again."""
        if self._open.get(user_id) is not panel:
            return
        self._forget(user_id, panel)
        if before is not None:
            self._open[user_id], before.is_stale = before, True
            self._start(user_id, before)

    def _clear(self, beside: _Beside) -> None:
        if uptime() < beside.until:
            self._tasks.start(self._remove(beside.delete))

    async def _remove(self, delete: Callable[[], Awaitable[None]]) -> None:
        try:
            async with request_timeout():
                await delete()
        except REFUSALS as error:
            log.info("%s: an older private message stays: %s", self._about, type(error).__name__)

    async def _edit(self, user_id: int, panel: _Panel) -> None:
        try:
            while panel.is_stale and self._may_edit(user_id, panel):
                if not panel.token.is_valid:
                    self._forget(user_id, panel)
                    break
                wait = panel.edited_at + EDITED_EVERY - uptime()
                if wait > timedelta(0):  # first, so that it is drawn only once
                    await asyncio.sleep(wait / timedelta(seconds=1))
                    continue
                view = await self._draw(user_id, panel.words)
                if not self._may_edit(user_id, panel):  # somebody pressed meanwhile
                    break
                panel.is_stale = False
                if view is None or (packed := _packed(view)) == panel.shown:
                    continue
                panel.shown, panel.edited_at, panel.in_flight = packed, uptime(), True
                try:
                    async with request_timeout():
                        await panel.token.edit(view)
                except REFUSALS as error:
                    log.info("%s: a panel did not change: %s", self._about, type(error).__name__)
                    panel.shown, panel.is_stale = b"", True
                    if is_gone(error) or is_too_late(error):
                        self._forget(user_id, panel)
                    elif not may_pass(error):  # or at the next change of the table
                        asyncio.get_running_loop().call_later(NOT_SOON[0], self._start, user_id, panel)
                        break
                    elif not isinstance(error, TimeoutError):
                        panel.edited_at += TRIED_AGAIN_AFTER
                finally:
                    panel.in_flight = False
        finally:
            panel.is_scheduled = False

    def _may_edit(self, user_id: int, panel: _Panel) -> bool:
        """Whether `panel` is open, and no edit of it is under way or about to be, in answer to a press."""
        return not panel.in_flight and user_id not in self._held and self._open.get(user_id) is panel

    def _forget(self, user_id: int, panel: _Panel) -> None:
        if self._open.get(user_id) is panel:
            del self._open[user_id]


def _packed(view: Layout) -> bytes:
    """What `view` sends, as one object: as dictionaries, every garbage collection would look at each button."""
    return msgspec.json.encode(view.to_components())
