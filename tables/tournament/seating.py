"""Who sits together: tables whose people have met least and stand most alike.

People are matched in twos, and at four places the twos once more, so that the whole costs least: exactly, as a matching
of greatest weight, which rustworkx finds in milliseconds. Two steps can miss what one would find, so at four places
people then change tables for as long as that helps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import combinations, permutations, product
from typing import TypeAlias, TypeVar

from tables.tournament.plan import Entrant, Plan, PlayedRound, Seating

HOUSE: Entrant = 0
"""Whoever of the house, as if it were one entrant: nobody should meet it twice either."""
Two: TypeAlias = tuple[Entrant, Entrant]
APART = 10**4
"""By how many steps scores from 0 to 1 are told apart."""

_TWO_OF_THE_HOUSE = 10**18
_PARTNERS_AGAIN = 10**15
_MET_AGAIN = 10**12
"""What it costs if two of the house are at one table, and if two do again what they did; each outweighs the next."""
_SEEN_AGAIN = 10**10
"""What it costs to have somebody as a partner who was met as an opponent, or the other way round."""
_LOT_BITS = 48
_Matched = TypeVar("_Matched")


@dataclass(frozen=True, slots=True)
class History:
    """How often two were partners, how often they met otherwise, and how often somebody had a place."""

    partners: Mapping[Two, int]
    met: Mapping[Two, int]
    places: Mapping[tuple[Entrant, int], int]

    @classmethod
    def of(cls, earlier: Sequence[PlayedRound]) -> History:
        """What the tables of earlier rounds make it."""
        partners: Counter[Two] = Counter()
        met: Counter[Two] = Counter()
        places: Counter[tuple[Entrant, int]] = Counter()
        for seating in (table.seating for played in earlier for table in played):
            people = [entrant or HOUSE for entrant in seating]
            places.update((person, place) for place, person in enumerate(people))
            pairs = [*combinations(range(len(people)), 2)]
            sides = {*pairs} & {(0, 2), (1, 3)}
            partners.update({_two(people[one], people[two]) for one, two in sides})
            met.update({_two(people[one], people[two]) for one, two in {*pairs} - sides})
        return cls(partners, met, places)


@dataclass(frozen=True, slots=True)
class Costs:
    """What it costs if two are at a table, as partners and otherwise; the least is 0. `stand` is from 0 to `APART`."""

    plan: Plan
    history: History
    stand: Mapping[Entrant, int]

    def side(self, one: Entrant, two: Entrant) -> int:
        """Of two in places 0 and 2, or 1 and 3."""
        key = _two(one, two)
        again, seen = _often(self.history.partners.get(key, 0)), _often(self.history.met.get(key, 0))
        return again * _PARTNERS_AGAIN + seen * _SEEN_AGAIN + self._apart(one, two)

    def across(self, one: Entrant, two: Entrant) -> int:
        """Of two others."""
        key = _two(one, two)
        again, seen = _often(self.history.met.get(key, 0)), _often(self.history.partners.get(key, 0))
        return again * _MET_AGAIN + seen * _SEEN_AGAIN + self._apart(one, two)

    def _apart(self, one: Entrant, two: Entrant) -> int:
        if one == two == HOUSE:
            return _TWO_OF_THE_HOUSE
        return (self.stand.get(one, 0) - self.stand.get(two, 0)) ** 2


def tables_of(people: Sequence[Entrant], costs: Costs) -> list[list[Entrant]]:
    """All of `people`, who are in an order by lot, at tables with the house where they don't fill them."""
    filled = [*people, *[HOUSE] * (-len(people) % costs.plan.places)]
    if costs.plan.places == 2:
        return [[*two] for two in matched(filled, costs.across)]
    return _improved(fours_of(matched(filled, costs.side), costs), costs)


def fours_of(twos: Sequence[Two], costs: Costs) -> list[list[Entrant]]:
    """Twos, who stay together, at tables of two each. Their number is even."""
    across = cache(costs.across)

    def cost(some: Two, others: Two) -> int:
        return sum(across(one, two) for one, two in product(some, others))

    return [[some[0], others[0], some[1], others[1]] for some, others in matched(twos, cost)]


def matched(these: Sequence[_Matched], cost: Callable[[_Matched, _Matched], int]) -> list[tuple[_Matched, _Matched]]:
    """All of an even number in twos that together cost least. Among equals their order decides, alike everywhere."""
    import rustworkx

    def weight(pair: tuple[int, int]) -> int:
        lot = int.from_bytes(sha256(b"%d %d" % pair).digest()[: _LOT_BITS // 8], "big")
        return -(cost(these[pair[0]], these[pair[1]]) << _LOT_BITS + 8) - lot

    graph: rustworkx.PyGraph[int, Two] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([*range(len(these))])
    graph.add_edges_from([(*pair, pair) for pair in combinations(range(len(these)), 2)])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=weight)
    return [(these[one], these[two]) for one, two in sorted(_two(*pair) for pair in found)]


def _improved(tables: list[list[Entrant]], costs: Costs) -> list[list[Entrant]]:
    """The tables after people at two of them changed places, as long as that made it cheaper."""
    side, across = cache(costs.side), cache(costs.across)

    def with_others(table: Sequence[Entrant], place: int, person: Entrant) -> int:
        left, partner, right = table[place - 3], table[place - 2], table[place - 1]
        return across(person, left) + side(person, partner) + across(person, right)

    changed = True
    while changed:
        changed = False
        for (one, two), here, there in product(combinations(tables, 2), range(4), range(4)):
            now = with_others(one, here, one[here]) + with_others(two, there, two[there])
            if now > with_others(one, here, two[there]) + with_others(two, there, one[here]):
                one[here], two[there], changed = two[there], one[here], True
    return tables


def seated(tables: Sequence[Sequence[Entrant]], history: History) -> tuple[Seating, ...]:
    """Each table by place: whoever had a place less often gets it, and partners stay partners."""
    return tuple(_by_place(table, history) for table in tables)


def _by_place(table: Sequence[Entrant], history: History) -> Seating:
    sides = {frozenset(table[0::2]), frozenset(table[1::2])}

    def often(order: Sequence[Entrant]) -> int:
        return sum(
            (history.places.get((person, place), 0) + 1) ** 2 for place, person in enumerate(order) if person != HOUSE
        )

    orders = [order for order in permutations(table) if {frozenset(order[0::2]), frozenset(order[1::2])} == sides]
    return tuple(person or None for person in min(orders, key=often))


def _often(times: int) -> int:
    """Much for the first time, so that few do again what they did; then more and more, so that nobody does it often."""
    return (times + 3) ** 2 if times else 0


def _two(one: int, two: int) -> Two:
    return (one, two) if one <= two else (two, one)
