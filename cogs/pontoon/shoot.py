"""Shoot: a bet against the kitty, before the second card, on a split hand or before the fourth card."""

from __future__ import annotations

from cogs.pontoon.hand_words import LABELS
from cogs.pontoon.own_hands import OwnHands, Rows
from cogs.pontoon.stakes import amount_buttons, amounts_first
from cogs.table.parts import lines
from games.pontoon import Move, PontoonView
from i18n.words import Words
from tables.pontoon.bank_state import BankState

# Everybody


def asked(seen: PontoonView, person: str, words: Words) -> str:
    """What `person` has to decide."""
    if seen.pending in (Move.BUY, Move.TWIST):
        return words("**{person}**, do you shoot before your fourth card?", person=person)
    return words("**{person}**, do you shoot for the kitty?", person=person)


# The player


def question(own: OwnHands) -> str:
    """On what they can shoot, and for how much."""
    words = own.words
    most = max(own.amounts(Move.SHOOT), default=0)
    against = lines(
        words("Bet up to {most} against the kitty, or skip it.", most=most),
        words("If you beat the banker, you win as much from the kitty. If not, your bet goes into it."),
    )
    match own.seen.pending:
        case Move.SPLIT:
            on_what = words("**Shoot on your new hand?** Its second card comes next.")
        case Move.BUY:
            on_what = words(
                "**You have bought a fourth card. Shoot before it comes?** It's the last chance on this hand."
            )
        case Move.TWIST:
            on_what = words("**You twist a fourth card. Shoot before it comes?** It's the last chance on this hand.")
        case _:
            on_what = words("**Shoot before your second card?**")
    return lines(on_what, against)


def answers(own: OwnHands) -> Rows:
    """The amounts, and not to."""
    amounts = amount_buttons(own, Move.SHOOT, dict(BankState.of(own.table.lobby).shots).get(own.user_id))
    return amounts_first(amounts, [own.button(Move.PASS, own.words.said(LABELS[Move.PASS]))])
