"""`python -m tools.bench.rules`: how many rounds a second the rules play, compared with other people's packages.

Only the rules: no table, no clock, no database, no message. One process plays both in turn, block after block: ours,
the peer's, ours, and so on. A block is timed in processor seconds, and the ratio is the median over the pairs of
blocks, so that other programs on the machine change little. Every block begins with a new, unshuffled shoe; the cut
card calls for the next, and shuffling is part of the time for both.

- Blackjack: five players bet 10 chips each, hit below 17 and stand on the rest; eight decks. `blackjack21` plays it
  the same way, at one table whose deck is shuffled when three quarters of it are gone, by its own hook for that.
- Pok Deng: five people bet 10 chips each, one on every hand. `pokdeng` deals five players from one new pack each round
  and lets them draw a third card, which the rules here don't have.
- All others have no peer. Everybody plays at random: each action is one of `legal_actions`, so finding these is part of
  the time.

The peers are installed for this only.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from importlib.metadata import PackageNotFoundError, version
from random import Random
from typing import Any

from games import blackjack, five_hundred, pok_deng, pontoon
from games.core import Round
from games.fair.shoe import Shoe
from tools.torture.games import GAMES, Played, deal

PEOPLE = 5
STAKE = 10

Play = Callable[[int], None]
"""Plays so many rounds."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A package that plays the same game: its name and version as pinned, and how to make something that plays it."""

    package: str
    version: str
    make: Callable[[], Play]

    def __str__(self) -> str:
        return f"{self.package} {self.version}"

    @property
    def is_installed(self) -> bool:
        """Whether exactly this version can be imported."""
        try:
            return version(self.package) == self.version
        except PackageNotFoundError:
            return False


@dataclass(frozen=True, slots=True)
class Contest:
    """A game as it is played here, in blocks of so many `rounds`, and the peer that it is compared with."""

    game: str
    make: Callable[[Random], Play]
    rounds: int
    peer: Peer | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """The result: rounds per processor second, ours and the peer's, and the median ratio.

    `peer_rate` and `ratio` are None without a peer, and where `missing` names the peer that is not installed.
    """

    game: str
    rate: float
    peer: str = ""
    peer_rate: float | None = None
    ratio: float | None = None
    missing: str = ""

    def __str__(self) -> str:
        ours = f"{self.game:52} {self.rate:9,.0f}/s"
        if self.missing:
            return f"{ours}   {self.missing} is not installed: make bench installs it"
        if self.ratio is None:
            return ours
        return f"{ours}   {self.peer} {self.peer_rate:9,.0f}/s   ratio {self.ratio:.2f}"


# Ours


def play_blackjack(random: Random) -> Play:
    """Play Blackjack as people do who hit below 17."""
    options = blackjack.Options()
    bets = [blackjack.Bet(seat, seat, STAKE) for seat in range(PEOPLE)]
    hit, stand, decline = blackjack.Move.HIT, blackjack.Move.STAND, blackjack.Move.DECLINE

    def play(rounds: int) -> None:
        shoe = _new_shoe(random)
        for _ in range(rounds):
            round_ = blackjack.start(options, bets, _new_shoe(random) if shoe.last_round else shoe).round
            while to_act := round_.to_act:
                turn = round_.turn
                if turn is None:
                    round_ = round_.apply(min(to_act), decline).round
                    continue
                seat, index = turn
                hand = round_.boxes[seat].hands[index]
                round_ = round_.apply(seat, hit if hand.total.best < 17 else stand).round
            shoe = round_.shoe

    return play


def play_pok_deng(random: Random) -> Play:
    """Play Pok Deng with one main bet on every hand."""
    options = pok_deng.Options()
    bets = [pok_deng.Bet(seat, seat, STAKE) for seat in range(PEOPLE)]

    def play(rounds: int) -> None:
        shoe = _new_shoe(random)
        for _ in range(rounds):
            shoe = _new_shoe(random) if shoe.last_round else shoe
            shoe = pok_deng.start(options, bets, shoe, opening=shoe.dealt == 0).round.shoe

    return play


def _new_shoe(random: Random) -> Shoe:
    return Shoe.fresh(8, random.randbytes(32), "salt")


def play_five_hundred(random: Random) -> Play:
    """Play random deals for four."""
    options = five_hundred.Options()

    def play(rounds: int) -> None:
        for number in range(rounds):
            deck = tuple(random.sample(five_hundred.pack(4), 43))
            _at_random(five_hundred.start(options, number % 4, deck).round, random)

    return play


def play_pontoon(random: Random) -> Play:
    """Play random deals for four and the banker; stakes are from 10 to 100."""
    options = pontoon.Options()
    people = range(PEOPLE)

    def play(rounds: int) -> None:
        for _ in range(rounds):
            pack = random.sample(options.fresh_pack(PEOPLE), 52)
            step = pontoon.start(options, people[1:], people[0], pack, 10, 100, dict.fromkeys(people, 100_000))
            _at_random(step.round, random)

    return play


def _at_random(round_: Round[Any], random: Random) -> None:
    while to_act := round_.to_act:
        seat = random.choice(sorted(to_act))
        round_ = round_.apply(seat, random.choice(list(round_.legal_actions(seat)))).round


# The peers; their packages are installed only for `make bench`


def _blackjack21() -> Play:
    from blackjack21 import DEFAULT_SUITS, Deck, GameState, Table, shoe_reset_hook

    def play(rounds: int) -> None:
        deck = Deck(DEFAULT_SUITS, count=8)
        people = [(f"player {seat}", STAKE) for seat in range(PEOPLE)]
        table = Table(people, deck, on_round_reset=shoe_reset_hook(deck))
        for _ in range(rounds):
            table.start_game()
            while table.state is GameState.PLAYERS_TURN:
                if table.current_hand.total < 17:
                    table.hit()
                else:
                    table.stand()

    return play


def _pokdeng() -> Play:
    from pokdeng.cardholder import Dealer, Player
    from pokdeng.game import Game
    from pokdeng.pocket import Pocket

    def play(rounds: int) -> None:
        dealer, players = Dealer(), [Player() for _ in range(PEOPLE)]
        everybody = [holder.card_holder_id for holder in (dealer, *players)]
        Game(dealer, players, {holder: Pocket(holder, Decimal(10**9)) for holder in everybody}).play(rounds)

    return play


OWN = {
    "blackjack": Contest("Blackjack, five players", play_blackjack, 1500, Peer("blackjack21", "5.0.0", _blackjack21)),
    "pok_deng": Contest("Pok Deng, five bets", play_pok_deng, 1500, Peer("pokdeng", "0.0.3", _pokdeng)),
    "five_hundred": Contest("Five Hundred, four players at random", play_five_hundred, 60),
    "pontoon": Contest("Pontoon, four players and the bank at random", play_pontoon, 150),
}
"""What says more about a game than random rounds with random house options."""


def contest(played: Played) -> Contest:
    """How the rules of a game are measured: as `OWN` says, or else at random."""

    def make(random: Random) -> Play:
        def play(rounds: int) -> None:
            for _ in range(rounds):
                _at_random(deal(played, random).round, random)

        return play

    return OWN.get(played.game.name) or Contest(f"{played.game.title.template}, at random", make, 150)


CONTESTS = tuple(map(contest, GAMES))


# Measuring


def table(pairs: int = 15, contests: Sequence[Contest] = CONTESTS, seed: int = 1) -> list[Row]:
    """Measure `contests` one after the other, each in so many `pairs` of blocks."""
    return [measure(contest, pairs, Random(seed)) for contest in contests]


def measure(contest: Contest, pairs: int, random: Random) -> Row:
    """Play blocks of `contest`, ours and the peer's in turn."""
    ours, peer = contest.make(random), contest.peer
    if peer is None or not peer.is_installed:
        rate = statistics.median([_rate(ours, contest.rounds) for _ in range(pairs)])
        return Row(contest.game, rate, missing="" if peer is None else str(peer))
    theirs = peer.make()
    blocks = [(_rate(ours, contest.rounds), _rate(theirs, contest.rounds)) for _ in range(pairs)]
    rate, peer_rate = (statistics.median(rates) for rates in zip(*blocks, strict=True))
    ratio = statistics.median(mine / other for mine, other in blocks)
    return Row(contest.game, rate, str(peer), peer_rate, ratio)


def _rate(play: Play, rounds: int) -> float:
    gc.collect()
    began = time.process_time()
    play(rounds)
    return rounds / (time.process_time() - began)


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.rules", description="Measure the rules beside others.")
    parser.add_argument("--pairs", type=int, default=15, help="pairs of blocks for each game, default 15")
    parser.add_argument("--seed", type=int, default=1, help="decides our cards and moves")
    args = parser.parse_args(arguments)
    print("Rounds for a second of the processor, the rules alone")
    for contest in CONTESTS:
        print(measure(contest, args.pairs, Random(args.seed)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
