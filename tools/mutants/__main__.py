"""The command: `python -m tools.mutants`. Exit status 1 unless the tests notice all bugs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

import pytest

from tools.mutants.bug import planted_bugs, product
from tools.mutants.generated import drawn
from tools.mutants.workshop import CAUGHT, OPTIONS, Workshop


def main(arguments: Sequence[str] | None = None) -> int:
    """Try bugs as the command line says, and print which of them nobody notices."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description="Plant bugs and see who notices.")
    parser.add_argument("--only", default="", metavar="WORDS", help="only bugs that say this, such as a name of a file")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time; default: all cores")
    parser.add_argument("--generated", type=int, metavar="COUNT", help="draw so many mistakes instead")
    parser.add_argument("--seed", type=int, default=1, help="by which they are drawn; default 1")
    parser.add_argument(
        "--seconds", type=float, help="of tests that reach a bug, for each; default 100, of drawn ones 20"
    )
    parser.add_argument(
        "--tests", nargs="+", default=["tests"], help="which of them may run; default: all of make test"
    )
    args = parser.parse_args(arguments)
    trials = drawn(product(), args.generated, args.seed) if args.generated else planted_bugs(args.only)
    workshop = Workshop(product(), trials)
    workshop.jobs, workshop.seconds = args.jobs, args.seconds or (20 if args.generated else 100)
    workshop.notes = bool(args.generated) or any(trial.runs for trial in trials)
    status = pytest.main([*args.tests, *OPTIONS], [workshop])
    return status or int(any(set(outcomes) - {CAUGHT} for outcomes in workshop.outcomes.values()))


if __name__ == "__main__":
    sys.exit(main())
