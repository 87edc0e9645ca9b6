"""The last deal of a Pontoon table, for everybody until the next one begins and for anybody who asks for it later."""

from __future__ import annotations

from cogs.answers.components import Layout
from cogs.cards.faces import CardText, plain_text
from cogs.pontoon.hands import brought, cards_text, line_text, whole, worth_text
from cogs.pontoon.panel import BLUE
from cogs.table.parts import fits, layout, lines, mark, small
from cogs.table.press import Handler, Press
from games.cards import parse_cards
from games.core import IllegalAction
from games.pontoon import Kind, Outcome
from i18n.words import Words
from tables.pontoon.bank_state import BankState
from tables.pontoon.last_deal import LastDeal
from tables.table import Table


def results(table: Table, words: Words, card: CardText) -> str:
    """The banker's hand, then the result of every hand, and everybody's sums; nothing before the first deal is over."""
    last, nets = BankState.of(table.lobby).last, table.lobby.nets
    if last is None:
        return ""
    bank = whole(parse_cards(last.bank), card, words)
    rows = [f"**{words('Banker')}** {words.person(last.banker)}  {bank}{_announced(last, words)}"]
    for hand in last.hands:
        owner = f"{mark(hand.seat)} {words.person(hand.person)}" if hand.hand == 0 else "⤷"
        line = hand.line
        value = words("bust") if line.outcome is Outcome.BUST else worth_text(line.worth, words)
        rows.append(f"{owner}  {cards_text(parse_cards(hand.cards), card)} = **{value}** · {line_text(line, words)}")
    sums = " · ".join(f"{words.person(user_id)} **{words.signed(net)}**" for user_id, net in nets.items())
    return lines(*rows, small(sums))


def last_deal(table: Table, user_id: int, words: Words, card: CardText) -> Layout:
    """The same for `user_id` alone, with what they won or lost."""
    view = _last_deal(table, user_id, words, card)
    return view if fits(view) else _last_deal(table, user_id, words, plain_text)


def _last_deal(table: Table, user_id: int, words: Words, card: CardText) -> Layout:
    net = table.lobby.nets.get(user_id)
    return layout(BLUE, [words("**Last deal**"), results(table, words, card), brought(net, words)])


def _announced(last: LastDeal, words: Words) -> str:
    """What the banker announced when staying: pay 18."""
    stayed = last.stayed_on
    if stayed is None:
        return ""
    if stayed.kind is Kind.TWENTY_ONE:
        return f" · {words('pays Pontoons and Five Card Tricks')}"
    return f" · {words('pay {points}', points=stayed.points + 1)}"


def last_deal_button(cards: CardText) -> Handler:
    """Shows the results of the last deal to one person alone. Raises IllegalAction before the first deal."""

    async def show(press: Press) -> None:
        if BankState.of(press.table.lobby).last is None:
            raise IllegalAction("No deal has been played here yet.")
        await press.show(last_deal(press.table, press.user_id, press.words, cards))

    return show
