"""How an auction goes on after a bid, in many worlds: the others bid what their cards are worth to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from games.core import Seat
from games.five_hundred.bids import CALLS, Call
from games.five_hundred.options import Options
from players.five_hundred.layout import Bits
from players.five_hundred.strength import DENOMINATIONS, Numbers

Won: TypeAlias = tuple[Seat, Call] | None
"""Who plays what; None when the cards are thrown in."""


@dataclass(frozen=True)
class AuctionSoFar:
    """An auction at one moment: who spoke last, who is out of it, and the bid that stands."""

    options: Options
    last: Seat
    silent: frozenset[Seat]
    won: Won

    def after(self, seat: Seat, call: Call | None) -> AuctionSoFar:
        """The auction after `seat` bids `call`, or passes."""
        is_out = call is None or self.options.single_round_bidding
        silent = self.silent | {seat} if is_out else self.silent
        return AuctionSoFar(self.options, seat, silent, (seat, call) if call else self.won)


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
    for _ in range(100):
        for _ in options.seats:
            seat = (seat + 1) % options.players
            if seat not in silent:
                break
        else:
            return won
        if won is not None and won[0] == seat:
            return won
        call = _answer(options, seat, won, limits[seat], favourites[seat])
        if call is None or options.single_round_bidding:
            silent.add(seat)
        if call is not None:
            won = (seat, call)
    return won


def _answer(options: Options, seat: Seat, won: Won, limits: Sequence[int], favourites: Sequence[int]) -> Call | None:
    if won is not None and won[0] != seat and won[0] in options.partners(seat):
        return None
    rank = won[1].rank if won else -1
    for number in favourites[:2]:
        call = _NEXT[number][rank + 1]
        if call is not None and call.tricks <= limits[number]:
            return call
    return None


def limits(tricks: Numbers, spare: float) -> tuple[Bits, Bits]:
    """The `limits` and `favourites` of hands worth `tricks`, by seat, denomination and world; who bids wants `spare`
    tricks more than it promises.
    """
    most = np.floor(tricks - spare).astype(np.int64)
    return most, np.argsort(-tricks, axis=1, kind="stable")


def _next(number: int, rank: int) -> Call | None:
    trump = DENOMINATIONS[number]
    return next((call for call in CALLS if call.tricks and call.trump is trump and call.rank > rank), None)


_NEXT = [[_next(number, rank) for rank in range(-1, CALLS[-1].rank + 1)] for number in range(len(DENOMINATIONS))]
"""For each denomination and each rank, from no call on, the next call that overcalls it."""
