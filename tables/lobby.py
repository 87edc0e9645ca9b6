"""Who sits at a table, what they have bet on the coming round, and what is remembered from the rounds before.

A frozen value: every change returns the next one or raises IllegalAction with the player's sentence. It knows people by
their Discord ids and moves no chips; the table posts the difference between two lobbies. No discord here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import StrEnum
from itertools import count
from typing import Self

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from data.people import house_player, is_house_player, is_member, same_house_player
from games.core import Button, IllegalAction, Transfer

MISSES_TO_BE_AWAY = 2
"""Rounds in a row with a missed turn after which the clock no longer waits for a person."""


class Leaving(StrEnum):
    """What leaving a table means for somebody, as it stands in the address of the button that agrees to it."""

    FREE = ""
    """Bets go back, and that is all."""
    PLAYED = "played"
    """The running round is played for them."""
    FORFEITS = "forfeits"
    """The same, and they leave a match that the others may win for that."""
    ENDS = "ends"
    """They are the last in a match, which ends without a winner."""


class ClosedBy(StrEnum):
    """Who or what has closed a table, as it stays on the disk: people ask, and whoever opens it again should know."""

    UNKNOWN = ""
    """It closed before this was kept, or is open."""
    HOST = "host"
    MANAGER = "manager"
    """Somebody who manages the server."""
    VOID = "void"
    """The same, at once, with the chips of the running round returned."""
    IDLE = "idle"
    """Nobody played for a while."""
    BLOCKED = "blocked"
    """The bot's owner has blocked the server."""
    SWITCHED_OFF = "off"
    """The server has switched its game off."""
    CHANNEL = "channel"
    """Its channel is gone, or shows the bot nothing any more."""

    @classmethod
    def of(cls, lobby: str) -> ClosedBy:
        """What the saved text of a lobby says."""
        return cls(json.loads(lobby).get("closed_by", ""))

    @classmethod
    def _missing_(cls, _value: object) -> ClosedBy:
        """Another version has other reasons."""
        return cls.UNKNOWN


def instead_of(lobby: str) -> int:
    """The number of the closed table in whose place one with this saved lobby was opened; 0 for none."""
    found = json.loads(lobby).get("instead_of", 0)
    return found if isinstance(found, int) else 0


class GameState(Struct, frozen=True):
    """What a game keeps from one round to the next: a frozen Struct of its own, of plain values, with defaults."""

    @classmethod
    def of(cls, lobby: Lobby) -> Self:
        """The state that `lobby` keeps; all defaults before there is any."""
        state = lobby.game_state
        return cls() if state is None else state  # type: ignore[return-value]  # that of its own game

    @property
    def bound(self) -> frozenset[int]:
        """House players who can't be sent away yet, and give their seats to nobody."""
        return frozenset()


class Bet(Struct, frozen=True):
    """`chips` that `user_id` bet on box `box`; `kind` is the game's own word, such as main or pair.

    For a bet behind, `behind` is the player at the box, and `follows` says whether it follows a split or a double
    there; with None its owner is asked then.
    """

    user_id: int
    box: int
    kind: str
    chips: int
    behind: int | None = None
    follows: bool | None = None


class MustKeep(Struct, frozen=True):
    """`chips` that `user_id` must have left once a change of the lobby is paid."""

    user_id: int
    chips: int


class Back(Struct, frozen=True):
    """`chips` that went back from one person to another after a round, or a match, because of the server's limits.

    `why` is the limit: on what is won "beside house players", or between "members".
    """

    payer: int
    payee: int
    chips: int
    why: str


class Lobby(Struct, frozen=True):
    """A table between rounds; during a round it holds the people who come and go."""

    seats: tuple[int | None, ...]
    """Who sits where, by person's number (data/people.py)."""
    bets: tuple[Bet, ...] = ()
    """On the coming round; their chips are already at the table."""
    last: Mapping[int, tuple[Bet, ...]] = field(default_factory=dict)
    """The last bets of each person."""
    ready: frozenset[int] = frozenset()
    """People who want the round to begin with the bets they have."""
    waited_for: frozenset[int] = frozenset()
    """People without a seat for whose bet the next window waits."""
    missed: Mapping[int, int] = field(default_factory=dict)
    """Rounds in a row in which each person missed a turn."""
    late: frozenset[int] = frozenset()
    """People who missed a turn in the running round and have not pressed anything since."""
    leaving: frozenset[int] = frozenset()
    """People whose seat becomes free when the running round is over."""
    promised_seats: Mapping[int, int] = field(default_factory=dict)
    """By house player: the member who takes their seat when the running round is over."""
    counted: int = 0
    """How many rounds of the table are over, those that did not count among them."""
    closing: bool = False
    """The table closes when the running round is over."""
    closed_by: ClosedBy = ClosedBy.UNKNOWN
    """Why the table has closed, or closes when the running round is over."""
    instead_of: int = 0
    """The number of the closed table in whose place this one was opened; 0 for none."""
    nets: Mapping[int, int] = field(default_factory=dict)
    """What each person won or lost in the last round, in chips, in the order in which their first chips moved."""
    standings: Mapping[int, int] = field(default_factory=dict)
    """What each person has won or lost in all rounds here, in chips."""
    back: tuple[Back, ...] = ()
    """What went back of it."""
    streaks: Mapping[int, int] = field(default_factory=dict)
    """How many rounds in a row each winner of the last round has won here."""
    game_state: GameState | None = None
    """What the game keeps from one round to the next; None before there is anything."""
    payments: tuple[Transfer, ...] = ()
    """What people and the table's pot pay each other with the change to this lobby.

    Paid when it is written, then forgotten. The payers and payees are persons' numbers, and the pot is `Pot.MIDDLE`:
    chips that stay there for longer than a round.
    """
    must_keep: tuple[MustKeep, ...] = ()
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
        """Whether the clock plays for `user_id` without waiting, if only for the rest of the running round."""
        return user_id in self.late or self.stays_away(user_id)

    def stays_away(self, user_id: int) -> bool:
        """Whether it does so in every round."""
        missed = self.missed
        return user_id in self.leaving or (user_id in missed and missed[user_id] >= MISSES_TO_BE_AWAY)

    def sit(self, user_id: int) -> Lobby:
        """Take the first free seat, or else that of a house player once no round is running.

        Whoever waits for a house player's seat gets a free one in its place. Refused for somebody seated or with bets
        behind, and when members have all seats.
        """
        if user_id in self.seats:
            if user_id in self.leaving:
                return replace(self, leaving=self.leaving - {user_id})
            raise IllegalAction("You have seat {seat} already.", seat=self.seats.index(user_id) + 1)
        if self.bets_of(user_id):
            raise IllegalAction("You have a bet behind someone's hand. Leave first, then sit.")
        if None not in self.seats:
            return self.take_over(user_id)
        free = self.seats.index(None)
        seats = (*self.seats[:free], user_id, *self.seats[free + 1 :])
        return replace(self.without_promise(user_id), seats=seats, waited_for=self.waited_for - {user_id})

    def without_promise(self, user_id: int) -> Lobby:
        """The lobby without the house player's seat that `user_id` was promised, if any."""
        return replace(
            self, promised_seats={giver: taker for giver, taker in self.promised_seats.items() if taker != user_id}
        )

    def drop_unserved_waiters(self, may_sit: Callable[[int], bool]) -> Lobby:
        """The lobby in which a house player's seat is promised only to people who `may_sit`."""
        promised_seats = {giver: taker for giver, taker in self.promised_seats.items() if may_sit(taker)}
        return self if len(promised_seats) == len(self.promised_seats) else replace(self, promised_seats=promised_seats)

    def take_over(self, user_id: int, kept: Collection[int] = ()) -> Lobby:
        """Take a house player's seat once no round is running; those who are `kept` don't give theirs.

        Refused when there is none that is not promised.
        """
        if user_id in self.promised_seats.values():
            raise IllegalAction("You'll take a house player's seat as soon as this round is over.")
        giving = [person for person in self.house_players if person not in (*self.promised_seats, *kept)]
        if not giving:
            raise IllegalAction("Every seat is taken.")
        giver = min(giving, key=self.bound.__contains__)
        return replace(
            self, promised_seats={**self.promised_seats, giver: user_id}, waited_for=self.waited_for - {user_id}
        )

    def with_promises_kept(self) -> Lobby:
        """The lobby once the members who were promised a house player's seat have it, unless the house player stays."""
        later = {person: taker for person, taker in self.promised_seats.items() if person in self.bound}
        if len(later) == len(self.promised_seats):
            return self
        lobby = replace(self, promised_seats=later)
        for person, taker in self.promised_seats.items():
            if person in later or taker in lobby.seats:  # so lobbies were saved once
                continue
            seat = lobby.seat_of(person)
            if seat is None:  # the house player has left by itself
                lobby = lobby.sit(taker) if None in lobby.seats else lobby
            else:
                left = lobby.leave(person)
                lobby = replace(left, seats=(*left.seats[:seat], taker, *left.seats[seat + 1 :]))
        return lobby

    def add_house_player(self, table: int) -> Lobby:
        """A player of the house takes the first free seat of the table with this number."""
        if None not in self.seats:
            raise IllegalAction("Every seat is taken.")
        person = next(each for number in count() if (each := house_player(table, number)) not in self.seats)
        free = self.seats.index(None)
        return replace(self, seats=(*self.seats[:free], person, *self.seats[free + 1 :]))

    def with_house_players_of(self, seats: Iterable[int | None], table: int) -> Lobby:
        """The house players among `seats` of another table sit in the same free seats of the one with this number."""
        kept = (
            same_house_player(before, table) if now is None and before is not None and is_house_player(before) else now
            for now, before in zip(self.seats, seats, strict=True)
        )
        return replace(self, seats=tuple(kept))

    @property
    def house_players(self) -> list[int]:
        """The house players with a seat, in the order of the seats."""
        return [person for person in self.seats if person is not None and is_house_player(person)]

    @property
    def bound(self) -> frozenset[int]:
        """The house players with a seat who stay for now, as the game says."""
        return frozenset() if self.game_state is None else self.game_state.bound.intersection(self.house_players)

    @property
    def gives_way(self) -> bool:
        """Whether a house player has a seat that is promised to nobody."""
        return len(self.promised_seats) < len(self.house_players)

    @property
    def has_company(self) -> bool:
        """Whether a member is there; house players do not play among themselves."""
        return any(is_member(person) and not self.stays_away(person) for person in self.seats if person is not None)

    def leave(self, user_id: int) -> Lobby:
        """Give up the seat and all bets of `user_id`, and with the seat the bets of others behind it."""
        if user_id in self.promised_seats.values():
            return self.without_promise(user_id)
        seat = self.seat_of(user_id)
        if seat is None and not self.bets_of(user_id) and user_id not in self.waited_for:
            raise IllegalAction("You aren't at this table.")
        return replace(
            self,
            seats=tuple(None if other == user_id else other for other in self.seats),
            bets=tuple(bet for bet in self.bets if bet.user_id != user_id and bet.box != seat),
            ready=self.ready - {user_id},
            waited_for=self.waited_for - {user_id},
            leaving=self.leaving - {user_id},
            missed={other: times for other, times in self.missed.items() if other != user_id},
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
            raise IllegalAction("You have no bets on the next round.")
        return replace(
            self, bets=tuple(bet for bet in self.bets if bet.user_id != user_id), ready=self.ready - {user_id}
        )

    def get_ready(self, user_id: int) -> Lobby:
        """`user_id` has bet all they want to."""
        if not self.bets_of(user_id):
            raise IllegalAction("Bet first, then press {ready}.", ready=Button("Ready"))
        return replace(self, ready=self.ready | {user_id})

    def wait_for(self, user_id: int) -> Lobby:
        """Let the next window wait for a bet of `user_id`, who has no seat."""
        return replace(self, waited_for=self.waited_for | {user_id})

    def present(self, user_id: int) -> Lobby:
        """`user_id` pressed something, so they aren't away."""
        if user_id not in self.missed:
            return self
        missed = {other: times for other, times in self.missed.items() if other != user_id}
        return replace(self, missed=missed, late=self.late - {user_id})

    def left_to_house(self, user_id: int) -> Lobby:
        """`user_id` is away until they press something."""
        return replace(self, missed={**self.missed, user_id: MISSES_TO_BE_AWAY})

    def missed_turn(self, user_id: int) -> Lobby:
        """The table waited for `user_id` in vain."""
        return replace(self, missed={**self.missed, user_id: self.missed.get(user_id, 0) + 1})

    def ran_out(self, user_id: int) -> Lobby:
        """The time of `user_id` ran out in the running round, whose rest is played for them."""
        return replace(self.missed_turn(user_id), late=self.late | {user_id})

    def round_begins(self) -> Lobby:
        """The bets go into the round; everybody's bets are remembered."""
        last = dict(self.last)
        for user_id in self.staked():
            last[user_id] = self.bets_of(user_id)
        return replace(self, bets=(), last=last, ready=frozenset(), waited_for=frozenset(), late=frozenset())

    def round_over(
        self, *, nets: Mapping[int, int], game_state: GameState, sat_out: Iterable[int], keeps_away: bool = False
    ) -> Lobby:
        """Free the seats of people who left, are away or sat out a whole round, and keep what everybody won or lost.

        With `keeps_away`, being away alone costs nobody the seat.
        """
        away = () if keeps_away else filter(self.stays_away, filter(None, self.seats))
        gone = {*away, *self.leaving, *sat_out}
        behind = {user_id for user_id in nets if user_id not in self.seats}
        over = replace(
            self,
            seats=tuple(None if user_id in gone else user_id for user_id in self.seats),
            waited_for=(self.waited_for | behind) - gone - self.leaving,
            counted=self.counted + 1,
            leaving=frozenset(),
            missed={user_id: times for user_id, times in self.missed.items() if user_id not in gone},
            late=frozenset(),
            nets=dict(nets),
            standings={**self.standings, **{who: self.standings.get(who, 0) + net for who, net in nets.items()}},
            back=(),
            streaks={user_id: self.streaks.get(user_id, 0) + 1 for user_id, net in nets.items() if net > 0},
            game_state=game_state,
        )
        return over.with_promises_kept()

    def round_void(self) -> Lobby:
        """Only the people with a seat are left: the bets of the round have been returned."""
        return replace(self, bets=(), nets={}, game_state=None, counted=self.counted + 1)

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
                "late": sorted(self.late),
                "leaving": sorted(self.leaving),
                "heirs": list(self.promised_seats.items()),
                "counted": self.counted,
                "closing": self.closing,
                "closed_by": self.closed_by,
                "instead_of": self.instead_of,
                "nets": list(self.nets.items()),
                "standings": list(self.standings.items()),
                "back": [[back.payer, back.payee, back.chips, back.why] for back in self.back],
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
            late=frozenset(saved.get("late", ())),
            leaving=frozenset(saved["leaving"]),
            promised_seats=dict(saved.get("heirs", ())),
            counted=saved.get("counted", 0),
            closing=saved["closing"],
            closed_by=ClosedBy(saved.get("closed_by", "")),
            instead_of=saved.get("instead_of", 0),
            nets=dict(saved["nets"]),
            standings=dict(saved.get("standings", ())),
            back=tuple(Back(*packed) for packed in saved.get("back", ())),
            streaks=dict(saved.get("streaks", ())),  # earlier versions counted none
            game_state=msgspec.convert(saved["carry"], state) if saved["carry"] else None,
        )


def _pack(bet: Bet) -> list[int | str | bool | None]:
    """Without what is None at the end."""
    if bet.follows is not None:
        return [bet.user_id, bet.box, bet.kind, bet.chips, bet.behind, bet.follows]
    if bet.behind is not None:
        return [bet.user_id, bet.box, bet.kind, bet.chips, bet.behind]
    return [bet.user_id, bet.box, bet.kind, bet.chips]
