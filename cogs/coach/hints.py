"""Hints: whoever has to decide something may ask the coach what is best, where the server wants that.

The coach knows what the asker's seat knows, and answers them alone: on their own panel, or in a private message.
Neither who asked nor what was said is kept longer than the question is open, written anywhere, or seen by others.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum
from weakref import WeakKeyDictionary

import discord

from cogs.app.process.shutdown import Tasks
from cogs.app.replies.components import Component, Layout
from cogs.app.replies.requests import REFUSALS, error_text, request_timeout
from cogs.table.parts import button, leading, own, small
from cogs.table.press import Handler, Press
from games.core import IllegalAction
from i18n.words import Words
from players.choice import Choice, Question
from players.workers.process import NoAnswer
from tables.settings.general import WhereHints as Where
from tables.table import Table

log = logging.getLogger(__name__)

HINT = "hint"
"""The verb of the button that asks."""

Think = Callable[[Question, bytes], Awaitable[Choice]]
Asking = Callable[[Table, int], Question | None]
"""What somebody has to decide at a table now; None when they have nothing to decide."""


class AnswerStage(Enum):
    """How far a private answer is."""

    QUICK = "quick"
    """The exact figures follow."""
    EXACT = "exact"
    FAILED = "failed"
    """They don't."""


AnswerLayout = Callable[[Question, Choice | None, Words, AnswerStage], Layout]
"""The private answer to a question; the choice is None as long as nothing is known."""
ChoiceText = Callable[[Choice], str]
"""A choice in the words of its game and its reader."""


@dataclass(frozen=True, slots=True)
class Offered:
    """What a message that everyone sees shows of hints: a note, and the button that asks; both are missing without."""

    note: str = ""
    buttons: tuple[Component, ...] = ()


NO_HINTS = Offered()


@dataclass(frozen=True, slots=True)
class Hint:
    """What a panel shows of the coach: what was said, and the button that asks; both may be missing."""

    text: str = ""
    buttons: tuple[Component, ...] = ()


NO_HINT = Hint()


@dataclass(slots=True)
class _Request:
    """A question that was asked, by its id; `choice` is None until the answer is there, and `failed` if none came."""

    question_id: str
    choice: Choice | None = None
    failed: bool = False


class Hints:
    """What the coach has said about the questions that are open."""

    def __init__(self, think: Think, where: Callable[[int], Where]) -> None:
        """`where` is what a server says about hints."""
        self._think = think
        self._where = where
        self._requests: WeakKeyDictionary[Table, dict[int, _Request]] = WeakKeyDictionary()
        self._tasks = Tasks("a hint")

    def are_on(self, table: Table) -> bool:
        """Whether players may ask at `table`."""
        match self._where(table.guild):
            case Where.OFF:
                return False
            case Where.FREE:
                return table.terms.house.practice or not getattr(table.terms.options, "ante", 0)
            case Where.EVERYWHERE:
                return True

    def offered(self, table: Table, words: Words) -> Offered:
        """What the table's message shows."""
        if not self.are_on(table):
            return NO_HINTS
        return Offered(words("hints on"), (button(table, words("Hint"), HINT),))

    def of(self, table: Table, user_id: int, words: Words, text_of: ChoiceText) -> Hint:
        """What the panel of `user_id`, who is asked something, shows."""
        if not self.are_on(table):
            return NO_HINT
        request = self._about(table, user_id)
        if request is None:
            return Hint(buttons=(leading(own(table, user_id).to(HINT), words("Hint")),))
        if request.failed:
            return Hint(small("💡 " + words("The coach can't think right now. Try again in a minute.")))
        if request.choice is None:
            return Hint(small(words("💡 The coach is thinking…")))
        return Hint(text_of(request.choice))

    def on_panel(self, asking: Asking) -> Handler:
        """What the button on a panel does."""

        async def ask(press: Press) -> None:
            question = self._verified(press, asking)
            if self._about(press.table, press.user_id) is None:
                request = self._put(press)
                self._tasks.start(self._answer(request, question, press.view.panels.refresh))
            await press.show_panel()

        return ask

    def in_private(
        self, asking: Asking, at_once: Callable[[Question], Choice | None], layout_of: AnswerLayout
    ) -> Handler:
        """What the button on everyone's message does: a private answer of what is known at once, then the exact one.

        It goes once the question is over, so that no old hint lies below the next one.
        """

        async def ask(press: Press) -> None:
            question = self._verified(press, asking)
            request = self._about(press.table, press.user_id) or self._put(press)

            def is_over() -> bool:
                return self._about(press.table, press.user_id) is not request

            if request.choice is not None:
                await press.show(layout_of(question, request.choice, press.words, AnswerStage.EXACT), is_over)
                return
            quick = at_once(question)
            await press.show(layout_of(question, quick, press.words, AnswerStage.QUICK), is_over)

            def show() -> None:
                stage = AnswerStage.FAILED if request.choice is None else AnswerStage.EXACT
                answer = layout_of(question, request.choice or quick, press.words, stage)
                self._tasks.start(_edit(press.interaction, press.view.panels.as_read(press.user_id, answer)))

            self._tasks.start(self._answer(request, question, show))

        return ask

    def forget(self, guild: int, user_id: int) -> None:
        """Keep nothing that somebody has asked at a server's tables."""
        for table, requests in self._requests.items():
            if table.guild == guild:
                requests.pop(user_id, None)

    def stop(self) -> None:
        """Answer nothing any more."""
        self._tasks.cancel()

    def _verified(self, press: Press, asking: Asking) -> Question:
        """What the person has to decide. Raises IllegalAction when they may not ask, or have nothing to decide."""
        if not self.are_on(press.table):
            raise IllegalAction("There are no hints at this table.")
        question = asking(press.table, press.user_id)
        if question is None:
            raise IllegalAction("You have nothing to decide right now. Ask for a hint when it's your turn.")
        return question

    def _about(self, table: Table, user_id: int) -> _Request | None:
        """What `user_id` has asked about the question that is open for them."""
        request = self._requests.get(table, {}).get(user_id)
        return request if request is not None and request.question_id == table.question_id_of(user_id) else None

    def _put(self, press: Press) -> _Request:
        request = _Request(press.table.question_id_of(press.user_id))
        self._requests.setdefault(press.table, {})[press.user_id] = request
        return request

    async def _answer(self, request: _Request, question: Question, show: Callable[[], None]) -> None:
        seed = hashlib.sha256(request.question_id.encode()).digest()
        try:
            request.choice = await self._think(question, seed)
        except (NoAnswer, ValueError) as error:
            request.failed = True
            log.info("there is no hint: %s", error)
        show()


def asking(table: Table, user_id: int) -> Question | None:
    """What `user_id` has to decide in the round in play, as the game asks whoever thinks for its seats."""
    play = table.play
    seat = play.setup.seat_of(user_id) if play is not None and not play.is_over else None
    if play is None or seat is None or seat not in play.to_act:
        return None
    question: Question | None = table.game.question(table.terms, table.lobby, play.setup, play.round, seat)
    return question


async def _edit(interaction: discord.Interaction, view: Layout) -> None:
    try:
        async with request_timeout():
            await interaction.edit_original_response(view=view)
    except REFUSALS as error:
        log.info("a hint stays as it was: %s", error_text(error))
