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

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial

import discord
import msgspec

from cogs.app.process.shutdown import Tasks
from cogs.app.replies import edits
from cogs.app.replies.components import Layout
from cogs.app.replies.edits import Token
from cogs.app.replies.requests import REFUSALS, Outcome, acknowledge, answer_command, is_private, tried
from cogs.table.sending import At, Happening, Sending
from i18n.words import Words
from tables.clock import uptime

log = logging.getLogger(__name__)

Draw = Callable[[int, Words], Awaitable[Layout | None]]
"""What a person's panel shows now; None when the table has none for them."""


@dataclass(slots=True)
class _Panel:
    """One open panel: `shown` is its present content, unless something else reached Discord."""

    token: Token
    words: Words
    sending: Sending
    message: int | None = None
    """The number of the message, once it is known."""
    shown: bytes = b""
    before: _Panel | None = None
    """Another one, which it replaces once it has arrived."""
    is_replaced: bool = False
    """Another one has come; this one goes as soon as nothing of it is on its way."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A private message that is no panel; what it tells of may be over before its reader has dismissed it."""

    message: int
    delete: Callable[[], Awaitable[None]]
    until: timedelta
    is_over: Callable[[], bool]
    has_form: bool = False
    """Whether a form was opened from it and may still be sent."""


class Panels:
    """The open panels of one table, by person."""

    def __init__(self, draw: Draw, as_read: Callable[[int, Layout], Layout], about: str, every: timedelta) -> None:
        """`as_read` makes of a message what a person wants to read of it.

        `about` names the table in the log, where no card ever appears. `every` is the least time between two changes.
        """
        self._drawn = draw
        self.as_read = as_read
        self._about, self._every = about, every
        self._open: dict[int, _Panel] = {}
        self._notices: dict[int, Notice] = {}
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
        panel = _Panel(Token.of(interaction), words, Sending(self._every, is_prompt=True))
        if on_private:
            panel.message = None if interaction.message is None else interaction.message.id
        if on_private and before is not None and before.sending.is_flying:
            self._changed(user_id, before)
            await acknowledge(interaction)  # two edits must not travel at once; another follows the one under way
            older: _Panel | None = before
            while older is not None and older.message != panel.message:
                older = older.before
            if older is None:  # and nothing puts it back
                self._remove(panel.token.delete)
            else:
                older.token = panel.token
            return True
        self._open[user_id], panel.shown, panel.before = panel, _packed(view), before
        panel.sending.tell(Happening.SENT, partial(self._go, user_id, panel))
        if on_private:
            answer: Awaitable[discord.InteractionCallbackResponse | None] = edits.update(interaction, view)
        else:
            answer = interaction.response.send_message(view=view, ephemeral=True)
        means, about = partial(self._answer_means, interaction, panel), f"{self._about}: a panel did not arrive"
        outcome, sent = await panel.sending.send(answer, about, means, interaction)
        if panel.is_replaced:
            self._remove(panel.token.delete)
        if sent is not None:
            panel.message = sent.message_id
        if outcome is Outcome.ARRIVED:
            self._replace_before(panel, is_new=not on_private)
        else:
            await acknowledge(interaction)
        return True

    async def open(self, interaction: discord.Interaction, words: Words) -> int | None:
        """Answer a command with the panel of whoever gave it, and return the number of its message, if it is known.

        Raises one of REFUSALS when Discord refuses the message; then the panel before, if any, stays.
        """
        user_id = interaction.user.id
        view = await self._draw(user_id, words)
        if view is None:
            raise ValueError(f"{self._about}: there is no panel for whoever gave the command")
        sending = Sending(self._every, is_prompt=True)
        panel = _Panel(Token.of(interaction), words, sending, shown=_packed(view), before=self._open.get(user_id))
        self._open[user_id] = panel
        panel.sending.tell(Happening.SENT, partial(self._go, user_id, panel))
        try:
            panel.message = await answer_command(interaction, view, ephemeral=True)
        except REFUSALS:
            self._put_back(user_id, panel)
            raise
        finally:
            panel.sending.tell(Outcome.ARRIVED)
        if panel.is_replaced:
            self._remove(panel.token.delete)
        self._replace_before(panel, is_new=True)
        return panel.message

    async def _draw(self, user_id: int, words: Words) -> Layout | None:
        view = await self._drawn(user_id, words)
        return None if view is None else self.as_read(user_id, view)

    def show_notice(
        self, user_id: int, message: int, delete: Callable[[], Awaitable[None]], is_over: Callable[[], bool]
    ) -> None:
        """The private `message` tells, asks or offers something, and `delete` deletes it; it never becomes the panel.

        It takes the place of the one before, and goes as soon as it `is_over` when the table changes.
        """
        before = self._notices.get(user_id)
        self._notices[user_id] = Notice(message, delete, uptime() + edits.LIVES, is_over)
        if before is not None and before.message != message:
            self._clear(before)

    def is_notice(self, user_id: int, message: discord.Message | None) -> bool:
        """Whether `message` is the latest private one of `user_id` that is no panel."""
        notice = self._notices.get(user_id)
        return notice is not None and message is not None and notice.message == message.id

    def unwatch(self, user_id: int, message: discord.Message | None, *, goes: bool = False) -> Notice | None:
        """The private `message` of `user_id` that is no panel is about to go, or its reader is still busy with it.

        It `goes` now if nothing else takes it away.
        """
        if not self.is_notice(user_id, message):
            return None
        notice = self._notices.pop(user_id)
        if goes:
            self._clear(notice)
        return notice

    def watch(self, user_id: int, notice: Notice) -> None:
        """A form was opened from `notice`, or refused, so that still lies there; it goes if another one has come."""
        if notice.is_over():
            self._clear(notice)
        elif user_id not in self._notices:
            self._notices[user_id] = replace(notice, has_form=True)

    def form_sent(self, user_id: int, message: discord.Message | None) -> Notice | None:
        """A form opened from the private `message` of `user_id` was sent, and its answer takes that one's place."""
        has_form = self.is_notice(user_id, message) and self._notices[user_id].has_form
        return self.unwatch(user_id, message) if has_form else None

    def is_open(self, user_id: int) -> bool:
        """Whether `user_id` has a panel that still shows every change."""
        panel = self._open.get(user_id)
        return panel is not None and panel.token.is_valid

    @property
    def is_busy(self) -> bool:
        """Whether an edit of a panel is due or under way."""
        return bool(self._tasks) or any(panel.sending.is_busy for panel in self._open.values())

    def refresh(self) -> None:
        """The table has changed: edit the panels that are out of date, each at most once a second.

        What lies beside them and is over goes.
        """
        for user_id, notice in list(self._notices.items()):
            if notice.is_over():
                del self._notices[user_id]
                self._clear(notice)
        for user_id, panel in self._open.items():
            panel.sending.tell(Happening.CHANGED, partial(self._go, user_id, panel))

    async def wait_for(self, user_id: int, answer: Awaitable[None]) -> None:
        """Let `answer` answer a press of `user_id`, usually with the panel; only then edit that, if it is stale.

        Raises what `answer` raises.
        """
        self._held.append(user_id)
        try:
            await answer
        finally:
            self._held.remove(user_id)
            if (panel := self._open.get(user_id)) is not None and panel.sending.at is At.DUE:
                panel.sending.resume()

    def forget(self, user_id: int) -> None:
        """Stop updating the panel of `user_id`."""
        if (panel := self._open.get(user_id)) is not None:
            self._forget(user_id, panel)
        self._notices.pop(user_id, None)

    def stop(self) -> None:
        """Stop updating all panels."""
        for user_id, panel in list(self._open.items()):
            self._forget(user_id, panel)
        self._notices.clear()
        self._tasks.cancel()

    def _changed(self, user_id: int, panel: _Panel) -> None:
        panel.sending.tell(Happening.CHANGED, partial(self._go, user_id, panel))

    def _means(self, user_id: int, panel: _Panel, outcome: Outcome) -> Outcome:
        """What it means for a panel that Discord has refused a request about it."""
        if outcome in (Outcome.GONE, Outcome.PLACE_GONE, Outcome.TOO_LATE):
            self._forget(user_id, panel)
        panel.shown = b""
        return outcome

    def _answer_means(self, press: discord.Interaction, panel: _Panel, outcome: Outcome) -> Outcome:
        """The same for the answer to a `press`; a private message may still be edited by its token."""
        if not is_private(press) or not (outcome is Outcome.LOST or press.response.is_done()):
            self._put_back(press.user.id, panel)
        return self._means(press.user.id, panel, Outcome.LOST)

    def _replace_before(self, panel: _Panel, *, is_new: bool) -> None:
        """`panel` is shown from now on; those before go, unless they are the same message, where that isn't new."""
        before, panel.before = panel.before, None
        while before is not None:
            is_flying, was_refused = before.sending.is_flying, before.sending.at is At.STOPPED
            before.sending.tell(Happening.STOPPED)
            is_other = is_new or (before.message is not None and before.message != panel.message)
            if is_other and before.token.is_valid and not was_refused:  # or it would delete the table's message
                before.is_replaced = True
                if not is_flying:
                    self._remove(before.token.delete)
            before = before.before

    def _put_back(self, user_id: int, panel: _Panel) -> None:
        """Discord has refused `panel`: the one before, if any, follows the table again."""
        is_newest, before = self._open.get(user_id) is panel, panel.before
        self._forget(user_id, panel)
        while before is not None and before.sending.at is At.STOPPED:  # refused as well
            before = before.before
        if is_newest and before is not None:
            self._open[user_id] = before
            self._changed(user_id, before)
            before.sending.resume()

    def _clear(self, notice: Notice) -> None:
        if uptime() < notice.until:
            self._remove(notice.delete)

    def _remove(self, delete: Callable[[], Awaitable[None]]) -> None:
        self._tasks.start(tried(delete(), f"{self._about}: an older private message stays"))

    def _go(self, user_id: int, panel: _Panel) -> None:
        if user_id not in self._held:
            self._tasks.start(self._edit(user_id, panel))

    async def _edit(self, user_id: int, panel: _Panel) -> None:
        if not panel.token.is_valid:
            self._forget(user_id, panel)
            return
        try:
            view = await self._draw(user_id, panel.words)
        except Exception:
            log.exception("%s: a panel can't be drawn", self._about)
            if panel.sending.begin():
                panel.sending.tell(Outcome.BROKEN)
            return
        is_open = self._open.get(user_id) is panel and user_id not in self._held  # or somebody pressed meanwhile
        if not is_open:
            return
        if view is None or ((packed := _packed(view)) == panel.shown and panel.sending.at is not At.UNSURE):
            panel.sending.tell(Happening.SAME)
        elif panel.sending.begin():
            panel.shown, about = packed, f"{self._about}: a panel did not change"
            await panel.sending.send(panel.token.edit(view), about, partial(self._means, user_id, panel))
            if panel.is_replaced:
                self._remove(panel.token.delete)

    def _forget(self, user_id: int, panel: _Panel) -> None:
        panel.sending.tell(Happening.STOPPED)
        if self._open.get(user_id) is panel:
            del self._open[user_id]


def _packed(view: Layout) -> bytes:
    """What `view` sends, as one object: as dictionaries, every garbage collection would look at each button."""
    return msgspec.json.encode(view.to_components())
