"""The command: `python -m tools.torture --runs 100 --seed 1`. Exit status 1 at the first thing that is wrong."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.progress import Progress

from data.store.errors import StoreError
from tools.torture.claims import Violation
from tools.torture.greedy import search
from tools.torture.pair import Pair
from tools.torture.postgres import new_database
from tools.torture.power import PowerLoss
from tools.torture.runs import Torture


def main(arguments: Sequence[str] | None = None) -> int:
    """Torture as the command line says, and print the result."""
    parser = argparse.ArgumentParser(prog="python -m tools.torture", description="Kill the tables again and again.")
    parser.add_argument("--runs", type=int, default=100, help="how many kills, default 100")
    parser.add_argument("--seed", type=int, default=1, help="decides the moves, as far as random instants let it")
    parser.add_argument("--pair", action="store_true", help="kill, freeze and cut off two processes on PostgreSQL")
    parser.add_argument("--power", type=int, metavar="CUTS", help="cut the current so often, instead of killing")
    about_greed = "look so long for chips that nobody should get, instead of killing; default 10 minutes of a core"
    parser.add_argument("--greedy", type=float, nargs="?", const=10.0, metavar="MINUTES", help=about_greed)
    parser.add_argument("--keep", type=Path, help="a folder for the database, which stays there; default: none stays")
    args = parser.parse_args(arguments)
    if args.greedy is not None:
        return search.main(args.seed, args.greedy * 60)
    if args.pair:
        with new_database() as url:
            pair = Pair(url, args.seed)
            return _torture(pair, pair.kill_some, args.runs)
    with tempfile.TemporaryDirectory() as scratch:
        folder: Path = args.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        if args.power is not None:
            return _cut(PowerLoss(folder, args.seed), args.power)
        torture = Torture(folder / "torture.sqlite3", args.seed)
        return _torture(torture, torture.kill_once, args.runs)


def _torture(torture: Torture | Pair, kill: Callable[[], None], runs: int) -> int:
    began = time.monotonic()
    try:
        with Progress(disable=not sys.stdout.isatty()) as progress:
            kills = progress.add_task("Kills", total=runs)
            while torture.kills < runs:
                kill()
                progress.update(kills, completed=torture.kills)
        torture.finish()
    except Violation as violation:
        print(f"After {torture.kills} kills: {violation}", file=sys.stderr)
        return 1
    _tell(torture, began)
    return 0


def _tell(torture: Torture | Pair, began: float) -> None:
    claims, found = torture.claims, torture.found
    assert found is not None
    troubles = "".join(f", {count:,} times {kind}" for kind, count in sorted(torture.troubles.items()))
    print(f"{torture.kills:,} kills{troubles}; {claims.acknowledged:,} actions acknowledged and none lost")
    print(
        f"{claims.in_flight_done + claims.in_flight_undone:,} under way at a kill: {claims.in_flight_done:,} on the"
        f" disk, {claims.in_flight_undone:,} not, none by half"
    )
    print(
        f"{found.rounds:,} rounds, {found.with_house:,} of them with house players; {found.tables:,} tables, all"
        f" closed; {found.rows:,} ledger rows"
    )
    print(f"{time.monotonic() - began:.0f} seconds")


def _cut(loss: PowerLoss, times: int) -> int:
    began = time.monotonic()
    try:
        loss.cut(times)
    except (Violation, StoreError) as error:
        print(f"At the cut {loss.cuts}: {error}", file=sys.stderr)
        return 1
    print(f"{loss.cuts:,} cuts, {loss.loose:,} of them over writes that were not synced")
    print(f"{loss.claims.acknowledged:,} actions acknowledged and none lost before its cut")
    print(f"{time.monotonic() - began:.0f} seconds")
    return 0


if __name__ == "__main__":
    sys.exit(main())
