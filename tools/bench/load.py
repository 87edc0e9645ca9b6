"""Presses in blocks, on ours and on the bare bots in turn, and what they use.

A block is a number of presses that come in waves: one, or several at once at as many tables. Before a wave its events
are made. Then the meter is read, the events go to the bot, the harness waits until nothing is left to do, and the meter
is read again. So everything that a press causes is counted, including pictures that follow later, and nothing else.
Ours also pays for one garbage collection in each block; the bot makes one every second.
"""

from __future__ import annotations

import itertools
import pickle
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

import discord

from cogs.app.process.collector import Collector
from tools.bench.bare import BareBot, Exchange
from tools.bench.clock import StillLoop
from tools.bench.meter import Meter, Used
from tools.bench.tables import Tables
from tools.bench.wire import Json, Request, Wire, controls

REST = 2.0
"""Seconds between two presses at one table, in which its pictures have come to rest."""

Wave = bytes
"""The exchanges of presses that came at once, packed so that no garbage collection looks through them."""


@dataclass(frozen=True, slots=True)
class Block:
    """Some presses, what they used altogether, and the seconds from each event to its answer."""

    used: Used
    waits: tuple[float, ...]
    requests: int


class Load:
    """Presses on all bots of one process."""

    def __init__(self, loop: StillLoop, wire: Wire, meter: Meter, collector: Collector) -> None:
        self._loop = loop
        self._wire = wire
        self.meter = meter
        self._collector = collector

    async def ours(self, tables: Tables, presses: int, at_once: int) -> tuple[Block, list[Wave]]:
        """Press `presses` times, one table after the other. Returns the block and the exchanges in it.

        Raises RuntimeError when a press did not change its table.
        """
        blocks, waves = [], []
        for _ in range(presses // at_once):
            self._loop.pass_time(REST * at_once / len(tables))
            indexes = [tables.next_index() for _ in range(at_once)]
            events = [await tables.next_press(index) for index in indexes]
            before = [tables.state(index) for index in indexes]
            await self._loop.until_quiet()
            self._wire.take_in()
            with self.meter.watching_pauses():
                block, sent = await self._wave(tables.app, events)
            for index, state, event in zip(indexes, before, events, strict=True):
                if tables.state(index) == state:
                    raise RuntimeError(f"{event['data']['custom_id']} changed nothing")
            blocks.append(block)
            waves.append(pickle.dumps(_exchanges(events, sent)))
        blocks.append(Block(self.look(), (), 0))
        return _together(blocks), waves

    async def bare(self, bot: BareBot, waves: Sequence[Wave]) -> Block:
        """Let the bare bot make the same exchanges, and collect its garbage, so that ours doesn't pay for it."""
        blocks = []
        for wave in waves:
            bot.script = pickle.loads(wave)
            events = [bot.next_press(self._wire, press) for press in range(len(bot.script))]
            block, _ = await self._wave(bot, events)
            blocks.append(block)
        bot.script = ()
        self._collector.look(time.monotonic())
        return _together(blocks)

    def look(self) -> Used:
        """Collect garbage as the bot does. Returns what that took."""
        before = self.meter.read()
        with self.meter.watching_pauses():
            self._collector.look(time.monotonic())
        return self.meter.read() - before

    async def _wave(self, bot: discord.Client, events: Sequence[Json]) -> tuple[Block, list[Request]]:
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
        return Block(used, waits, len(sent)), sent


def _exchanges(events: Sequence[Json], sent: Sequence[Request]) -> list[Exchange]:
    """Sort the requests: each press gets its answer, and its share of what was sent besides the answers."""
    answers = {request.to: request for request in sent if request.kind == "answer"}
    others = [request for request in sent if request.kind != "answer"]
    exchanges = []
    for place, event in enumerate(events):
        shown = event["message"]["components"]
        addresses = [each["custom_id"] for each in controls(shown)]
        pressed = addresses.index(event["data"]["custom_id"])
        mine = tuple(others[place :: len(events)])
        exchanges.append(Exchange(shown, pressed, answers[int(event["id"])], mine))
    return exchanges


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
    ours: float
    bare: float
    bare_commit: float
    share: float
    """The cost of bare discord.py with one commit, as a share of ours."""
    messages: float
    """How many requests a press sent."""
    rate: float
    """Presses a second."""
    p50: float
    """Seconds from the event to its answer."""
    p99: float
    pause: float
    """Seconds of computing of the longest garbage collection."""


async def compare(
    load: Load, tables: Tables, bare: tuple[BareBot, BareBot], pairs: int, presses: int, at_once: int
) -> Result:
    """Press `presses` times on ours and on both bare bots in turn, `pairs` times; the first block doesn't count."""
    meter, blocks = load.meter, []
    meter.longest_pause = 0.0
    for _ in range(1 + pairs):
        ours, waves = await load.ours(tables, presses, at_once)
        blocks.append((ours, *[await load.bare(bot, waves) for bot in bare]))
    return _result(tables, at_once, blocks[1:], meter)


def _result(tables: Tables, at_once: int, blocks: Sequence[tuple[Block, ...]], meter: Meter) -> Result:
    costs = [tuple(meter.cost(block.used) / len(block.waits) for block in group) for group in blocks]
    ours = [group[0] for group in blocks]
    waits = sorted(itertools.chain.from_iterable(block.waits for block in ours))
    return Result(
        game=tables.title,
        tables=len(tables),
        at_once=at_once,
        ours=statistics.median(cost[0] for cost in costs),
        bare=statistics.median(cost[1] for cost in costs),
        bare_commit=statistics.median(cost[2] for cost in costs),
        share=statistics.median(cost[2] / cost[0] for cost in costs),
        messages=sum(block.requests for block in ours) / len(waits),
        rate=statistics.median(len(block.waits) / block.used.seconds for block in ours),
        p50=waits[len(waits) // 2],
        p99=waits[len(waits) * 99 // 100],
        pause=meter.longest_pause,
    )
