"""What one player sees of a deal of Five Hundred, and what they are about to do there: half a bid, cards marked for the
discard, a step to be confirmed.

Only their own panel shows what they have chosen. It belongs to the question that was open then, and nothing of it is
stored: it is gone with the question, and with the process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

from cogs.app.replies.components import Component
from cogs.five_hundred.wording import deal_texts
from cogs.table.faces import CardText
from cogs.table.parts import leading, private_address
from cogs.table.press import Handler, Press, unreadable
from games.cards import Card, Suit
from games.five_hundred import Action, Call, FiveHundredView, Nominate, Phase
from i18n.words import Words
from tables.accounts import TableAccounts
from tables.draft import StaleClick
from tables.round_in_play import not_asked
from tables.table import Table

Rows = Iterator[list[Component]]


@dataclass(frozen=True, slots=True)
class Chosen:
    """What has been chosen on one panel so far.

    `call` is of a bid that isn't made yet, `sans` makes it sans kitty. `is_higher`: the panel offers the higher bids.
    `marked` are the cards for the discard. `suit` and `card` call a
    partner. `leads_joker`: the joker is about to be led, and its suit is still to be named. `sure` is the move that
    waits for a confirmation.
    """

    call: Call | None = None
    sans: bool = False
    is_higher: bool = False
    marked: frozenset[Card] = field(default=frozenset(), repr=False)
    suit: Suit | None = None
    card: Card | None = None
    leads_joker: bool = False
    sure: str = ""


class OwnHand:
    """A player's hand at one moment of a deal: their view of it, what they can do, and what they have chosen so far."""

    def __init__(self, table: Table, seat: int, words: Words, cards: CardText, choice: Chosen) -> None:
        assert table.play is not None
        self.table = table
        self.seat = seat
        self.who = table.play.setup.user_id_in(seat)
        self.at = private_address(table, self.who)
        """The question as this player is asked it; all buttons lead from there."""
        self.words = words
        self.card = cards
        self.choice = choice
        self.texts = deal_texts(table, words, cards)
        self.person = self.texts.person
        self.view: FiveHundredView = table.play.round.view(seat)
        self.is_asked = seat in self.view.to_act
        self.actions: Sequence[Action] = ()
        if self.is_asked and self.view.phase is not Phase.KITTY:  # any three cards can be discarded
            self.actions = list(table.play.round.legal_actions(seat))

    @cached_property
    def nominates(self) -> bool:
        """Whether the player may nominate the joker's suit first."""
        return any(isinstance(action, Nominate) for action in self.actions)

    def button(self, verb: str, argument: object, label: str, *, main: bool = False) -> Component:
        """A button of this player about the question."""
        return leading(self.at.to(verb, str(argument)), label, main=main)


class Choices:
    """The choices of everybody at every table, each for the open question."""

    def __init__(self) -> None:
        self._made: WeakKeyDictionary[TableAccounts, dict[int, tuple[str, Chosen]]] = WeakKeyDictionary()

    def of(self, table: Table, user_id: int) -> Chosen:
        """What `user_id` has chosen about the question that is open now."""
        question_id, choice = self._made.get(table.accounts, {}).get(user_id, ("", Chosen()))
        return choice if question_id == table.question_id_of(user_id) else Chosen()

    async def change(self, press: Press, **changes: Any) -> None:
        """Change what the person has chosen, and show it. Raises like `asked_view`."""
        asked_view(press)
        table, user_id = press.table, press.user_id
        choice = replace(self.of(table, user_id), **changes)
        self._made.setdefault(table.accounts, {})[user_id] = (table.question_id_of(user_id), choice)
        await press.show_panel()

    def button(self, read: Callable[[str], dict[str, Any]]) -> Handler:
        """What answers a button or a list by changing what `read` makes of its argument, or of what is chosen.

        What can't be read is a ValueError.
        """

        async def choose(press: Press) -> None:
            try:
                changed = read(press.address.argument or " ".join(press.values))
            except ValueError:
                raise unreadable() from None
            await self.change(press, **changed)

        return choose


def asked_view(press: Press) -> FiveHundredView:
    """What the person sees in their turn. Raises StaleClick when the question is over, IllegalAction for others."""
    play = press.table.play
    open_to_them = (press.table.question_id, press.table.question_id_of(press.user_id))
    if play is None or play.is_over or press.address.question_id not in open_to_them:
        raise StaleClick
    seat = play.setup.seat_of(press.user_id)
    if seat is None or seat not in play.to_act:
        raise not_asked(play)
    view: FiveHundredView = play.round.view(seat)
    return view
