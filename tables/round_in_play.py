"""A round on the table: what it is played with, who is asked what, what each seat has won so far, what just happened.

A frozen value around the game's own round. It follows from the setup and the moves alone, so the same log always leads
to the same value, down to the addresses of its buttons.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct, field
from msgspec.structs import force_setattr, replace

from data.people import Person, is_house_player
from data.tables.saved import MadeBy
from games.core import WORKED_OUT, IllegalAction, Pot, Round, Seat, Step, Transfer

AnyRound: TypeAlias = Round[Any]
"""A round in play; each game types its own actions."""


class Setup(Struct, frozen=True):
    """What a round is played with; together with the shuffle it gives the round again, card for card.

    `people` are persons by seat number, None where a seat is not in the round. `body` is the game's own, as plain JSON.
    `sat_out` had a seat and did not play. `winnable` are the chips that members may still win from house players today;
    whoever isn't named there may win any number. `losable` are those that members who may not give chips yet may still
    lose to others.
    """

    people: tuple[int | None, ...]
    body: Mapping[str, Any]
    sat_out: tuple[int, ...] = ()
    winnable: Mapping[int, int] = field(default_factory=dict)
    losable: Mapping[int, int] = field(default_factory=dict)

    @property
    def has_house_players(self) -> bool:
        """Whether a player of the house is in the round."""
        return any(map(is_house_player, self.people))

    def seat_of(self, user_id: int) -> int | None:
        """The number of `user_id` in this round, None for somebody who isn't in it."""
        return self.people.index(user_id) if user_id in self.people else None

    def user_id_in(self, seat: int) -> int:
        """The person who plays as number `seat`."""
        user_id = self.people[seat]
        if user_id is None:
            raise ValueError(f"nobody plays as seat {seat}")
        return user_id

    def to_json(self) -> str:
        """The text that `from_json` reads back into an equal setup."""
        parts: dict[str, Any] = {"people": self.people, "body": self.body, "sat_out": self.sat_out}
        if self.winnable:
            parts["winnable"] = list(self.winnable.items())
        if self.losable:
            parts["losable"] = list(self.losable.items())
        return json.dumps(parts, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Setup:
        """The setup that `to_json` wrote."""
        saved = json.loads(text)
        allowed = (dict(saved.get(name, ())) for name in ("winnable", "losable"))
        return cls(tuple(saved["people"]), saved["body"], tuple(saved["sat_out"]), *allowed)


class Finished(Struct, frozen=True):
    """A finished round, and what it was played with."""

    setup: Setup
    round: Any


def between_rounds(number: int) -> str:
    """The address of the question that is open once `number` rounds have begun and none runs: who bets on the next."""
    return f"{number}.b"


class RanOut(Struct, frozen=True):
    """The time of whoever plays as `seat` has run out; what follows is played automatically."""

    seat: Seat


class RoundInPlay(Struct, frozen=True):
    """The round that is on the table, running or just finished."""

    number: int
    """How many rounds have begun at the table, this one included."""
    setup: Setup
    round: AnyRound
    nets: Mapping[Seat, int]
    """What each seat has won or lost up to now, in chips."""
    asides: Mapping[Seat, int]
    """How many silent moves each seat has made, which nobody else was told of."""
    by_hand: Mapping[Seat, int] = field(default_factory=dict)
    """How many moves each seat's person has made themselves."""
    by_clock: Mapping[Seat, int] = field(default_factory=dict)
    """How many moves the clock or the house has made in their place."""
    steps: int = 0
    """Moves so far of which the public was told anything."""
    asked_at: int = 0
    """How many of them had been played when the open question was asked."""
    answered: frozenset[Seat] = frozenset()
    """The seats that have already answered the open question."""
    events: tuple[object, ...] = ()
    """The public events of the last step: a person's move and its automatic consequences."""
    to_act: frozenset[Seat] = WORKED_OUT
    """Whose turn it is. A round works that out from its cards, and a table asks for it many times per move."""
    is_over: bool = WORKED_OUT
    """Whether nobody has anything left to decide."""
    people_to_act: frozenset[int] = WORKED_OUT
    """The persons who play these seats."""
    question_id: str = WORKED_OUT
    """The address of the open question; every public button about it carries it."""

    def __post_init__(self) -> None:
        number, to_act = self.number, self.round.to_act
        force_setattr(self, "to_act", to_act)
        force_setattr(self, "is_over", not to_act)
        force_setattr(self, "people_to_act", frozenset([self.setup.user_id_in(seat) for seat in to_act]))
        force_setattr(self, "question_id", f"{number}.{self.asked_at}" if to_act else between_rounds(number))

    @classmethod
    def begin(cls, number: int, setup: Setup, step: Step[AnyRound]) -> RoundInPlay:
        """The round with this number after the deal."""
        return cls(number, setup, step.round, _added({}, step.transfers), {}, events=step.events)

    def then(self, seat: Seat, step: Step[AnyRound], made_by: MadeBy = MadeBy.PERSON) -> RoundInPlay:
        """The same after `seat` moved. Others who were asked together with `seat` keep their question.

        The clock moves in the same breath as whoever moved before.

        A silent move leaves nothing that anybody else could notice: there was no event, no chips moved, the same people
        are asked, and the public's view is the same. The question, its address and the news stay as they are, and no
        move is counted.
        """
        by_hand, by_clock = self.by_hand, self.by_clock
        if made_by is MadeBy.PERSON:
            by_hand = {**by_hand, seat: by_hand.get(seat, 0) + 1}
        elif made_by is MadeBy.CLOCK:
            by_clock = {**by_clock, seat: by_clock.get(seat, 0) + 1}
        is_told = step.events or step.transfers or step.round.to_act != self.to_act
        if not is_told and step.round.view(None) == self.round.view(None):
            asides = {**self.asides, seat: self.asides.get(seat, 0) + 1}
            return replace(self, round=step.round, asides=asides, by_hand=by_hand, by_clock=by_clock)
        others = self.to_act - {seat}
        still_open = bool(others) and step.round.to_act == others
        return RoundInPlay(
            self.number,
            self.setup,
            step.round,
            _added(self.nets, step.transfers) if step.transfers else self.nets,
            self.asides,
            by_hand,
            by_clock,
            steps=self.steps + 1,
            asked_at=self.asked_at if still_open else self.steps + 1,
            answered=self.answered | {seat} if still_open else _NOBODY,
            events=(*self.events, *step.events) if made_by is MadeBy.CLOCK else step.events,
        )

    @property
    def away(self) -> frozenset[Seat]:
        """The seats whose people have made fewer of their moves themselves than the clock and the house."""
        return frozenset([seat for seat, moves in self.by_clock.items() if moves > self.by_hand.get(seat, 0)])

    def with_transfers(self, transfers: Iterable[Transfer]) -> RoundInPlay:
        """The same once these chips have moved too."""
        return replace(self, nets=_added(self.nets, transfers))

    def question_id_of(self, user_id: int) -> str:
        """The address for the buttons that only `user_id` sees: after their silent move it is another question."""
        if self.is_over:
            return self.question_id
        seat = self.setup.seat_of(user_id)
        return f"{self.question_id}.{0 if seat is None else self.asides.get(seat, 0)}"


_NOBODY: frozenset[Seat] = frozenset()


class RulesChanged(Exception):
    """A saved round began under other rules than these."""


def is_same_round(one: str, other: str) -> bool:
    """Whether two questions belong to the same round, by their addresses."""
    return one.partition(".")[0] == other.partition(".")[0]


def not_asked(play: RoundInPlay) -> IllegalAction:
    """The refusal for somebody who moves in other people's turn."""
    awaited = play.people_to_act
    if len(awaited) == 1:
        return IllegalAction("It's {person}'s turn.", person=Person(*awaited))
    return IllegalAction("It isn't your turn.")


def _added(nets: Mapping[Seat, int], transfers: Iterable[Transfer]) -> dict[Seat, int]:
    sums = dict(nets)
    for transfer in transfers:
        for account, amount in ((transfer.payer, -transfer.amount), (transfer.payee, transfer.amount)):
            if not isinstance(account, Pot):
                sums[account] = sums.get(account, 0) + amount
    return sums
