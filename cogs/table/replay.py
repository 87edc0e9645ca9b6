"""What a game gives of a round that is over for the coach to look at: one person's decisions, and how they are said."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from cogs.table.faces import CardText
from data.tables.saved import SavedTable
from i18n.words import Words
from players.choice import Choice, Option, Question

CLEARLY = 2
"""So many standard errors a difference must be to be told."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What somebody did, as the text of an action, and the question that they answered by it."""

    question: Question
    done: str


@dataclass(frozen=True, slots=True)
class Weighed:
    """A decision with the coach's choice there; to be told, it must have cost the `least` at which that is noticed."""

    decision: Decision
    choice: Choice
    least: float

    @property
    def best(self) -> Option:
        """What the coach would have done."""
        return self.choice.options[0]

    @property
    def done(self) -> Option | None:
        """What was done, among the options; None where it was not weighed."""
        return self.option(self.decision.done)

    def option(self, action: str) -> Option | None:
        """The option that is this action."""
        return next((option for option in self.choice.options if option.action == action), None)

    @property
    def cost(self) -> float:
        """What was lost by it; 0 where that is too little to be told, or may be chance."""
        return 0.0 if self.done is None else self.cost_of(self.done)

    def cost_of(self, option: Option) -> float:
        """The same for any option."""
        is_clear = not option.is_equal and option.behind >= max(self.least, CLEARLY * option.behind_error)
        return option.behind if is_clear else 0.0


class Replay(Protocol):
    """One person's part in a round that is over."""

    @property
    def accent(self) -> int:
        """The colour of the game's messages."""

    @property
    def decisions(self) -> Sequence[Decision]:
        """All there were, in their order, each with what that person saw then."""

    @property
    def least(self) -> float:
        """What a decision must have cost to be worth a look, in points or chips."""

    @property
    def shows_all(self) -> bool:
        """Whether every decision is shown, as where there are few and their values are exact."""

    def title(self, words: Words) -> str:
        """The heading: which round it is."""

    def moment(self, decision: Decision, words: Words, cards: CardText) -> Sequence[str]:
        """When that was, and what lay on the table and in the hand."""

    def option(self, decision: Decision, option: Option, words: Words, cards: CardText) -> str:
        """What could be done, in a word or two."""

    def figures(self, decision: Decision, option: Option, words: Words) -> str:
        """What that brings on average."""

    def lesson(self, weighed: Weighed, words: Words, cards: CardText) -> str:
        """What can be learned from a costly decision, in a sentence of players; nothing where no rule says it."""

    def natural(self, decision: Decision) -> str | None:
        """The action that comes to a player's mind there first, if there is one."""

    def notes(self, words: Words) -> Sequence[str]:
        """What must be known of these decisions."""

    async def keep(self, weighed: Sequence[Weighed]) -> None:
        """Keep what was found, as far as anything of it is kept."""


Replayed: TypeAlias = Callable[[SavedTable, int, int], Awaitable[Replay]]
"""Plays a round of a table again, by its number, for one person. Raises IllegalAction when it can't."""
