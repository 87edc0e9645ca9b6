"""Puzzles: positions of deals that were played, in which one side can still get what it wants of the contract.

All cards are open. Whoever solves a puzzle plays all hands of one side, and the other side plays its best; so the first
card that gives the contract away has lost it. What is best is solved exactly (players/five_hundred/open_cards.py).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from math import log2

from games.core import IllegalAction, Seat
from games.five_hundred import Contract, Deal, DealResult, Phase, Play, Record, Score, parse
from games.five_hundred.packs import HAND
from games.values import replace
from players.choice import Option, Think
from players.five_hundred import Level, Question
from players.five_hundred.open_cards import OpenQuestion

_CARDS = range(3, 8)
"""A puzzle begins with so many cards in the hand that plays first."""
_MOST_RIGHT = 2
_LEAST_FORKS = 2
"""In so many places at least another card would lose it."""
_LUCKIEST = 1 / 6
"""Whoever plays any cards solves it no more often than that."""
_SEED = bytes(32)
"""What is solved exactly needs no chance, and a house player gets the same for the same position."""
_SEATS = 4


class Task(Enum):
    """What is to be done."""

    MAKE = "make"
    DEFEAT = "defeat"
    CATCH = "catch"
    """Let the contractor of a misère win a trick."""


@dataclass(frozen=True)
class Puzzle:
    """The deal of `record` before its move number `step`, the first of which is 0."""

    record: Record
    step: int

    @cached_property
    def deal(self) -> Deal:
        """Where it begins."""
        return replace(self.record, moves=self.record.moves[: self.step]).deal()

    @property
    def first(self) -> Seat:
        """Who plays first."""
        return turn(self.deal)

    @property
    def contract(self) -> Contract:
        """What is played."""
        contract = self.deal.contract
        assert contract is not None, "cards are played only under a contract"
        return contract

    @cached_property
    def side(self) -> frozenset[Seat]:
        """Whose cards are played by whoever solves it."""
        attack = self.contract.side(self.record.options)
        side = attack if self.first in attack else frozenset(self.record.options.seats) - attack
        return side - self.deal.view(None).laid_down

    @property
    def task(self) -> Task:
        """What is to be done."""
        if self.contract.seat in self.side or self.first in self.contract.side(self.record.options):
            return Task.MAKE
        return Task.CATCH if self.contract.bid.call.is_misere else Task.DEFEAT


@dataclass(frozen=True)
class Attempt:
    """A puzzle as far as somebody has played it: the `deal` by now, and the card that lost it, if one did.

    With that card the deal has gone on as both sides play it best, until the contract was decided.
    """

    puzzle: Puzzle
    deal: Deal
    lost_by: tuple[Seat, Play] | None = None

    @property
    def is_solved(self) -> bool:
        """Whether it is decided, and no card lost it."""
        return self.lost_by is None and is_decided(self.deal)

    @property
    def plays(self) -> list[Play]:
        """The cards that can be chosen now; a choice is the number of one of them."""
        return [] if is_decided(self.deal) else plays_of(self.deal)


@dataclass(frozen=True, slots=True)
class Found:
    """A position that makes a puzzle, and how hard it is: how often chance would have to be halved to solve it."""

    step: int
    task: Task
    hardness: float


def turn(deal: Deal) -> Seat:
    """Whose card is next."""
    (seat,) = deal.to_act
    return seat


def plays_of(deal: Deal) -> list[Play]:
    """The cards that may be played, in the order of the rules."""
    return [action for action in deal.legal_actions(turn(deal)) if isinstance(action, Play)]


def is_decided(deal: Deal) -> bool:
    """Whether no card changes any more what becomes of the contract."""
    contract = deal.contract
    if deal.phase is Phase.OVER or contract is None:
        return True
    won, call = deal.view(None).tricks_won, contract.bid.call
    taken = DealResult(contract, won).taken(deal.options)
    return not call.is_misere and (taken >= call.tricks or taken + HAND - sum(won) < call.tricks)


async def attempted(puzzle: Puzzle, choices: Sequence[int], think: Think) -> Attempt:
    """The puzzle after these choices. Raises IllegalAction when they don't fit it, and what `think` raises."""
    deal = await _on_to_choice(puzzle.deal, puzzle.side, think)
    for number in choices:
        attempt = Attempt(puzzle, deal)
        if number >= len(attempt.plays):
            raise IllegalAction("The bot can't read that. Run the command again.")
        seat, play = turn(deal), attempt.plays[number]
        options = await _weighed(deal, think)
        deal = deal.apply(seat, play).round
        if not next(each for each in options if each.action == str(play)).value:
            return Attempt(puzzle, await _on_to_choice(deal, (), think), (seat, play))
        deal = await _on_to_choice(deal, puzzle.side, think)
    return Attempt(puzzle, deal)


async def _on_to_choice(deal: Deal, side: Collection[Seat], think: Think) -> Deal:
    """The deal after the best cards of all but `side` and those that it has to play, up to its next choice."""
    while not is_decided(deal):
        seat, plays = turn(deal), plays_of(deal)
        if len(plays) > 1 and seat in side:
            break
        play = plays[0] if len(plays) == 1 else parse((await _weighed(deal, think))[0].action)
        deal = deal.apply(seat, play).round
    return deal


async def _weighed(deal: Deal, think: Think) -> tuple[Option, ...]:
    return (await think(OpenQuestion(deal), _SEED)).options


async def found_in(record: Record, think: Think) -> Found | None:
    """The hardest puzzle in a deal; None where there is none. Raises what `think` raises."""
    found = [each async for each in _positions(record, think)] if record.options.players == _SEATS else []
    return max(found, key=lambda each: each.hardness, default=None)


async def _positions(record: Record, think: Think) -> AsyncIterator[Found]:
    deal = replace(record, moves=()).deal()
    for step, (seat, action) in enumerate(record.moves):
        is_card = isinstance(action, Play) and not is_decided(deal) and len(deal.hands[seat]) in _CARDS
        if is_card and len(plays_of(deal)) > _MOST_RIGHT:
            right = [each for each in await _weighed(deal, think) if each.value]
            if 0 < len(right) <= _MOST_RIGHT:
                puzzle = Puzzle(record, step)
                forks, chance = await _guessed(puzzle, think)
                if forks >= _LEAST_FORKS and chance <= _LUCKIEST:
                    question = Question(deal.view(seat), seat, Score.new(record.options), level=Level.EASY)
                    missed = (await think(question, _SEED)).action not in [each.action for each in right]
                    yield Found(step, puzzle.task, missed - log2(chance))
        deal = deal.apply(seat, action).round


async def _guessed(puzzle: Puzzle, think: Think) -> tuple[int, float]:
    """Where the first right card is played each time: in how many places another one loses, and how likely luck is."""
    forks, chance = 0, 1.0
    deal = puzzle.deal
    while not is_decided(deal):
        options = await _weighed(deal, think)
        right = sum(1 for each in options if each.value)
        forks += right < len(options)
        chance *= right / len(options)
        deal = deal.apply(turn(deal), parse(options[0].action)).round
        deal = await _on_to_choice(deal, puzzle.side, think)
    return forks, chance
