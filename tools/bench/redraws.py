"""How old pictures are at many tables of Five Hundred, and whose requests they are: `python -m tools.bench.redraws`.

The bot, unmodified, has tables of Five Hundred in play. People press on their private panels, so every press is
followed by a picture of the table that answers nobody. Discord takes 0.2 seconds for each request. Time passes only
while the bot waits, so the figures don't depend on the machine. The exit status is 1 when a picture was older than two
seconds, or the bot made ten requests a second by its own token.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tools.bench.five_hundred import FiveHundredTables
from tools.bench.report import table
from tools.bench.tables import running
from tools.bench.wire import TOKEN, Wire
from tools.torture.jumping_loop import JumpingLoop

LATENCY = 0.2
"""Seconds that each answer takes."""
PRESSED_EVERY = 4.0
"""Seconds between two presses at one table, on average."""
SETTLES = 3.0
"""Seconds in which a few tables are drawn, when people sit down."""
OLDEST = 2.0
"""Seconds."""
MOST_BY_THE_BOT = 10
"""Requests a second."""


@dataclass
class Pictures(Wire):
    """The wire with its latency, and how old the pictures of tables are when they arrive."""

    changed: dict[int, float] = field(default_factory=dict)
    """By message: when its table has changed for the first time since its last picture was drawn."""
    ages: list[float] = field(default_factory=list)
    """Seconds from a change to the arrival of the picture that shows it."""
    by_the_bot: Counter[int] = field(default_factory=Counter)
    """The requests by the bot's own token, by second."""
    by_others: int = 0
    """The requests by the tokens of interactions."""

    def __post_init__(self) -> None:
        super().__init__()

    async def request(self, route: Any, session: Any, **given: Any) -> Any:
        """Accept what goes by the token of an interaction."""
        self.by_others += 1
        is_answer = route.path.endswith("/callback")
        number = int(route.webhook_id) if is_answer else int(route.webhook_token.removeprefix(TOKEN))
        shown = self._pressed_on[number][1] if is_answer else self._answered_with[number]
        await self._travel(shown)
        return await super().request(route, session, **given)

    async def _rest(self, route: Any, **given: Any) -> Any:
        self.by_the_bot[int(asyncio.get_running_loop().time())] += 1
        shown = int(route.url.rpartition("/")[2]) if route.method == "PATCH" else 0
        await self._travel(shown)
        return await super()._rest(route, **given)

    async def _travel(self, shown: int) -> None:
        changed = self.changed.pop(shown, None)
        await asyncio.sleep(LATENCY)
        if changed is not None:
            self.ages.append(asyncio.get_running_loop().time() - changed)


async def _play(tables: FiveHundredTables, wire: Pictures, index: int, until: float) -> None:
    """Press at one table, now and then."""
    loop = asyncio.get_running_loop()
    while loop.time() < until:
        await asyncio.sleep(PRESSED_EVERY * tables.random.uniform(0, 2))
        event = await tables.next_press(index)
        wire.changed.setdefault(tables.public(index), loop.time())
        await wire.ask(tables.app, event)


async def measure(path: Path, count: int, seconds: float) -> Pictures:
    """Play at so many tables for so many seconds."""
    wire, random, loop = Pictures(), Random(1), asyncio.get_running_loop()
    async with running(path, wire, random) as app:
        tables = FiveHundredTables(app, wire, random, lambda: asyncio.sleep(SETTLES))
        await tables.open(count)
        wire.changed.clear()
        wire.ages.clear()
        wire.by_the_bot.clear()
        wire.by_others = 0
        until = loop.time() + seconds
        await asyncio.gather(*(_play(tables, wire, index, until) for index in range(count)))
        await asyncio.sleep(SETTLES)
    return wire


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench.redraws", description="How old pictures are at many tables of Five Hundred."
    )
    parser.add_argument("--tables", type=int, default=500, help="tables in play, default 500")
    parser.add_argument("--seconds", type=int, default=60, help="how long they are pressed on, default 60")
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=JumpingLoop) as runner:
        wire = runner.run(measure(Path(folder) / "redraws.sqlite3", args.tables, args.seconds))
    most = max(wire.by_the_bot.values(), default=0)
    row = (
        f"{args.tables:,}",
        f"{len(wire.ages) / args.seconds:,.0f}",
        f"{statistics.median(wire.ages):.1f}",
        f"{max(wire.ages):.1f}",
        f"{sum(wire.by_the_bot.values()) / args.seconds:.1f}",
        f"{most}",
        f"{wire.by_others / args.seconds:,.0f}",
    )
    head = (
        "tables of Five Hundred", "pictures a second", "seconds old", "the oldest", "requests a second by the bot",
        "in the fullest second", "by the tokens of presses",
    )  # fmt: skip
    print(table(head, [row]))
    return int(max(wire.ages) > OLDEST or most >= MOST_BY_THE_BOT)


if __name__ == "__main__":
    sys.exit(main())
