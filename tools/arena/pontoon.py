"""Pontoon: how close the house players come to the best play, and what they win more than rules of thumb do.

Positions are solved exactly: a player's with few unseen cards, and a banker's with all. Deals are played twice with the
same cards: in one a seat thinks, in the other it plays by rules of thumb, as all other seats do in both. How many chips
move goes by the first card of a player who thinks. So it is as often an ace, a two, a ten or any other, and each kind
counts for as much as it has cards.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, TypeAlias

from rich.console import Console
from rich.progress import track

from games.cards import Card, pack52
from games.core import Seat, Step
from games.pontoon import Action, Limits, Options, Phase, Pontoon, PontoonView, parse, start
from players.pontoon import Question
from tools.arena import pontoon_exact as exact
from tools.arena.figures import Figure, mean, weighted
from tools.arena.pontoon_exact_bank import Asked, bank_solver
from tools.arena.pontoon_rules_of_thumb import sound
from tools.bench.report import table

Player: TypeAlias = Callable[[PontoonView, Seat], Action]

BANKER = 7
_BANKERS = 3
"""Bankers play so many times as many deals, since they think in a fiftieth of the time."""
_NEXT = 1_000_000
"""From one number of a position that nobody is in to the next."""
_PURSE = 20
"""Everybody has so many of the largest stakes; the banker for each player."""
KINDS = {"ace": range(1, 2), "two": range(2, 3), "ten": range(10, 11), "other": range(3, 10)}
"""First cards, by their pips."""


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


# Positions


def solve_player(seed: int, unseen: int, number: int) -> Solved:
    """Position `number`, of a player."""
    random = Random(f"{seed}:player:{number}")
    position = exact.random_position(random, unseen, random.choice((2, 2, 3, 4)))
    values = exact.Solver(position).values()
    staked = position.hand.staked
    return Solved(max(values.values()) / staked, values[exact.chosen(position)] / staked)


def solve_banker(seed: int, number: int) -> Solved:
    """Position `number`, of a banker whose two players went by rules of thumb, as only the solver knows."""
    terms = Terms(2, Limits(10, 100), False, seed)
    while True:
        _, asked = play(terms, _pack(terms, f"banker:{number}"))
        view, seat, _ = asked[-1]
        if view.phase is Phase.BANKER and all(len(box.hands) == 1 for box in view.boxes):
            break
        number += _NEXT
    values = bank_solver(view, asked, lambda view, seat, action: float(sound(view, seat) == action)).values()
    return Solved(max(values.values()), values[_thought(view, seat, number).move])


# Whole deals


def play_twice(terms: Terms, is_banker: bool, number: int) -> Played:
    """Deal `number`, with one player thinking, or the banker."""
    times: list[float] = []

    def thinking(view: PontoonView, seat: Seat) -> Action:
        began = time.process_time()
        action = _thought(view, seat, number)
        times.append(time.process_time() - began)
        return action

    hero, pack = BANKER, _pack(terms, f"{number}")
    if not is_banker:
        hero = number // len(KINDS) % terms.players
        first = Random(number).choice([card for card in pack if card.rank.pips in KINDS[kind_of(number)]])
        pack.remove(first)
        pack.insert(hero, first)
    return Played(play(terms, pack, hero, thinking)[0], play(terms, pack, hero)[0], times)


def kind_of(number: int) -> str:
    """The first card of the player who thinks in deal `number`."""
    return list(KINDS)[number % len(KINDS)]


def _pack(terms: Terms, name: str) -> list[Card]:
    cards = Options(shoot=terms.shoot).fresh_pack(terms.players + 1)
    return Random(f"{terms.seed}:{name}").sample(cards, len(cards))


def _thought(view: PontoonView, seat: Seat, number: int) -> Action:
    return parse(Question(view, seat).answer(Random(number), 1.0).action)


def play(
    terms: Terms, pack: Sequence[Card], hero: Seat = BANKER, player: Player = sound
) -> tuple[int, Sequence[Asked]]:
    """The chips that `hero` wins as `player` against others by rules of thumb, and everything that all did."""
    purse, kitty = _PURSE * terms.limits.most, terms.limits.most if terms.shoot else 0
    purses = dict.fromkeys(range(terms.players), purse) | {BANKER: purse * terms.players}
    options = Options(shoot=terms.shoot)
    step = start(options, range(terms.players), BANKER, pack, *terms.limits, purses, kitty)
    won, asked = _won(step, hero), []
    while step.round.to_act:
        (seat,) = step.round.to_act
        view = step.round.view(seat)
        action = (player if seat == hero else sound)(view, seat)
        asked.append((view, seat, action))
        step = step.round.apply(seat, action)
        won += _won(step, hero)
    return won, asked


def _won(step: Step[Pontoon], hero: Seat) -> int:
    return sum(moved.amount * ((moved.payee == hero) - (moved.payer == hero)) for moved in step.transfers)


# Telling


def _solved(name: str, positions: Sequence[Solved]) -> Sequence[str]:
    missed = sum(each.best - each.chosen > 1e-9 for each in positions)
    lost = mean([100 * (each.best - each.chosen) for each in positions])
    # Of the best expectation, all chips counted that a choice can win or lose.
    share = 1 - sum(each.best - each.chosen for each in positions) / sum(abs(each.best) for each in positions)
    return name, str(len(positions)), f"{100 * share:.2f} %", str(missed), _figure(lost)


def _figure(figure: Figure | None) -> str:
    if figure is None:
        return "-"
    return f"{figure.value:+.2f}" + ("" if figure.within is None else f" ± {figure.within:.2f}")


def _row(name: str, parts: Sequence[tuple[float, Sequence[Played]]]) -> Sequence[str]:
    deals = [deal for _, of_part in parts for deal in of_part]
    times = [second for deal in deals for second in deal.times] or [0.0]

    def said(chips: Callable[[Played], int]) -> str:
        return _figure(weighted((share, [chips(deal) for deal in of_part]) for share, of_part in parts))

    return (
        name,
        str(len(deals)),
        said(lambda deal: deal.thinking),
        said(lambda deal: deal.sound),
        said(lambda deal: deal.thinking - deal.sound),
        f"{1000 * sum(times) / len(times):.0f}",
        f"{1000 * max(times):.0f}",
    )


def main(arguments: Sequence[str]) -> int:
    """Read the command line, play and print."""
    parser = argparse.ArgumentParser(prog="python -m tools.arena pontoon", description="Measure a player.")
    parser.add_argument("--positions", type=int, default=200, help="solved exactly, of each kind; default 200")
    parser.add_argument("--unseen", type=int, default=9, help="unseen cards in a player's, default 9")
    parser.add_argument("--deals", type=int, default=1500, help="as player, 3 times as many as banker; default 1500")
    parser.add_argument("--players", type=int, default=3, help="against the banker, 1 to 7, default 3")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="default one for each core")
    parser.add_argument("--seed", type=int, default=1, help="decides the cards")
    asked = parser.parse_args(arguments)
    print(f"seed {asked.seed}; ± at 95 %\n", flush=True)
    with ProcessPoolExecutor(asked.processes) as pool:
        if asked.positions:
            print(_positions(pool, asked.seed, asked.unseen, asked.positions), "\n", flush=True)
        if asked.deals:
            print(_deals(pool, asked.players, Limits(10, 100), asked.seed, asked.deals))
    return 0


def _followed(results: Iterable[Any], count: int, name: str) -> list[Any]:
    """All `results` once they are there; whoever waits at a terminal sees a bar."""
    console = Console(stderr=True)
    return list(track(results, name, total=count, console=console, disable=not console.is_terminal))


def _positions(pool: Executor, seed: int, unseen: int, count: int) -> str:
    players = pool.map(solve_player, [seed] * count, [unseen] * count, range(count))
    bankers = pool.map(solve_banker, [seed] * count, range(count))
    rows = [
        _solved(f"player, {unseen} cards unseen", _followed(players, count, "positions of a player")),
        _solved("banker, against rules of thumb", _followed(bankers, count, "positions of a banker")),
    ]
    return table(("positions", "number", "of the best", "missed", "lost, chips a hundred"), rows)


def _deals(pool: Executor, players: int, limits: Limits, seed: int, count: int) -> str:
    rows = []
    for shoot in (False, True):
        terms = Terms(players, limits, shoot, seed)
        for name, is_banker in (("player", False), ("banker", True)):
            played = count * _BANKERS if is_banker else count
            title = f"{'Shoot: ' if shoot else ''}{name}"
            work = pool.map(play_twice, [terms] * played, [is_banker] * played, range(played), chunksize=10)
            deals = _followed(work, played, title)
            if is_banker:
                rows.append(_row(title, [(1.0, deals)]))
                continue
            pips = [card.rank.pips for card in pack52()]
            shares = [sum(each in of_kind for each in pips) / len(pips) for of_kind in KINDS.values()]
            parts = [(share, deals[place :: len(KINDS)]) for place, share in enumerate(shares)]
            rows.append(_row(title, parts))
            rows += [_row(f"- {kind}", [(1.0, part)]) for kind, (_, part) in zip(KINDS, parts, strict=True)]
    return table(("chips a deal", "deals", "thinking", "sound", "difference", "ms", "slowest"), rows)
