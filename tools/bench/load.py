"""Presses in blocks, and what they use.

A block is a number of presses that come in waves: one, or several at once at as many tables. Before a wave its events
are made. Then the meter is read, the events go to the bot, the harness waits until nothing is left to do, and the meter
is read again. So everything that a press causes is counted, including pictures that follow later, and nothing else.
It also pays for one garbage collection in each block; the bot makes one every second.
"""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

import discord

from cogs.app.process.collector import Collector
from tools.bench.meter import Meter, Used
from tools.bench.tables import Tables
from tools.world.clocks import StillLoop
from tools.world.fake_discord import FakeDiscord, Json

REST = 2.0
"""Seconds between two presses at one table, in which its pictures have come to rest."""


@dataclass(frozen=True, slots=True)
class Block:
    """Some presses, what they used altogether, and the seconds from each event to its answer."""

    used: Used
    waits: tuple[float, ...]
    requests: int


class Load:
    """Presses on the bot."""

    def __init__(self, loop: StillLoop, wire: FakeDiscord, meter: Meter, collector: Collector) -> None:
        self._loop = loop
        self._wire = wire
        self.meter = meter
        self._collector = collector

    async def block(self, tables: Tables, presses: int, at_once: int) -> Block:
        """Press `presses` times, one table after the other. Raises RuntimeError when one did not change its table."""
        blocks = []
        for _ in range(presses // at_once):
            self._loop.pass_time(REST * at_once / len(tables))
            indexes = [tables.next_index() for _ in range(at_once)]
            events = [await tables.next_press(index) for index in indexes]
            before = [tables.state(index) for index in indexes]
            await self._loop.until_quiet()
            self._wire.take_in()
            with self.meter.watching_pauses():
                blocks.append(await self._wave(tables.app, events))
            for index, state, event in zip(indexes, before, events, strict=True):
                if tables.state(index) == state:
                    raise RuntimeError(f"{event['data']['custom_id']} changed nothing")
        blocks.append(Block(self.look(), (), 0))
        return _together(blocks)

    def look(self) -> Used:
        """Collect garbage as the bot does. Returns what that took."""
        before = self.meter.read()
        with self.meter.watching_pauses():
            self._collector.look(time.monotonic())
        return self.meter.read() - before

    async def _wave(self, bot: discord.Client, events: Sequence[Json]) -> Block:
        came: dict[int, float] = {}
        before = self.meter.read()
        for event in events:
            came[int(event["id"])] = time.perf_counter()
            self._wire.send(bot, event)
        await self._loop.until_quiet()
        used = self.meter.read() - before
        sent = self._wire.take_in()
        waits = tuple(request.at - came.pop(request.to) for request in sent if request.kind == "answer")
        if came:
            raise RuntimeError(f"{len(came)} presses were not answered")
        return Block(used, waits, len(sent))


def _together(blocks: Sequence[Block]) -> Block:
    return Block(
        sum((block.used for block in blocks), Used()),
        tuple(itertools.chain.from_iterable(block.waits for block in blocks)),
        sum(block.requests for block in blocks),
    )


@dataclass(frozen=True, slots=True)
class Result:
    """One game at one number of tables; costs are for one press, in the meter's unit."""

    game: str
    tables: int
    at_once: int
    cost: float
    messages: float
    """How many requests a press sent."""
    rate: float
    """Presses a second."""
    p50: float
    """Seconds from the event to its answer."""
    p99: float
    pause: float
    """Seconds of computing of the longest garbage collection."""


async def measured(load: Load, tables: Tables, blocks: int, presses: int, at_once: int) -> Result:
    """Press `presses` times in each of so many blocks, after one that doesn't count."""
    meter = load.meter
    meter.longest_pause = 0.0
    pressed = [await load.block(tables, presses, at_once) for _ in range(1 + blocks)][1:]
    waits = sorted(itertools.chain.from_iterable(block.waits for block in pressed))
    return Result(
        game=tables.title,
        tables=len(tables),
        at_once=at_once,
        cost=statistics.median(meter.cost(block.used) / len(block.waits) for block in pressed),
        messages=sum(block.requests for block in pressed) / len(waits),
        rate=statistics.median(len(block.waits) / block.used.seconds for block in pressed),
        p50=waits[len(waits) // 2],
        p99=waits[len(waits) * 99 // 100],
        pause=meter.longest_pause,
    )
