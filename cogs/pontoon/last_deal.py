"""The last deal of a Pontoon table, for everybody until the next one begins and for anybody who asks for it later."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cogs.app.replies.components import Layout
from cogs.pontoon.banker import banker_text
from cogs.pontoon.hand_words import cards_text, known_total, large, line_text
from cogs.pontoon.own_hands import BLUE
from cogs.table.faces import CardText
from cogs.table.parts import bold, in_one_message, joined, layout, lines, mark, small, tint, too_late
from cogs.table.press import Handler, Press
from cogs.table.totals import achieved, streaks, total, went_back
from games.cards import parse_cards
from games.core import IllegalAction
from games.pontoon import HandOutcome, HandRank, worth
from i18n.words import Words
from tables.pontoon.bank_state import BankState, LastDeal, banker_of, kitty_of
from tables.table import Table


def results(table: Table, words: Words, card: CardText, *, is_folded: bool = False) -> str:
    """What was rare, the banker's hand, and every hand with its result and what everybody won or lost, by seat.

    Only the nets, in one line, if `is_folded`; nothing before the first deal is over.
    """
    last = BankState.of(table.lobby).last
    if last is None:
        return ""
    cards, rows, kitty = parse_cards(last.bank), [], ""
    hands = sorted(last.hands, key=lambda hand: (hand.seat, hand.hand))
    bank, several = worth(cards), {hand.person for hand in hands if hand.hand}
    nets = {who: total(words, who, net, None) for who, net in table.lobby.nets.items()}
    banked = known_total(cards, words, is_final=True) + _announced(last, words)
    bankers = words("{option}: {value}", option=banker_text(last.banker, words), value=banked)
    bankers = joined(bankers, bold(words.signed(table.lobby.nets.get(last.banker, 0))))
    if is_folded:
        others = (nets.get(hand.person, "") for hand in hands if hand.hand == 0)
        return lines(*moments(last, words), joined(bankers, *others))
    for hand in hands:
        owner = nets.get(hand.person, words.name(hand.person)) if hand.hand == 0 else ""
        shown = f"{mark(hand.seat) if owner else '⤷'} {cards_text(parse_cards(hand.cards), card)}"
        rows.append(joined(shown, owner, line_text(hand.line, bank, words, is_only=hand.person not in several)))
    if last.kitty is not None and any(hand.shot for hand in last.hands):  # what the shoot bets brought it
        change = -sum(hand.line.shot_net for hand in last.hands)
        kitty = f"{words('Kitty {chips}', chips=last.kitty)} ({words.signed(change)})"
    return lines(
        *moments(last, words),
        bankers,
        large(cards, card),
        *rows,
        small(kitty),
        too_late(table, words),
        achieved(table, words),
        went_back(table, words),
        small(_inside(table, words)),
        streaks(table, words),
    )


def own_result(table: Table, user_id: int, words: Words) -> str:
    """What `user_id` won or lost in the last deal, and what they have since; nothing if they weren't in it."""
    net = table.lobby.nets.get(user_id)
    if net is None:
        return ""
    balance = None if BankState.of(table.lobby).paid else table.balances.get(user_id)
    has = words.counted("You have {count} chips", balance) if balance is not None else ""
    return lines(f"## {words('{option}: {value}', option=words('Result'), value=words.signed(net))}", small(has))


def last_deal(table: Table, user_id: int, words: Words, card: CardText) -> Layout:
    """The same for `user_id` alone, with what they won or lost."""
    colour, own = tint(table.lobby.nets.get(user_id, 0), BLUE), own_result(table, user_id, words)
    title = "" if own else f"**{words('Last deal')}**"
    return in_one_message(lambda card: layout(colour, [title, own, results(table, words, card)]), card)


def _announced(last: LastDeal, words: Words) -> str:
    """What the banker announced when staying: pay 18."""
    stayed = last.stayed_on
    if stayed is None:
        return ""
    if stayed.kind is HandRank.TWENTY_ONE:
        return f" · {words('pays pontoons and five-card tricks')}"
    return f" · {words('pays {points} and up', points=stayed.points + 1)}"


def _inside(table: Table, words: Words) -> str:
    """Whose chips lie in the kitty and in no balance."""
    inside, banker = kitty_of(table.lobby), banker_of(table.lobby)
    if not inside or table.is_playing:
        return ""
    return words.counted("{count} more chips of {person} are in the kitty.", inside, person=words.name(banker or 0))


def show_last_deal(cards: CardText) -> Handler:
    """Shows the results of the last deal to one person alone. Raises IllegalAction before the first deal."""

    async def show(press: Press) -> None:
        if BankState.of(press.table.lobby).last is None:
            raise IllegalAction("No round has been dealt here yet.")
        await press.show(last_deal(press.table, press.user_id, press.words, cards))

    return show


EVERYONE = 3
"""Players from whom a banker must win for it to be rare."""


def moments(last: LastDeal | None, words: Words) -> list[str]:
    """The lines about the last deal; none after most deals, nor before the first."""
    return [f"### {text}" for text in _moments(last, words)] if last is not None else []


def _moments(last: LastDeal, words: Words) -> Iterator[str]:
    banker, bank = words.name(last.banker), worth(parse_cards(last.bank)).kind
    won = [hand for hand in last.hands if hand.line.outcome is HandOutcome.WIN]

    def named(people: Iterable[int]) -> str:
        return words.listed(map(words.name, dict.fromkeys(people)))

    def people(kind: HandRank) -> str:
        return named(hand.person for hand in won if hand.line.worth.kind is kind)

    if bank is HandRank.PONTOON:
        yield words("Pontoon for the banker, {banker}: everyone pays double", banker=banker)
        return
    if pontoons := people(HandRank.PONTOON):
        yield words("Pontoon: {people}", people=pontoons)
    if tricks := people(HandRank.FIVE_CARD_TRICK):
        yield words("Five-card trick: {people}", people=tricks)
    shooters = [hand.person for hand in won if hand.shot]
    if shooters and last.kitty == 0:
        yield words("Whole kitty won: {people}", people=named(shooters))
    if bank is HandRank.FIVE_CARD_TRICK:
        yield words("Five-card trick for the banker, {banker}", banker=banker)
    if not won and len({hand.person for hand in last.hands}) >= EVERYONE:
        yield words("{banker} beats everyone", banker=banker)
