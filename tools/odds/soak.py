"""Plays Pontoon for a long time, deal after deal at many tables, and keeps the books.

    python -m tools.odds.soak --deals 1000000 --seed 1

Checked after every move: no chip comes from the house or goes there, nobody is below zero, the middle holds what it
should to the chip, everybody has what the deal says they have left, and a shoot bet leaves 0 <= L <= K. Checked after
every deal: all chips are with the people again, and the pack has its cards. Exit status 1 at the first break. The same
seed and number of deals are always the same deals, on however many processes.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat, starmap
from multiprocessing import Pool
from random import Random

from games.cards import Card
from games.core import IllegalAction, Pot, Seat, Transfer
from games.pontoon import (
    COVERED,
    Action,
    Move,
    Options,
    Phase,
    Pontoon,
    collected,
    first_banker,
    next_banker,
    start,
    worth,
)
from games.pontoon.shoot import live_bets

_BATCH = 5_000
"""Deals played in one go: the unit that processes share out."""

_DEALS_PER_TABLE = 50


class Broken(Exception):
    """A promise of the game did not hold."""


class Books:
    """Everybody's chips and the middle's, followed transfer by transfer. `purses` are what people have at first."""

    def __init__(self, purses: Mapping[Seat, int]) -> None:
        self.purses = dict(purses)
        self.middle = 0
        self._total = sum(purses.values())

    def post(self, transfers: Iterable[Transfer]) -> None:
        """Move the chips. Raises Broken when somebody does not have them, and for the house's."""
        for moved in transfers:
            for account, amount in ((moved.payer, -moved.amount), (moved.payee, moved.amount)):
                if account is Pot.MIDDLE:
                    self.middle += amount
                elif isinstance(account, Pot):
                    raise Broken(f"{moved} moves chips of the house")
                else:
                    self.purses[account] += amount
            if self.middle < 0 or min(self.purses.values()) < 0:
                raise Broken(f"nobody has the chips of {moved}: {self.purses}, middle {self.middle}")

    def close(self) -> None:
        """The deal is over. Raises Broken unless all chips are with the people again."""
        if self.middle or sum(self.purses.values()) != self._total:
            raise Broken(f"of {self._total} chips {self.purses} are left, and {self.middle} in the middle")


@dataclass(slots=True)
class Tally:
    """How many deals were played, and what came up in them: moves, and hands as they were settled."""

    deals: int = 0
    moves: Counter[str] = field(default_factory=Counter)
    hands: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Count `other` in."""
        self.deals += other.deals
        self.moves += other.moves
        self.hands += other.hands


def play(random: Random, deals: int) -> Tally:
    """Play `deals` deals, at one table after the other. Raises Broken."""
    tally = Tally()
    while tally.deals < deals:
        _Table(random, tally).play(min(_DEALS_PER_TABLE, deals - tally.deals))
    return tally


class _Table:
    """People with chips, who play deal after deal with one pack; the bank goes round by the rules."""

    def __init__(self, random: Random, tally: Tally) -> None:
        self.random = random
        self.tally = tally
        self.options = Options(
            shoot=random.random() < 0.5,
            split_aces_only=random.random() < 0.1,
            stick_minimum=random.choice((15, 16)),
        )
        self.people = tuple(range(random.randint(2, 8)))
        self.minimum = random.choice((1, 10))
        self.maximum = self.minimum * random.randint(1, 20)
        rich = self.minimum * random.choice((20, 200, 5000))
        self.books = Books({seat: random.randint(2 * self.minimum, rich) for seat in self.people})
        self.wildness = random.random()
        """How often a move is made at random instead of with care."""
        self.pack = self._shuffled()
        self.banker = first_banker(self.people, self.pack).banker
        self.kitty = 0
        """The kitty between deals: chips of the banker's, who can't use them for anything else."""

    def _shuffled(self) -> tuple[Card, ...]:
        cards = self.options.fresh_pack(len(self.people))
        return tuple(self.random.sample(cards, len(cards)))

    def play(self, deals: int) -> None:
        """Play until somebody who should hold the bank can't, at most `deals` deals."""
        for _ in range(deals):
            if self.options.shoot and not self.kitty:
                self.kitty = min(self.random.randint(self.minimum, self.maximum), self.books.purses[self.banker] // 3)
            seats = (*self.people[self.banker + 1 :], *self.people[: self.banker])
            purses = self.books.purses | {self.banker: self.books.purses[self.banker] - self.kitty}
            try:
                step = start(
                    self.options, seats, self.banker, self.pack, self.minimum, self.maximum, purses, self.kitty
                )
            except IllegalAction:
                return
            self.books.post(step.transfers)
            self._clear_away(self._play_deal(step.round))

    def _play_deal(self, deal: Pontoon) -> Pontoon:
        while deal.to_act:
            self._verify(deal)
            (seat,) = deal.to_act
            action = self._choose(deal, seat)
            step = deal.apply(seat, action)
            self.books.post(step.transfers)
            deal = step.round
            self.tally.moves[action.move] += 1
            bets, kitty = live_bets(deal.table), deal.table.kitty
            if action.move is Move.SHOOT and deal.phase is not Phase.OVER and not 0 <= bets <= kitty:
                raise Broken(f"{bets} chips are shot for a kitty of {kitty}: {deal}")
            if kitty < 0:
                raise Broken(f"the kitty holds {kitty} chips: {deal}")
        self.books.close()
        return deal

    def _choose(self, deal: Pontoon, seat: Seat) -> Action:
        legal = list(deal.legal_actions(seat))
        moves = [action.move for action in legal]
        careful = deal.phase in (Phase.PLAY, Phase.BANKER) and self.random.random() > self.wildness
        if careful and Move.SPLIT not in moves:  # a pair is too rare to pass over
            return deal.default_action(seat)
        move = self.random.choice(moves)
        amounts = [action.amount for action in legal if action.move is move]
        return Action(move, self.random.randint(min(amounts), max(amounts)))

    def _verify(self, deal: Pontoon) -> None:
        """Raises Broken unless the chips are where the deal says that they are."""
        table = deal.table
        left = {box.seat: box.purse for box in table.boxes}
        if any(self.books.purses[seat] != purse for seat, purse in left.items()):
            raise Broken(f"the purses are {self.books.purses}: {deal}")
        if table.free < 0:
            raise Broken(f"the bank covers {-table.free} chips too many: {deal}")
        staked = sum(COVERED * hand.staked for hand in table.hands)
        if self.books.middle != staked + table.bank.cover + table.kitty + live_bets(table):
            raise Broken(f"in the middle are {self.books.middle}: {deal}")

    def _clear_away(self, deal: Pontoon) -> None:
        self.tally.deals += 1
        bank = worth(deal.table.bank.cards).kind.name
        for line in deal.lines:
            self.tally.hands[f"{line.worth.kind.name} against {bank}: {line.outcome.value} {line.times}"] += 1
        after = collected(deal)
        if Counter(after.pack) != Counter(self.options.fresh_pack(len(self.people))):
            raise Broken(f"the pack has other cards: {deal}")
        self.pack = self._shuffled() if after.shuffle else after.pack
        self.kitty = deal.table.kitty
        heir = next_banker(deal)
        if heir is not None:
            self.banker, self.kitty = heir, 0


def _play_batch(seed: int, number: int, deals: int) -> Tally:
    return play(Random(f"{seed}:{number}"), deals)


def soak(deals: int, seed: int, processes: int) -> Tally:
    """Play `deals` deals. Raises Broken."""
    sizes = [min(_BATCH, deals - done) for done in range(0, deals, _BATCH)]
    batches = list(zip(repeat(seed), range(len(sizes)), sizes))
    if processes == 1:
        return _sum(starmap(_play_batch, batches))
    with Pool(processes) as pool:
        return _sum(pool.starmap(_play_batch, batches, chunksize=1))


def _sum(tallies: Iterable[Tally]) -> Tally:
    total = Tally()
    for tally in tallies:
        total.add(tally)
    return total


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.odds.soak", description="Play Pontoon and keep the books.")
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(arguments)
    began = time.perf_counter()
    try:
        tally = soak(asked.deals, asked.seed, asked.processes)
    except Broken as broken:
        print(f"broken: {broken}")
        return 1
    seconds = time.perf_counter() - began
    print(f"played {tally.deals:,} deals in {seconds:,.0f} s, seed {asked.seed}: nothing broke")
    for title, counts in (("moves", tally.moves), ("hands", tally.hands)):
        print(f"{title}:")
        for name, count in sorted(counts.items()):
            print(f"  {count:>12,}  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
