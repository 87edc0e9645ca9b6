"""One server with its own bot on its own file, a ring of people, and a manager who isn't one of them.

Time stands still while the bot works and passes only when a step lets it, so that the same steps have the same end.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import discord
from discord import app_commands

from cogs.app.bot import App
from cogs.app.process.shutdown import MOST_SECONDS
from players import five_hundred, pontoon
from players.choice import Choice, Question
from players.workers.process import NoAnswer
from tables.table import Table
from tools.torture.greedy.steps import Does, Sign, Step, sign_in, sign_of
from tools.torture.greedy.wire import RingWire, plain
from tools.world import house_players
from tools.world.bot import running
from tools.world.fake_discord import GUILD, Json
from tools.world.jumping_loop import JumpingLoop

BEGIN = datetime(2030, 2, 10, 12, tzinfo=UTC)
NAMES = ("Ana", "Ben", "Cy", "Dee", "Eve")
SETTLE = 1.3
"""Seconds after each step, in which tables are drawn again."""
PATIENCE = 30.0
"""Seconds after which a press counts as never answered."""
MANAGER = 77
_UNKNOWN_BUTTON = "there is no such button or form"


class RingLoop(JumpingLoop):
    """A loop whose clock begins at the same instant in every world; `seed` orders what is done at once."""

    def __init__(self, seed: int) -> None:
        super().__init__(0.0, seed)


class _RingApp(App):
    def now(self) -> datetime:
        """The loop's time as a date."""
        return BEGIN + timedelta(seconds=asyncio.get_running_loop().time())


@dataclass(frozen=True, slots=True)
class Setup:
    """What a story begins with: who is there, by Discord id, what the server has set, and the cards."""

    people: tuple[int, ...]
    settings: Mapping[str, Any]
    seed: int

    def name(self, person: int) -> str:
        """What a person is called in stories."""
        if person not in self.people:
            return "the manager"
        number, name = divmod(self.people.index(person), len(NAMES))
        return f"{NAMES[name]}{number or ''}"


async def _think(question: Question, seed: bytes) -> Choice:
    """House players play at random, which takes no time and lets the ring win; the coach has nothing to say."""
    if not isinstance(question, (five_hundred.Question, pontoon.Question)):
        raise NoAnswer("the coach is away")
    return await house_players.think(question, seed)


class _Faults(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if _UNKNOWN_BUTTON not in (line := record.getMessage()):
            about = f": {record.exc_info[1]!r}" if record.exc_info else ""
            self.lines.append(f"{line}{about}")


class World:
    """What happens in the server; `story` is a line for each step that could be done."""

    def __init__(self, setup: Setup, path: Path, *, forges: bool = True) -> None:
        """With `forges` people can press what isn't shown to them."""
        self.setup = setup
        self._forges = forges
        self._path = path
        self._faults = _Faults()
        self._random = Random(setup.seed)
        self._stack = AsyncExitStack()
        self.wire = self._wire()
        self.app: App
        self.found: dict[int, object] = {}
        """What this process has found of the open tables."""
        self.earlier: set[int] = set()
        """Private messages of earlier processes, which follow no table until somebody presses on them."""
        self.story: list[str] = []
        self._bold = re.compile(r"[*`]")

    def _wire(self) -> RingWire:
        return RingWire(frozenset({MANAGER}))

    @property
    def faults(self) -> Sequence[str]:
        """What the bot has logged as an error."""
        return self._faults.lines

    async def begin(self) -> None:
        """Start the bot on its file."""
        run = running(self._path, self.wire, self._random, think=_think, bot=_RingApp)
        self.app = await self._stack.enter_async_context(run)
        self._stack.push_async_callback(self.app.finish, MOST_SECONDS)
        self.wire.take_in()
        self.found = {table.id: self.pictures(table) for table in self.app.open_tables.tables(GUILD)}
        self.earlier = {message for messages in self.wire.private.values() for message in messages}

    def pictures(self, table: Table) -> tuple[list[str], list[str]] | None:
        """What everybody sees of `table`, and what they should see; None while it has no message."""
        message = self.app.presses.view_of(table).message
        if message is None or message.id is None:
            return None
        return plain(self.wire.shown(message.id)["components"]), plain(message.view().to_components())

    async def end(self) -> None:
        """Stop the bot once what is under way is answered, as its program does."""
        await self._stack.aclose()

    def listen(self) -> None:
        """Hear about errors from now on."""
        logging.getLogger().addHandler(self._faults)

    def stop_listening(self) -> None:
        """Hear about none any more."""
        logging.getLogger().removeHandler(self._faults)

    def person(self, who: int) -> int:
        """The Discord id of the person with this number in the ring; the manager comes after the last."""
        return self.setup.people[who] if who < len(self.setup.people) else MANAGER

    @property
    def state(self) -> object:
        """Something else whenever a table has changed, or somebody is asked something."""
        tables = [(table.id, table.version, table.question_id) for table in self.app.open_tables.tables(GUILD)]
        return tables, sorted(self.wire.forms), self.wire.asked

    async def do(self, step: Step) -> bool:
        """Do `step` if that is possible now; whether it was."""
        if step.does is Does.WAIT:
            await asyncio.sleep(step.seconds)
            self.wire.take_in()
            self.story.append(f"{_span(step.seconds)} later:")
            return True
        if step.does is Does.RESTART:
            await self.end()
            await self.begin()
            self.story.append("The bot restarts.")
            return True
        found = self._event(step, self.person(step.who))
        if found is None:
            return False
        event, told = found
        self.story.append(f"{self.setup.name(self.person(step.who))} {told}{' and at once' if step.at_once else ''}")
        if step.at_once:
            self.wire.send(self.app, event)
            return True
        try:
            async with asyncio.timeout(PATIENCE):
                await self.wire.ask(self.app, event)
        except TimeoutError:
            self._faults.lines.append(f"{told}: nobody has answered")
        await asyncio.sleep(SETTLE)
        self.wire.take_in()
        if said := self.wire.said.pop(self.person(step.who), ""):
            self.story[-1] += f" → {self._bold.sub('', said)[:120]}"
        return True

    def _event(self, step: Step, person: int) -> tuple[Json, str] | None:
        match step.does:
            case Does.COMMAND:
                return self._command(step, person)
            case Does.FILL:
                form = self.wire.forms.pop(person, None)
                if form is None:
                    return None
                fields = _fields(form.body)
                typed: dict[str, Any] = {}
                for name, value in step.values:
                    if name in fields:
                        typed[name] = value.split("|") if fields[name] else value
                told = ", ".join(f"{name}: {value}" for name, value in step.values)
                return self.wire.fill_in(form, typed, person), f"sends the form “{form.body['title']}” with {told}"
            case _:
                return self._press(step, person)

    def _press(self, step: Step, person: int) -> tuple[Json, str] | None:
        seen = next(((on, c) for on, c in self.wire.offered(person) if sign_of(c["custom_id"]) == step.what), None)
        if seen is not None:
            on, control = seen
            address, label = control["custom_id"], _label(control)
        else:
            sign = sign_in(step.what)
            forged = None if sign is None else self._forged(sign, person)
            if sign is None or forged is None:
                return None
            address, on = forged
            label = f"{sign.verb} {sign.argument}".strip() + ", which isn't shown"
        where = "" if (sign := sign_in(step.what)) is None else f" at table {sign.table}"
        if step.does is Does.CHOOSE:
            values = [value for _, value in step.values]
            return self.wire.choose(address, values, person, on), f"chooses {', '.join(values)} in {label}{where}"
        return self.wire.press(address, person, on), f"presses “{label}”{where}"

    def _forged(self, sign: Sign, person: int) -> tuple[str, int] | None:
        live, on = self.app.open_tables.find(sign.table), self.wire.tables.get(sign.table)
        if live is None or on is None or not self._forges:
            return None
        return sign.address(live.table.question_id_of(person)), on

    def _command(self, step: Step, person: int) -> tuple[Json, str] | None:
        command: Any = self.app.tree.get_command(step.what.split()[0])
        for part in step.what.split()[1:]:
            command = None if command is None else command.get_command(part)
        if not isinstance(command, app_commands.Command):
            return None
        options = {}
        for name, value in step.values:
            parameter = command.get_parameter(name)
            if parameter is not None:
                options[name] = parameter.type, self._read(parameter.type, value)
        told = "".join(f" {name}:{value}" for name, value in step.values)
        return self.wire.command(step.what, person, self.wire.channel, options), f"gives /{step.what}{told}"

    def _read(self, kind: discord.AppCommandOptionType, value: str) -> Any:
        match kind:
            case discord.AppCommandOptionType.user:
                return str(self.person(NAMES.index(value) if value in NAMES else len(self.setup.people)))
            case discord.AppCommandOptionType.integer:
                return int(value)
            case discord.AppCommandOptionType.boolean:
                return value == "True"
            case _:
                return value


@asynccontextmanager
async def world(setup: Setup, folder: Path, kind: type[World] = World, *, forges: bool = True) -> AsyncIterator[World]:
    """A new server, set as `setup` says, to the end of the block. Runs in a new RingLoop."""
    made = kind(setup, folder / "ring.sqlite3", forges=forges)
    made.listen()
    try:
        await made.begin()
        await made.app.servers.change(GUILD, dict(setup.settings), MANAGER, made.app.now())
        for person in setup.people:
            await made.app.economy.balance(GUILD, person)
        yield made
        await asyncio.sleep(SETTLE)
    finally:
        await made.end()
        made.stop_listening()


def _fields(form: Json) -> dict[str, bool]:
    """The fields of a form by name, and whether something is chosen in them instead of typed."""
    inside = [label["component"] for label in form["components"] if "component" in label]
    return {each["custom_id"]: each["type"] != 4 for each in inside}


def _label(control: Json) -> str:
    return str(control.get("label") or control.get("placeholder") or sign_of(control["custom_id"]))


def _span(seconds: float) -> str:
    for size, word in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            return f"{seconds / size:.4g} {word}s"
    return f"{seconds:g} seconds"
