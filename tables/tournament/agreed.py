"""What is agreed about a tournament when it is announced, and how its entrants, seats and results follow from that.

Everybody who is here at the start plays. Two who have named each other are a pair; whoever has no partner gets one of
those who are left, and the last one a player of the house. Nothing here knows Discord or the database.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

import msgspec

from games.fair.shoe import shuffled
from tables.clock import Pace
from tables.five_hundred.five_hundred_settings import FIVE_HUNDRED
from tables.tournament.plan import Entrant, Plan, Seating, System
from tables.tournament.table import Result

FEWEST, MOST = 4, 128
"""People in a tournament."""
SEATS = 4
"""At each of its tables."""
_A_DEAL = {
    Pace.QUICK: timedelta(minutes=3),
    Pace.NORMAL: timedelta(minutes=5),
    Pace.RELAXED: timedelta(minutes=8),
    Pace.SLOW: timedelta(days=1),
}
_USUAL_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Agreed:
    """A tournament between `pairs`, or single persons. Its `game` is Five Hundred's name unless it is long over.

    It has so many `rounds` unless its system says how many, each of `deals` deals at this `pace`.
    """

    game: str
    pairs: bool
    system: System
    rounds: int
    deals: int
    pace: Pace

    @property
    def is_for_chips(self) -> bool:
        """Whether it is one for chips of its own, as earlier versions had; nobody plays those any more."""
        return self.game != FIVE_HUNDRED.key

    @property
    def plan(self) -> Plan:
        """How it is drawn."""
        return Plan(self.system, self.rounds, partners=not (self.pairs or self.is_for_chips))

    def to_json(self) -> str:
        """The text that `from_json` reads."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, text: str) -> Agreed:
        """What `to_json` wrote."""
        return msgspec.json.decode(text, type=cls)

    def entrants(self, people: Mapping[int, int | None], chance: bytes) -> dict[int, Entrant] | None:
        """The number of each of `people`, who want these partners, as `chance` draws; None when they are too few."""
        if len(people) < FEWEST:
            return None
        drawn = list(shuffled(sorted(people), chance, "entrants"))
        if not self.pairs:
            return {person: number for number, person in enumerate(drawn, 1)}
        pairs: list[tuple[int, ...]] = []
        alone: list[int] = []
        for person in drawn:
            partner = people[person]
            if partner is None or partner == person or people.get(partner) != person:
                alone.append(person)
            elif drawn.index(person) < drawn.index(partner):
                pairs.append((person, partner))
        pairs += [tuple(alone[first : first + 2]) for first in range(0, len(alone), 2)]
        return {person: number for number, pair in enumerate(pairs, 1) for person in pair}

    def people_at(self, seating: Seating, members: Mapping[Entrant, Sequence[int]]) -> tuple[int | None, ...]:
        """Who sits where, by seat: those of each entrant who are still in; None is the house's."""
        if not self.pairs:
            return tuple(next(iter(members.get(entrant or 0, ())), None) for entrant in seating)
        seats: list[int | None] = [None] * SEATS
        for place, entrant in enumerate(seating):
            for seat, person in zip((place, place + 2), members.get(entrant or 0, ()), strict=False):
                seats[seat] = person
        return tuple(seats)

    def by_place(self, result: Result) -> tuple[tuple[int, ...] | None, ...]:
        """What each deal brought by place: points less those of the other side."""
        places = range(2 if self.pairs else SEATS)
        return tuple(
            None if deal is None else tuple(deal[place % 2] - deal[1 - place % 2] for place in places)
            for deal in result.points
        )


def lasts(agreed: Agreed) -> timedelta:
    """About how long a tournament takes, as it is announced."""
    rounds = agreed.rounds if agreed.system is System.SWISS else _USUAL_ROUNDS
    return rounds * agreed.deals * _A_DEAL[agreed.pace]


def secret_of(chance: bytes, number: int) -> str:
    """The secret of round `number`, from which the cards of its deals follow: 64 hex digits."""
    return hashlib.sha256(chance + f" round {number}".encode()).hexdigest()


def seating_text(seating: Seating) -> str:
    """A seating as it is saved."""
    return msgspec.json.encode(seating).decode()


def seating_of(text: str) -> Seating:
    """The seating that `seating_text` wrote."""
    return msgspec.json.decode(text, type=tuple[int | None, ...])


def deals_text(deals: tuple[tuple[int, ...] | None, ...]) -> str:
    """What the deals of a table brought, as it is saved."""
    return msgspec.json.encode(deals).decode()


def deals_of(text: str) -> tuple[tuple[int, ...] | None, ...]:
    """What `deals_text` wrote."""
    return msgspec.json.decode(text, type=tuple[tuple[int, ...] | None, ...])
