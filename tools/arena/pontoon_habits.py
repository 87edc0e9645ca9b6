"""Works out the habits that house players expect at Pontoon: `players/pontoon/habits.json`.

    python -m tools.arena.pontoon_habits --rounds 30

One player against the bank, one pack. In each round the bank plays best against the habits so far, every hand is
weighed against that bank, and the habits move towards what this suggests, by smaller and smaller steps. A move is
chosen the more often the better it is, so that small differences hardly count and nothing legal is ever unexpected.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from games.pontoon import Move
from players.pontoon import habits as known
from players.pontoon.banking import BankModel
from players.pontoon.habits import BUY, STICK, TWIST, Habits, Trace, key
from players.pontoon.holdings import PONTOON, VALUES, Floats, holdings
from players.pontoon.outlook import Outlook, Surroundings, bought_one, twisted_one
from players.pontoon.playing import HandInPlay, Playing

FILE = Path(known.__file__).with_name("habits.json")
_STAKE = 100
_RICH = 100_000
_LEFT = 48
_STICK_MINIMUM = 15
_INDIFFERENT = 8.0
"""A move that is so many chips better for a stake of 100 is chosen e times as often."""
_CARELESS = 0.02
"""How often any legal move is made, whatever it is worth."""
_COLUMN = {Move.STICK: STICK, Move.TWIST: TWIST, Move.BUY: BUY}

Table = dict[str, list[float]]


def refined(habits: Habits) -> Table:
    """What a player would do against a bank that expects `habits`, as in `habits.json`."""
    worth: dict[str, Floats] = {}
    weight: dict[str, float] = {}
    held = holdings()
    for pair in held.pairs:
        if held.grade[pair] == PONTOON:
            continue
        mass = 2.0 if held.counts[pair].max() == 1 else 1.0
        playing, outlook = _playing(habits, int(pair), Trace())
        start = HandInPlay(int(pair), Trace(), _STAKE, _STAKE, 2 * _STAKE, _RICH, _RICH)
        for hand, reached, values in _reached(playing, outlook, habits, start, mass):
            name = _key(hand)
            worth[name] = worth.get(name, np.zeros(3)) + reached * np.where(np.isfinite(values), values, -_RICH)
            weight[name] = weight.get(name, 0.0) + reached
    return {name: _chances(worth[name] / weight[name]) for name in sorted(worth)}


def _key(hand: HandInPlay) -> str:
    held, number = holdings(), hand.holding
    soft = bool(held.best[number] > held.low[number])
    return key(int(held.size[number]), int(held.low[number]), soft=soft, twisted=bool(hand.trace.twisted))


def _playing(habits: Habits, base: int, trace: Trace) -> tuple[Playing, Outlook]:
    whole = np.array([4.0] * (VALUES - 1) + [16.0])
    bank = BankModel(whole)
    around = Surroundings(bank, bank.nobody(), whole - holdings().counts[base], _LEFT, cache(habits.guess))
    outlook = Outlook(around, base, trace, lambda _: 1.0, 0.0)
    return Playing(outlook, _STICK_MINIMUM, _LEFT, 2), outlook


def _reached(
    playing: Playing, outlook: Outlook, habits: Habits, hand: HandInPlay, mass: float
) -> Iterator[tuple[HandInPlay, float, Floats]]:
    """Every hand that `hand` becomes by the habits, how often, and what sticking, twisting and buying are worth."""
    values, prices = np.full(3, -np.inf), {}
    for ending in playing.endings(hand):
        column = _COLUMN[ending.move]
        values[column] = max(values[column], ending.chips)
        prices[ending.chips] = ending.amount
    yield hand, mass, values
    held, often = holdings(), habits.often[bool(hand.trace.twisted)][hand.holding]
    if held.size[hand.holding] == 4:
        return
    for value, chance in enumerate(outlook.next[hand.holding]):
        child = int(held.child[hand.holding, value])
        if child < 0:
            continue
        for column, after, trace in (
            (TWIST, hand, twisted_one(hand.trace, value)),
            (BUY, hand.bought(prices.get(values[BUY], _STAKE)), bought_one(hand.trace)),
        ):
            reached = mass * chance * often[column]
            if reached > 0:
                next_hand = HandInPlay(child, trace, _STAKE, after.staked, after.last, _RICH, _RICH)
                yield from _reached(playing, outlook, habits, next_hand, reached)


def _chances(worth: Floats) -> list[float]:
    legal = worth > -_RICH / 2
    chances = np.where(legal, np.exp((worth - worth[legal].max()) / _INDIFFERENT), 0)
    shares = (1 - _CARELESS) * chances / chances.sum() + _CARELESS * legal / legal.sum()
    return [float(share) for share in shares]


def towards(old: Mapping[str, list[float]], new: Mapping[str, list[float]], step: float) -> Table:
    """The table that lies by `step`, a part of the way, from `old` towards `new`."""
    return {
        name: [a + step * (b - a) for a, b in zip(old.get(name, chances), chances, strict=True)]
        for name, chances in new.items()
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.arena.pontoon_habits", description=__doc__)
    parser.add_argument("--rounds", type=int, default=30)
    asked = parser.parse_args(arguments)
    table: Table = json.loads(FILE.read_text(encoding="utf-8"))
    for number in range(asked.rounds):
        after = towards(table, refined(Habits(table)), 1 / (number + 2))
        changed = max(
            abs(a - b) for name in after for a, b in zip(after[name], table.get(name, after[name]), strict=True)
        )
        print(f"round {number + 1}: no chance changed by more than {changed:.3f}", flush=True)
        table = after
    rounded = {name: [round(chance, 3) for chance in chances] for name, chances in sorted(table.items())}
    FILE.write_text(json.dumps(rounded, indent=0) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
