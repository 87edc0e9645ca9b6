"""Why to do that, in one sentence: what a player sees in their cards."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import Card
from games.core import Phrase
from games.pontoon import Move, totals

_CERTAIN = 11
"""With so much at most no card makes a hand bust."""
_USUALLY_BUSTS = 17
"""From so much on more than half of the cards do."""
_BEFORE_FIVE = 4
"""So many cards, and one more, are a five-card trick."""


def of_chips(chips: int, least: int) -> Phrase:
    """Why to put so many chips on a hand, of which `least` are the fewest there could be."""
    if chips > least:
        return Phrase("This hand is worth more chips.")
    return Phrase("This hand isn't worth more chips.")


def of_hand(ranked: Sequence[Move], cards: Sequence[Card]) -> Phrase:
    """Why the first of the `ranked` moves is the best for a hand of these cards."""
    best, (low, total) = ranked[0], totals(cards)
    if len(ranked) == 1:
        return Phrase("It's the only move.")
    match best:
        case Move.STICK:
            return _as_it_is(low, total)
        case Move.SPLIT:
            return Phrase("Two hands starting with one of these do better than {total}.", total=total)
        case _ if len(cards) == _BEFORE_FIVE:
            return Phrase("One more card makes a five-card trick, unless you bust.")
        case _ if Move.BUY in ranked:
            return of_chips(int(best is Move.BUY), 0)
        case _:
            return _with_another(low, total)


def of_bank(best: Move, cards: Sequence[Card]) -> Phrase:
    """Why the banker draws or stays with these cards."""
    return _as_it_is(*totals(cards)) if best is Move.STAY else _with_another(*totals(cards))


def _as_it_is(low: int, total: int) -> Phrase:
    if low >= _USUALLY_BUSTS:
        return Phrase("Another card would probably bust you.")
    return Phrase("{total} does better without another card.", total=total)


def _with_another(low: int, total: int) -> Phrase:
    if low <= _CERTAIN:
        return Phrase("You can't bust with one more card.")
    return Phrase("{total} usually loses if you stop.", total=total)
