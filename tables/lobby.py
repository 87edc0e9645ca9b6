"""Who sits at a table, what they have bet on the coming round, and what is remembered from the rounds before.

A frozen value: every change returns the next one or raises IllegalAction with the player's sentence. It knows people by
their Discord ids and moves no chips; the table posts the difference between two lobbies. No discord here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Self

import msgspec

from data.ledger.reasons import LedgerReason
from games.core import IllegalAction
from games.values import quickly_made, replace

MISSES_TO_BE_AWAY = 2
"""Missed turns in a row after which the clock no longer waits for a person."""


@dataclass(frozen=True, slots=True)
class Bet:
    """`chips` that `person` bet on box `box`; `kind` is the game's own word, such as main or pair.

    For a bet behind, `behind` is the player at the box.
    """

    person: int
    box: int
    kind: str
    chips: int
    behind: int | None = None


@dataclass(frozen=True, slots=True)
class Due:
    """`chips` that one person pays another with a change of the lobby, and `why`.

    None in place of a person is the table's pot: chips that stay there for longer than a round. `outlasts` marks a
    payment between two people as one about such chips, which belongs to no round.
    """

    payer: int | None
    payee: int | None
    chips: int
    why: LedgerReason
    outlasts: bool = False


@dataclass(frozen=True, slots=True)
class Spare:
    """`chips` that `person` must have left once a change of the lobby is paid."""

    person: int
    chips: int


class GameState:
    """What a game keeps from one round to the next: a frozen dataclass of its own, of plain values, with defaults."""

    __slots__ = ()

    @classmethod
    def of(cls, lobby: Lobby) -> Self:
        """The state that `lobby` keeps; all defaults before there is any."""
        state = lobby.game_state
        return state if isinstance(state, cls) else cls()


@quickly_made()
@dataclass(frozen=True, slots=True)
class Lobby:
    """A table between rounds; during a round it holds the people who come and go."""

    seats: tuple[int | None, ...]
    """Who sits where, by Discord id."""
    bets: tuple[Bet, ...] = ()
    """On the coming round; their chips are already at the table."""
    last: Mapping[int, tuple[Bet, ...]] = field(default_factory=dict)
    """The last bets of each person."""
    ready: frozenset[int] = frozenset()
    """People who want the round to begin with the bets they have."""
    waited_for: frozenset[int] = frozenset()
    """People without a seat for whose bet the next window waits."""
    missed: Mapping[int, int] = field(default_factory=dict)
    """Missed turns in a row, by person."""
    leaving: frozenset[int] = frozenset()
    """People whose seat becomes free when the running round is over."""
    closing: bool = False
    """The table closes when the running round is over."""
    nets: Mapping[int, int] = field(default_factory=dict)
    """What each person won or lost in the last round, in chips."""
    game_state: GameState | None = None
    """What the game keeps from one round to the next; None before there is anything."""
    dues: tuple[Due, ...] = ()
    """What people and the pot pay each other with the change to this lobby; paid when it is written, then forgotten."""
    spares: tuple[Spare, ...] = ()
    """What people must have left after that; checked in the transaction that writes it, then forgotten."""

    def seat_of(self, person: int) -> int | None:
        """The seat number of `person`, None without one."""
        return self.seats.index(person) if person in self.seats else None

    def bets_of(self, person: int) -> tuple[Bet, ...]:
        """The bets of `person` on the coming round."""
        return tuple(bet for bet in self.bets if bet.person == person)

    def staked(self) -> dict[int, int]:
        """Each person's chips at the table for the coming round."""
        chips: dict[int, int] = {}
        for bet in self.bets:
            chips[bet.person] = chips.get(bet.person, 0) + bet.chips
        return chips

    def is_away(self, person: int) -> bool:
        """Whether the clock plays for `person` without waiting."""
        return person in self.leaving or self.missed.get(person, 0) >= MISSES_TO_BE_AWAY

    def sit(self, person: int) -> Lobby:
        """Take the first free seat. Refused for somebody seated or with bets behind, and when all seats are taken."""
        if person in self.seats:
            if person in self.leaving:
                return replace(self.present(person), leaving=self.leaving - {person})
            raise IllegalAction("You have seat {seat} already.", seat=self.seats.index(person) + 1)
        if None not in self.seats:
            raise IllegalAction("Every seat is taken.")
        if self.bets_of(person):
            raise IllegalAction("Your chips lie behind a seat in this round. Leave first, then sit.")
        free = self.seats.index(None)
        seats = (*self.seats[:free], person, *self.seats[free + 1 :])
        return replace(self, seats=seats, waited_for=self.waited_for - {person})

    def leave(self, person: int) -> Lobby:
        """Give up the seat and all bets of `person`, and with the seat the bets of others behind it."""
        seat = self.seat_of(person)
        if seat is None and not self.bets_of(person) and person not in self.waited_for:
            raise IllegalAction("You are not at this table.")
        return replace(
            self,
            seats=tuple(None if other == person else other for other in self.seats),
            bets=tuple(bet for bet in self.bets if bet.person != person and (seat is None or bet.box != seat)),
            ready=self.ready - {person},
            waited_for=self.waited_for - {person},
            leaving=self.leaving - {person},
            missed={other: count for other, count in self.missed.items() if other != person},
        )

    def leave_after_round(self, person: int) -> Lobby:
        """Leave a round in play: the clock plays for `person` from now on, and the seat is free when it is over."""
        return replace(self, leaving=self.leaving | {person})

    def place(self, person: int, bets: Iterable[Bet]) -> Lobby:
        """Replace all bets of `person` on the same boxes by `bets`."""
        bets = tuple(bets)
        boxes = {bet.box for bet in bets}
        kept = tuple(bet for bet in self.bets if bet.person != person or bet.box not in boxes)
        return replace(self, bets=kept + bets, ready=self.ready - {person})

    def clear(self, person: int) -> Lobby:
        """Take back all bets of `person`."""
        if not self.bets_of(person):
            raise IllegalAction("You have no bets here.")
        return replace(self, bets=tuple(bet for bet in self.bets if bet.person != person), ready=self.ready - {person})

    def get_ready(self, person: int) -> Lobby:
        """`person` has bet all they want to."""
        if not self.bets_of(person):
            raise IllegalAction("Bet first, then press Ready.")
        return replace(self, ready=self.ready | {person})

    def wait_for(self, person: int) -> Lobby:
        """Let the next window wait for a bet of `person`, who has no seat."""
        return replace(self, waited_for=self.waited_for | {person})

    def present(self, person: int) -> Lobby:
        """`person` pressed something, so they aren't away."""
        if person not in self.missed:
            return self
        return replace(self, missed={other: count for other, count in self.missed.items() if other != person})

    def missed_turn(self, person: int) -> Lobby:
        """The clock had to act for `person`."""
        return replace(self, missed={**self.missed, person: self.missed.get(person, 0) + 1})

    def round_begins(self) -> Lobby:
        """The bets go into the round; everybody's bets are remembered."""
        last = dict(self.last)
        for person in self.staked():
            last[person] = self.bets_of(person)
        return replace(self, bets=(), last=last, ready=frozenset(), waited_for=frozenset())

    def round_over(
        self, *, nets: Mapping[int, int], game_state: GameState, sat_out: Iterable[int], keeps_away: bool = False
    ) -> Lobby:
        """Free the seats of people who left, are away or sat out a whole round, and keep what everybody won or lost.

        With `keeps_away`, being away alone costs nobody the seat.
        """
        away = () if keeps_away else filter(self.is_away, filter(None, self.seats))
        gone = {*away, *self.leaving, *sat_out}
        behind = {person for person in nets if person not in self.seats}
        return replace(
            self,
            seats=tuple(None if person in gone else person for person in self.seats),
            waited_for=(self.waited_for | behind) - gone - self.leaving,
            leaving=frozenset(),
            missed={person: count for person, count in self.missed.items() if person not in gone},
            nets=dict(nets),
            game_state=game_state,
        )

    def to_json(self) -> str:
        """The text that `from_json` reads back into an equal lobby."""
        return msgspec.json.encode(
            {
                "seats": self.seats,
                "bets": [_pack(bet) for bet in self.bets],
                "last": [_pack(bet) for bets in self.last.values() for bet in bets],
                "ready": sorted(self.ready),
                "waited_for": sorted(self.waited_for),
                "missed": list(self.missed.items()),
                "leaving": sorted(self.leaving),
                "closing": self.closing,
                "nets": list(self.nets.items()),
                "carry": self.game_state or {},
            }
        ).decode()

    @classmethod
    def from_json(cls, text: str, state: type[GameState]) -> Lobby:
        """The lobby that `to_json` wrote; `state` is the game's own class."""
        saved = msgspec.json.decode(text)
        last: dict[int, tuple[Bet, ...]] = {}
        for bet in (Bet(*packed) for packed in saved["last"]):
            last[bet.person] = (*last.get(bet.person, ()), bet)
        return cls(
            seats=tuple(saved["seats"]),
            bets=tuple(Bet(*packed) for packed in saved["bets"]),
            last=last,
            ready=frozenset(saved["ready"]),
            waited_for=frozenset(saved["waited_for"]),
            missed=dict(saved["missed"]),
            leaving=frozenset(saved["leaving"]),
            closing=saved["closing"],
            nets=dict(saved["nets"]),
            game_state=msgspec.convert(saved["carry"], state) if saved["carry"] else None,
        )


def _pack(bet: Bet) -> list[int | str]:
    packed: list[int | str] = [bet.person, bet.box, bet.kind, bet.chips]
    return packed if bet.behind is None else [*packed, bet.behind]
