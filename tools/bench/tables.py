"""This bot, unmodified, with tables of one game at which people press whatever is due, only through the wire.

The harness reads from the bot how a table stands, to know who presses next; it changes nothing there.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import ClassVar

from cogs.app.bot import App
from cogs.app.process.collector import NEVER, Collector
from cogs.app.process.metrics_sink import MetricsSink
from data.guild.introductions import Introductions
from data.shards import Shards
from data.store.store import Store
from data.store.where import Where
from players.choice import Choice, Question
from players.workers.thinkers import answer_here
from tables.table import Table
from tools.bench.clock import until_quiet
from tools.bench.wire import CHANNEL, Json, Request, Wire, controls

CHIPS = 10**9
"""Each person's chips, so that nobody runs out."""
_OVER = object()


@asynccontextmanager
async def running(
    where: Where,
    wire: Wire,
    random: Random,
    collector: Collector | None = None,
    think: Callable[[Question, bytes], Awaitable[Choice]] = answer_here,
    metrics: MetricsSink | None = None,
    shards: Shards | None = None,
    bot: type[App] = App,
) -> AsyncIterator[App]:
    """The bot as its `main` makes it, up to the point where it would log in, on the database at `where`.

    Its clocks stop before the database is closed. With a `collector`, which the caller makes look, Python looks through
    no old objects on its own. `metrics` is told what happens. It serves the servers of `shards`, by default all. `bot`
    is its class, for those who give it another clock.
    """
    store, thresholds = await Store.open(where), gc.get_threshold()
    if collector is not None:
        gc.set_threshold(*thresholds[:2], NEVER)
    try:
        entropy = partial(random.randbytes, 32)
        app = bot(store, entropy=entropy, collector=collector, think=think, metrics=metrics, shards=shards)
        await app._async_setup_hook()
        wire.carry(app)
        await app.setup_hook()
        await app.card_emojis.load(app, store.locks)
        yield app
        stop(app)
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()
        await store.close()


def stop(app: App) -> None:
    """Stop all clocks; nothing moves at any table any more."""
    app.open_tables.stop()
    app.presses.stop()


@dataclass(slots=True)
class Seated:
    """The people of one table, and which messages they see."""

    number: int
    channel: int
    people: tuple[int, ...]
    panels: dict[int, int] = field(default_factory=dict)
    """The private message of each person that has one."""
    is_new: bool = True


class Tables(ABC):
    """The bot under load at one game."""

    title: ClassVar[str]
    people: ClassVar[int]
    """How many people play at each table."""
    command: ClassVar[str]
    options: ClassVar[Mapping[str, int]] = {}
    """Numbers that it is opened with."""
    first: ClassVar[int] = 1
    """The number of the first person, which nobody else may have in the same bot, and of the first channel."""
    presses: ClassVar[int]
    """Presses in one round, roughly; tables begin at different ones."""

    def __init__(
        self, app: App, wire: Wire, random: Random, quiet: Callable[[], Awaitable[None]] = until_quiet
    ) -> None:
        """`quiet` waits until everything is drawn."""
        self.app = app
        self.wire = wire
        self.random = random
        self._quiet = quiet
        self._seated: list[Seated] = []
        self._turn = -1
        self._people = itertools.count(self.first)
        self._channels = itertools.count(CHANNEL + self.first)

    def __len__(self) -> int:
        return len(self._seated)

    async def open(self, count: int, pressed: int = 0) -> None:
        """Open tables until there are `count`. Each of the first `pressed` is then at another point of its round."""
        self._seated += await self._opened(count - len(self._seated))
        new = [seated for seated in self._seated[:pressed] if seated.is_new]
        left = {seated.number: self.random.randrange(self.presses) for seated in new}
        while new := [seated for seated in new if left[seated.number]]:
            await asyncio.gather(*map(self._press, new))
            await self._draw()
            for seated in new:
                left[seated.number] -= 1
        for seated in self._seated[:pressed]:
            seated.is_new = False

    def next_index(self) -> int:
        """The table at which somebody presses next; the tables take turns."""
        self._turn = (self._turn + 1) % len(self._seated)
        return self._turn

    def table(self, index: int) -> Table:
        """The table as the bot believes it to be."""
        return self._find(self._seated[index])

    def public(self, index: int) -> int:
        """The message of a table."""
        return self.wire.public(self._seated[index].channel)

    def state(self, index: int) -> tuple[object, ...]:
        """What every press changes."""
        table = self.table(index)
        return table.rounds, table.play, table.lobby

    async def next_press(self, index: int) -> Json:
        """The event of what is due at a table. Presses that come first and don't change the table are made here."""
        if self._is_over(self._seated[index]):
            (self._seated[index],) = await self._opened(1)
        return await self._due(self._seated[index])

    async def _press(self, seated: Seated) -> None:
        await self._ask(await self._due(seated))

    async def _gather(self, seated: Seated) -> AsyncIterator[None]:
        """Bring the people of a new table into play. Yields where everything must be drawn before the next step.

        Here all sit down, the first one starts, and each of them opens a panel.
        """
        for person in seated.people:
            await self._press_public(seated, "sit", person)
        await self._press_public(seated, "start", seated.people[0])
        yield
        await self._open_panels(seated)

    @abstractmethod
    async def _due(self, seated: Seated) -> Json:
        """The event of what is due at a table."""

    def _is_over(self, _seated: Seated) -> bool:
        """Whether nothing will ever be due at a table again."""
        return False

    # Small parts

    async def _opened(self, count: int) -> list[Seated]:
        new = await asyncio.gather(*(self._open() for _ in range(count)))
        gatherings = [self._gather(seated) for seated in new]
        while gatherings:
            going_on = await asyncio.gather(*(anext(gathering, _OVER) for gathering in gatherings))
            gatherings = [each for each, came in zip(gatherings, going_on, strict=True) if came is not _OVER]
            await self._draw()
        return new

    async def _draw(self) -> None:
        await self._quiet()
        self.wire.take_in()

    async def _open(self) -> Seated:
        people = tuple(next(self._people) for _ in range(self.people))
        channel = next(self._channels)
        for person in people:
            await self.app.economy.chips.open_member(self.wire.guild, person, CHIPS, self.app.now())
        answer = await self._ask(self.wire.command(self.command, people[0], channel, self.options))
        number = int(next(controls(answer.body["components"]))["custom_id"].split(":")[1])
        seated, guild = Seated(number, channel, people), self.wire.guild
        met, game = Introductions(self.app.store), self._find(seated).game.name
        for person in people:  # nobody is new to the game
            await met.is_first(guild, person, game, self.app.now())
        return seated

    def _find(self, seated: Seated) -> Table:
        table = self.app.open_tables.find(seated.number)
        assert table is not None
        return table

    async def _ask(self, event: Json) -> Request:
        return await self.wire.ask(self.app, event)

    async def _press_public(self, seated: Seated, verb: str, person: int) -> Request:
        return await self._ask(self._public(seated, verb, person))

    async def _open_panels(self, seated: Seated) -> None:
        for person in seated.people:
            seated.panels[person] = (await self._press_public(seated, "hand", person)).message

    def _public(self, seated: Seated, verb: str, person: int) -> Json:
        """The event that `person` presses the button with `verb` on the table's message."""
        on = self.wire.public(seated.channel)
        (custom_id,) = self._addresses(on, lambda address: verb_of(address) == verb)
        return self.wire.press(custom_id, person, on)

    def _addresses(self, on: int, is_wanted: Callable[[str], bool]) -> list[str]:
        """The wanted addresses among the buttons and lists of a message."""
        found: Iterator[str] = (each["custom_id"] for each in controls(self.wire.shown(on)["components"]))
        return [custom_id for custom_id in found if is_wanted(custom_id)]


def verb_of(custom_id: str) -> str:
    """What a button does, from its address; nothing when it leads to no table."""
    parts = custom_id.split(":")
    return parts[3] if len(parts) > 3 else ""


def argument_of(custom_id: str) -> str:
    """The button's argument, from its address."""
    return custom_id.split(":")[4]


def is_move(custom_id: str) -> bool:
    """Whether a button makes a move of the game."""
    return verb_of(custom_id) == "move"
