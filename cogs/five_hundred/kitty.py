"""The kitty: the contractor picks it up and discards three of the thirteen cards."""

from __future__ import annotations

from collections.abc import Mapping

from discord import ButtonStyle

from cogs.five_hundred.card_play import card_button
from cogs.five_hundred.own_hand import Choices, OwnHand, Rows, asked_view
from cogs.table.parts import bold
from cogs.table.press import Handler, Press, unreadable
from games.cards import Card
from games.five_hundred import FiveHundredView, Phase, Put
from games.five_hundred.packs import KITTY
from i18n.words import Words
from tables.draft import StaleClick
from tables.events import Act


def asked(_view: FiveHundredView, words: Words, left: int = KITTY) -> str:
    """What the contractor has to do; `left` cards are still to be chosen."""
    return words.counted("Choose {count} cards to discard", left)


def prompt(hand: OwnHand) -> tuple[str, str]:
    """How many of three cards are still to be chosen, and which came from the kitty."""
    words, left = hand.words, KITTY - len(hand.choice.marked)
    if left == 1:
        more = words("Then all three are gone. Press a green one again to keep it.")
    else:
        more = words("The kitty is the last row.")
    return bold(asked(hand.view, words, left)), more


def answers(hand: OwnHand) -> Rows:
    """The ten cards and the three of the kitty, those for the discard marked; the third discards all three."""
    held, kitty = hand.view.hand or (), hand.view.kitty
    styles = dict.fromkeys(hand.choice.marked, ButtonStyle.success)
    for cards in ([card for card in held if card not in kitty], kitty):
        yield [card_button(hand, card, "mark", str(card), styles.get(card, ButtonStyle.secondary)) for card in cards]


def buttons(choices: Choices) -> Mapping[str, Handler]:
    """A card marked for the discard, or unmarked; the third is discarded with the two others."""

    async def mark(press: Press) -> None:
        view = asked_view(press)
        try:
            card = Card.parse(press.address.argument)
        except ValueError:
            raise unreadable() from None
        if view.phase is not Phase.KITTY or card not in (view.hand or ()):
            raise StaleClick
        table, marked = press.table, choices.of(press.table, press.user_id).marked ^ {card}
        if len(marked) < KITTY:
            await choices.change(press, marked=marked)
            return
        await press.live.do(Act(press.user_id, table.question_id_of(press.user_id), str(Put(marked))))
        await press.answer()

    return {"mark": mark}
