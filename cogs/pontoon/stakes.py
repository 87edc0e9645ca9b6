"""The stakes of a deal of Pontoon, and the amounts of all other moves.

For amounts there are buttons for the smallest, the latest one again, and twice as much, and a form.
"""

from __future__ import annotations

from discord import ui

from cogs.app.replies.components import Component
from cogs.pontoon.hand_words import NAMED
from cogs.pontoon.own_hands import OwnHands, Rows
from cogs.table.parts import BUTTONS_IN_A_ROW, TableForm, button
from cogs.table.press import Press
from data.ledger.ledger import MAX_AMOUNT
from games.core import Phrase
from games.pontoon import COVERED, Move, PontoonView
from games.pontoon.moves import WITH_AMOUNT
from i18n.words import Words
from tables.draft import StaleClick
from tables.events import Act
from tables.pontoon.bank_state import BankState
from tables.settings.amounts import LONGEST, parse_amount

_MINIMUM, _SAME = Phrase("Minimum {chips}"), Phrase("Same {chips}")
_FORMS = {Move.STAKE: Phrase("Stake…"), Move.BUY: Phrase("Buy…"), Move.SHOOT: Phrase("Other…")}
_MOST_SHOTS = 3
"""So many amounts to shoot for leave room in the row for the form and for *Don't shoot*."""
_TITLES = {Move.STAKE: Phrase("Stake"), Move.BUY: Phrase("Buy"), Move.SHOOT: Phrase("Shoot")}


# Everybody


def asked(_seen: PontoonView, person: str, words: Words) -> str:
    """What `person` has to decide."""
    return words("**{person}**, look at your card and stake", person=person)


# The player


def question(own: OwnHands) -> str:
    """How much can be staked, and why no more."""
    words, amounts, seen = own.words, own.amounts(Move.STAKE), own.seen
    return " ".join(
        [
            words("Stake {least} to {most} on this card.", least=min(amounts), most=max(amounts)),
            *([limit_text(own)] if max(amounts) < seen.limits.most else []),
            words("The same amount is set aside in case you lose double, and comes back if you don't."),
        ]
    )


def answers(own: OwnHands) -> Rows:
    """The amounts."""
    yield amount_buttons(own, Move.STAKE, dict(BankState.of(own.table.lobby).stakes).get(own.user_id))


# Amounts of any move


def limit_text(own: OwnHands) -> str:
    """What limits the next amount: their own chips or the bank's."""
    purse = own.box.purse
    if purse is not None and purse // COVERED <= own.seen.covers:
        return own.words.counted("You have {count} chips left for it.", purse)
    return own.words("The bank can't cover more.")


def amount_buttons(own: OwnHands, move: Move, latest: int | None, *, stands_out: bool = True) -> list[Component]:
    """The buttons of a move with an amount, as far as it is possible; `latest` is what they last gave for such a move.

    If the move `stands_out`, so does the button for the same amount as before, or that for the smallest.
    """
    if not (amounts := own.amounts(move)):
        return []
    table, words, least, most, label = own.table, own.words, amounts[0], amounts[-1], NAMED[move]
    smallest = max(least, min(own.seen.limits.least, most))  # the rules let people shoot for a single chip
    offered, base = {smallest: _MINIMUM if move is Move.STAKE else label}, smallest
    if latest is not None and smallest < latest <= most:
        offered[latest], base = _SAME if move is Move.STAKE else label, latest
    if move is Move.SHOOT:
        offered.setdefault(most, label)
    if move is not Move.SHOOT or len(offered) < _MOST_SHOTS:
        offered.setdefault(min(2 * base, most), label)
    row = [
        button(table, words.said(label, chips=chips), "move", f"{move} {chips}", main=stands_out and chips == base)
        for chips, label in sorted(offered.items(), key=lambda each: each[0])
    ]
    return [*row, button(table, words.said(_FORMS[move]), "amount", move.value)] if most > least else row


def amounts_first(amounts: list[Component], others: list[Component]) -> Rows:
    """The rows of buttons: amounts first, all else below if need be."""
    yield from [[*amounts, *others]] if len(amounts) + len(others) <= BUTTONS_IN_A_ROW else (amounts, others)


# Other amounts


async def open_amount(press: Press) -> None:
    """Ask how many chips to stake, to buy for or to shoot with."""
    move = _move(press)
    least, most = _limits(press, move)
    words = press.words
    field = chips_field(words("Chips"), words("From {least} to {most}", least=least, most=most))
    await TableForm(press.address, words.said(_TITLES[move]), field).open(press.interaction)


async def amount(press: Press) -> None:
    """Play the move with the chips from a form."""
    move = _move(press)
    least, most = _limits(press, move)
    chips = parse_amount(press.words.typed(filled(press, "chips")), balance=MAX_AMOUNT, minimum=least, maximum=most)
    await press.live.do(Act(press.user_id, press.address.question_id, f"{move} {chips}"))
    await press.answer()


def _move(press: Press) -> Move:
    move = next((move for move in WITH_AMOUNT if move == press.address.argument), None)
    if move is None:
        raise StaleClick
    return move


def _limits(press: Press, move: Move) -> tuple[int, int]:
    """The smallest and the largest amount that `move` may have right now. Raises StaleClick."""
    play = press.table.play
    if play is None or press.address.question_id != press.table.question_id:
        raise StaleClick
    seat = play.setup.seat_of(press.user_id)
    actions = () if seat is None else play.round.legal_actions(seat)
    amounts = [action.amount for action in actions if action.move is move]
    if not amounts:
        raise StaleClick
    return min(amounts), max(amounts)


def chips_field(text: str, description: str) -> ui.Label[ui.Modal]:
    """A form's field for chips."""
    return ui.Label(text=text, description=description, component=ui.TextInput(custom_id="chips", max_length=LONGEST))


def filled(press: Press, field: str) -> str:
    """What was filled into a field of the form."""
    assert press.fields is not None
    return "".join(press.fields.get(field, ()))
