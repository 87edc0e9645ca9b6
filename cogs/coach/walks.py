"""Walking through a guided deal: one private message whose buttons carry the deal and every choice made so far."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import count

from discord import ButtonStyle

from cogs.app.bot import App
from cogs.app.replies.components import Component, Layout
from cogs.app.router import Route
from cogs.table.faces import CardText, plain_text
from cogs.table.guide import Guide, Moment, Offer
from cogs.table.parts import fits, layout, small
from i18n.words import Words

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""Each choice is one of these in an address."""
DEALS = 1_000_000
"""After so many the deals begin again."""
LONGEST = 60
"""Choices in one deal."""
STEPS = rf"(?P<deal>[0-9]{{1,6}}):(?P<choices>[0-9a-z]{{0,{LONGEST}}})"
"""A deal and the choices in it, in an address."""


@lru_cache(maxsize=1024)
def moment_of(guide: Guide, deal: int, choices: str) -> Moment:
    """The moment of a deal after these choices. Raises IllegalAction when they can't be made."""
    if not choices:
        return guide.start(deal)
    return moment_of(guide, deal, choices[:-1]).choose(DIGITS.index(choices[-1]))


class Walk:
    """A guided deal of the game with the key `game`, as one reader sees it; `route` leads to its other moments.

    It `leads_back` to the match that waits for its reader.
    """

    def __init__(self, route: Route[App], game: str, guide: Guide, words: Words, *, leads_back: bool = False) -> None:
        self._route = route
        self._game = game
        self._guide = guide
        self._words = words
        self._leads_back = leads_back

    def view(self, deal: int, choices: str, cards: CardText) -> Layout:
        """The message at one moment. Raises IllegalAction when the choices can't be made."""
        moment = moment_of(self._guide, deal, choices)
        view = self._view(moment, deal, choices, cards)
        return view if fits(view) else self._view(moment, deal, choices, plain_text)

    def _view(self, moment: Moment, deal: int, choices: str, cards: CardText) -> Layout:
        page, words = moment.page(self._words, cards), self._words
        note = small(words("A guided deal for you alone. Nothing counts."))
        rows = list(self._rows(page.rows, deal, choices)) if page.rows else [self._afterwards(deal)]
        if self._leads_back and page.rows:
            rows.append([self._back()])
        return layout(self._guide.accent, [*page.sections, note], rows)

    def _rows(self, offered: tuple[tuple[Offer, ...], ...], deal: int, choices: str) -> Iterator[list[Component]]:
        numbers = count()
        for row in offered:
            yield [
                self._button(f"{deal}:{choices}{DIGITS[next(numbers)]}", offer.label, offer.is_main, offer.emoji)
                for offer in row
            ]

    def _afterwards(self, deal: int) -> list[Component]:
        words = self._words
        return [
            self._button(f"{(deal + 1) % DEALS}:", words("Another deal"), is_main=True),
            self._back() if self._leads_back else self._route.button(f"known:{self._game}", words("Done")),
        ]

    def _back(self) -> Component:
        return self._route.button(f"back:{self._game}", self._words("Back to my match"))

    def _button(self, steps: str, label: str | None, is_main: bool, emoji: Component | None = None) -> Component:
        style = ButtonStyle.primary if is_main else ButtonStyle.secondary
        return self._route.button(f"show:{self._game}:{steps}", label, style, emoji=emoji)
