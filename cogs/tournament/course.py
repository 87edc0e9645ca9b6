"""All that is known of one tournament: who plays for which entrant, what the rounds brought, and how all stand."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from data.people import is_member
from data.tables.tournament_rows import Correction, Player, RoundTable, Stage, Tournament
from data.tables.tournaments import Tournaments
from tables.tournament.agreed import Agreed, deals_of, seating_of
from tables.tournament.draw import drawn
from tables.tournament.plan import Entrant, PlayedRound, PlayedTable, Seating, System
from tables.tournament.standings import Standing, prizes, standings


@dataclass(frozen=True)
class Course:
    """A tournament with its players and tables as they were read."""

    of: Tournament
    players: Sequence[Player]
    tables: Sequence[RoundTable]
    corrections: Sequence[Correction]

    @classmethod
    async def read(cls, tournaments: Tournaments, of: Tournament) -> Course:
        """All of it, as it is now. How all stand is worked out off the loop, and kept for whoever asks next."""
        players, tables = await tournaments.players(of.id), await tournaments.tables(of.id)
        course = _kept(cls(of, tuple(players), tuple(tables), tuple(await tournaments.corrections(of.id))))
        await asyncio.to_thread(lambda: course.standing)
        return course

    @cached_property
    def agreed(self) -> Agreed:
        """How it is played."""
        return Agreed.from_json(self.of.plan)

    @cached_property
    def people(self) -> dict[Entrant, tuple[int, ...]]:
        """Who plays as each entrant, withdrawn or not."""
        found: dict[Entrant, tuple[int, ...]] = {}
        for player in self.players:
            if player.entrant is not None:
                found[player.entrant] = (*found.get(player.entrant, ()), player.person)
        return dict(sorted(found.items()))

    def staying(self, number: int) -> dict[Entrant, tuple[int, ...]]:
        """Those of each entrant who play in round `number` themselves."""
        left = {player.person for player in self.players if player.gone_from and player.gone_from <= number}
        return {
            entrant: tuple(each for each in people if is_member(each) and each not in left)
            for entrant, people in self.people.items()
        }

    def gone(self, number: int) -> list[Entrant]:
        """The entrants of whom nobody plays in round `number`."""
        return [entrant for entrant, people in self.staying(number).items() if not people]

    @cached_property
    def rounds(self) -> int:
        """How many rounds there are in all, or were played of one that is over."""
        if not self.of.stage.is_open:
            return len(self.played)
        return self.agreed.plan.rounds_for(len(self.people)) if self.people else 0

    @cached_property
    def played(self) -> list[PlayedRound]:
        """The rounds that are over."""
        over: dict[int, list[PlayedTable]] = {}
        for table in self.tables:
            if table.deals is not None:
                seating = seating_of(table.seating)
                corrected = {
                    each.entrant: Fraction(each.percent, 100)
                    for each in self.corrections
                    if each.round == table.round and each.entrant in seating
                }
                over.setdefault(table.round, []).append(PlayedTable(seating, deals_of(table.deals), corrected))
        return [tuple(tables) for _, tables in sorted(over.items())]

    @property
    def is_correctable(self) -> bool:
        """Whether managers may correct scores: a round is over, and the next one doesn't follow from it at once."""
        is_played = self.of.stage is Stage.ROUNDS and bool(self.played)
        return is_played and self.agreed.system is not System.KNOCK_OUT

    @cached_property
    def standing(self) -> tuple[Standing, ...]:
        """How all stand after all rounds that are over; nobody before that."""
        return self.standings(len(self.played)) if self.played else ()

    def standings(self, rounds: int) -> tuple[Standing, ...]:
        """How all stand after so many rounds."""
        return standings(self.agreed.plan, list(self.people), self.played[:rounds], self.gone(rounds + 1))

    def drawn(self) -> tuple[Seating, ...]:
        """The tables of the next round; none when the tournament is over."""
        played = self.played
        return drawn(self.agreed.plan, list(self.people), played, self.gone(len(played) + 1), self.of.chance)

    def running(self) -> list[RoundTable]:
        """The tables of the round that is being played."""
        return [table for table in self.tables if table.round == self.of.round and table.deals is None]

    def entrant_of(self, person: int) -> Entrant | None:
        """The number of somebody who takes part."""
        return next((player.entrant for player in self.players if player.person == person), None)

    def table_of(self, person: int) -> RoundTable | None:
        """Where somebody plays in the running round."""
        entrant = self.entrant_of(person)
        if entrant is None:
            return None
        return next((table for table in self.running() if entrant in seating_of(table.seating)), None)


@lru_cache(maxsize=32)
def _kept(course: Course) -> Course:
    """The same one as when it was read before, which knows what follows from it."""
    return course


def shares(course: Course, away: Mapping[int, Sequence[Collection[int]]]) -> dict[int, int]:
    """What each person gets of the prize: half of what a pair has won, and nothing if they were mostly away.

    `away` are the seats of those who were away in each deal, by table. What isn't paid stays with the house.
    """
    paid: dict[int, int] = {}
    for entrant, chips in prizes(course.of.prize, course.standing).items():
        share = chips // 2 if course.agreed.pairs else chips
        paid |= {person: share for person in course.people[entrant] if _was_there(course, person, away)}
    return paid


def _was_there(course: Course, person: int, away: Mapping[int, Sequence[Collection[int]]]) -> bool:
    """Whether somebody played half of their deals themselves, or more."""
    missed: list[bool] = []
    for row in course.tables:
        people = course.agreed.people_at(seating_of(row.seating), course.staying(row.round))
        if person in people:
            missed += [people.index(person) in seats for seats in away.get(row.table or 0, ())]
    return bool(missed) and 2 * sum(missed) <= len(missed)
