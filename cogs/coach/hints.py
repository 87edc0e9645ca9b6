"""Hints: whoever has to decide something may ask the coach what is best, where the server wants that.

The coach knows what the asker's seat knows, and answers them alone: on their own panel, or in a private message.
Neither who asked nor what was said is kept longer than the question is open, written anywhere, or seen by others.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from cogs.app.process.shutdown import Tasks
from cogs.app.replies.components import Component, Layout
from cogs.app.replies.requests import tried
from cogs.table.faces import CardText
from cogs.table.parts import Address, button, layout, leading, lines, private_address, small
from cogs.table.press import Handler, Press
from games.cards import Card
from games.core import IllegalAction, Phrase
from i18n.words import Words
from players.choice import Choice, Option, Question, Think, coach_seed
from players.workers.process import NoAnswer
from tables.accounts import TableAccounts
from tables.settings.general import WhereHints as Where
from tables.table import Table

log = logging.getLogger(__name__)

HINT, WHY = "hint", "why"
"""The verbs of the buttons that ask what is best, and for the figures behind it."""

Asking = Callable[[Table, int], Question | None]
"""What somebody has to decide at a table now; None when they have nothing to decide."""


OptionText = Callable[[Option], str]

_COMPARED = 4
"""So many options stand in the figures at most."""


@dataclass(frozen=True, slots=True)
class HintTexts:
    """How a game says to a reader what the coach thinks."""

    words: Words
    cards: CardText
    option: OptionText
    """What to do, as the button for it says."""
    figures: OptionText
    """What it brings on average."""
    note: str = ""
    """How the figures were worked out, or what they don't tell."""

    def hint(self, choice: Choice, *, shows_why: bool) -> str:
        """What to do and for what reason, and the figures where they are asked for."""
        best, *others = choice.options
        equal = [self.option(option) for option in others if option.is_equal][:2]
        if shows_why:
            shown, after = choice.options[:_COMPARED], []
            for option in shown:
                figures = "" if option.points is None else self.figures(option)
                said = verdict(option, best, self.option(option), self.words)
                after.append(small(" · ".join(filter(None, [said, figures]))))
            after += [small(habit_note(shown, best, self.words)), small(self.note)]
        else:
            after = [small(self.words("About equal: {options}", options=self.words.listed(equal)))] if equal else []
        return lines(f"💡 **{self.option(best)}**", reason_text(choice.reason, self.words, self.cards), *after)


def verdict(option: Option, best: Option, done: str, words: Words) -> str:
    """Whether an option is best, about equal or costs something, if only matches; `done` says which it is."""
    if option is best:
        return words("{option}: best", option=done)
    if option.is_equal or 0 < option.behind < LEAST_SAID:
        return words("{option}: about equal", option=done)
    matches = round(100 * (best.value - option.value))
    in_matches = option.behind <= 0
    amount = words("{count} of 100 matches", count=matches) if in_matches else amount_text(option.behind, words)
    return words("{option}: costs {amount}", option=done, amount=amount)


def habit_note(shown: Iterable[Option], best: Option, words: Words) -> str:
    """Why the best isn't what has the highest figure, where it isn't."""
    if all(option.value <= best.value for option in shown):
        return ""
    return words("Too close to call, so the coach uses a rule of thumb.")


LEAST_SAID = 0.05
"""Chips or points: less is nothing to a tenth."""


def amount_text(amount: float, words: Words) -> str:
    """Chips or points: small amounts to a tenth."""
    return words.decimal(amount, 1) if abs(amount) < 10 else words.chips(round(amount))


def on_average(words: Words) -> OptionText:
    """The figures where chips are played for."""

    def figures(option: Option) -> str:
        points = option.points or 0.0
        amount = amount_text(points, words)
        return words("{chips} on average", chips=f"+{amount}" if points >= LEAST_SAID else amount)

    return figures


def reason_text(reason: Phrase, words: Words, cards: CardText) -> str:
    """A reason, with the cards in it as its reader sees them."""
    shown = {name: cards(value) if isinstance(value, Card) else value for name, value in reason.params.items()}
    return words.said(reason, **shown)


@dataclass(frozen=True, slots=True)
class Hint:
    """What a message shows of the coach: what was said, or that one may ask, and the button; both may be missing."""

    text: str = ""
    buttons: tuple[Component, ...] = ()
    """*Hint*, or *Why* once there is one."""


NO_HINT = Hint()


@dataclass(slots=True)
class _Request:
    """What somebody has asked, by the question's id; `choice` is None until the coach has answered, or `has_failed`."""

    question_id: str
    choice: Choice | None = None
    has_failed: bool = False
    shows_why: bool = False

    def shown(self, at: Address, words: Words, texts: Callable[[], HintTexts]) -> Hint:
        """The answer, as `texts` say it, and *Why* while there are figures that aren't shown."""
        if self.choice is None:
            failed = "💡 " + words("The coach is busy. Try again in a minute.")
            return Hint(small(failed if self.has_failed else words("💡 The coach is thinking…")))
        can_say_why = not self.shows_why and self.choice.options[0].points is not None
        why = (leading(at.to(WHY), words("Why")),) if can_say_why else ()
        return Hint(texts().hint(self.choice, shows_why=self.shows_why), why)


class Hints:
    """What the coach has said about the questions that are open."""

    def __init__(self, think: Think, where: Callable[[int], Where]) -> None:
        """`where` is what a server says about hints."""
        self._think = think
        self._where = where
        self._requests: WeakKeyDictionary[TableAccounts, dict[int, _Request]] = WeakKeyDictionary()
        self._tasks = Tasks("a hint")

    def are_on(self, table: Table) -> bool:
        """Whether players may ask at `table`; nobody is helped where others play the same cards."""
        if table.terms.mode.is_duplicate:
            return False
        where, terms = self._where(table.guild), table.terms
        is_free = where is Where.FREE and (terms.mode.is_practice or not getattr(terms.options, "ante", 0))
        return is_free or where is Where.EVERYWHERE

    def offered(self, table: Table, words: Words) -> Hint:
        """What the message that everyone sees shows."""
        if not self.are_on(table):
            return NO_HINT
        return Hint(words("hints on"), (button(table, words("Hint"), HINT),))

    def of(self, table: Table, user_id: int, words: Words, texts: Callable[[], HintTexts]) -> Hint:
        """What the panel of `user_id`, who is asked something, shows; `texts` say how."""
        if not self.are_on(table):
            return NO_HINT
        request, at = self._about(table, user_id), private_address(table, user_id)
        if request is None:
            return Hint(buttons=(leading(at.to(HINT), words("Hint")),))
        return request.shown(at, words, texts)

    @property
    def on_panel(self) -> dict[str, Handler]:
        """What the buttons on a panel do, by their verbs."""

        async def ask(press: Press) -> None:
            question = self._verified(press, asking)
            request = self._about(press.table, press.user_id)
            if request is None:
                request = self._put(press)
                self._tasks.start(self._answer(request, question, press.view.panels.refresh))
            request.shows_why |= press.address.verb == WHY
            await press.show_panel()

        return {HINT: ask, WHY: ask}

    def in_private(
        self,
        asking: Asking,
        accent: int,
        texts: Callable[[Question, Words], HintTexts],
    ) -> dict[str, Handler]:
        """What the buttons on everyone's message and in the private answer do, by their verbs.

        `texts` say how a question is answered. The answer goes once the question is over, so that no old hint lies
        below the next one.
        """

        async def ask(press: Press) -> None:
            question = self._verified(press, asking)
            request = self._about(press.table, press.user_id) or self._put(press)
            is_new, request.has_failed = request.choice is None, False
            request.shows_why |= press.address.verb == WHY

            def is_over() -> bool:
                return self._about(press.table, press.user_id) is not request

            def view() -> Layout:
                at = private_address(press.table, press.user_id)
                hint = request.shown(at, press.words, lambda: texts(question, press.words))
                return layout(accent, [hint.text], [hint.buttons] if hint.buttons else [])

            await press.show(view(), is_over)
            if is_new:

                def show() -> None:
                    shown = press.view.panels.as_read(press.user_id, view())
                    edit = press.interaction.edit_original_response(view=shown)
                    self._tasks.start(tried(edit, "a hint stays as it was"))

                self._tasks.start(self._answer(request, question, show))

        return {HINT: ask, WHY: ask}

    def forget(self, guild: int, user_id: int) -> None:
        """Keep nothing that somebody has asked at a server's tables."""
        for accounts, requests in self._requests.items():
            if accounts.guild == guild:
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
        request = self._requests.get(table.accounts, {}).get(user_id)
        return request if request is not None and request.question_id == table.question_id_of(user_id) else None

    def _put(self, press: Press) -> _Request:
        request = _Request(press.table.question_id_of(press.user_id))
        self._requests.setdefault(press.table.accounts, {})[press.user_id] = request
        return request

    async def _answer(self, request: _Request, question: Question, show: Callable[[], None]) -> None:
        try:
            request.choice = await self._think(question, coach_seed(question))
        except (NoAnswer, ValueError) as error:
            request.has_failed = True
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
