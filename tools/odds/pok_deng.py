"""Every deal of one Player against the Banker from a full shoe, counted exactly by the real rules of games.pok_deng.

Equal cards of different packs are counted by how many there are, not dealt one by one: of eight packs that makes
1,378 hands for each side instead of 86,320. `tools.odds` prints the result.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement

from games.cards import pack52
from games.pok_deng import BetKind, Hand, Options, compare, pair_line


@dataclass(frozen=True, slots=True)
class Count:
    """How often each result comes in all deals.

    `nets` has the number of deals by what a main bet of one chip wins in them, or loses when negative; `pairs` by
    what comes back for a Pair bet of one chip.
    """

    nets: Mapping[int, int]
    pairs: Mapping[int, int]

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return sum(self.nets.values())

    @property
    def net(self) -> Fraction:
        """What a main bet wins on average for each chip of the bet."""
        return Fraction(sum(net * deals for net, deals in self.nets.items()), self.deals)

    @property
    def returned(self) -> Fraction:
        """The share of what a main bet takes from the balance that comes back on average."""
        return 1 + self.net / BetKind.MAIN.taken(1)

    @property
    def pair_returned(self) -> Fraction:
        """The share of a Pair bet that comes back on average."""
        return Fraction(sum(back * deals for back, deals in self.pairs.items()), self.deals * BetKind.PAIR.taken(1))


def count_deals(decks: int = Options().decks) -> Count:
    """Count every deal of two cards to a Player and two to the Banker from `decks` packs."""
    cards = pack52()
    places = list(combinations_with_replacement(range(len(cards)), 2))
    hands = [Hand.of(cards[first], cards[second]) for first, second in places]
    nets: Counter[int] = Counter()
    pairs: Counter[int] = Counter()
    full = [decks] * len(cards)
    for player, held, ways in zip(hands, places, _ways(full, places), strict=True):
        against: Counter[int] = Counter()
        for banker, banker_ways in zip(hands, _ways(_without(full, held), places), strict=True):
            against[compare(player, banker).net(1)] += banker_ways
        for net, deals in against.items():
            nets[net] += ways * deals
        back = pair_line(0, 0, 1, paired=player.pair).returned
        pairs[back] += ways * against.total()
    return Count(nets, pairs)


def _without(copies: Sequence[int], held: Sequence[int]) -> list[int]:
    left = list(copies)
    for place in held:
        left[place] -= 1
    return left


def _ways(copies: Sequence[int], places: Sequence[tuple[int, int]]) -> Iterator[int]:
    """For each two cards at `places`, in how many ways they come out of a shoe with so many `copies` of each."""
    for first, second in places:
        if first == second:
            yield copies[first] * (copies[first] - 1) // 2
        else:
            yield copies[first] * copies[second]


def report() -> int:
    """Count a full shoe and print every figure; the exit status."""
    began = time.perf_counter()
    count = count_deals()
    seconds = time.perf_counter() - began
    print(f"pok_deng, one Player against the Banker, {Options().decks} decks")
    print(f"deals     {count.deals:,}, all of them, in {seconds:.1f} s")
    for name, net in (("win 2:1", 2), ("win 1:1", 1), ("tie", 0), ("lose 1:1", -1), ("lose 2:1", -2)):
        print(f"{name:<9} {count.nets[net]:>13,}")
    print(f"net       {_fraction(count.net)} of a main bet")
    print(f"returned  {float(count.returned):.4%} of what a main bet takes")
    print(f"pair bet  returned {_fraction(count.pair_returned)} = {float(count.pair_returned):.4%}")
    return 0


def _fraction(number: Fraction) -> str:
    return f"{number.numerator:,}/{number.denominator:,}"
