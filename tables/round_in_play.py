"""A round on the table: who is asked what, what each seat has won so far, what just happened.

A frozen value around the game's own round. It follows from the setup and the moves alone, so the same log always leads
to the same value, down to the addresses of its buttons.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from data.people import Person
from data.tables.tables import RunningRound
from games.core import IllegalAction, Pot, Seat, Step, Transfer
from games.values import quickly_made, replace
from tables.game import AnyGame, AnyRound
from tables.terms import Setup, Shuffle, Terms


def _asked(round: AnyRound) -> tuple[frozenset[Seat], bool]:  # noqa: A002  # the name of the field
    to_act = round.to_act
    return to_act, not to_act


def _people_in(setup: Setup, to_act: frozenset[Seat]) -> frozenset[int]:
    return frozenset([setup.user_id_in(seat) for seat in to_act])


@dataclass(frozen=True, slots=True)
class RanOut:
    """The time of whoever plays as `seat` has run out; what follows is played automatically."""

    seat: Seat


@quickly_made(to_act_and_is_over=_asked, people_to_act=_people_in)
@dataclass(frozen=True, slots=True)
class RoundInPlay:
    """The round that is on the table, running or just finished."""

    setup: Setup
    round: AnyRound
    nets: Mapping[Seat, int]
    """What each seat has won or lost up to now, in chips."""
    asides: Mapping[Seat, int]
    """How many silent moves each seat has made, which nobody else was told of."""
    steps: int = 0
    """Moves so far of which the public was told anything."""
    asked_at: int = 0
    """How many of them had been played when the open question was asked."""
    answered: frozenset[Seat] = frozenset()
    """The seats that have already answered the open question."""
    events: tuple[object, ...] = field(default=(), compare=False)
    """The public events of the last step: a person's move and its automatic consequences."""
    to_act: frozenset[Seat] = field(init=False, compare=False)
    """Whose turn it is. A round works that out from its cards, and a table asks for it many times per move."""
    is_over: bool = field(init=False, repr=False, compare=False)
    """Whether nobody has anything left to decide."""
    people_to_act: frozenset[int] = field(init=False, repr=False, compare=False)
    """The persons who play these seats."""

    @classmethod
    def begin(cls, setup: Setup, step: Step[AnyRound]) -> RoundInPlay:
        """The round in play after the deal."""
        return cls(setup, step.round, _added({}, step.transfers), {}, events=step.events)

    def then(self, seat: Seat, step: Step[AnyRound], *, same_breath: bool = False) -> RoundInPlay:
        """The same after `seat` moved. Others who were asked together with `seat` keep their question.

        A silent move leaves nothing that anybody else could notice: there was no event, no chips moved, the same people
        are asked, and the public's view is the same. The question, its address and the news stay as they are, and no
        move is counted.
        """
        is_told = step.events or step.transfers or step.round.to_act != self.to_act
        if not is_told and step.round.view(None) == self.round.view(None):
            return replace(self, round=step.round, asides={**self.asides, seat: self.asides.get(seat, 0) + 1})
        others = self.to_act - {seat}
        still_open = bool(others) and step.round.to_act == others
        return RoundInPlay(
            self.setup,
            step.round,
            _added(self.nets, step.transfers) if step.transfers else self.nets,
            self.asides,
            steps=self.steps + 1,
            asked_at=self.asked_at if still_open else self.steps + 1,
            answered=self.answered | {seat} if still_open else _NOBODY,
            events=(*self.events, *step.events) if same_breath else step.events,
        )

    def with_transfers(self, transfers: Iterable[Transfer]) -> RoundInPlay:
        """The same once these chips have moved too."""
        return replace(self, nets=_added(self.nets, transfers))


_NOBODY: frozenset[Seat] = frozenset()


class RulesChanged(Exception):
    """A saved round began under other rules than these."""


def replayed(game: AnyGame, terms: Terms, saved: RunningRound, shuffle: Shuffle) -> RoundInPlay:
    """The state that a saved round had reached. Raises RulesChanged, or whatever its moves run into."""
    if saved.rules != game.rules:
        raise RulesChanged(f"the round began under rules {saved.rules} of {game.title}; these are {game.rules}")
    setup = Setup.from_json(saved.setup)
    play = RoundInPlay.begin(setup, game.start(terms, setup, shuffle))
    for move in saved.moves:
        play = play.then(move.seat, play.round.apply(move.seat, game.parse(move.action)))
    return play


def question(rounds: int, play: RoundInPlay | None) -> str:
    """The address of the open question when `rounds` rounds have begun; every public button about it carries it."""
    return f"{rounds}.b" if play is None or play.is_over else f"{rounds}.{play.asked_at}"


def own_question(rounds: int, play: RoundInPlay | None, user_id: int) -> str:
    """The same for the buttons that only `user_id` sees: after their silent move it is another question."""
    question_id = question(rounds, play)
    if play is None or play.is_over:
        return question_id
    seat = play.setup.seat_of(user_id)
    return f"{question_id}.{0 if seat is None else play.asides.get(seat, 0)}"


def is_same_round(one: str, other: str) -> bool:
    """Whether two questions belong to the same round, by their addresses."""
    return one.partition(".")[0] == other.partition(".")[0]


def not_asked(play: RoundInPlay) -> IllegalAction:
    """The refusal for somebody who moves in other people's turn."""
    awaited = play.people_to_act
    if len(awaited) == 1:
        return IllegalAction("It's {person}'s turn.", person=Person(*awaited))
    return IllegalAction("This isn't your decision.")


def _added(nets: Mapping[Seat, int], transfers: Iterable[Transfer]) -> dict[Seat, int]:
    sums = dict(nets)
    for transfer in transfers:
        for account, amount in ((transfer.payer, -transfer.amount), (transfer.payee, transfer.amount)):
            if not isinstance(account, Pot):
                sums[account] = sums.get(account, 0) + amount
    return sums
