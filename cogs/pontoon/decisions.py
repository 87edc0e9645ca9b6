"""What can be done with a hand of Pontoon, as buttons and in the coach's words.

For amounts there are buttons for the smallest, the latest one again, and twice as much, and a form.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from cogs.app.replies.components import Component
from cogs.coach.hints import HintTexts, on_average
from cogs.pontoon.hands import in_turn
from cogs.table.faces import CardText
from cogs.table.parts import BUTTONS_IN_A_ROW, button, priced
from games.core import Phrase
from games.pontoon import Action, Move, PontoonView, known, parse, totals
from i18n.words import Words
from players.choice import Option
from tables.pontoon.bank_state import BankState
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
_NAMED = {Move.STAKE: Phrase("Stake {chips}"), Move.BUY: _BUY, Move.SHOOT: _SHOOT}
_AMOUNTS = {
    Move.STAKE: _Labels(Phrase("Minimum {chips}"), Phrase("Same {chips}"), Phrase("×2 {chips}"), None, Phrase("Stake")),
    Move.BUY: _Labels(_BUY, Phrase("Buy {chips} · same"), Phrase("Buy {chips} · ×2"), None, Phrase("Buy")),
    Move.SHOOT: _Labels(_SHOOT, _SHOOT, _SHOOT, _SHOOT, Phrase("Other…")),
}
USUALLY_STAYED_ON = 17
"""With so much the banker usually stays: the button that stands out is then *Pay … and up*, below it *Draw*."""
_MOST_SHOTS = 3
"""So many amounts to shoot for leave room in the row for the form and for *Don't shoot*."""
_LABELS = {
    Move.PASS: Phrase("Don't shoot"),
    Move.SPLIT: Phrase("Split"),
    Move.TWIST: Phrase("Twist"),
    Move.STICK: Phrase("Stick"),
    Move.DRAW: Phrase("Draw"),
}


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
            label = priced(words.said(_LABELS[move]), {words.signed(in_turn(seen).initial)})
            others.append(button(table, label, "move", str(move)))
        else:
            is_usual = move is Move.STICK or (move is Move.DRAW and totals(known(seen.bank)).best < USUALLY_STAYED_ON)
            others.append(button(table, words.said(_LABELS[move]), "move", str(move), main=is_usual))
    if len(amounts) + len(others) <= BUTTONS_IN_A_ROW:
        yield from filter(None, [[*amounts, *others]])
    else:
        yield from (amounts, others)


def option_text(option: Option, words: Words) -> str:
    """What an action of the coach is called where it is no button."""
    action = parse(option.action)
    if action.amount:
        return words.said(_NAMED[action.move], chips=action.amount)
    return words("Stay", "banker") if action.move is Move.STAY else words.said(_LABELS[action.move])


def hint_texts(words: Words, cards: CardText) -> HintTexts:
    """How the coach's advice is said."""
    note = words("On average over the cards you can't see.")
    return HintTexts(words, cards, lambda option: option_text(option, words), on_average(words), note)


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
