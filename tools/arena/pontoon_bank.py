"""Measures what a deal brings the bank at Pontoon, and prints the table in `players/pontoon/bank_worth.py`.

    python -m tools.arena.pontoon_bank --deals 4000

The house holds the bank; against it play one to seven players with the usual habits, who shoot by rules of thumb. The
same decks are played with all stakes equal, with a wide range of stakes, and with a kitty, and what a chip of each is
worth follows from the differences.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import NamedTuple

from games.core import Seat
from games.pontoon import Action, Move, Options, Phase, PontoonView, known, next_banker, parse, start
from players.pontoon import Question
from players.pontoon.habits import BUY, STICK, TWIST, usual
from players.pontoon.holdings import holdings, value_of
from players.pontoon.legal import has_twisted, moves
from tools.arena.figures import mean
from tools.arena.pontoon_rules_of_thumb import sound

_BANKER = 7
_SMALL, _LARGE = 10, 100
_PURSE = 40 * _LARGE
_LAST_GOOD = 1
"""The value of a two: only it and the ace win more than they lose."""
_COLUMN = {Move.STICK: STICK, Move.TWIST: TWIST, Move.BUY: BUY}


class Dealt(NamedTuple):
    """What the banker won in a deal, and whether a player's Pontoon took the bank."""

    won: int
    passes: bool


def usually(view: PontoonView, seat: Seat, random: Random) -> Action:
    """What a player of usual habits does, who stakes the most on an ace or a two and else the least, and buys dear.

    That suits the bank least, and nobody should pay more for it than it then brings.
    """
    may = moves(view, seat)
    assert view.turn is not None
    hand = view.box(seat).hands[view.turn.hand]
    values = [value_of(card) for card in known(hand.cards)]
    if view.phase is Phase.SHOOT:
        return sound(view, seat)
    if view.phase is Phase.STAKES:
        least, most = may[Move.STAKE]
        return Action(Move.STAKE, most if values[0] <= _LAST_GOOD else least)
    often = usual().often[has_twisted(hand)][holdings().of(values)]
    possible = [move for move in _COLUMN if move in may]
    (move,) = random.choices(possible, [float(often[_COLUMN[move]]) + 1e-9 for move in possible])
    return Action(move, may[move].most)


def deal(players: int, maximum: int, kitty: int, number: int) -> Dealt:
    """Deal `number`, with stakes from 10 up to `maximum`."""
    options = Options(shoot=kitty > 0)
    cards = options.fresh_pack(players + 1)
    random = Random(f"{players}:{number}")
    pack = random.sample(cards, len(cards))
    purses = dict.fromkeys(range(players), _PURSE) | {_BANKER: _PURSE * players}
    step = start(options, range(players), _BANKER, pack, _SMALL, maximum, purses, kitty)
    won = 0
    while True:
        won += sum(paid.amount * ((paid.payee == _BANKER) - (paid.payer == _BANKER)) for paid in step.transfers)
        if not step.round.to_act:
            return Dealt(won, next_banker(step.round) is not None)
        (seat,) = step.round.to_act
        view = step.round.view(seat)
        if seat == _BANKER:
            action = parse(Question(view, seat).answer(random, 1.0).action)
        else:
            action = usually(view, seat, random)
        step = step.round.apply(seat, action)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.arena.pontoon_bank", description="Measure the bank.")
    parser.add_argument("--deals", type=int, default=4000)
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="default one for each core")
    asked = parser.parse_args(arguments)
    with ProcessPoolExecutor(asked.processes) as pool:
        for players in range(1, 8):
            won, passes = [], 0.0
            for maximum, kitty in ((_SMALL, 0), (_LARGE, 0), (_SMALL, _LARGE)):
                terms = ([players], [maximum], [kitty])
                dealt = list(pool.map(deal, *(each * asked.deals for each in terms), range(asked.deals), chunksize=100))
                figure = mean([each.won for each in dealt])
                assert figure is not None
                won.append(figure)
                passes = sum(each.passes for each in dealt) / len(dealt)
            equal, wide, shoot = (figure.value for figure in won)
            largest = (wide - equal) / (_LARGE - _SMALL)
            row = (equal / _SMALL - largest, largest, (shoot - equal) / _LARGE, passes)
            within = ", ".join(f"{figure.value:+.1f} ± {figure.within or 0:.1f}" for figure in won)
            print(f"    Bank({', '.join(f'{each:.3f}' for each in row)}),  # {within}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
