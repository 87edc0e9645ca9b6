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
from tables.closing import ClosedBy

MISSES_TO_BE_AWAY = 2
"""Missed turns in a row after which the clock no longer waits for a person."""


@dataclass(frozen=True, slots=True)
class Bet:
    """`chips` that `user_id` bet on box `box`; `kind` is the game's own word, such as main or pair.

    For a bet behind, `behind` is the player at the box.
    """

    user_id: int
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
    """`chips` that `user_id` must have left once a change of the lobby is paid."""

    user_id: int
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
    dropped: frozenset[int] = frozenset()
    """People who lost their seat because they did not play, and have not pressed anything since."""
    closing: bool = False
    """The table closes when the running round is over."""
    closed_by: ClosedBy = ClosedBy.UNKNOWN
    """Why the table has closed, or closes when the running round is over."""
    instead_of: int = 0
    """The number of the closed table in whose place this one was opened; 0 for none."""
    nets: Mapping[int, int] = field(default_factory=dict)
    """What each person won or lost in the last round, in chips."""
    streaks: Mapping[int, int] = field(default_factory=dict)
    """How many rounds in a row each winner of the last round has won here."""
    game_state: GameState | None = None
    """What the game keeps from one round to the next; None before there is anything."""
    dues: tuple[Due, ...] = ()
    """What people and the pot pay each other with the change to this lobby; paid when it is written, then forgotten."""
    spares: tuple[Spare, ...] = ()
    """What people must have left after that; checked in the transaction that writes it, then forgotten."""

    def seat_of(self, user_id: int) -> int | None:
        """The seat number of `user_id`, None without one."""
        return self.seats.index(user_id) if user_id in self.seats else None

    def bets_of(self, user_id: int) -> tuple[Bet, ...]:
        """The bets of `user_id` on the coming round."""
        return tuple(bet for bet in self.bets if bet.user_id == user_id)

    def staked(self) -> dict[int, int]:
        """Each person's chips at the table for the coming round."""
        chips: dict[int, int] = {}
        for bet in self.bets:
            chips[bet.user_id] = chips.get(bet.user_id, 0) + bet.chips
        return chips

    def is_away(self, user_id: int) -> bool:
        """Whether the clock plays for `user_id` without waiting."""
        return user_id in self.leaving or self.missed.get(user_id, 0) >= MISSES_TO_BE_AWAY

    def sit(self, user_id: int) -> Lobby:
        """Take the first free seat. Refused for somebody seated or with bets behind, and when all seats are taken."""
        if user_id in self.seats:
            if user_id in self.leaving:
                return replace(self.present(user_id), leaving=self.leaving - {user_id})
            raise IllegalAction("You have seat {seat} already.", seat=self.seats.index(user_id) + 1)
        if None not in self.seats:
            raise IllegalAction("Every seat is taken. You can watch until one is free.")
        if self.bets_of(user_id):
            raise IllegalAction("You have a bet behind someone's hand. Leave first, then sit.")
        free = self.seats.index(None)
        seats = (*self.seats[:free], user_id, *self.seats[free + 1 :])
        return replace(self, seats=seats, waited_for=self.waited_for - {user_id})

    def leave(self, user_id: int) -> Lobby:
        """Give up the seat and all bets of `user_id`, and with the seat the bets of others behind it."""
        seat = self.seat_of(user_id)
        if seat is None and not self.bets_of(user_id) and user_id not in self.waited_for:
            raise IllegalAction("You aren't at this table.")
        return replace(
            self,
            seats=tuple(None if other == user_id else other for other in self.seats),
            bets=tuple(bet for bet in self.bets if bet.user_id != user_id and (seat is None or bet.box != seat)),
            ready=self.ready - {user_id},
            waited_for=self.waited_for - {user_id},
            leaving=self.leaving - {user_id},
            missed={other: count for other, count in self.missed.items() if other != user_id},
        )

    def leave_after_round(self, user_id: int) -> Lobby:
        """Leave a round in play: the clock plays for `user_id` from now on, and the seat is free when it is over."""
        return replace(self, leaving=self.leaving | {user_id})

    def place(self, user_id: int, bets: Iterable[Bet]) -> Lobby:
        """Replace all bets of `user_id` on the same boxes by `bets`."""
        bets = tuple(bets)
        boxes = {bet.box for bet in bets}
        kept = tuple(bet for bet in self.bets if bet.user_id != user_id or bet.box not in boxes)
        return replace(self, bets=kept + bets, ready=self.ready - {user_id})

    def clear(self, user_id: int) -> Lobby:
        """Take back all bets of `user_id`."""
        if not self.bets_of(user_id):
            raise IllegalAction("You have no bets here.")
        return replace(
            self, bets=tuple(bet for bet in self.bets if bet.user_id != user_id), ready=self.ready - {user_id}
        )

    def get_ready(self, user_id: int) -> Lobby:
        """`user_id` has bet all they want to."""
        if not self.bets_of(user_id):
            raise IllegalAction("Bet first, then press Ready.")
        return replace(self, ready=self.ready | {user_id})

    def wait_for(self, user_id: int) -> Lobby:
        """Let the next window wait for a bet of `user_id`, who has no seat."""
        return replace(self, waited_for=self.waited_for | {user_id})

    def present(self, user_id: int) -> Lobby:
        """`user_id` pressed something, so they aren't away."""
        if user_id not in self.missed:
            return self
        return replace(self, missed={other: count for other, count in self.missed.items() if other != user_id})

    def told(self, user_id: int) -> Lobby:
        """`user_id` has learned that the seat was lost."""
        return replace(self, dropped=self.dropped - {user_id})

    def missed_turn(self, user_id: int) -> Lobby:
        """The clock had to act for `user_id`."""
        return replace(self, missed={**self.missed, user_id: self.missed.get(user_id, 0) + 1})

    def round_begins(self) -> Lobby:
        """The bets go into the round; everybody's bets are remembered."""
        last = dict(self.last)
        for user_id in self.staked():
            last[user_id] = self.bets_of(user_id)
        return replace(self, bets=(), last=last, ready=frozenset(), waited_for=frozenset())

    def round_over(
        self, *, nets: Mapping[int, int], game_state: GameState, sat_out: Iterable[int], keeps_away: bool = False
    ) -> Lobby:
        """Free the seats of people who left, are away or sat out a whole round, and keep what everybody won or lost.

        With `keeps_away`, being away alone costs nobody the seat.
        """
        away = () if keeps_away else filter(self.is_away, filter(None, self.seats))
        gone = {*away, *self.leaving, *sat_out}
        behind = {user_id for user_id in nets if user_id not in self.seats}
        return replace(
            self,
            seats=tuple(None if user_id in gone else user_id for user_id in self.seats),
            waited_for=(self.waited_for | behind) - gone - self.leaving,
            dropped=self.dropped | ((gone - self.leaving) & set(filter(None, self.seats))),
            leaving=frozenset(),
            missed={user_id: count for user_id, count in self.missed.items() if user_id not in gone},
            nets=dict(nets),
            streaks={user_id: self.streaks.get(user_id, 0) + 1 for user_id, net in nets.items() if net > 0},
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
                "dropped": sorted(self.dropped),
                "closing": self.closing,
                "closed_by": self.closed_by,
                "instead_of": self.instead_of,
                "nets": list(self.nets.items()),
                "streaks": list(self.streaks.items()),
                "carry": self.game_state or {},
            }
        ).decode()

    @classmethod
    def from_json(cls, text: str, state: type[GameState]) -> Lobby:
        """The lobby that `to_json` wrote; `state` is the game's own class."""
        saved = msgspec.json.decode(text)
        last: dict[int, tuple[Bet, ...]] = {}
        for bet in (Bet(*packed) for packed in saved["last"]):
            last[bet.user_id] = (*last.get(bet.user_id, ()), bet)
        return cls(
            seats=tuple(saved["seats"]),
            bets=tuple(Bet(*packed) for packed in saved["bets"]),
            last=last,
            ready=frozenset(saved["ready"]),
            waited_for=frozenset(saved["waited_for"]),
            missed=dict(saved["missed"]),
            leaving=frozenset(saved["leaving"]),
            dropped=frozenset(saved.get("dropped", ())),
            closing=saved["closing"],
            closed_by=ClosedBy(saved.get("closed_by", "")),
            instead_of=saved.get("instead_of", 0),
            nets=dict(saved["nets"]),
            streaks=dict(saved.get("streaks", ())),  # earlier versions counted none
            game_state=msgspec.convert(saved["carry"], state) if saved["carry"] else None,
        )


def _pack(bet: Bet) -> list[int | str]:
    packed: list[int | str] = [bet.user_id, bet.box, bet.kind, bet.chips]
    return packed if bet.behind is None else [*packed, bet.behind]
