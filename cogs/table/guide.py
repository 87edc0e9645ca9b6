"""A deal that somebody plays alone to learn a game, with a sentence at each step.

The cards follow from the deal's number, and everyone else in it always plays the same way. So a deal and the choices
made so far are all there is to know, and the buttons of a message carry both: nothing is kept anywhere. The real rules
decide what happens; there are no chips, no table and no clock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from cogs.app.replies.components import Component
from cogs.table.faces import CardText
from games.core import IllegalAction, Phrase
from i18n.words import Words
from tables.table import Table


@dataclass(frozen=True, slots=True)
class Offer:
    """One choice, with a text, an emoji or both; what `is_main` stands out, and what `is_marked` can be taken back."""

    label: str | None
    is_main: bool = False
    emoji: Component | None = None
    is_marked: bool = False


@dataclass(frozen=True, slots=True)
class GuidePage:
    """What the learner reads at one moment, and what they can choose, numbered from 0 through all rows.

    There are no choices when the deal is over.
    """

    sections: tuple[str, ...]
    rows: tuple[tuple[Offer, ...], ...] = ()


class Moment(Protocol):
    """A guided deal at one moment, a value."""

    def choose(self, number: int) -> Moment:
        """The moment after the choice with this number. Raises IllegalAction when there is no such choice."""

    def page(self, words: Words, cards: CardText) -> GuidePage:
        """How it is shown."""


@dataclass(frozen=True, slots=True, eq=False)
class Primer:
    """What somebody reads who comes to a game for the first time, three short lines, and the deals that guide them.

    `accent` is the colour of the game's messages, 0xRRGGBB. `start` begins a guided deal by its number, from 0; the
    first is a good example. `here` says the first line as it is at one table, where tables differ in it.
    """

    lines: tuple[Phrase, Phrase, Phrase]
    accent: int
    start: Callable[[int], Moment]
    here: Callable[[Table, Words], str] | None = None

    def lines_at(self, table: Table, words: Words) -> list[str]:
        """The three lines for a newcomer at `table`."""
        first, *others = (words.said(line) for line in self.lines)
        return [first if self.here is None else self.here(table, words), *others]


def no_such_choice() -> IllegalAction:
    """The refusal of a choice that no button of a guided deal offers."""
    return IllegalAction("The bot can't read that. Run the command again.")
