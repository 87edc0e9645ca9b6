"""Pontoon: how close the house players come to the best play, and what they win more than rules of thumb do.

Small positions are solved exactly (`pontoon_exact`). Deals are played twice with the same cards: in one a seat
thinks, in the other it plays by rules of thumb, as all other seats do in both. Luck makes that a rough measure. So
every decision of a player by rules of thumb, alone against the house, is weighed too: what they give away is what
thinking wins.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import Any, NamedTuple, TypeAlias

from rich.console import Console
from rich.progress import track

from games.core import Seat, Step
from games.pontoon import Action, Limits, Options, Pontoon, PontoonView, is_pontoon, parse, start, totals
from players.pontoon import Question
from tools.arena import pontoon_exact as exact
from tools.arena.figures import Figure, mean
from tools.arena.pontoon_rules_of_thumb import sound
from tools.bench.report import table

Player: TypeAlias = Callable[[PontoonView, Seat], Action]

BANKER = 7
_MOST = 21
_BANKERS = 10
"""Bankers play so many times as many deals, since they think in a fiftieth of the time."""
_PURSE = 20
"""Everybody has so many of the largest stakes; the banker for each player."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played: so many `players` against a banker, stakes within `limits`; `seed` decides the cards."""

    players: int
    limits: Limits
    shoot: bool
    seed: int


class Solved(NamedTuple):
    """A position: what the best move and the chosen one bring, in chips for each chip staked."""

    best: float
    chosen: float


class Played(NamedTuple):
    """The chips that one seat won by thinking and by rules of thumb, and how many seconds its decisions took."""

    thinking: int
    sound: int
    times: Sequence[float]


# Small positions


def solve_player(seed: int, unseen: int, number: int) -> Solved:
    """Position `number`, of a player."""
    random = Random(f"{seed}:player:{number}")
    position = exact.random_position(random, unseen, random.choice((2, 2, 3, 4)))
    values = exact.Solver(position).values()
    staked = position.hand.staked
    return Solved(max(values.values()) / staked, values[exact.chosen(position)] / staked)


def solve_banker(seed: int, unseen: int, number: int) -> Solved:
    """Position `number`, of a banker."""
    random = Random(f"{seed}:banker:{number}")
    while True:
        position = exact.random_position(random, unseen, random.choice((2, 2, 3, 4)))
        bank = position.pool[: random.choice((2, 2, 3))]
        if is_pontoon(bank) or totals(bank).low >= _MOST:
            continue
        solver = exact.BankSolver(position, bank)
        if solver.guesses:
            break
    values, staked = solver.values(), position.hand.staked
    return Solved(max(values.values()) / staked, values[exact.bank_chosen(position, bank)] / staked)


# Whole deals


def play_twice(terms: Terms, is_banker: bool, number: int) -> Played:
    """Deal `number`, with one player thinking, or the banker."""
    times: list[float] = []

    def thinking(view: PontoonView, seat: Seat) -> Action:
        began = time.process_time()
        choice = Question(view, seat).answer(Random(number), 1.0)
        times.append(time.process_time() - began)
        return parse(choice.action)

    hero = BANKER if is_banker else number % terms.players
    return Played(_play(terms, hero, thinking, number), _play(terms, hero, sound, number), times)


def give_away(terms: Terms, number: int) -> float:
    """The chips that rules of thumb give away by their decisions in deal `number`, against the house's bank."""
    lost = 0.0

    def weighed(view: PontoonView, seat: Seat) -> Action:
        nonlocal lost
        options = Question(view, seat).answer(Random(number), 1.0).options
        done = sound(view, seat)
        lost += options[0].value - next(option.value for option in options if option.action == str(done))
        return done

    def banks(view: PontoonView, seat: Seat) -> Action:
        return parse(Question(view, seat).answer(Random(number), 1.0).action)

    _play(replace(terms, players=1), 0, weighed, number, banks)
    return lost


def _play(terms: Terms, hero: Seat, player: Player, number: int, others: Player = sound) -> int:
    """The chips that `hero` wins as `player` against `others`."""
    options = Options(shoot=terms.shoot)
    cards = options.fresh_pack(terms.players + 1)
    pack = Random(f"{terms.seed}:{number}").sample(cards, len(cards))
    purse = _PURSE * terms.limits.most
    purses = dict.fromkeys(range(terms.players), purse) | {BANKER: purse * terms.players}
    kitty = terms.limits.most if terms.shoot else 0
    step = start(options, range(terms.players), BANKER, pack, *terms.limits, purses, kitty)
    won = _won(step, hero)
    while step.round.to_act:
        (seat,) = step.round.to_act
        choose = player if seat == hero else others
        step = step.round.apply(seat, choose(step.round.view(seat), seat))
        won += _won(step, hero)
    return won


def _won(step: Step[Pontoon], hero: Seat) -> int:
    return sum(moved.amount * ((moved.payee == hero) - (moved.payer == hero)) for moved in step.transfers)


# Telling


def _percent(positions: Sequence[Solved]) -> str:
    """The share of the best expectation that was reached, all chips counted that a choice can win or lose."""
    lost = sum(each.best - each.chosen for each in positions)
    return f"{100 * (1 - lost / sum(abs(each.best) for each in positions)):.2f} %"


def _solved(name: str, positions: Sequence[Solved]) -> Sequence[str]:
    missed = sum(each.best - each.chosen > 1e-9 for each in positions)
    lost = mean([100 * (each.best - each.chosen) for each in positions])
    return name, str(len(positions)), _percent(positions), str(missed), _figure(lost)


def _figure(figure: Figure | None) -> str:
    if figure is None:
        return "-"
    return f"{figure.value:+.2f}" + ("" if figure.within is None else f" ± {figure.within:.2f}")


def _row(name: str, deals: Sequence[Played]) -> Sequence[str]:
    times = list(chain.from_iterable(deal.times for deal in deals))
    return (
        name,
        str(len(deals)),
        _figure(mean([deal.thinking for deal in deals])),
        _figure(mean([deal.sound for deal in deals])),
        _figure(mean([deal.thinking - deal.sound for deal in deals])),
        f"{1000 * sum(times) / len(times):.0f}" if times else "-",
        f"{1000 * max(times):.0f}" if times else "-",
    )


def main(arguments: Sequence[str]) -> int:
    """Read the command line, play and print."""
    parser = argparse.ArgumentParser(prog="python -m tools.arena pontoon", description="Measure a player.")
    parser.add_argument("--positions", type=int, default=200, help="solved exactly, of each kind; default 200")
    parser.add_argument("--unseen", type=int, default=9, help="unseen cards in them, default 9")
    parser.add_argument("--deals", type=int, default=400, help="as player, ten times as many as banker; default 400")
    parser.add_argument("--players", type=int, default=3, help="against the banker, 1 to 7, default 3")
    parser.add_argument("--limits", type=int, nargs=2, default=[10, 100], help="for stakes, default 10 100")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="default one for each core")
    parser.add_argument("--seed", type=int, default=1, help="decides the cards")
    asked = parser.parse_args(arguments)
    print(f"seed {asked.seed}; ± at 95 %\n", flush=True)
    with ProcessPoolExecutor(asked.processes) as pool:
        if asked.positions:
            print(_small_positions(pool, asked.seed, asked.unseen, asked.positions), "\n", flush=True)
        print(_deals(pool, asked.players, Limits(*asked.limits), asked.seed, asked.deals))
    return 0


def _followed(results: Iterable[Any], count: int, name: str) -> list[Any]:
    """All `results` once they are there; whoever waits at a terminal sees a bar."""
    console = Console(stderr=True)
    return list(track(results, name, total=count, console=console, disable=not console.is_terminal))


def _small_positions(pool: Executor, seed: int, unseen: int, count: int) -> str:
    rows = []
    for name, solve in (("player", solve_player), ("banker", solve_banker)):
        work = pool.map(solve, [seed] * count, [unseen] * count, range(count))
        solved = _followed(work, count, f"positions of a {name}")
        rows.append(_solved(name, solved))
    return table(("small positions", "number", "of the best", "missed", "lost, chips a hundred"), rows)


def _deals(pool: Executor, players: int, limits: Limits, seed: int, count: int) -> str:
    rows = []
    for shoot in (False, True):
        terms = Terms(players, limits, shoot, seed)
        for name, is_banker in (("player", False), ("banker", True)):
            played = count * _BANKERS if is_banker else count
            title = f"{'Shoot: ' if shoot else ''}{name}"
            work = pool.map(play_twice, [terms] * played, [is_banker] * played, range(played), chunksize=10)
            rows.append(_row(title, _followed(work, played, title)))
    terms = Terms(1, limits, False, seed)
    lost = pool.map(give_away, [terms] * count, range(count), chunksize=10)
    given = _figure(mean(_followed(lost, count, "rules of thumb")))
    said = table(("chips a deal", "deals", "thinking", "sound", "difference", "ms", "slowest"), rows)
    return f"{said}\n\nrules of thumb give away, alone against the house: {given} chips a deal"
