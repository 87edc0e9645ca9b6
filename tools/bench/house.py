"""How long people wait for the bot while house players think beside them: `python -m tools.bench.house`.

The bot, unmodified, with the processes in which it thinks. People press at tables of Blackjack, so many times a second,
in blocks: one while nobody plays anything else, the next while one member and three house players play Five Hundred at
each of so many tables, and so on in turn. It runs in real time, since thinking takes place in other processes.

It prints how long presses waited for their answers; how long the event loop computed at most before it looked at
others, with what the people here do on the same loop; and how long house players waited for what they thought.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import math
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from cogs.app.process.collector import Collector
from games.core import IllegalAction
from players.choice import Choice, Question
from players.workers.thinkers import Thinkers, usual_processes
from tables.draft import StaleClick
from tables.events import Act, Arrange
from tables.five_hundred import match
from tools.bench.blackjack import BlackjackTables
from tools.bench.five_hundred import FiveHundredTables
from tools.bench.meter import Meter, longest_piece
from tools.bench.report import Machine, table
from tools.bench.tables import Seated, Tables
from tools.world.bot import running, verb_of
from tools.world.fake_discord import FakeDiscord

PRESSED = 20
"""Tables of Blackjack."""
SETTLES = 3.0
"""Seconds until house players that think no more have made their moves, and everything is drawn."""
_LOOKS = 0.5
"""Seconds after which the members with house players see that it is their turn."""
_MS = 1000


@dataclass(slots=True)
class House:
    """Thinks as the bot does, when it may, and counts how long that takes."""

    thinkers: Thinkers
    may_think: asyncio.Event = field(default_factory=asyncio.Event)
    waits: list[float] = field(default_factory=list)
    has_decided: asyncio.Event = field(default_factory=asyncio.Event)

    async def think(self, question: Question, seed: bytes) -> Choice:
        """The answer of a worker process."""
        await self.may_think.wait()
        asked = time.perf_counter()
        choice = await self.thinkers.answer(question, seed)
        self.waits.append(time.perf_counter() - asked)
        self.has_decided.set()
        return choice


class InRealTime(BlackjackTables):
    """Tables at which cards are turned up one after the other, so that now and then there is nothing to press."""

    def next_due(self) -> int | None:
        """The next table at which somebody can press what is due, if there is one."""
        self.wire.take_in()
        for _ in range(len(self)):
            index = self.next_index()
            verb = "move" if self.table(index).is_playing else "again"
            if verb in map(verb_of, self._addresses(self.public(index), bool)):
                return index
        return None


class WithHousePlayers(FiveHundredTables):
    """Matches of one member, who has no ideas of their own, with three house players."""

    people = 1
    first = 1 + PRESSED * BlackjackTables.people

    async def _gather(self, seated: Seated) -> AsyncIterator[None]:
        (member,), live = seated.people, self._find(seated)
        await self._press_public(seated, "sit", member)
        for _ in range(3):
            await live.do(Arrange(member, lambda lobby: lobby.add_house_player(seated.number)))
        await live.do(Arrange(member, lambda lobby: match.ready(lobby, member)))
        yield
        await self._open_panels(seated)

    async def play_on(self, index: int) -> None:
        """Let the member do what would happen without them, if something is due."""
        (member,), live = self._seated[index].people, self._find(self._seated[index])
        at = live.table
        with contextlib.suppress(IllegalAction, StaleClick):
            if not at.is_playing or at.play is None:
                await live.do(Arrange(member, lambda lobby: match.ready(lobby, member)))
            elif (seat := at.play.setup.seat_of(member)) in at.play.to_act:
                await live.do(Act(member, at.question_id, str(at.play.round.default_action(seat))))


@dataclass(frozen=True, slots=True)
class Block:
    """The seconds from the presses to their answers, and the milliseconds of computing for the longest callback."""

    waits: Sequence[float]
    longest: float


@dataclass(frozen=True, slots=True)
class Sizes:
    """So many `pairs` of blocks, without and with `tables` of house players: `presses` a second for `seconds` each."""

    tables: int
    presses: int
    seconds: float
    pairs: int


@dataclass(frozen=True, slots=True)
class Result:
    """The blocks of presses alone and of those beside house players, in pairs; and how long each decision took."""

    alone: Sequence[Block]
    beside: Sequence[Block]
    decisions: Sequence[float]


async def measure(path: Path, sizes: Sizes, thinkers: Thinkers) -> Result:
    """Open all tables and press; the first pair doesn't count."""
    wire, random, collector = FakeDiscord(), Random(1), Collector()
    house = House(thinkers)

    async def drawn() -> None:
        while True:
            await asyncio.sleep(1)
            if not wire.take_in():
                return

    async with running(path, wire, random, think=house.think) as app:
        pressed, played = InRealTime(app, wire, random, drawn), WithHousePlayers(app, wire, random, drawn)
        print(f"opening {PRESSED} tables to press at and {sizes.tables} with house players", file=sys.stderr)
        await played.open(sizes.tables)
        await pressed.open(PRESSED)
        collector.start()
        alone, beside = [], []
        for number in range(1 + sizes.pairs):
            print(f"pair {number} of {sizes.pairs}", file=sys.stderr)
            alone.append(await _press(pressed, sizes))
            async with _playing(house, played):
                beside.append(await _press(pressed, sizes))
            if not number:
                house.waits.clear()
                house.has_decided.clear()
            await asyncio.sleep(SETTLES)
        collector.stop()
    return Result(alone[1:], beside[1:], house.waits)


@asynccontextmanager
async def _playing(house: House, played: WithHousePlayers) -> AsyncIterator[None]:
    """House players think, and the members with them make their moves."""
    house.may_think.set()
    members = asyncio.create_task(_play_on(played))
    try:
        await asyncio.sleep(_LOOKS)  # they all begin at once, as they never do in play
        yield
        await house.has_decided.wait()
    finally:
        house.may_think.clear()
        members.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await members


async def _play_on(played: WithHousePlayers) -> None:
    while True:
        for index in range(len(played)):
            await played.play_on(index)
            await asyncio.sleep(_LOOKS / len(played))


async def _press(pressed: InRealTime, sizes: Sizes) -> Block:
    """Press, one table after the other, as often as the sizes say, and at least once.

    At a table where nothing is due, nobody presses.
    """
    waits, begin = list[float](), time.monotonic()
    with longest_piece(Meter()) as piece:
        for number in itertools.count():
            if waits and number >= sizes.presses * sizes.seconds:
                break
            await asyncio.sleep(begin + number / sizes.presses - time.monotonic())
            if (index := pressed.next_due()) is not None:
                waits.append(await _wait_for_answer(pressed, index))
    return Block(waits, piece.cost)


async def _wait_for_answer(tables: Tables, index: int) -> float:
    event = await tables.next_press(index)
    came = time.perf_counter()
    return (await tables.wire.ask(tables.app, event)).at - came


def report(result: Result, sizes: Sizes) -> str:
    """A row for each of the two, how their p99 compare, and how house players fared."""
    rows = [_row("nobody else", result.alone), _row(f"{sizes.tables} tables of house players", result.beside)]
    ratios = [_ms(b.waits, 99) / _ms(a.waits, 99) for a, b in zip(result.alone, result.beside, strict=True)]
    ratio = _ms(_waits(result.beside), 99) / _ms(_waits(result.alone), 99)
    a_second = len(result.decisions) / sizes.seconds / sizes.pairs
    return "\n".join(
        [
            table(("presses beside", "presses", "p50 ms", "p99 ms", "longest ms"), rows),
            f"p99 with house players: {ratio:.2f} times that without; in pairs of blocks from {min(ratios):.2f} to"
            f" {max(ratios):.2f}, median {statistics.median(ratios):.2f}",
            f"{a_second:.0f} decisions of house players a second, each after {_ms(result.decisions, 50):.0f} ms (p50)"
            f" to {_ms(result.decisions, 99):.0f} ms (p99)",
        ]
    )


def _row(name: str, blocks: Sequence[Block]) -> Sequence[str]:
    waits, longest = _waits(blocks), max(block.longest for block in blocks)
    return name, f"{len(waits):,}", f"{_ms(waits, 50):.2f}", f"{_ms(waits, 99):.2f}", f"{longest:.2f}"


def _waits(blocks: Iterable[Block]) -> Sequence[float]:
    return list(itertools.chain.from_iterable(block.waits for block in blocks))


def _ms(waits: Sequence[float], percent: int) -> float:
    """The milliseconds that so many of a hundred waits were no longer than."""
    return sorted(waits)[len(waits) * percent // 100] * _MS if waits else math.nan


async def _measured(path: Path, sizes: Sizes, processes: int) -> Result:
    async with Thinkers(processes) as thinkers:
        return await measure(path, sizes, thinkers)


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench.house", description="Press beside house players who think."
    )
    parser.add_argument("--tables", type=int, default=100, help="tables with three house players, default 100")
    parser.add_argument("--presses", type=int, default=20, help="presses a second, default 20")
    parser.add_argument("--seconds", type=float, default=10, help="for each block, default 10")
    parser.add_argument("--pairs", type=int, default=5, help="pairs of blocks, default 5")
    parser.add_argument("--processes", type=int, default=usual_processes(), help="as THINKERS in .env")
    asked = parser.parse_args(arguments)
    sizes = Sizes(asked.tables, asked.presses, asked.seconds, asked.pairs)
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(Path(folder))
        result = asyncio.run(_measured(Path(folder) / "house.sqlite3", sizes, asked.processes))
        print(f"{report(result, sizes)}\n\n{machine}\nprocesses that think: {asked.processes}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
