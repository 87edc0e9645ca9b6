"""What a bet at Blackjack returns over time, worked out exactly: rounds of one seat out of a full shoe.

Played in the best way for the cards held, or as a `Play` has it; and every cell of the tables of
games.blackjack.basic_strategy is compared with all other entries.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from games.blackjack import Hand, Move, Options
from games.blackjack.basic_strategy import Rows, choose, follow, tables
from games.blackjack.dealer import MOST_CARDS, VALUES, Cards, value_of
from games.blackjack.odds import Against, Held, all_hands
from games.cards import Card

Play: TypeAlias = Callable[[Options, Hand, Card], Move]
"""What somebody does with a hand when the dealer shows a card."""

_ENTRIES = {"hard": "HSDdRr", "soft": "HSDd", "pairs": "P."}

_NOTHING = 1e-13
"""A gain that is none, but only the rounding of sums of floats."""


class HandToPlay(NamedTuple):
    """A hand that somebody has to play, and how often it comes up in a round.

    `worth` is what each legal move wins on average, in first bets, when play continues from there as it does here. The
    two hands of a split come up one by one.
    """

    hand: Hand
    chance: float
    worth: Mapping[Move, float]


def exact_return(options: Options, play: Play | None = None) -> float:
    """The share of the first bet that comes back on average with `play`, or with the best play for the cards held."""
    return 1 + sum(exact_net(options, upcard, play) for upcard in VALUES)


def exact_net(options: Options, upcard: Card, play: Play | None = None) -> float:
    """The part of it from rounds in which the dealer shows `upcard`: what they win, in first bets of all rounds."""
    chance, shoe = _with_a_full_shoe(options, upcard)
    hands = all_hands(options.blackjack_pays)
    return chance * (_Played(options, upcard, shoe, play) if play else Against(options, upcard, shoe, hands)).net()


def decisions(options: Options, upcard: Card, play: Play) -> Iterator[HandToPlay]:
    """Every hand that `play` comes to decide about when the dealer shows `upcard`."""
    chance, shoe = _with_a_full_shoe(options, upcard)
    for each in _Played(options, upcard, shoe, play).decisions():
        yield each._replace(chance=chance * each.chance)


def _with_a_full_shoe(options: Options, upcard: Card) -> tuple[float, Cards]:
    """The chance that the dealer shows `upcard`, and what is left in the shoe then."""
    full = [4 * options.decks * (4 if card.rank.pips == 10 else 1) for card in VALUES]
    chance = full[value_of(upcard)] / sum(full)
    full[value_of(upcard)] -= 1
    return chance, tuple(full)


class _Played(Against):
    """A seat that plays as `play` has it."""

    def __init__(self, options: Options, upcard: Card, shoe: Cards, play: Play) -> None:
        super().__init__(options, upcard, shoe, all_hands(options.blackjack_pays))
        self._play = play

    def _move(self, held: Held) -> Move:
        return self._play(self._options, held.hand, self._upcard)

    def value_to_decide(self, held: Held) -> float:
        return self.worth(held, self._move(held))

    def decisions(self) -> Iterator[HandToPlay]:
        """Every hand that has to be decided about."""
        waiting: dict[tuple[bool, int], dict[Held, float]] = defaultdict(lambda: defaultdict(float))
        for held, chance in self.dealt():
            waiting[False, 2][held] += chance
        for stage in ((split, length) for split in (False, True) for length in range(2, MOST_CARDS)):
            for held, chance in waiting.pop(stage, {}).items():
                if held.is_over:
                    continue
                yield HandToPlay(held.hand, chance, self.worths(held))
                move = self._move(held)
                if move is Move.HIT:
                    for then, likely in self.after(held, held.hit):
                        waiting[stage[0], stage[1] + 1][then] += chance * likely
                elif move is Move.SPLIT:
                    for then, likely in self.after(held.split, held.split.hit):
                        waiting[True, 2][then] += 2 * chance * likely


# The tables of basic strategy


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
