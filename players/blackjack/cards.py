"""The cards that are still to come, worked out from those that have come out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from games.blackjack import Options
from games.blackjack.dealer import VALUES
from games.cards import Card, pack52

Seen: TypeAlias = tuple[int, ...]
"""How many cards of each rank have come out since the shuffle, from ace to king."""

_RANKS = sorted(dict.fromkeys(card.rank for card in pack52()), key=lambda rank: rank.pips)

_FEW = 30
"""With fewer cards left than that, a round may use up the shoe, and then the discards come back."""


def seen(cards: Iterable[Card]) -> Seen:
    """The numbers of `cards`: all that have come out since the shuffle, those on the table included."""
    numbers = Counter(card.rank for card in cards)
    return tuple(numbers[rank] for rank in _RANKS)


def left_in_shoe(options: Options, out: Seen, on_table: Iterable[Card] = ()) -> Seen:
    """How many cards of each rank are still to come, from ace to king, when those that are `out` have been seen.

    When the shoe is used up, or nearly so, that is all but what lies on the table.
    """
    left = tuple(4 * options.decks - count for count in out)
    return (
        left if min(left) >= 0 and sum(left) >= _FEW else tuple(4 * options.decks - count for count in seen(on_table))
    )


def by_value(ranks: Sequence[int]) -> tuple[int, ...]:
    """The same, with all that count 10 as one: by the places of VALUES."""
    tens = len(VALUES) - 1
    return (*ranks[:tens], sum(ranks[tens:]))
