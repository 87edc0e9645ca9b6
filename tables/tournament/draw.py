"""The draw: the tables of the next round, alike on every machine that is given the same."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from hashlib import sha256

from tables.tournament import knock_out
from tables.tournament.plan import Entrant, Plan, PlayedRound, Seating, System
from tables.tournament.seating import APART, HOUSE, Costs, History, Two, fours_of, seated, tables_of
from tables.tournament.standings import standings


def drawn(
    plan: Plan, entrants: Sequence[Entrant], earlier: Sequence[PlayedRound], gone: Collection[Entrant], chance: bytes
) -> tuple[Seating, ...]:
    """The tables of the round after `earlier`; none when the tournament is over, or fewer than two are left in it.

    `chance` belongs to the tournament and is the same in each round: in a round robin all of them follow from it.
    Whoever is `gone` is not drawn.
    """
    left = [entrant for entrant in entrants if entrant not in gone]
    if len(left) < 2 or len(earlier) >= plan.rounds_for(len(entrants)):
        return ()
    history = History.of(earlier)
    match plan.system:
        case System.SWISS:
            tables = _swiss(plan, entrants, earlier, gone, history, by_lot(left, chance, len(earlier)))
        case System.ROUND_ROBIN:
            tables = _round_robin(plan, by_lot(entrants, chance, 0), len(earlier), gone, history)
        case System.KNOCK_OUT:
            tables = _knock_out(plan, by_lot(entrants, chance, 0), earlier, gone, history)
    return seated(tables, history)


def by_lot(entrants: Sequence[Entrant], chance: bytes, number: int) -> list[Entrant]:
    """All of them in an order that nobody can choose who doesn't know `chance`."""
    return sorted(entrants, key=lambda entrant: sha256(chance + b" %d %d" % (number, entrant)).digest())


def _swiss(
    plan: Plan,
    entrants: Sequence[Entrant],
    earlier: Sequence[PlayedRound],
    gone: Collection[Entrant],
    history: History,
    people: Sequence[Entrant],
) -> list[list[Entrant]]:
    """Leaders first. The house stands as low as can be."""
    stand = {each.entrant: int(each.score * APART) for each in standings(plan, entrants, earlier, gone)}
    tables = tables_of(people, Costs(plan, history, stand))
    return sorted(tables, key=lambda table: -sum(stand.get(person, 0) for person in table))


def _round_robin(
    plan: Plan, people: Sequence[Entrant], number: int, gone: Collection[Entrant], history: History
) -> list[list[Entrant]]:
    """Pairs meet by a circle, and so do partners; the house takes the places of those who are gone."""
    twos = [(HOUSE if one in gone else one, HOUSE if two in gone else two) for one, two in _circle(people, number)]
    inhabited = [two for two in twos if two != (HOUSE, HOUSE)]
    if not plan.partners:
        return [[*two] for two in inhabited]
    return fours_of([*inhabited, *[(HOUSE, HOUSE)] * (len(inhabited) % 2)], Costs(plan, history, {}))


def _circle(people: Sequence[Entrant], number: int) -> list[Two]:
    """The twos of a round in which all sit around a table and turn by a place each round, but for the last of them."""
    *around, fixed = [*people, *[HOUSE] * (len(people) % 2)]
    turned = [*around[number % len(around) :], *around[: number % len(around)]]
    return [(fixed, turned[0]), *((turned[step], turned[-step]) for step in range(1, len(turned) // 2 + 1))]


def _knock_out(
    plan: Plan, entrants: Sequence[Entrant], earlier: Sequence[PlayedRound], gone: Collection[Entrant], history: History
) -> list[list[Entrant]]:
    """The first of a line have byes; the others play until a power of two is left.

    An opponent of somebody who is gone walks over, and where all would, the next round is drawn.
    """
    so_far = knock_out.after(plan, entrants, earlier, gone)
    if so_far.over:
        return []
    line = [*so_far.left]
    if plan.partners:
        return _fours(plan, [person for person in line if person not in gone], history)
    tables: list[list[Entrant]] = []
    while not tables and len(line) > 1:
        playing = line[_byes(len(line)) :]
        twos = zip(playing[: len(playing) // 2], reversed(playing), strict=False)
        tables = [[one, two] for one, two in twos if one not in gone and two not in gone]
        line = [person for person in line if person not in gone]
    return tables


def _fours(plan: Plan, line: Sequence[Entrant], history: History) -> list[list[Entrant]]:
    """Tables of four, half of whom go on, and one of two if the number needs it; the last has all who are left."""
    costs = Costs(plan, history, {})
    if len(line) <= plan.places:
        return tables_of(line, costs) if len(line) > 1 else []
    playing = line[_byes(len(line)) :]
    fours = len(playing) - len(playing) % plan.places
    return [*tables_of(playing[:fours], costs), *tables_of(playing[fours:], costs)]


def _byes(left: int) -> int:
    """How many sit out a round that leaves the next lower power of two."""
    return 2 * (1 << (left - 1).bit_length() - 1) - left
