"""Plays a game many times through its real rules, and compares the result with the exact figure.

    python -m tools.odds blackjack --rounds 2000000 --seed 1 [--surrender-vs-ten] [--decks 6] ...
    python -m tools.odds blackjack --exact [--dealer 10] [the same options]
    python -m tools.odds pok_deng

Pok Deng has no decisions, so all its deals are counted instead: see tools.odds.pok_deng. Blackjack is played by basic
strategy: exit status 1 when the two are more than three standard errors apart. The same seed and number of rounds
always give the same result, on however many processes. With --exact nothing is played: what basic strategy and the best
play return is worked out (see games.blackjack.odds), and every entry of the strategy's tables is compared with all
others; exit status 1 when one of these returns more.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import Pool

from games import blackjack
from games.blackjack import BlackjackPays, Move, Phase, basic_strategy
from games.blackjack.dealer import VALUES
from games.blackjack.odds import exact_net, exact_return
from games.cards import Card
from games.fair.shoe import Shoe
from tools.odds import pok_deng as pok_deng_odds
from tools.odds.strategy_check import Better, better_entries

TOO_FAR = 3.0
"""Standard errors; chance alone goes further once in 370 runs."""

_BATCH = 20_000
"""Rounds played in one go, each time from a fresh shoe: the unit that processes share out."""

_BET = 10
"""The smallest bet on which a blackjack wins whole chips under all options."""

_SWITCHES = ("surrender_vs_ten", "double_after_split", "dealer_hits_soft_17")


@dataclass(frozen=True, slots=True)
class Tally:
    """The nets of `rounds` rounds, in chips: their sum and the sum of their squares."""

    rounds: int
    net: int
    squares: int

    @property
    def returned(self) -> float:
        """The share of the initial bets that came back, on average."""
        return 1 + self.net / self.rounds / _BET

    @property
    def standard_error(self) -> float:
        """By how much `returned` strays from the truth in a typical run of this length."""
        mean = self.net / self.rounds
        return math.sqrt((self.squares / self.rounds - mean * mean) / self.rounds) / _BET


@dataclass(frozen=True, slots=True)
class _Batch:
    options: blackjack.Options
    seed: int
    number: int
    rounds: int


def play_blackjack(options: blackjack.Options, rounds: int, seed: int, processes: int = 1) -> Tally:
    """Play `rounds` rounds of one seat against the dealer by basic strategy, shoe after shoe."""
    batches = [
        _Batch(options, seed, number, min(_BATCH, rounds - first))
        for number, first in enumerate(range(0, rounds, _BATCH))
    ]
    if processes == 1:
        tallies = [_play_batch(batch) for batch in batches]
    else:
        with Pool(processes) as pool:
            tallies = pool.map(_play_batch, batches, chunksize=1)
    return Tally(rounds, sum(tally.net for tally in tallies), sum(tally.squares for tally in tallies))


def _play_batch(batch: _Batch) -> Tally:
    net = squares = 0
    shoes = _shoes(batch)
    shoe = next(shoes)
    for _ in range(batch.rounds):
        if shoe.last_round:
            shoe = next(shoes)
        over = _play_round(batch.options, shoe)
        shoe = over.shoe
        won = sum(line.net for line in over.lines)
        net += won
        squares += won * won
    return Tally(batch.rounds, net, squares)


def _shoes(batch: _Batch) -> Iterator[Shoe]:
    number = 0
    while True:
        yield Shoe.fresh(batch.options.decks, str(batch.seed).encode(), f"{batch.number}/{number}")
        number += 1


def _play_round(options: blackjack.Options, shoe: Shoe) -> blackjack.Blackjack:
    table = blackjack.start(options, (blackjack.Bet(seat=0, box=0, main=_BET),), shoe).round
    if table.phase is Phase.INSURANCE:
        table = table.apply(0, Move.DECLINE).round
    while (turn := table.turn) is not None:
        hand = table.boxes[0].hands[turn.hand]
        table = table.apply(0, basic_strategy.choose(options, hand, table.dealer[0])).round
    return table


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.odds", description="Play a game and check its exact return.")
    games = parser.add_subparsers(dest="game", required=True)
    game = games.add_parser("blackjack", help="one seat playing basic strategy")
    game.add_argument("--exact", action="store_true", help="work it out and play nothing")
    game.add_argument("--dealer", choices=[str(card.rank) for card in VALUES], help="only against this card")
    game.add_argument("--rounds", type=int, default=2_000_000)
    game.add_argument("--seed", type=int, default=1)
    game.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    game.add_argument("--decks", type=int, default=8, choices=range(1, 9), metavar="1-8")
    for option in _SWITCHES:
        game.add_argument(f"--{option.replace('_', '-')}", action="store_true")
    game.add_argument("--six-to-five", action="store_true")
    games.add_parser("pok_deng", help="every deal, counted exactly")
    asked = parser.parse_args(arguments)
    if asked.game == "pok_deng":
        return pok_deng_odds.report()
    if asked.rounds < 2 or asked.processes < 1:
        parser.error("at least 2 rounds, and 1 process to play them")
    options = blackjack.Options(
        decks=asked.decks,
        seats=1,
        blackjack_pays=BlackjackPays.SIX_TO_FIVE if asked.six_to_five else BlackjackPays.THREE_TO_TWO,
        **{option: getattr(asked, option) for option in _SWITCHES},
    )
    if asked.exact:
        return _work_out(options, [card for card in VALUES if asked.dealer in (None, str(card.rank))])
    return _hold_against_play(options, asked.rounds, asked.seed, asked.processes)


def _work_out(options: blackjack.Options, against: Sequence[Card]) -> int:
    """Print what is won against each card of the dealer, which is the better part of a minute's work for all ten."""
    print(_named(options))
    print("dealer  basic strategy  best play")
    played = best = 0.0
    better: list[Better] = []
    for shown in against:
        by_table, by_best = exact_net(options, shown, basic_strategy.choose), exact_net(options, shown)
        print(f"{shown.rank!s:6}  {by_table:14.5%}  {by_best:9.5%}")
        played, best = played + by_table, best + by_best
        better += better_entries(options, shown)
    if len(against) == len(VALUES):
        print(f"back    {1 + played:14.5%}  {1 + best:9.5%}")
    for entry in better:
        print(f"{entry.table} {entry.row} against {entry.shown}: {entry.entry} returns {entry.gain:.5%} more")
    print("every entry of the tables is the best one" if not better else "not every entry is the best one")
    return 1 if better else 0


def _hold_against_play(options: blackjack.Options, rounds: int, seed: int, processes: int) -> int:
    began = time.perf_counter()
    tally = play_blackjack(options, rounds, seed, processes)
    seconds = time.perf_counter() - began
    exact = exact_return(options, basic_strategy.choose)
    apart = (tally.returned - exact) / tally.standard_error
    print(_named(options))
    print(f"played    {rounds:,} rounds, seed {seed}")
    print(f"returned  {tally.returned:.4%} of the first bets, standard error {tally.standard_error:.4%}")
    print(
        f"exact     {exact:.4%}, {abs(apart):.2f} standard errors {'below' if apart > 0 else 'above'} what was played"
    )
    print(f"speed     {rounds / seconds:,.0f} rounds/s, processes: {processes}")
    return 1 if abs(apart) > TOO_FAR else 0


def _named(options: blackjack.Options) -> str:
    others = [option.replace("_", " ") for option in _SWITCHES if getattr(options, option)]
    return ", ".join(["blackjack", f"decks: {options.decks}", options.blackjack_pays.value, *others])


if __name__ == "__main__":
    sys.exit(main())
