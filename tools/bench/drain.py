"""How the bot ends while people press: `python -m tools.bench.drain`.

The process of the bot, unmodified, plays with a Discord in this process: a gateway that brings presses at a steady
rate, and a REST that takes its time for each answer. After some seconds the bot is told to stop. It prints how long the
end took and what became of the presses; the exit status is 1 when a press that had arrived before was not answered, or
an answered one is not on the disk.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from cogs.table.parts import BUTTON, Address
from data.store.store import Store
from games.blackjack import Options
from tables.blackjack.blackjack_adapter import BlackjackGame
from tables.clock import Pace
from tables.game import ShoeState, Terms
from tables.lobby import Lobby
from tools.bench.report import Machine, table
from tools.world.bot import opening
from tools.world.fake_discord import CHANNEL, GUILD
from tools.world.gateway import DiscordServer, started

HOST = 1
FIRST_MESSAGE = 10**18 + 5 * 10**6
FIRST_PERSON = 10**18 + 10**8
SETTLES = 3.0
"""Seconds in which the bot draws what it has found."""
PRESSED_FOR = 5.0
"""Seconds of presses before the bot is told to stop."""


@dataclass(slots=True)
class Presses:
    """Presses on *Join*, each of somebody whom nobody has seen before."""

    there: DiscordServer
    tables: int
    sent: dict[int, float] = field(default_factory=dict)
    """When each press was sent, by person."""
    answered: set[int] = field(default_factory=set)
    """The people whose presses have been answered."""
    _of: dict[int, int] = field(default_factory=dict)

    def press(self) -> None:
        """The next of them presses at the next table; each finds a free seat."""
        person, at = FIRST_PERSON + len(self.sent), 1 + len(self.sent) % self.tables
        event = self.there.press(f"{BUTTON}:{Address(at, '0.b', 'sit')}", person, FIRST_MESSAGE + at)
        self._of[int(event["id"])] = person
        self.sent[person] = time.monotonic()
        self.there.bring(event)

    def look(self) -> None:
        """See who was answered."""
        self.answered |= {self._of[request.to] for request in self.there.take_in() if request.kind == "answer"}


async def prepare(path: Path, tables: int) -> None:
    """Make a database with so many open tables of Blackjack, where nobody sits."""
    game, terms = BlackjackGame(), Terms(10, 500, Options(), Pace.NORMAL)
    async with opening(path, game, Random(1)) as (store, open_tables):
        for _ in range(tables):
            await open_tables.open(game, guild=GUILD, channel=CHANNEL, host=HOST, terms=terms)
        posted = "UPDATE tables SET message = ? + id, posted_at = opened_at"
        await store.write(lambda db: db.execute(posted, (FIRST_MESSAGE,)))


async def seated(path: Path) -> set[int]:
    """Everybody who has a seat, on the disk."""
    store = await Store.open(path)
    rows = await store.read(lambda db: db.execute("SELECT lobby FROM tables").fetchall())
    await store.close()
    return {person for (lobby,) in rows for person in Lobby.from_json(lobby, ShoeState).seats if person is not None}


async def ending(folder: Path, tables: int, rate: int, latency: float) -> tuple[float, Presses, float]:
    """Press `rate` times a second and tell the bot to stop. Returns how long that took, the presses, and when it was.

    Raises RuntimeError when the bot doesn't start.
    """
    there = DiscordServer(latency)
    presses, told, stops_after = Presses(there, tables), 0.0, rate * PRESSED_FOR
    for number in range(1, 1 + tables):
        there.post(FIRST_MESSAGE + number, [])
    async with there.listening(), started(folder, there, {"DATABASE_PATH": "drain.sqlite3"}) as bot:
        await asyncio.sleep(SETTLES)
        due = time.monotonic()
        while bot.returncode is None:
            if not told and len(presses.sent) >= stops_after:
                told = time.monotonic()
                bot.send_signal(signal.SIGTERM)
            presses.press()
            due += 1 / rate
            await asyncio.sleep(max(due - time.monotonic(), 0))
        presses.look()
    return time.monotonic() - told, presses, told


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.drain", description="End the bot while people press.")
    parser.add_argument("--rate", type=int, default=200, help="presses a second, default 200")
    parser.add_argument("--tables", type=int, default=1000, help="open tables, default 1000")
    parser.add_argument("--latency", type=float, default=0.1, help="seconds that Discord takes, default 0.1")
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        machine, path = Machine(folder), folder / "drain.sqlite3"
        asyncio.run(prepare(path, args.tables))
        seconds, presses, told = asyncio.run(ending(folder, args.tables, args.rate, args.latency))
        sitting = asyncio.run(seated(path))
        faults = (folder / "log").read_text(encoding="utf-8").count("Traceback")
    counts = Counter((at < told, person in presses.answered) for person, at in presses.sent.items())
    lost = len(presses.answered - sitting)
    rows = [
        ("sent before the bot was told to stop", f"{counts[True, True]:,}", f"{counts[True, False]:,}"),
        ("sent after that", f"{counts[False, True]:,}", f"{counts[False, False]:,}"),
    ]
    print(f"{table(('presses', 'answered', 'not answered'), rows)}\n")
    print(f"the end took {seconds:.1f} s; {lost} answered presses are not on the disk; {faults} faults in the log")
    print(f"\n{machine}")
    return int(bool(counts[True, False] or lost or faults))


if __name__ == "__main__":
    sys.exit(main())
