"""A review as its reader steps through it: the cards of that moment, what was done, what was better, and one lesson."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Any

from cogs.app.replies.components import Layout
from cogs.app.router import Route
from cogs.coach.hints import habit_note, reason_text, verdict
from cogs.table.faces import CardText
from cogs.table.parts import in_one_message, joined, layout, lines, small
from cogs.table.replay import Replay, Weighed
from i18n.words import Words
from players.choice import Option

_COMPARED = 3
"""So many options stand in the figures at most, and what was done, and what would have been natural."""
WHY = "w"
"""What follows the number of a page that shows the figures."""


@dataclass(frozen=True)
class Review:
    """What the coach thinks of one person's part in a round: `weighed` are the decisions that were looked at."""

    replay: Replay
    weighed: Sequence[Weighed]

    @cached_property
    def costly(self) -> Sequence[Weighed]:
        """Those worth a look."""
        return [each for each in self.weighed if each.cost]

    @cached_property
    def praised(self) -> Weighed | None:
        """What was right and hard: of those the one in which most was at stake."""
        stakes = [(each.cost_of(missed), each) for each in self.weighed if (missed := self.missed(each)) is not None]
        return max(stakes, key=itemgetter(0), default=(0.0, None))[1]

    def missed(self, weighed: Weighed) -> Option | None:
        """What comes to mind first and would have cost something, where the player knew better."""
        natural = self.replay.natural(weighed.decision)
        option = None if natural is None else weighed.option(natural)
        is_right = weighed.done is weighed.best
        return option if is_right and option is not None and weighed.cost_of(option) else None

    @cached_property
    def steps(self) -> Sequence[Weighed]:
        """The decisions that are shown, in their order."""
        is_shown = self.replay.shows_all
        return [each for each in self.weighed if each.done and (is_shown or each.cost or each is self.praised)]


@dataclass(frozen=True)
class ReviewPages:
    """A review in the words of its reader. `route` leads from `place`, the round's part of an address, to its pages."""

    review: Review
    place: str
    route: Route[Any]
    words: Words
    cards: CardText

    def view(self, page: int, *, is_why: bool) -> Layout:
        """A page, the first when there is no such one; `is_why`: with the figures."""
        page = page if page < len(self.review.steps) else 0
        return in_one_message(lambda cards: self._view(page, is_why, cards), self.cards)

    def _view(self, page: int, is_why: bool, cards: CardText) -> Layout:
        review, words = self.review, self.words
        head = lines(review.replay.title(words), self._count())
        left = len(review.replay.decisions) - sum(each.done is not None for each in review.weighed)
        unseen = words.counted("{count} decisions weren't reviewed.", left) if left else ""
        notes = lines(*map(small, (*review.replay.notes(words), unseen, words("Only you see this."))))
        if not review.steps:
            return layout(review.replay.accent, [head, notes])
        step = review.steps[page]
        moment = lines(*review.replay.moment(step.decision, words, cards))
        told = lines(*self._told(step, cards), *(self._figures(step, cards) if is_why else ()))
        buttons = [
            self.route.button(f"{self.place}:{other}", label)
            for other, label in ((page - 1, "◀"), (page + 1, "▶"))
            if 0 <= other < len(review.steps)
        ]
        buttons.append(self.route.button(f"{self.place}:{page}{'' if is_why else WHY}", words("Why")))
        return layout(review.replay.accent, [head, moment, told, notes], [buttons])

    def _count(self) -> str:
        words, count = self.words, len(self.review.costly)
        if not count:
            return words("**Well played!** No decision clearly cost you anything.")
        return words.counted("**{count} decisions worth a look**", count)

    # One decision

    def _told(self, step: Weighed, cards: CardText) -> Iterator[str]:
        words = self.words
        assert step.done is not None
        done, missed = self._option(step, step.done, cards), self.review.missed(step)
        if step.cost:
            yield words("You: {done}", done=done)
            yield words("Better: **{better}**", better=self._option(step, step.best, cards))
            yield self._lesson(step, cards)
        else:
            yield words("You: **{done}**. Well played!", done=done)
            if missed is not None and step.done is step.best:
                yield words("{other} looks right, but is worse.", other=self._option(step, missed, cards))

    def _lesson(self, step: Weighed, cards: CardText) -> str:
        """The round's one lesson, at the dearest of the decisions that a rule explains."""
        replay, words = self.review.replay, self.words
        taught = [each for each in self.review.costly if replay.lesson(each, words, cards)]
        is_dearest = step is max(taught, key=lambda each: each.cost, default=None)
        return f"💡 **{replay.lesson(step, words, cards)}**" if is_dearest else ""

    def _figures(self, step: Weighed, cards: CardText) -> Iterator[str]:
        words, best = self.words, step.best
        told = dict.fromkeys((*step.choice.options[:_COMPARED], step.done, self.review.missed(step)))
        shown = list(filter(None, told))
        for option in shown:
            figures = "" if option.points is None else self.review.replay.figures(step.decision, option, words)
            yield small(joined(verdict(option, best, self._option(step, option, cards), words), figures))
        reason = reason_text(step.choice.reason, words, cards)
        yield "" if reason in self._lesson(step, cards) else small(reason)
        yield small(habit_note(shown, best, words))
        yield small(words("Averaged over the cards you couldn't see."))

    def _option(self, step: Weighed, option: Option, cards: CardText) -> str:
        return self.review.replay.option(step.decision, option, self.words, cards)
