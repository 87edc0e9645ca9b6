"""What can be done with a hand of Pontoon, as buttons and forms.

For amounts there are buttons for the smallest, the latest one again, and twice as much, and a form.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from discord import ui

from cogs.app.replies.components import Component
from cogs.pontoon.hand_words import in_turn
from cogs.table.parts import BUTTONS_IN_A_ROW, TableForm, button, priced
from cogs.table.press import Press
from data.ledger.ledger import MAX_AMOUNT
from games.core import Phrase
from games.pontoon import Action, Move, PontoonView, known, totals
from games.pontoon.moves import WITH_AMOUNT
from i18n.words import Words
from tables.draft import StaleClick
from tables.events import Act
from tables.pontoon.bank_state import BankState
from tables.settings.amounts import LONGEST, parse_amount
from tables.table import Table


@dataclass(frozen=True, slots=True)
class _Labels:
    """Those of a move with an amount: the smallest, as before, twice as much, all there is, and the form."""

    least: Phrase
    same: Phrase
    twice: Phrase
    most: Phrase | None
    form: Phrase


_SHOOT, _BUY = Phrase("Shoot {chips}"), Phrase("Buy {chips}")
NAMED = {Move.STAKE: Phrase("Stake {chips}"), Move.BUY: _BUY, Move.SHOOT: _SHOOT}
_AMOUNTS = {
    Move.STAKE: _Labels(Phrase("Minimum {chips}"), Phrase("Same {chips}"), Phrase("×2 {chips}"), None, Phrase("Stake")),
    Move.BUY: _Labels(_BUY, Phrase("Buy {chips} · same"), Phrase("Buy {chips} · ×2"), None, Phrase("Buy")),
    Move.SHOOT: _Labels(_SHOOT, _SHOOT, _SHOOT, _SHOOT, Phrase("Other…")),
}
USUALLY_STAYED_ON = 17
"""With so much the banker usually stays: the button that stands out is then *Pay … and up*, below it *Draw*."""
_MOST_SHOTS = 3
"""So many amounts to shoot for leave room in the row for the form and for *Don't shoot*."""
LABELS = {
    Move.PASS: Phrase("Don't shoot"),
    Move.SPLIT: Phrase("Split"),
    Move.TWIST: Phrase("Twist"),
    Move.STICK: Phrase("Stick"),
    Move.DRAW: Phrase("Draw"),
}
_TITLES = {Move.STAKE: Phrase("Stake"), Move.BUY: Phrase("Buy"), Move.SHOOT: Phrase("Shoot")}


def decisions(
    table: Table, user_id: int, actions: Sequence[Action], seen: PontoonView, words: Words
) -> Iterator[list[Component]]:
    """The rows of buttons for `actions`, the legal ones of `user_id`: amounts first, all else below if need be."""
    amounts: list[Component] = []
    others: list[Component] = []
    may_stick = any(action.move is Move.STICK for action in actions)
    for move, alike in groupby(actions, attrgetter("move")):
        if move in _AMOUNTS:
            amounts += _amounts(table, user_id, list(alike), seen, words, is_usual=not may_stick)
        elif move is Move.STAY:
            best = totals(known(seen.bank)).best
            label = words("Pay {points} and up", points=best + 1) if best < 21 else words("Stay", "banker")
            others.append(button(table, label, "move", str(move), main=best >= USUALLY_STAYED_ON))
        elif move is Move.SPLIT:
            label = priced(words.said(LABELS[move]), {words.signed(in_turn(seen).initial)})
            others.append(button(table, label, "move", str(move)))
        else:
            is_usual = move is Move.STICK or (move is Move.DRAW and totals(known(seen.bank)).best < USUALLY_STAYED_ON)
            others.append(button(table, words.said(LABELS[move]), "move", str(move), main=is_usual))
    if len(amounts) + len(others) <= BUTTONS_IN_A_ROW:
        yield from filter(None, [[*amounts, *others]])
    else:
        yield from (amounts, others)


def _amounts(
    table: Table, user_id: int, actions: Sequence[Action], seen: PontoonView, words: Words, *, is_usual: bool
) -> Iterator[Component]:
    """The buttons of one move with an amount; `actions` are its smallest and its largest.

    If the move `is_usual`, the button for the same amount as before stands out, or that for the smallest.
    """
    move, least, most = actions[0].move, actions[0].amount, actions[-1].amount
    labels = _AMOUNTS[move]
    smallest = max(least, min(seen.limits.least, most))  # the rules let people shoot for a single chip
    same = _latest(table, user_id, move, seen)
    offered, base = {smallest: labels.least}, smallest
    if same is not None and smallest < same <= most:
        offered[same], base = labels.same, same
    if labels.most is not None:
        offered.setdefault(most, labels.most)
    if labels.most is None or len(offered) < _MOST_SHOTS:
        offered.setdefault(min(2 * base, most), labels.twice)
    for chips, label in sorted(offered.items(), key=lambda each: each[0]):
        yield button(table, words.said(label, chips=chips), "move", f"{move} {chips}", main=is_usual and chips == base)
    if most > least:
        yield button(table, words.said(labels.form), "amount", move.value)


def _latest(table: Table, user_id: int, move: Move, seen: PontoonView) -> int | None:
    """What `user_id` last gave for such a move: in an earlier deal, or for the card before."""
    state = BankState.of(table.lobby)
    match move:
        case Move.STAKE:
            return dict(state.stakes).get(user_id)
        case Move.SHOOT:
            return dict(state.shots).get(user_id)
    bought = () if seen.turn is None else in_turn(seen).bought
    return bought[-1] if bought else None


# Other amounts


async def open_amount(press: Press) -> None:
    """Ask how many chips to stake, to buy for or to shoot with."""
    move = _move(press)
    least, most = _limits(press, move)
    words = press.words
    field = chips_field(words("Chips"), words("From {least} to {most}", least=least, most=most))
    await press.interaction.response.send_modal(TableForm(press.address, words.said(_TITLES[move]), field))


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
