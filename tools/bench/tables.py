"""Tables of one game at which people press whatever is due, only through the wire.

Who presses next, and what, is only what Discord shows.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import re
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar
from unittest.mock import patch

from discord import AppCommandOptionType as OptionType
from msgspec.structs import replace

from cogs.app.bot import App
from tables.clock import _TIMES, Pace
from tables.driver import LiveTable
from tables.table import Table
from tools.world.bot import addresses_in, verb_of, welcome
from tools.world.clocks import until_quiet
from tools.world.fake_discord import CHANNEL, FakeDiscord, Json, Request, controls

CHOICES = ("look", "mark", "joker", "move")
"""The verbs of what people choose on their panels."""
LOOKS_EVERY, LOOKS = 0.2, 3000
"""Seconds between two looks of people for whom nothing is due yet, and how often they look."""
_ASKED = re.compile(r'<@(\d+)>[^"\\]*⏳')
"""The first of those whom a table's message is waiting for, in the line with the time that is left."""
_OVER = object()
RELAXED = patch.dict(_TIMES, {Pace.RELAXED: replace(Pace.SLOW.times, calls_at_once=False)})
"""Within it people at relaxed tables have a day: while others are drawn, half a minute would run out."""


@dataclass(slots=True)
class Seated:
    """The people of one table, and which messages they see."""

    number: int
    channel: int
    people: tuple[int, ...]
    panels: dict[int, int] = field(default_factory=dict)
    """The private message of each person that has one."""
    ready: int = 0
    """How often somebody has bet the same again or got ready."""
    is_new: bool = True


class Tables(ABC):
    """The bot under load at one game."""

    title: ClassVar[str]
    name: ClassVar[str]
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
        self, app: App, wire: FakeDiscord, random: Random, quiet: Callable[[], Awaitable[None]] = until_quiet
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

    async def come_back(self, app: App) -> None:
        """Another process has taken the tables over: people go on where what they need can be pressed."""
        self.app = app
        self._seated = [seated for seated in self._seated if not seated.panels or await self._reopens(seated)]

    async def _reopens(self, seated: Seated) -> bool:
        """Open everybody's panel again. Returns whether they could, which they can't once the deal is over."""
        for person in seated.people:
            if (event := self._public(seated, "hand", person)) is None:
                return False
            seated.panels[person] = (await self._ask(event)).message
        return True

    def next_index(self) -> int:
        """The table at which somebody presses next; the tables take turns."""
        self._turn = (self._turn + 1) % len(self._seated)
        return self._turn

    def table(self, index: int) -> Table:
        """The table as the bot believes it to be."""
        return self._find(self._seated[index]).table

    def public(self, index: int) -> int:
        """The message of a table."""
        return self.wire.public(self._seated[index].channel)

    def state(self, index: int) -> tuple[object, ...]:
        """What every press changes."""
        table = self.table(index)
        return table.rounds, table.play, table.lobby

    async def next_press(self, index: int) -> Json:
        """The event of what is due at a table, once Discord shows it.

        Presses that come first and don't change the table are made here. Raises RuntimeError when nothing is ever due.
        """
        if self._is_over(self._seated[index]):
            (self._seated[index],) = await self._opened(1)
        return await self._next(self._seated[index])

    async def _next(self, seated: Seated) -> Json:
        return await self._once_there(seated, lambda: self._due(seated))

    async def _press(self, seated: Seated) -> None:
        await self._ask(await self._next(seated))

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
    async def _due(self, seated: Seated) -> Json | None:
        """The event of what is due at a table, as far as Discord shows it; None when it shows nothing."""

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

    async def _once_there(self, seated: Seated, look: Callable[[], Awaitable[Json | None]]) -> Json:
        """The event for which one must `look` until the bot has drawn it, which it does in its own time."""
        for _ in range(LOOKS):
            if (event := await look()) is not None:
                return event
            await asyncio.sleep(LOOKS_EVERY)
            self.wire.take_in()
        raise RuntimeError(f"nothing is due at table {seated.number}")

    async def _open(self) -> Seated:
        people = tuple(next(self._people) for _ in range(self.people))
        channel = next(self._channels)
        await self._welcome(self.wire.server_of(channel), people)
        options: dict[str, tuple[OptionType, Any]] = {"pace": (OptionType.string, "relaxed")}
        options |= {name: (OptionType.integer, number) for name, number in self.options.items()}
        answer = await self._ask(self.wire.command(f"{self.command} open", people[0], channel, options))
        return Seated(next(addresses_in(answer.body["components"])).table, channel, people)

    async def _welcome(self, server: int, people: Sequence[int]) -> None:
        await welcome(self.app.store, server, people, self.name, self.app.now())

    def _find(self, seated: Seated) -> LiveTable:
        live = self.app.open_tables.find(seated.number)
        assert live is not None
        return live

    async def _ask(self, event: Json) -> Request:
        return await self.wire.ask(self.app, event)

    async def _press_public(self, seated: Seated, verb: str, person: int) -> Request:
        async def look() -> Json | None:
            return self._public(seated, verb, person)

        return await self._ask(await self._once_there(seated, look))

    async def _open_panels(self, seated: Seated) -> None:
        for person in seated.people:
            seated.panels[person] = (await self._press_public(seated, "hand", person)).message

    def _ready(self, seated: Seated, *verbs: str) -> Json | None:
        """The event that the next person presses the button with the first of `verbs`, then all with the next of them.

        None when it isn't there.
        """
        turn, number = divmod(seated.ready % (len(seated.people) * len(verbs)), len(seated.people))
        event = self._public(seated, verbs[turn], seated.people[number])
        seated.ready += event is not None
        return event

    def _chooser(self, seated: Seated) -> int | None:
        """The first of those who have something to choose on their panels."""
        for person, panel in seated.panels.items():
            if self._addresses(panel, lambda address: verb_of(address) in CHOICES):
                return person
        return None

    def _asked(self, on: int) -> int:
        """The first of those whom a table's message is waiting for."""
        found = _ASKED.search(json.dumps(self.wire.shown(on)["components"], ensure_ascii=False))
        assert found is not None
        return int(found[1])

    def _public(self, seated: Seated, verb: str, person: int) -> Json | None:
        """The event that `person` presses the button with `verb` on the table's message; None when it isn't there."""
        on = self.wire.public(seated.channel)
        if not (found := self._addresses(on, lambda address: verb_of(address) == verb)):
            return None
        (custom_id,) = found
        return self.wire.press(custom_id, person, on)

    def _addresses(self, on: int, is_wanted: Callable[[str], bool]) -> list[str]:
        """The wanted addresses among the buttons and lists of a message."""
        found: Iterator[str] = (each["custom_id"] for each in controls(self.wire.shown(on)["components"]))
        return [custom_id for custom_id in found if is_wanted(custom_id)]


def is_move(custom_id: str) -> bool:
    """Whether a button makes a move of the game."""
    return verb_of(custom_id) == "move"
