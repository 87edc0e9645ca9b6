"""What a deal's end is worth: the chance to win the match from there.

For two sides a table has the chance for every two scores. It is worked out from deals as they usually end (see
`_ENDS`): whoever plays one takes the match a step further, until one side has won. Among more sides each is set
against every other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from games.five_hundred.bids import Call
from games.five_hundred.five_hundred_options import Options
from games.five_hundred.packs import HAND
from games.five_hundred.score import OUT_THE_BACK_DOOR, SLAM, TRICK_POINTS
from players.five_hundred.layout import Bits, Flags
from players.five_hundred.strength import Numbers

_STEP = 20
_ENDS = (
    (0.14, 80, 20),
    (0.20, 160, 20),
    (0.14, 200, 20),
    (0.09, 240, 20),
    (0.07, 280, 0),
    (0.04, 320, 0),
    (0.05, 400, 0),
    (0.02, 500, 0),
    (0.05, -80, 40),
    (0.08, -160, 40),
    (0.05, -200, 40),
    (0.03, -260, 40),
    (0.02, -300, 20),
    (0.02, -400, 20),
)
"""How a deal ends: how often, with how many points for the contractor's side and how many for the other."""
_POWERS = {2: 0.7, 3: 1.1, 5: 1.5}
"""By the number of sides: to what power the odds of one against another count. The table takes all to bid alike; of two
sides the one behind bids more, and among many whoever leads is caught up with less easily.
"""
_SWEEPS = 80


@cache
def _table(target: int, must_win: bool) -> Numbers:
    """The chance of a side to win, by its own points and the other's, in steps of 20 from the lowest score up."""
    scores = np.arange(OUT_THE_BACK_DOOR, target + _STEP, _STEP)
    own, other = np.meshgrid(scores, scores, indexing="ij")
    chance = 1 / (1 + np.exp(-(own - other) / 250.0))
    chance = _settled(chance, own, other)
    for _ in range(_SWEEPS):
        mine = np.zeros_like(chance)
        for often, contractor, tricks in _ENDS:
            after_own, after_other = own + contractor, other + tricks
            end = _at(chance, after_own, after_other)
            end = np.where((after_own >= target) & (contractor > 0), 1.0, end)
            if not must_win:
                end = np.where((after_other >= target) & (after_own < target), 0.0, end)
            mine += often * end
        chance = _settled((mine + 1 - mine.T) / 2, own, other)
    return chance


def _settled(chance: Numbers, own: Bits, other: Bits) -> Numbers:
    lost, won = own <= OUT_THE_BACK_DOOR, other <= OUT_THE_BACK_DOOR
    return np.where(lost & won, 0.5, np.where(lost, 0.0, np.where(won, 1.0, chance)))


def _at(chance: Numbers, own: Bits | Numbers, other: Bits | Numbers) -> Numbers:
    last = chance.shape[0] - 1
    row = np.clip((own - OUT_THE_BACK_DOOR) / _STEP, 0, last)
    column = np.clip((other - OUT_THE_BACK_DOOR) / _STEP, 0, last)
    top, left = row.astype(np.int64), column.astype(np.int64)
    down, right = np.minimum(top + 1, last), np.minimum(left + 1, last)
    below, beside = row - top, column - left
    upper = chance[top, left] * (1 - beside) + chance[top, right] * beside
    lower = chance[down, left] * (1 - beside) + chance[down, right] * beside
    between: Numbers = upper * (1 - below) + lower * below
    return between


def standing(options: Options, points: Bits | Numbers, side: int) -> Numbers:
    """The chance of `side` to win a match that goes on, with `points` by side and case."""
    chance = _table(options.target, options.must_win_contract)
    against = np.zeros(points.shape[1])
    for other in range(options.sides):
        if other != side:
            ahead = np.clip(_at(chance, points[side], points[other]), 1e-6, 1 - 1e-6)
            against += ((1 - ahead) / ahead) ** _POWERS[options.sides]
    return 1 / (1 + against)


@dataclass(frozen=True)
class Ends:
    """How many deals ended: `points` that each side gets, by side and deal, and where the contract was `made`."""

    points: Numbers
    made: Flags
    contracting: Flags
    """Which sides the contract was for, by side and deal."""


def ended(options: Options, before: Sequence[int], call: Call, contractors: Bits, tricks: Bits | Numbers) -> Ends:
    """The ends of deals of `call`: `contractors` are those who play it, as sets of seats, `tricks` by seat and deal, or
    shares of them that make whole ones for each side.
    """
    count = tricks.shape[1]
    ours = np.array([[False] * count] * options.sides)
    own = np.zeros(count)
    for seat in options.seats:
        is_in = ((contractors >> seat) & 1) == 1
        ours[options.side_of(seat)] |= is_in
        own += np.where(is_in, tricks[seat], 0)
    own = np.rint(own)
    made = (own == 0) if call.is_misere else (own >= call.tricks)
    value = np.where(made, call.value, -call.value)
    if options.slam_bonus and call.value < SLAM and not call.is_misere:
        value = np.where(made & (own == HAND), SLAM, value)
    if options.players == 5 and not options.five_full_value:
        shared = np.bitwise_count(contractors) > 1
        value = np.where(shared, value // 2, value)
    points = np.where(ours, value, 0).astype(np.float64)
    if not call.is_misere:
        barred = options.no_trick_points_at
        for seat in options.seats:
            side = options.side_of(seat)
            if barred is None or before[side] < barred:
                points[side] += np.where(ours[side], 0, TRICK_POINTS * tricks[seat])
    return Ends(points, made, ours)


def chances(options: Options, before: Sequence[int], ends: Ends, side: int) -> Numbers:
    """The chance of `side` to win the match after each of these deals, from the scores `before`."""
    after = np.array(before)[:, None] + ends.points
    goes_on = standing(options, after, side)
    out = after <= OUT_THE_BACK_DOOR
    there = (after >= options.target) & ~out
    by_contract = there & ends.contracting & ends.made
    winners = np.where(by_contract.any(axis=0), by_contract, there if not options.must_win_contract else by_contract)
    winners = np.where(out.any(axis=0), ~out, winners)
    best = np.where(winners, after, -10_000)
    top = best.max(axis=0)
    shared = (winners & (best == top)).sum(axis=0)
    decided = winners.any(axis=0) | out.any(axis=0)
    won = np.where(winners[side] & (best[side] == top), 1.0 / np.maximum(shared, 1), 0.0)
    return np.where(decided, won, goes_on)
