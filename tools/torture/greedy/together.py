"""`python -m tools.torture --together`: people who press at once, in the very instant in which the clock rings, too.

A turn is two or three presses, commands and forms of anybody, which are all on their way before the bot has answered
any; every third turn begins when a table's time is up. Only then may the bot settle. The order of all that it does
meanwhile is drawn (`jumping_loop`). Nothing is expected of a turn but the laws: those of the ring, and of what people
see:

- within ten seconds each table's message shows the table, and each private panel with a clock asks its open question;
- nobody has two panels that ask the same;
- during a deal neither shows a card that its reader may not see;
- where a table has closed, no clock runs.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from msgspec import Struct, structs

from cogs.app.replies.edits import LIVES
from cogs.table.faces import spoken_name
from games.cards import Card
from tables.table import Table
from tools.torture.greedy.choices import Choices, Lessons, Taste
from tools.torture.greedy.steps import Does, Step, question_in
from tools.torture.greedy.wire import plain
from tools.torture.greedy.world import World
from tools.world.fake_discord import GUILD, controls

SOON = 10
"""Seconds in which every screen shows its table."""
NEAR = 0.000_2
"""Seconds by which a press comes before a ring, or after it: some turns of the loop."""
LONGEST_WAIT = 400.0
"""Seconds that people wait for a ring."""
CLOCK = "⏳"
_CARD = re.compile(r"[a-z]+_of_[a-z]+")
"""The name of its emoji, in texts and on buttons."""


class Together(Choices):
    """Chooses what happens in the next turn."""

    def __init__(self, world: World, random: Random, taste: Taste, lessons: Lessons) -> None:
        super().__init__(world, random, taste, lessons)
        self._left = 0
        """How many steps this turn still has."""

    def next(self) -> Step:
        """The next step; all but a turn's last one are on their way when it comes."""
        if not self._left:
            self._left = self._random.choice((1, 2, 2, 3))
            if self._random.random() < 1 / 3 and (seconds := self._until_a_ring()) is not None:
                return Step(0, Does.WAIT, seconds=seconds, at_once=True)
        self._left -= 1
        step = super().next()
        if step.does in (Does.WAIT, Does.RESTART):
            self._left = 0
            return step
        return replace(step, at_once=self._left > 0)

    def _until_a_ring(self) -> float | None:
        now = self._world.app.now()
        tables = self._world.app.open_tables.tables(GUILD)
        left = [(table.acts_at - now).total_seconds() for table in tables if table.acts_at is not None]
        soon = [seconds for seconds in left if 0 < seconds < LONGEST_WAIT]
        return max(self._random.choice(soon) + self._random.uniform(-NEAR, NEAR), 0.0) if soon else None


async def wrong_screens(world: World) -> list[str]:
    """What people see for ten seconds though it isn't so any more."""
    seen: Counter[str] = Counter()
    while True:
        world.wire.take_in()
        wrong = {*_wrong_tables(world), *_wrong_panels(world)}
        seen = Counter({each: seen[each] + 1 for each in wrong})
        if not wrong or max(seen.values()) > SOON:
            return sorted(each for each, times in seen.items() if times > SOON)
        await asyncio.sleep(1)


def _wrong_tables(world: World) -> Iterator[str]:
    for table in world.app.open_tables.tables(GUILD):
        pictures = world.pictures(table)
        if pictures is None or pictures == world.found.get(table.id):  # what an earlier process drew may say more
            continue
        if pictures[0] != pictures[1]:
            yield f"table {table.id}: everybody sees another picture than that of {table.question_id}"
        if _hidden(" ".join(pictures[0]), table, None):
            yield f"table {table.id}: everybody sees hidden cards"
    for number, message_id in world.wire.tables.items():
        if world.app.open_tables.find(number) is None and CLOCK in _text(world, message_id):
            yield f"table {number} has closed, and its message still has a clock"


def _wrong_panels(world: World) -> Iterator[str]:
    tokens_since = asyncio.get_running_loop().time() - LIVES.total_seconds()
    for person, messages in world.wire.private.items():
        asked: Counter[tuple[int, str]] = Counter()
        for message_id, pressed in messages.items():
            shown = world.wire.shown(message_id)["components"]
            questions = {found for each in controls(shown) if (found := question_in(each["custom_id"])) is not None}
            is_followed = message_id not in world.earlier and pressed >= tokens_since
            if not is_followed or CLOCK not in _text(world, message_id):
                continue
            asked.update(questions)
            for number, question in questions:
                live = world.app.open_tables.find(number)
                if live is not None and _hidden(_text(world, message_id), live.table, person):
                    yield f"{world.setup.name(person)} sees hidden cards of table {number}"
                if live is None or not (live.table.question_id_of(person) + ".").startswith(f"{question}."):
                    yield f"{world.setup.name(person)}'s panel of table {number} asks {question}, which is over"
        yield from (f"{world.setup.name(person)} is asked twice: {each}" for each, times in asked.items() if times > 1)


def _hidden(text: str, table: Table, reader: int | None) -> set[str]:
    """The cards in `text` that its reader may not see of the deal in play; None is everybody."""
    if table.play is None or not table.is_playing:
        return set()
    seat = None if reader is None else table.play.setup.seat_of(reader)
    drawn = [Card.parse(card) for turn in getattr(table.lobby.game_state, "draw", ()) for _, card in turn]
    return {*_CARD.findall(text)} - {*map(spoken_name, [*_cards(table.play.round.view(seat)), *drawn])}


def _cards(seen: object) -> Iterator[Card]:
    if isinstance(seen, Card):
        yield seen
    within = structs.astuple(seen) if isinstance(seen, Struct) else seen
    if isinstance(within, (tuple, list, frozenset)):
        for each in within:
            yield from _cards(each)


def _text(world: World, message: int) -> str:
    return " ".join(plain(world.wire.shown(message)["components"]))
