"""Presses in blocks, and what is made of their times."""

from __future__ import annotations

import asyncio
import gc
import itertools
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from discord import ui


class Pressed(Protocol):
    """A bot under load."""

    name: str

    async def press(self, index: int) -> float:
        """Press something on message `index`. Returns the seconds to the answer."""


class UnderLoad(Pressed, Protocol):
    """The bot that is measured, with as many tables as are asked for."""

    people: int
    """At each table."""

    async def open_tables(self, count: int) -> None:
        """Open tables until there are `count`."""

    def view(self) -> ui.LayoutView:
        """The message of the first table."""


@dataclass(frozen=True, slots=True)
class Block:
    """How long so many presses took, all together and each, and what they took of the processors: seconds."""

    seconds: float
    computing: float
    each: tuple[float, ...]

    @property
    def rate(self) -> float:
        """Presses per second."""
        return len(self.each) / self.seconds


async def block(bot: Pressed, presses: int, tables: int, in_flight: int) -> Block:
    """Press `presses` times, going round `tables` messages, with `in_flight` people who each wait for their answer.

    Nobody presses on a message that another is waiting for: each goes round messages of their own.
    """
    hands = min(in_flight, tables)

    async def go_round(first: int) -> list[float]:
        mine = range(first, tables, hands)
        return [await bot.press(mine[turn % len(mine)]) for turn in range(presses // hands)]

    gc.collect()
    began, computed = time.perf_counter(), time.process_time()
    each = await asyncio.gather(*(go_round(first) for first in range(hands)))
    seconds, computing = time.perf_counter() - began, time.process_time() - computed
    return Block(seconds, computing, tuple(itertools.chain.from_iterable(each)))


@dataclass(frozen=True, slots=True)
class Summary:
    """Presses per second and seconds of computing for one (the median block), and latencies over all blocks."""

    rate: float
    computing: float
    p50: float
    p99: float

    @classmethod
    def of(cls, blocks: Sequence[Block]) -> Summary:
        """The summary of some blocks."""
        each = sorted(seconds for block in blocks for seconds in block.each)
        return cls(
            statistics.median(block.rate for block in blocks),
            statistics.median(block.computing / len(block.each) for block in blocks),
            each[len(each) // 2],
            each[len(each) * 99 // 100],
        )

    def __str__(self) -> str:
        p50, p99, computing = (f"{seconds * 1000:.2f} ms" for seconds in (self.p50, self.p99, self.computing))
        return f"{self.rate:6,.0f}/s   p50 {p50:>9}   p99 {p99:>9}   computing {computing:>7}"


async def compare(a: Pressed, b: Pressed, *, pairs: int, presses: int, tables: int, in_flight: int) -> float:
    """Press both in turn, print what came of it, and return the median of b's rate to a's."""
    blocks: tuple[list[Block], list[Block]] = ([], [])
    for bot in (a, b):
        await block(bot, presses, tables, in_flight)  # warm
    for _ in range(pairs):
        for bot, done in zip((a, b), blocks, strict=True):
            done.append(await block(bot, presses, tables, in_flight))
    ratio = statistics.median(ours.rate / bare.rate for bare, ours in zip(*blocks, strict=True))
    hands = min(in_flight, tables)
    print(
        f"{tables:,} live table{'s' * (tables > 1)}, {f'{hands} presses in flight' if hands > 1 else 'one at a time'}"
    )
    for bot, done in zip((a, b), blocks, strict=True):
        print(f"  {bot.name:16} {Summary.of(done)}")
    print(f"  ratio {ratio:.2f}")
    return ratio
