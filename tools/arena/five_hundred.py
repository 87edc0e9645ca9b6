"""Five Hundred: how often a player wins matches against another, what it bids and makes, and where it loses points."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import chain

from rich.console import Console
from rich.progress import Progress

from games import five_hundred as fh
from tools.arena.duplicate import Contracted, Pair, Terms, add_terms, play_pair, terms_of
from tools.arena.figures import Figure, mean, percent, points, share
from tools.bench.report import table

_MS = 1000


@dataclass(frozen=True, slots=True)
class Measured:
    """The pairs of matches that were played under `terms`."""

    terms: Terms
    pairs: Sequence[Pair]

    @property
    def deals(self) -> list[Contracted]:
        """All deals that were not thrown in."""
        return list(chain.from_iterable(pair.deals for pair in self.pairs))

    @property
    def dealt(self) -> int:
        """How many deals there were."""
        return len(self.deals) + sum(pair.thrown_in for pair in self.pairs)

    @property
    def gain(self) -> Figure | None:
        """How many points a deal a side of ours gets more than one of theirs, pair by pair."""
        return mean([sum(deal.gain for deal in pair.deals) / len(pair.deals) for pair in self.pairs if pair.deals])


# Playing.


def measure(terms: Terms, matches: int, processes: int) -> Measured:
    """Play so many matches (an odd one more) in so many processes, and say on stderr how it goes."""
    count = (matches + 1) // 2
    pairs = dict[int, Pair]()
    console = Console(stderr=True)
    with ProcessPoolExecutor(processes) as pool, Progress(console=console, disable=not console.is_terminal) as progress:
        bar = progress.add_task("", total=count)
        waiting = {pool.submit(play_pair, terms, number): number for number in range(count)}
        for done in as_completed(waiting):
            pairs[waiting[done]] = done.result()
            won = percent(mean([pair.won for pair in pairs.values()]))
            line = f"{terms.options.players} players, {2 * len(pairs)} of {2 * count} matches, {won} won"
            progress.update(bar, advance=1, description=line)
            if not console.is_terminal and len(pairs) * 10 // count > (len(pairs) - 1) * 10 // count:
                print(line, file=sys.stderr, flush=True)
    return Measured(terms, [pairs[number] for number in sorted(pairs)])


# Telling.


def report(results: Sequence[Measured]) -> str:
    """All tables: the matches, the contracts by kind, and where points were lost."""
    terms = results[0].terms
    return "\n\n".join(
        [
            f"{terms.ours}, effort {terms.effort:g}, against {terms.theirs}; seed {terms.seed}; ± at 95 %",
            table(
                ("players", "matches", "won", "points a deal", "bid", "made", "deals", "thrown in", "ms", "slowest"),
                [_row(result) for result in results],
            ),
            table(
                ("contracts", "ours", "said", "made", "theirs", "made"), list(chain.from_iterable(map(_kinds, results)))
            ),
            table(
                ("points lost a deal", "contracts", "own misères", "defence", "misères let through"),
                list(chain.from_iterable(map(_losses, results))),
            ),
        ]
    )


def _row(result: Measured) -> Sequence[str]:
    """One row of matches. `bid` is our share of the contracts, in a game of equals our share of the seats."""
    deals, pairs = result.deals, result.pairs
    ours = [deal for deal in deals if deal.is_ours]
    times = list(chain.from_iterable(pair.times for pair in pairs))
    slowest = max(times, default=None)
    given_up = sum(pair.given_up for pair in pairs)
    return (
        str(result.terms.options.players),
        f"{2 * len(pairs)}" + (f" ({given_up} given up)" if given_up else ""),
        percent(mean([pair.won for pair in pairs])),
        points(result.gain),
        percent(share(len(ours), len(deals))),
        percent(share(sum(deal.is_made for deal in ours), len(ours))),
        str(result.dealt),
        percent(Figure(1 - len(deals) / result.dealt, None)),
        f"{_MS * sum(time.took for time in times) / len(times):.0f}" if times else "-",
        f"{_MS * slowest.took:.0f} ({slowest.phase})" if slowest else "-",
    )


def _said(least: int, below: int) -> tuple[str, Callable[[Contracted], bool]]:
    """Contracts for tricks of which so many in 100 were taken to be made."""
    name = f"said {least} to {min(below, 100)}"
    return name, lambda deal: bool(deal.call.tricks) and deal.said is not None and least <= 100 * deal.said < below


_KINDS: Sequence[tuple[str, Callable[[Contracted], bool]]] = (
    ("6", lambda deal: deal.call.tricks == 6),
    ("7", lambda deal: deal.call.tricks == 7),
    ("8", lambda deal: deal.call.tricks == 8),
    ("9", lambda deal: deal.call.tricks == 9),
    ("10", lambda deal: deal.call.tricks == 10),
    ("suits", lambda deal: deal.call.trump is not None),
    ("no trumps", lambda deal: deal.call.trump is None and not deal.call.is_misere),
    *(_said(least, below) for least, below in ((0, 50), (50, 60), (60, 70), (70, 80), (80, 90), (90, 101))),
    ("Misère", lambda deal: deal.call.kind is fh.CallKind.MISERE),
    ("Open Misère", lambda deal: deal.call.kind is fh.CallKind.OPEN),
    ("Blind Misère", lambda deal: deal.call.kind is fh.CallKind.BLIND),
)


def _kinds(result: Measured) -> Iterator[Sequence[str]]:
    for name, fits in _KINDS:
        cells = [f"{result.terms.options.players}: {name}"]
        for is_ours in (True, False):
            deals = [deal for deal in result.deals if deal.is_ours is is_ours and fits(deal)]
            cells.append(str(len(deals)))
            if is_ours:
                cells.append(percent(mean([deal.said for deal in deals if deal.said is not None])))
            cells += [percent(share(sum(deal.is_made for deal in deals), len(deals)))]
        if (cells[1], cells[4]) != ("0", "0"):
            yield cells


def _losses(result: Measured) -> Iterator[Sequence[str]]:
    """Points lost for each deal, ours and theirs, by how they were lost.

    One's own contracts and misères cost what they were worth; defence is what contracts made against one brought.
    """
    for name, is_ours in ((result.terms.ours, True), (result.terms.theirs, False)):
        cells = [f"{result.terms.options.players}: {name}"]
        for own in (True, False):
            for misere in (False, True):
                lost = sum(
                    abs(deal.value)
                    for deal in result.deals
                    if deal.is_ours is (is_ours is own) and deal.is_made is not own and deal.call.is_misere is misere
                )
                cells.append(f"{lost / max(result.dealt, 1):.1f}")
        yield cells


# The command.


def main(arguments: Sequence[str]) -> int:
    """Read the command line, play and print."""
    parser = argparse.ArgumentParser(prog="python -m tools.arena five_hundred", description="Measure a player.")
    parser.add_argument("--players", type=int, nargs="+", default=[4, 2, 3, 5, 6], help="at a table; default all")
    parser.add_argument("--matches", type=int, default=200, help="for each number of players, default 200")
    add_terms(parser, "sound")
    asked = parser.parse_args(arguments)
    results = [measure(terms_of(asked, players), asked.matches, asked.processes) for players in asked.players]
    print(report(results))
    return 0
