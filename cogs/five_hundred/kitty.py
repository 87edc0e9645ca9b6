"""The kitty: the contractor picks it up and discards three of the thirteen cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from discord import ButtonStyle

from cogs.five_hundred.card_play import card_button
from cogs.five_hundred.own_hand import Choices, OwnHand, Rows, asked_view
from cogs.five_hundred.wording import cards_text
from cogs.table.faces import plain_text
from cogs.table.parts import bold
from cogs.table.press import Handler, Press, unreadable
from games.cards import Card
from games.five_hundred import FiveHundredView, Phase, Put
from games.five_hundred.packs import KITTY
from i18n.words import Words
from tables.draft import StaleClick


def asked(_view: FiveHundredView, words: Words) -> str:
    """What the contractor has to do."""
    return words.counted("Choose {count} cards to discard", KITTY)


def prompt(hand: OwnHand) -> tuple[str, str]:
    """How many cards are to be chosen, and which came from the kitty."""
    return bold(asked(hand.view, hand.words)), hand.words("The kitty is the last row.")


def answers(hand: OwnHand) -> Rows:
    """The ten cards and the three of the kitty, those for the discard marked; below them the button for just three.

    No card that can be played next will be where that button was.
    """
    held, kitty, marked = hand.view.hand or (), hand.view.kitty, hand.choice.marked
    styles = dict.fromkeys(marked, ButtonStyle.success)
    for cards in ([card for card in held if card not in kitty], kitty):
        yield [card_button(hand, card, "mark", str(card), styles.get(card, ButtonStyle.secondary)) for card in cards]
    if len(marked) == KITTY:
        yield [hand.button("move", Put(marked), discard_label(held, marked, hand.words), main=True)]


def discard_label(held: Iterable[Card], marked: Set[Card], words: Words) -> str:
    """What stands on the button that discards the `marked` ones of the cards held."""
    return words("Discard {cards}", cards=cards_text((card for card in held if card in marked), plain_text))


def buttons(choices: Choices) -> Mapping[str, Handler]:
    """A card marked for the discard, or unmarked."""

    async def mark(press: Press) -> None:
        view = asked_view(press)
        try:
            card = Card.parse(press.address.argument)
        except ValueError:
            raise unreadable() from None
        if view.phase is not Phase.KITTY or card not in (view.hand or ()):
            raise StaleClick
        await choices.change(press, marked=choices.of(press.table, press.user_id).marked ^ {card})

    return {"mark": mark}
