"""What the code may weigh and a press may cost: `python -m tools.budget` prints each figure beside its budget.

The budgets stand in pyproject.toml. A figure above its own is refused, of a press from 3 % above. Whoever raises a
budget does it in a commit of its own that says why; whoever gets below one lowers it. `make docs` prints those of calls
into docs/performance.md. The trips of a press count what runs of this project, in every thread, from the event of the
press until all is drawn: once for each function and file.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import subprocess
import sys
import tempfile
import threading
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType

from tools.bench.__main__ import GAMES, Sizes, measure
from tools.bench.blackjack import BET, BlackjackTables
from tools.bench.meter import CallMeter
from tools.world.bot import running
from tools.world.clocks import StillLoop
from tools.world.fake_discord import FakeDiscord

ROOT = Path(__file__).parents[1]
PRODUCT = ("bot.py", "cogs", "tables", "players", "games", "data", "i18n")
SOURCES = ("*.py", "rules.md")
"""Rules pages are read by the bot as well."""
PARTS = (
    ("product", PRODUCT, SOURCES),
    ("tools", ("tools",), SOURCES),
    ("tests", ("tests",), SOURCES),
    ("planted bugs", ("tools/mutants/bugs",), ("*.bugs",)),
    ("migrations", ("data/migrations",), ("*.sql",)),
)
NOISE = 1.03
"""So many times its budget the calls of a press may be, and what it passes: threads take turns as they like."""
PROCESSOR_TIME = "processor time of make test"
"""The figure that such a run takes itself (tests/processor_time.py)."""
KEPT = "card-tables/processor-time"
"""Where pytest's cache has the last one."""
SIZES = Sizes([1], blocks=1, presses=288, at_once=32, seed=1)  # with 96, the cards make 5 % more or less of it


def weights() -> Iterator[tuple[str, int]]:
    """Names at the top, and the lines and files of each part."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )
    yield "names at the top", len({name.partition("/")[0] for name in listed if name and not name.startswith(".")})
    for part, places, kinds in PARTS:
        there = (ROOT / place for place in places)
        files = {file for place in there for kind in kinds for file in ([place], place.rglob(kind))[place.is_dir()]}
        yield f"lines of {part}", sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)
        yield f"files of {part}", len(files)


class Trip:
    """Which functions of the product have run while somebody looked."""

    def __init__(self) -> None:
        self._looks = False
        self._seen: set[tuple[str, str]] = set()
        threading.setprofile(self._profile)

    @contextmanager
    def taken(self, name: str, figures: dict[str, int]) -> Iterator[None]:
        """Count what runs within, into the figures of `name`."""
        self._seen.clear()
        self._looks = True
        sys.setprofile(self._profile)
        try:
            yield
        finally:
            self._looks = False
            sys.setprofile(None)
        figures[f"functions of {name}"] = len(self._seen)
        figures[f"files of {name}"] = len({file for file, _ in self._seen})

    def _profile(self, frame: FrameType, event: str, _arg: object) -> None:
        code = frame.f_code
        if self._looks and event == "call" and not code.co_name.startswith("<"):
            place = code.co_filename.removeprefix(f"{ROOT}/")
            if place.partition("/")[0] in PRODUCT:
                self._seen.add((place, code.co_qualname))


async def trips(folder: Path) -> Mapping[str, int]:
    """The functions and files that a bet and a Hit at Blackjack pass, once everything has run before."""
    trip, wire, figures = Trip(), FakeDiscord(), dict[str, int]()
    loop = asyncio.get_running_loop()
    assert isinstance(loop, StillLoop)
    async with running(folder / "trips.sqlite3", wire, Random(1)) as app:
        loop.keep_what_runs()
        tables = BlackjackTables(app, wire, Random(1), loop.until_quiet)
        await tables.open(2, pressed=2)
        (seated,) = await tables._opened(1)
        while "functions of a Hit" not in figures:
            event = await tables._next(seated)
            if event["data"]["custom_id"].endswith(":move:hit"):
                with trip.taken("a Hit", figures):
                    await _pressed(tables, event)
                if not tables._find(seated).table.is_playing:
                    del figures["functions of a Hit"]
            else:
                await _pressed(tables, event)
        lobby = await tables._open()
        await tables._press_public(lobby, "sit", lobby.people[1])
        form = await tables._press_public(lobby, "bet", lobby.people[0])
        await tables._draw()
        with trip.taken("a bet", figures):
            await _pressed(tables, wire.fill_in(form, {"main": BET, "pair": ""}, lobby.people[0]))
    threading.setprofile(None)
    return figures


async def _pressed(tables: BlackjackTables, event: Mapping[str, object]) -> None:
    await tables._ask(dict(event))
    await tables._draw()


def calls(folder: Path) -> Iterator[tuple[str, float]]:
    """The calls and the requests of a press at each game, one press at a time at one table."""
    meter = CallMeter()
    for game in GAMES:
        with asyncio.Runner(loop_factory=StillLoop) as runner:
            (result,) = runner.run(measure(folder, game, SIZES, meter))
        yield f"calls a press, {result.game}", round(result.cost)
        yield f"requests a press, {result.game}", round(result.messages, 2)
    meter.close()


def computed() -> Iterator[tuple[str, int]]:
    """What the last whole `make test` here computed, if there was one."""
    kept = ROOT / ".pytest_cache" / "v" / KEPT
    if kept.exists():
        yield PROCESSOR_TIME, int(kept.read_text(encoding="utf-8"))


def budgets() -> Mapping[str, float]:
    """Each figure's, by its name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: Mapping[str, float] = project["tool"]["card-tables"]["budget"]
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Print each figure beside its budget; the exit status is 1 when one is above."""
    parser = argparse.ArgumentParser(prog="python -m tools.budget", description="Hold the code to its budgets.")
    parser.add_argument("--weights", action="store_true", help="only files and lines, which takes no time")
    asked = parser.parse_args(arguments)
    allowed = budgets()
    figures: dict[str, float] = {**dict(weights()), **dict(computed())}
    if not asked.weights:
        with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=StillLoop) as runner:
            figures |= runner.run(trips(Path(folder)))
            figures |= dict(calls(Path(folder)))
    above = [name for name, figure in figures.items() if figure > allowed[name] * _leeway(name)]
    for name, figure in figures.items():
        noise = "  within 3 %" if 1 < figure / allowed[name] <= NOISE else ""
        print(f"{name:32}{figure:>8,} of {allowed[name]:,}{'  too many' if name in above else noise}")
    return int(bool(above))


def _leeway(name: str) -> float:
    if name == PROCESSOR_TIME:
        return math.inf  # make test refuses it
    return NOISE if name.startswith(("calls", "requests", "functions of", "files of a ")) else 1


if __name__ == "__main__":
    sys.exit(main())
