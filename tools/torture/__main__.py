"""The command: `python -m tools.torture --runs 100 --seed 1`. Exit status 1 at the first thing that is wrong."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from rich.progress import Progress

from data.store.errors import StoreError
from tools.torture import chaos
from tools.torture.claims import Violation
from tools.torture.exploits import search
from tools.torture.exploits.telling import RING, TOGETHER, TOURNAMENTS
from tools.torture.power import PowerLoss
from tools.torture.runs import Torture

MANNERS = {
    "exploits": (RING, "look for chips that nobody should get, instead of killing,"),
    "together": (TOGETHER, "let people press at once, and look at all that they see,"),
    "tournaments": (TOURNAMENTS, "let people play, leave and disturb tournaments"),
}
"""The stories that are told instead, and what happens in them."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Torture as the command line says, and print the result."""
    parser = argparse.ArgumentParser(prog="python -m tools.torture", description="Kill the tables again and again.")
    parser.add_argument("--runs", type=int, default=100, help="how many kills, default 100")
    parser.add_argument("--seed", type=int, default=1, help="decides the moves, as far as random instants let it")
    about_chaos = "cause so many faults of all kinds while people press, on both databases, and tell how long they wait"
    parser.add_argument("--chaos", type=int, metavar="FAULTS", help=about_chaos)
    parser.add_argument("--power", type=int, metavar="CUTS", help="simulate this many power cuts instead of kills")
    for name, (_, about) in MANNERS.items():
        told = f"{about} for so long; default 10 minutes of a core"
        parser.add_argument(f"--{name}", type=float, nargs="?", const=10.0, metavar="MINUTES", help=told)
    parser.add_argument("--keep", type=Path, help="a folder for the database, which stays there; default: none stays")
    args = parser.parse_args(arguments)
    for name, (manner, _) in MANNERS.items():
        if (minutes := getattr(args, name)) is not None:
            return search.main(args.seed, minutes * 60, manner)
    if args.chaos is not None:
        return chaos.main(args.seed, args.chaos, args.keep)
    with tempfile.TemporaryDirectory() as scratch:
        folder: Path = args.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        if args.power is not None:
            return _cut(PowerLoss(folder, args.seed), args.power)
        return _torture(Torture(folder / "torture.sqlite3", args.seed), args.runs)


def _torture(torture: Torture, runs: int) -> int:
    began = time.monotonic()
    try:
        with Progress(disable=not sys.stdout.isatty()) as progress:
            kills = progress.add_task("Kills", total=runs)
            while torture.kills < runs:
                torture.kill_once()
                progress.update(kills, completed=torture.kills)
        torture.finish()
    except Violation as violation:
        print(f"After {torture.kills} kills: {violation}", file=sys.stderr)
        return 1
    _tell(torture, began)
    return 0


def _tell(torture: Torture, began: float) -> None:
    claims, found = torture.claims, torture.found
    assert found is not None
    print(f"{torture.kills:,} kills; {claims.acknowledged:,} actions acknowledged and none lost")
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
