"""What to bid, and whether to raise.

The contracts that might be played are played out in many worlds for everybody who might play them; then the auction
goes on in each world, where the others bid what their cards are worth to them, and each bid is worth what the deal
brings that follows from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np

from games.core import Seat
from games.five_hundred.auction import AuctionStage
from games.five_hundred.bids import CALLS, Bid, Call, CallKind
from games.five_hundred.five_hundred_options import Options
from games.five_hundred.score import Contract
from games.five_hundred.tricks import CardOrder
from players.five_hundred import conventions, evidence, legal
from players.five_hundred.contracts import Playout, tried, trusted
from players.five_hundred.equity import standing
from players.five_hundred.knowledge import Knowledge
from players.five_hundred.layout import Bits, Flags
from players.five_hundred.rules_of_thumb.bidding import misere_safety
from players.five_hundred.strength import DENOMINATIONS, Numbers
from players.five_hundred.weighing import WeighedOption, outcome
from players.five_hundred.worlds import Worlds

Won: TypeAlias = tuple[Seat, Call] | None
"""Who plays what; None when the cards are thrown in."""


@dataclass(frozen=True)
class AuctionSoFar:
    """An auction at one moment: who spoke last, who is out of it, the bid that stands, and who has bid."""

    options: Options
    last: Seat
    silent: frozenset[Seat]
    won: Won
    bidders: frozenset[Seat] = frozenset()

    def after(self, seat: Seat, call: Call | None) -> AuctionSoFar:
        """The auction after `seat` bids `call`, or passes."""
        is_out = call is None or self.options.single_round_bidding
        silent = self.silent | {seat} if is_out else self.silent
        if call is None:
            return replace(self, last=seat, silent=silent)
        return replace(self, last=seat, silent=silent, won=(seat, call), bidders=self.bidders | {seat})


def finished(start: AuctionSoFar, limits: Bits, favourites: Bits) -> list[Won]:
    """How the auction ends in each world.

    `limits` are the most tricks that each seat bids, by seat, denomination and world; `favourites` the numbers of
    the denominations by seat, the best first, and world.
    """
    return [
        _finish(start, limit, favourite)
        for limit, favourite in zip(
            np.moveaxis(limits, -1, 0).tolist(), np.moveaxis(favourites, -1, 0).tolist(), strict=True
        )
    ]


def _finish(start: AuctionSoFar, limits: Sequence[Sequence[int]], favourites: Sequence[Sequence[int]]) -> Won:
    options, silent, won, seat = start.options, set(start.silent), start.won, start.last
    bidders = set(start.bidders)
    for _ in range(100):
        for _ in options.seats:
            seat = (seat + 1) % options.players
            if seat not in silent:
                break
        else:
            return won
        if won is not None and won[0] == seat:
            return won
        if won is not None and won[0] in options.partners(seat):
            call = _raise(won[1], limits[seat], 0 if seat in bidders else _SUPPORTED)
        else:
            call = _answer(won, limits[seat], favourites[seat])
        if call is None or options.single_round_bidding:
            silent.add(seat)
        if call is not None:
            won = (seat, call)
            bidders.add(seat)
    return won


def _answer(won: Won, limits: Sequence[int], favourites: Sequence[int]) -> Call | None:
    rank = won[1].rank if won else -1
    for number in favourites[:2]:
        call = _NEXT[number][rank + 1]
        if call is not None and call.tricks <= limits[number]:
            return call
    return None


def _raise(standing: Call, limits: Sequence[int], supported: int) -> Call | None:
    """The next call of a partner's suit, which brings so many tricks more than with any partner."""
    if standing.is_misere:
        return None
    number = DENOMINATIONS.index(standing.trump)
    call = _NEXT[number][standing.rank + 1]
    return call if call is not None and call.tricks <= limits[number] + supported else None


def _next(number: int, rank: int) -> Call | None:
    trump = DENOMINATIONS[number]
    return next((call for call in CALLS if call.tricks and call.trump is trump and call.rank > rank), None)


_NEXT = [[_next(number, rank) for rank in range(-1, CALLS[-1].rank + 1)] for number in range(len(DENOMINATIONS))]
"""For each denomination and each rank, from no call on, the next call that overcalls it."""


_SPARE = 0.3
"""Tricks that the others are taken to want beyond what they bid."""
_SUPPORTED = 1
"""So many tricks more a suit brings that the partner has bid, to whoever has not bid yet."""
_ENOUGH = 0.55
"""How often a contract of one's own has to be made for a later bid of it."""
_LEAST_CHANCE = {CallKind.TRICKS: 0.5, CallKind.MISERE: 0.7, CallKind.OPEN: 0.9}
"""How often it has to be made for a bid of it now: nobody likes a partner who gambles, not even where it pays."""
_LEAST_RAISE = 0.35
"""The same for a raise of a partner's suit, which the partner may raise in turn."""
_SAFE_CHANCE, _SAFE_CHANCE_OVER_PARTNER = 0.75, 0.95
"""How safe, by rule of thumb, a hand must look without its worst card for a misère: nobody trusts one with two, and a
partner's bid isn't taken away for one that is less than all but sure.
"""
_DESPERATE = 1 / 3
"""Whose chance to win the match by a pass is less than this part of an equal one may gamble, and make half as many; but
not with an open misère, which ends the match for all.
"""
_SURE = 0.97
"""How often a contract is made that is as good as sure."""
_TRUSTED = 0.72
"""How often a partner makes what it has bid, at least: it knows what it has."""
_OVER_A_PARTNER = 0.02
"""What it costs beyond that to bid over one's partner in another suit, as a chance to win the match."""


class Bidding:
    """One seat's turn to bid, looked at in `worlds`."""

    def __init__(self, knowledge: Knowledge, worlds: Worlds, before: tuple[int, ...]) -> None:
        self.knowledge, self.worlds, self.before = knowledge, worlds, before
        self.auction = legal.auction(knowledge.view, knowledge.seat)
        self.options, self.seat = knowledge.view.options, knowledge.seat
        self._outcomes: dict[Won, WeighedOption] = {}
        self._miseres: dict[tuple[Seat, CallKind], Playout] = {}

    def candidates(self) -> Iterator[Call | None]:
        """Pass, and the calls worth a thought: of each denomination the lowest two and the highest that is as good as
        sure, and the misères.
        """
        yield None
        calls = self.auction.calls(self.seat)
        for trump in DENOMINATIONS:
            of_it = [call for call in calls if call.kind is CallKind.TRICKS and call.trump is trump]
            yield from self._likely(of_it[:2])
            sure = [call for call in of_it[2:] if self.value_of((self.seat, call)).made.mean() >= _SURE]
            yield from sure[-1:]
        yield from self._likely([c for c in calls if c.kind in (CallKind.MISERE, CallKind.OPEN)])

    def _likely(self, calls: Iterable[Call]) -> Iterator[Call]:
        """Those calls that are made often enough."""
        safe = _SAFE_CHANCE_OVER_PARTNER if self._is_over_a_partner else _SAFE_CHANCE
        for call in calls:
            if not self._has_what_it_shows(call):
                continue
            least = _LEAST_CHANCE[call.kind]
            if self.raises(call):
                least = _LEAST_RAISE
            elif call.is_misere and misere_safety(self.knowledge.view, self.seat) < safe:
                continue
            gambles = call.kind is not CallKind.OPEN and self.is_desperate
            if self.value_of((self.seat, call)).made.mean() >= (least / 2 if gambles else least):
                yield call

    def _has_what_it_shows(self, call: Call) -> bool:
        view = self.knowledge.view
        return not self.knowledge.conventions or conventions.has_what_it_shows(view, self.seat, call)

    @cached_property
    def is_desperate(self) -> bool:
        """Whether a pass all but loses the match."""
        return float(self.weighed(None).chance.mean()) < _DESPERATE / self.options.sides

    def is_signal(self, call: Call | None) -> bool:
        """Whether `call` says that one has the joker, and so is bid for that alone."""
        view, seat = self.knowledge.view, self.seat
        return call is not None and self.knowledge.conventions and conventions.shows_the_joker(view, seat, call)

    def likeliest(self) -> Call | None:
        """Of each denomination's lowest call that tells a partner nothing untrue, the one made most often, if any."""
        left = [call for call in self.auction.calls(self.seat) if call.kind is CallKind.TRICKS]
        lowest = {call.trump: call for call in reversed(left)}
        shown = filter(self._has_what_it_shows, lowest.values())
        return max(shown, key=lambda call: self.value_of((self.seat, call)).made.mean(), default=None)

    def weighed(self, call: Call | None) -> WeighedOption:
        """What passing or `call` brings, and how often `call` is made where it is played."""
        ends = self._ends(call)
        whole: list[Numbers] = [np.zeros(self.worlds.size) for _ in range(3)]
        made: Flags | Numbers = np.zeros(self.worlds.size, dtype=np.bool_)
        for end in dict.fromkeys(ends):
            lanes = np.array([other == end for other in ends])
            value = self.value_of(end)
            for into, of in zip(whole, (value.chance, value.points, value.tricks), strict=True):
                into[lanes] = of[lanes]
            made[lanes] = value.made[lanes]
        if call is not None:
            made = self.value_of((self.seat, call)).made
        takes = call is not None and self._is_over_a_partner and not self.raises(call)
        chance = np.maximum(whole[0] - (_OVER_A_PARTNER if takes else 0.0), 0.0)
        return WeighedOption(chance, whole[1], whole[2], made)

    @property
    def _is_over_a_partner(self) -> bool:
        standing = self.auction.standing
        return standing is not None and standing.seat in self.options.partners(self.seat)

    def raises(self, call: Call) -> bool:
        """Whether `call` would raise a partner's suit."""
        return conventions.raises(self.options, self.auction.spoken, self.seat, call)

    def value_of(self, end: Won) -> WeighedOption:
        """What a contract brings in each world."""
        if end not in self._outcomes:
            self._outcomes[end] = self._thrown_in() if end is None else self._played(*end)
        return self._outcomes[end]

    def _ends(self, call: Call | None) -> Sequence[Won]:
        standing_bid = self.auction.standing
        won = (standing_bid.seat, standing_bid.bid.call) if standing_bid else None
        if self.auction.stage is AuctionStage.RAISE:
            return [(self.seat, call) if call else won] * self.worlds.size
        last = self.auction.spoken[-1].seat if self.auction.spoken else self.auction.dealer
        bidders = frozenset(said.seat for said in self.auction.spoken if said.bid)
        start = AuctionSoFar(self.options, last, self.auction.silent, won, bidders).after(self.seat, call)
        return finished(start, *self._limits)

    @cached_property
    def _limits(self) -> tuple[Bits, Bits]:
        """The `limits` and `favourites` of all seats, as `finished` wants them."""
        tricks = np.stack([self._worth(seat) for seat in self.options.seats])
        return np.floor(tricks).astype(np.int64), np.argsort(-tricks, axis=1, kind="stable")

    def _worth(self, seat: Seat) -> Numbers:
        if seat != self.seat:
            return evidence.tricks(self.knowledge, self.worlds, seat) - _SPARE
        own = np.zeros((len(DENOMINATIONS), self.worlds.size))
        for number in range(len(DENOMINATIONS)):
            taken = np.sort(self.trials[number][seat].taken)
            own[number] = taken[int((1 - _ENOUGH) * len(taken))]
        return own

    @cached_property
    def trials(self) -> list[dict[Seat, Playout]]:
        """How each denomination goes for each seat that may still play it."""
        winner = self.auction.standing.seat if self.auction.standing else self.seat
        seats = [s for s in self.options.seats if s not in self.auction.silent or s in (self.seat, winner)]
        if self.auction.stage is AuctionStage.RAISE:
            seats = [self.seat]
        return [tried(self.knowledge, self.worlds, CardOrder(trump), seats) for trump in DENOMINATIONS]

    def _trial(self, seat: Seat, call: Call) -> Playout:
        if not call.is_misere:
            return self.trials[DENOMINATIONS.index(call.trump)][seat]
        key = (seat, call.kind)
        if key not in self._miseres:
            order, is_open = CardOrder(None, is_misere=True), call.kind is CallKind.OPEN
            self._miseres[key] = tried(self.knowledge, self.worlds, order, [seat], is_open=is_open)[seat]
        return self._miseres[key]

    def _played(self, seat: Seat, call: Call) -> WeighedOption:
        trial, standing = self._trial(seat, call), self.auction.standing
        is_standing = standing is not None and (standing.seat, standing.bid.call) == (seat, call)
        if is_standing and seat in self.options.partners(self.seat) and not call.is_misere:
            trial = trusted(trial, call.tricks, _TRUSTED)
        contract = Contract(seat, Bid(call))
        return outcome(self.knowledge, self.before, contract, trial.together, trial.won)

    def _thrown_in(self) -> WeighedOption:
        none = np.zeros(self.worlds.size)
        points = np.repeat(np.array(self.before)[:, None], self.worlds.size, axis=1)
        chance = standing(self.options, points, self.options.side_of(self.seat))
        return WeighedOption(chance, none, none, np.zeros(self.worlds.size, dtype=np.bool_))
