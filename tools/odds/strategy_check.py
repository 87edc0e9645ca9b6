"""Compares every cell of the tables of games.blackjack.basic_strategy with all other entries, exactly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from games.blackjack import Move, Options
from games.blackjack.basic_strategy import Rows, choose, follow, tables
from games.cards import Card
from tools.odds.exact import HandToPlay, decisions

_ENTRIES = {"hard": "HSDdRr", "soft": "HSDd", "pairs": "P."}

_NOTHING = 1e-13
"""A gain that is none, but only the rounding of sums of floats."""


class Better(NamedTuple):
    """An entry that returns more than the one in the tables: by `gain`, in first bets a round."""

    table: str
    row: int
    shown: int
    entry: str
    gain: float


def better_entries(options: Options, shown: Card) -> Iterator[Better]:
    """Every such entry in the column of a card of the dealer.

    No hand meets a cell twice, since its cards only grow. So it is enough to know what each hand that meets the cell
    is worth after another move, and how often it comes up.
    """
    column = shown.rank.pips
    for (table, row), met in _by_cell(decisions(options, shown, choose)).items():
        for entry in _ENTRIES[table]:
            changed = tables(options)._replace(**{table: _with(getattr(tables(options), table), row, column, entry)})
            moves = [(each, follow(changed, options, each.hand, shown)) for each in met]
            if all(move in each.worth for each, move in moves):
                gain = sum(each.chance * (each.worth[move] - _worth_now(options, each, shown)) for each, move in moves)
                if gain > _NOTHING:
                    yield Better(table, row, column, entry, gain)


def _by_cell(found: Iterator[HandToPlay]) -> dict[tuple[str, int], list[HandToPlay]]:
    cells: dict[tuple[str, int], list[HandToPlay]] = defaultdict(list)
    for each in found:
        best, soft = each.hand.total
        cells["soft" if soft else "hard", best].append(each)
        if Move.SPLIT in each.worth:
            cells["pairs", each.hand.cards[0].rank.pips].append(each)
    return cells


def _with(rows: Rows, row: int, column: int, entry: str) -> Rows:
    return {**rows, row: {**rows[row], column: entry}}


def _worth_now(options: Options, each: HandToPlay, shown: Card) -> float:
    return each.worth[choose(options, each.hand, shown)]
