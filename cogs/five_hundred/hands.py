"""What players press on their own panels before it is a move: half a bid, marked cards, a step to be confirmed.

A move itself goes straight to the table, as in every game; so does a look at one's cards. What is chosen here is kept
in memory for the open question (`Choices`) and shown on that player's panel; nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from cogs.five_hundred.auction import points_text
from cogs.five_hundred.behind_more import HABITS
from cogs.five_hundred.own_hand import Choices, Chosen
from cogs.five_hundred.wording import AMBER, seat_holder, trick_text
from cogs.table.faces import CardText
from cogs.table.parts import layout, lines
from cogs.table.press import Handler, Press, unreadable
from games.cards import Card, Suit
from games.core import IllegalAction
from games.five_hundred import Bid, FiveHundredView, Phase, Put, Say, parse
from games.five_hundred.packs import KITTY
from tables.draft import StaleClick
from tables.events import Act, Arrange
from tables.five_hundred import match
from tables.five_hundred.match_state import Habit
from tables.round_in_play import is_same_round, not_asked


class HandPresses:
    """The buttons and lists of a panel that only change what it shows."""

    def __init__(self, choices: Choices, cards: CardText) -> None:
        self._choices = choices
        self._card = cards
        self.buttons: Mapping[str, Handler] = {
            "look": self.look,
            "points": self.points,
            "mark": self.mark,
            "last": self.last,
            **{verb: self._switches(habit) for verb, habit in HABITS.items()},
            **{verb: self._chooses(read, lambda press: press.address.argument) for verb, read in _BUTTONS.items()},
            **{verb: self._chooses(read, _chosen) for verb, read in _LISTS.items()},
        }

    def _chooses(self, read: Callable[[str], dict[str, Any]], text_of: Callable[[Press], str]) -> Handler:
        """What answers a button or a list by changing these parts of a choice."""

        async def choose(press: Press) -> None:
            try:
                changed = read(text_of(press))
            except ValueError:
                raise unreadable() from None
            await self._choose(press, lambda choice: replace(choice, **changed))

        return choose

    async def look(self, press: Press) -> None:
        """Look at one's own cards, whatever the others have bid in the meantime; never at those of another deal."""
        question_id = press.table.question_id_of(press.user_id)
        if not is_same_round(question_id, press.address.question_id):
            raise StaleClick
        await press.live.do(Act(press.user_id, question_id, str(Say.LOOK)))
        await press.answer()

    async def points(self, press: Press) -> None:
        """Show anyone what every bid is worth."""
        text = points_text(press.table.terms.options, press.words)
        await press.show(layout(AMBER, [lines(press.words("**What bids are worth**: ♠ ♣ ♦ ♥, no trumps"), text)]))

    async def mark(self, press: Press) -> None:
        """Mark a card for the discard, or unmark it; the third is discarded with the two others."""
        view = self._view(press)
        try:
            card = Card.parse(press.address.argument)
        except ValueError:
            raise unreadable() from None
        if view.phase is not Phase.KITTY or card not in (view.hand or ()):
            raise StaleClick
        table, marked = press.table, self._choices.of(press.table, press.user_id).marked ^ {card}
        if len(marked) < KITTY:
            await self._choose(press, lambda choice: replace(choice, marked=marked))
            return
        await press.live.do(Act(press.user_id, table.question_id_of(press.user_id), str(Put(marked))))
        await press.answer()

    async def last(self, press: Press) -> None:
        """Show the last complete trick to the asker."""
        play = press.table.play
        view: FiveHundredView | None = play.round.view(None) if play is not None else None
        if view is None or view.last_trick is None or view.last_winner is None:
            raise IllegalAction("No trick is complete yet.")
        words, person = press.words, seat_holder(press.table, press.words)
        cards = trick_text(view.last_trick, person, self._card, words)
        text = words("{person} won the trick: {cards}.", cards=cards, person=person(view.last_winner))
        await press.show(layout(AMBER, [text]))

    def _switches(self, habit: Habit) -> Handler:
        """What answers a personal switch; nobody else is told of it."""

        async def switch(press: Press) -> None:
            who, on = press.user_id, press.address.argument == "on"
            await press.live.do(Arrange(who, lambda lobby: match.change_habit(lobby, who, habit, on), quietly=True))
            await press.answer()

        return switch

    # Small parts

    def _view(self, press: Press) -> FiveHundredView:
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

    async def _choose(self, press: Press, change: Callable[[Chosen], Chosen]) -> None:
        self._view(press)
        table, user_id = press.table, press.user_id
        self._choices.put(table, user_id, change(self._choices.of(table, user_id)))
        await press.show_panel()


def _chosen(press: Press) -> str:
    if len(press.values) != 1:
        raise unreadable()
    return press.values[0]


_BUTTONS: Mapping[str, Callable[[str], dict[str, Any]]] = {
    "higher": lambda text: {"is_higher": text == "on", "call": None},
    "pick": lambda text: {"is_higher": True, "call": Bid.parse(text).call},
    "sans": lambda text: {"sans": text == "on"},
    "values": lambda text: {"shows_points": text == "on"},
    "sure": lambda text: {"sure": str(parse(text))},
    "claim": lambda _text: {"sure": "claim"},
    "back": lambda _text: {"sure": "", "leads_joker": False},
    "joker": lambda _text: {"leads_joker": True},
}
"""What each button changes of a choice, by what stands behind it in its address."""
_LISTS: Mapping[str, Callable[[str], dict[str, Any]]] = {
    "suit": lambda text: {"suit": Suit(text), "card": None},
    "card": lambda text: {"card": Card.parse(text)},
}
"""What each list changes, by what is chosen there, to call a partner among five. What can't be read is a ValueError."""
