"""The banker's turn: everybody sees the bank's cards by then, and who pays or draws."""

from __future__ import annotations

from cogs.pontoon.hand_words import LABELS
from cogs.pontoon.own_hands import OwnHands, Rows
from games.pontoon import Move, PontoonView, known, totals
from i18n.words import Words

USUALLY_STAYED_ON = 17
"""With so much the banker usually stays: the button that stands out is then *Pay … and up*, below it *Draw*."""

# Everybody


def asked(_seen: PontoonView, person: str, words: Words) -> str:
    """What `person`, the banker, has to decide."""
    return words("**{person}**, draw or pay", person=person)


def banker_text(banker: int, words: Words) -> str:
    """Who holds the bank in a deal."""
    return words("**Banker** {person}", person=words.name(banker))


# The banker


def question(own: OwnHands) -> str:
    """What the banker can do."""
    return own.words("**{draw}** a card, or keep what you have and pay.", draw=own.words("Draw"))


def answers(own: OwnHands) -> Rows:
    """To draw, and to stay, by what that pays."""
    words, best, row = own.words, totals(known(own.seen.bank)).best, []
    for move in own.moves:
        if move is Move.DRAW:
            row.append(own.button(move, words.said(LABELS[move]), main=best < USUALLY_STAYED_ON))
        else:
            label = words("Pay {points} and up", points=best + 1) if best < 21 else words("Stay", "banker")
            row.append(own.button(move, label, main=best >= USUALLY_STAYED_ON))
    yield row
