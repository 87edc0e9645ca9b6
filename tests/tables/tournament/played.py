"""Tournaments played to their end with results by lot, for the tests."""

from random import Random

from tables.tournament.draw import drawn
from tables.tournament.plan import Plan, PlayedTable, System

PLAYERS = ["pairs", "singles"]


def plan_of(system, players, rounds=5):
    return Plan(System(system), rounds, partners=players == "singles")


def brought(seating, chance):
    """A deal by lot: opposite for two sides, and the same for partners."""
    swing = chance.randrange(-200, 201, 10)
    return tuple(swing * (-1) ** place for place in range(len(seating)))


def played(seatings, chance, deals=2):
    return tuple(PlayedTable(seating, tuple(brought(seating, chance) for _ in range(deals))) for seating in seatings)


def to_the_end(plan, entrants, seed=1, leaves=None):
    """All rounds of it, and who withdrew: before each, those whom `leaves` names."""
    chance, rounds, gone = Random(seed), [], set()
    while True:
        gone |= {*(leaves(len(rounds), chance) if leaves else ())}
        seatings = drawn(plan, entrants, rounds, gone, b"chance %d" % seed)
        if not seatings:
            return rounds, gone
        rounds.append(played(seatings, chance))


def people(seatings):
    return [entrant for seating in seatings for entrant in seating if entrant is not None]


def meetings(rounds):
    """Who met whom as opponents, and who had whom as a partner, each time."""
    met, partners = [], []
    for seating in (live.seating for each in rounds for live in each):
        for one in range(len(seating)):
            for two in range(one + 1, len(seating)):
                both = frozenset({seating[one], seating[two]})
                (partners if two - one == 2 else met).append(both)
    return met, partners
