"""The command: `python -m tools.mutants`. Exit status 1 when a bug survives, or can't be planted or tried."""

from __future__ import annotations

import argparse
import os
import queue
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from rich.progress import track

from tools.mutants.bug import Bug, CannotBePlanted, planted_bugs
from tools.mutants.generated import TESTS, Generated
from tools.mutants.workshop import Outcome, Workshop


def main(arguments: Sequence[str] | None = None) -> int:
    """Plant bugs as the command line says, and print the outcome of each."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description="Plant bugs and see who notices.")
    parser.add_argument("--only", default="", metavar="WORDS", help="only bugs with these words in sentence or file")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time; default: all cores")
    parser.add_argument("--show", action="store_true", help="also print what the tests said")
    parser.add_argument("--generated", type=int, metavar="COUNT", help="draw so many mistakes instead")
    parser.add_argument("--seed", type=int, default=1, help="by which they are drawn; default 1")
    parser.add_argument("--seconds", type=float, default=20, help="of tests for each of those; default 20")
    args = parser.parse_args(arguments)
    if args.generated:
        return pytest.main(TESTS, [Generated(args.generated, args.seed, args.seconds)])
    bugs = [bug for bug in planted_bugs() if args.only in f"{bug.description} {' '.join(bug.files)}"]
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        workshops: queue.SimpleQueue[Workshop] = queue.SimpleQueue()
        for number in range(args.jobs):
            workshops.put(Workshop(Path(scratch) / str(number)))
        with ThreadPoolExecutor(args.jobs) as pool:
            tests = sorted({test for bug in bugs for test in bug.tests})
            if not all(pool.map(lambda test: _passes(test, workshops), tests)):
                return 1
            tried = pool.map(lambda bug: _tried(bug, workshops, show=args.show), bugs)
            outcomes = list(track(tried, "Bugs", total=len(bugs), disable=not sys.stdout.isatty()))
    caught = outcomes.count(Outcome.CAUGHT)
    print(f"{caught} of {len(bugs)} bugs caught, {time.monotonic() - began:.0f} seconds")
    return 0 if caught == len(bugs) else 1


def _passes(test: str, workshops: queue.SimpleQueue[Workshop]) -> bool:
    """Without any bug, because a test that always fails would catch everything."""
    workshop = workshops.get()
    try:
        passes, printed = workshop.passes(test)
    finally:
        workshops.put(workshop)
    if not passes:
        print(f"{test} does not pass without any bug:\n{printed}", file=sys.stderr)
    return passes


def _tried(bug: Bug, workshops: queue.SimpleQueue[Workshop], *, show: bool) -> Outcome:
    workshop = workshops.get()
    try:
        outcome, printed = workshop.try_out(bug)
    except CannotBePlanted as error:
        outcome, printed = Outcome.UNTRIED, str(error)
    finally:
        workshops.put(workshop)
    print(f"{outcome.value}: {bug.description} ({', '.join(bug.files)})", flush=True)
    if show or outcome is Outcome.UNTRIED:
        print(printed, flush=True)
    return outcome


if __name__ == "__main__":
    sys.exit(main())
