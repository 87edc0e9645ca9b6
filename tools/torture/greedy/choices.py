"""What somebody might do next: anything that the bot shows them, forms and commands with plausible and hostile values,
and now and then a button that isn't shown, or a plan.

Each story has its own taste: some people press one button often, and another never comes to them. So some stories get
far where all together would only do a little of everything.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, TypeAlias

import discord
from discord import app_commands

from tables.table import Table
from tools.torture.greedy.setups import DAY, OVER, PLANS, WAIT, Plan, games_of
from tools.torture.greedy.steps import Does, Step, at_a_table, sign_in, sign_of
from tools.torture.greedy.world import NAMES, World
from tools.world.fake_discord import BUTTON, GUILD, Json

Command: TypeAlias = app_commands.Command[Any, ..., Any]

SPANS = (2.0, 5.0, 12.0, 31.0, 61.0, 600.0, 3700.0, 43_300.0, 86_400.0, 260_000.0)
"""Seconds that people let pass; the longest is longer than a match waits for somebody who is gone."""
SPAN_WEIGHTS = (8, 8, 6, 5, 4, 1, 1, 1, 1, 0.5)
HOSTILE = ("", "-5", "0", "1e9", "9" * 30, "²", "half", "all", "min", "max")
AMOUNTS = (1, 5, 10, 20, 50, 70, 100, 200, 300, 450, 500, 800, 1000)
USUAL = {
    "open": 4.0, "practice": 3.0, "chips give": 8.0, "daily": 6.0, "table close": 2.0,
    "table kick": 3.0, "bank change": 0.5, "bank set": 0.3, "bank reset": 0.3,
}  # fmt: skip
"""The commands by which chips may move, and how often they are given; the games' by their last word."""
MANAGES = ("bank change",)
ALL = 0.08
"""How often somebody types that they want to give, or bet, all that they have."""
STILL = 0.95
"""How often people who wait until a deal is over look once more."""
SHORT = SPANS[:3]
"""What people wait for in the middle of a plan."""
A_WHILE = SPANS[3]
"""After so long they look whether the deal is over."""
TASTES = (0.05, 0.3, 1.0, 1.0, 1.0, 3.0, 8.0)
_NUMBER = re.compile(r"[0-9][0-9,]*")


class Taste:
    """How one story's people choose."""

    def __init__(self, seed: int, plan: Plan | None = None) -> None:
        """With a `plan` it is followed over and over, and little else is done."""
        self._random = Random(seed)
        self.games = games_of(self._random) if plan is None else tuple(filter(None, [plan.game]))
        self.follows = (plan,) if plan is not None else tuple(each for each in PLANS if each.game in (*self.games, ""))
        self._tastes: dict[str, float] = {}
        self.waits = self._random.choice((0.05, 0.12, 0.25))
        self.commands = self._random.choice((0.03, 0.08, 0.2)) if self.games else 0.8
        self.forges = self._random.choice((0.02, 0.1, 0.3))
        self.meets = self._random.choice((0.0, 0.03, 0.15))
        self.bold = self._random.choice((0.0, 0.1))
        self.plans = self._random.choice((0.0, 0.1, 0.8)) if plan is None else 0.8
        self.goes_on = self._random.choice((0.5, 0.75, 0.9))
        """How often somebody answers the bot's last question to them before anything else."""

    def of(self, what: str) -> float:
        """How much this story's people like a button or a command, compared with others."""
        if what not in self._tastes:
            self._tastes[what] = self._random.choice(TASTES)
        return self._tastes[what]


class Lessons:
    """What has moved anything so far: a button that only ever shows something is pressed seldom."""

    def __init__(self) -> None:
        self._tried: Counter[str] = Counter()
        self._moved: Counter[str] = Counter()
        self.seen: dict[str, set[str]] = {}
        """By verb: the signs of a table's buttons that were shown to somebody, as if at table 0; others forge them."""

    def learn(self, step: Step, *, moved: bool) -> None:
        """`step` has been done, and has changed a table, moved a chip or opened a question, or not."""
        self._tried[_verb(step.what)] += 1
        self._moved[_verb(step.what)] += moved

    def worth(self, verb: str) -> float:
        """How often a button has moved anything, from 0 to 1."""
        return (self._moved[verb] + 2) / (self._tried[verb] + 2)


def _usual(command: Command) -> float:
    return USUAL.get(
        command.qualified_name, USUAL.get(command.name, 0.0) if command.name in ("open", "practice") else 0.0
    )


def _verb(what: str) -> str:
    sign = sign_in(what)
    return what.partition(":")[0] if sign is None else sign.verb


class Choices:
    """Chooses what happens next in a world."""

    def __init__(self, world: World, random: Random, taste: Taste, lessons: Lessons) -> None:
        self._lessons = lessons
        self._world = world
        self._random = random
        self._taste = taste
        self._last: int | None = None
        """Who did something last."""
        self._deeds: list[str] = []
        """What is left of a plan."""
        self._typed: dict[str, str] = {}
        """What it says for the next form, by field."""
        self._pair: Sequence[int] = ()
        """The numbers of A and B in it."""
        self._table: int | None = None
        """Its table; None for the newest."""

    def next(self) -> Step:
        """The next step."""
        random, taste = self._random, self._taste
        people = len(self._world.setup.people)
        if not self._deeds and random.random() < taste.plans:
            self._begin_a_plan()
        if self._deeds:
            return self._planned()
        if random.random() < taste.waits:
            return Step(0, Does.WAIT, seconds=random.choices(SPANS, SPAN_WEIGHTS)[0])
        if random.random() < 0.003:
            return Step(0, Does.RESTART)
        goes_on = self._last is not None and random.random() < taste.goes_on
        if goes_on and (step := self._answer(self._last or 0)) is not None:
            return step
        who = self._last = random.randrange(people)
        if self._world.person(who) in self._world.wire.forms and random.random() < 0.8:
            return self._fill(who)
        if random.random() < taste.commands:
            return self._command(who)
        if random.random() < taste.forges and (forged := self._forge(who)) is not None:
            return forged
        return self._press(who) or self._command(who)

    # Plans

    def _begin_a_plan(self) -> None:
        random, people = self._random, range(len(self._world.setup.people))
        plans = self._taste.follows
        plan = random.choices(plans, [self._taste.of(plan.deeds) for plan in plans])[0]
        self._deeds = plan.deeds.split("; ") * random.choice((1, 2, 4, 8))
        others = random.sample(people, len(people))
        self._pair = others if random.random() < 0.3 else sorted(others, key=bool)
        person, tables = self._world.person(self._pair[0]), self._world.app.open_tables.tables(GUILD)
        self._table = random.choice([table.id for table in tables if person in table.lobby.seats] or [None])
        self._last = None

    def _planned(self) -> Step:
        if self._last is not None and self._world.person(self._last) in self._world.wire.forms:
            step, typed = self._fill(self._last), self._typed
            return replace(step, values=tuple((key, typed.get(key, value)) for key, value in step.values))
        who, _, deed = self._deeds.pop(0).partition(" ")
        if who == WAIT:
            return Step(0, Does.WAIT, seconds=self._random.choice(SHORT))
        if who == OVER:
            if (table := self._planned_table()) is not None and table.is_playing and self._random.random() < STILL:
                self._deeds.insert(0, OVER)
            return Step(0, Does.WAIT, seconds=A_WHILE)
        if who == DAY:
            return Step(0, Does.WAIT, seconds=86_400.0)
        deed, _, typing = deed.partition(" with ")
        field, _, value = typing.partition(":")
        self._typed = {field: value}
        self._last, what = self._pair["AB".index(who)], deed.removesuffix("&")
        if what.startswith("/"):
            step = self._planned_command(self._last, what[1:].split())
        else:
            step = Step(self._last, Does.PRESS, self._sign(self._last, what))
        return replace(step, at_once=what != deed)

    def _planned_command(self, who: int, words: Sequence[str]) -> Step:
        known = self._all_commands()
        length = 1 if words[0] in known else 2
        command = known[" ".join(words[:length])]
        self._table = None if command.name in ("open", "practice") else self._table
        other = next(each for each in self._pair if each != who)
        about = {"table": str(self._number), "member": NAMES[other]}
        step = self._given(who, command)
        values = {key: about.get(key, value) for key, value in step.values}
        values |= {key: value for key, _, value in (word.partition(":") for word in words[length:])}
        return replace(step, values=tuple(values.items()))

    @property
    def _number(self) -> int:
        return self._table or max(self._world.wire.tables, default=1)

    def _planned_table(self) -> Table | None:
        live = self._world.app.open_tables.find(self._number)
        return None if live is None else live.table

    def _sign(self, who: int, what: str) -> str:
        """A button as a plan names it; without an argument, the one that is shown."""
        table = self._planned_table()
        signs = [sign_of(control["custom_id"]) for _, control in self._offered(who)]
        seats = [0] if table is None else [table.lobby.seats.index(each) for each in table.lobby.house_players] or [0]
        if what in signs:
            return what
        plain = f"b:{self._number}::{what.replace('#', str(self._random.choice(seats)))}"
        return next((sign for sign in signs if sign.startswith(f"{plain}:")), plain)

    def _meets(self) -> bool:
        return self._random.random() < self._taste.meets

    def _answer(self, who: int) -> Step | None:
        """What the bot has just asked `who` in private."""
        wire, person = self._world.wire, self._world.person(who)
        if person in wire.forms:
            return self._fill(who)
        newest = [*wire.private.get(person, ())][-1:]
        asked = [control for on, control in self._offered(who) if on in newest]
        return self._one_of(who, asked) if asked and self._random.random() < 0.7 else None

    def _press(self, who: int) -> Step | None:
        offered = [control for _, control in self._offered(who)]
        return self._one_of(who, offered) if offered else None

    def _offered(self, who: int) -> Iterator[tuple[int, Json]]:
        return self._world.wire.offered(self._world.person(who))

    def _one_of(self, who: int, controls: Sequence[Json]) -> Step:
        by_verb: dict[str, list[Json]] = {}
        for control in controls:
            sign = sign_of(control["custom_id"])
            if control["type"] == BUTTON and (found := at_a_table(control["custom_id"])) is not None:
                self._lessons.seen.setdefault(found.verb, set()).add(str(replace(found, table=0)))
            by_verb.setdefault(_verb(sign), []).append(control)
        likes = [self._taste.of(verb) * self._lessons.worth(verb) for verb in by_verb]
        control = self._random.choice(self._random.choices(list(by_verb.values()), likes)[0])
        sign = sign_of(control["custom_id"])
        if control["type"] == BUTTON:
            return Step(who, Does.PRESS, sign, at_once=self._meets())
        options = [option["value"] for option in control["options"]]
        most = min(control.get("max_values", 1), len(options))
        chosen = self._random.sample(options, self._random.randint(1, most))
        return Step(who, Does.CHOOSE, sign, tuple((f"{n}", value) for n, value in enumerate(chosen)))

    def _forge(self, who: int) -> Step | None:
        """A button that others have seen, here or in another story, at any table here."""
        seen, tables = self._lessons.seen, self._world.wire.tables
        if not seen or not tables:
            return None
        verbs = sorted(seen)
        likes = [self._taste.of(verb) * self._lessons.worth(verb) for verb in verbs]
        sign = sign_in(self._random.choice(sorted(seen[self._random.choices(verbs, likes)[0]])))
        assert sign is not None
        forged = replace(sign, table=self._random.choice(list(tables)))
        return Step(who, Does.PRESS, str(forged), at_once=self._meets())

    def _fill(self, who: int) -> Step:
        form = self._world.wire.forms[self._world.person(who)]
        values = tuple(self._filled(form.body))
        return Step(who, Does.FILL, values=values, at_once=self._meets())

    def _filled(self, form: Json) -> Iterator[tuple[str, str]]:
        for label in form["components"]:
            field = label.get("component")
            if field is None:
                continue
            if "options" in field:
                options = [option["value"] for option in field["options"]]
                least, most = field.get("min_values", 1), min(field.get("max_values", 1), len(options))
                yield field["custom_id"], "|".join(self._random.sample(options, self._random.randint(least, most)))
            else:
                said = " ".join(str(label.get(key) or field.get(key) or "") for key in ("description", "placeholder"))
                yield field["custom_id"], self._amount([int(n.replace(",", "")) for n in _NUMBER.findall(said)])

    def _amount(self, said: Sequence[int] = ()) -> str:
        """A number that somebody might type where the bot has said `said`."""
        random = self._random
        if random.random() < self._taste.bold:
            return random.choice(HOSTILE)
        if random.random() < ALL:
            return "all"
        if said and random.random() < 0.6:
            return str(random.choice(said) if random.random() < 0.5 else int((max(said) + 1) ** random.random()))
        return str(random.choice(AMOUNTS) if random.random() < 0.6 else int(10 ** random.uniform(0, 3)))

    # Commands

    def _command(self, who: int) -> Step:
        if self._random.random() < 0.02:
            who = len(self._world.setup.people)  # the manager, who grants somebody something
        commands = self._commands(is_manager=who == len(self._world.setup.people))
        likes = [self._taste.of(f"/{each.qualified_name}") * _usual(each) for each in commands]
        return self._given(who, self._random.choices(commands, likes)[0])

    def _given(self, who: int, command: Command) -> Step:
        options = dict(self._options(command, who))
        if {"minimum", "maximum"} <= options.keys():
            limits = sorted((options["minimum"], options["maximum"]), key=int)
            options["minimum"], options["maximum"] = limits
        return Step(who, Does.COMMAND, command.qualified_name, tuple(options.items()), at_once=self._meets())

    def _all_commands(self) -> dict[str, Command]:
        found = self._world.app.tree.walk_commands()
        return {each.qualified_name: each for each in found if isinstance(each, app_commands.Command) and _usual(each)}

    def _commands(self, *, is_manager: bool) -> list[Command]:
        return [
            command
            for command in self._all_commands().values()
            if (command.qualified_name in MANAGES if is_manager else self._is_played(command))
        ]

    def _is_played(self, command: Command) -> bool:
        return command.name not in ("open", "practice") or command.qualified_name.split()[0] in self._taste.games

    def _options(self, command: Command, who: int) -> Iterator[tuple[str, str]]:
        for parameter in command.parameters:
            if not parameter.required and self._random.random() < 0.5:
                continue
            value = self._option(parameter, who)
            if value is not None:
                yield parameter.name, value

    def _option(self, parameter: app_commands.Parameter, who: int) -> str | None:
        random = self._random
        if parameter.choices:
            return str(random.choice(parameter.choices).value)
        match parameter.type:
            case discord.AppCommandOptionType.user:
                names = NAMES[: len(self._world.setup.people)]
                return random.choice([name for number, name in enumerate(names) if number != who])
            case discord.AppCommandOptionType.boolean:
                return str(random.random() < 0.5)
            case discord.AppCommandOptionType.integer:
                if parameter.name in ("table", "match"):
                    return str(random.choice([*self._world.wire.tables, 1]))
                least, most = int(parameter.min_value or 0), int(parameter.max_value or 1000)
                wanted = [n for n in (*AMOUNTS, 2, 3, 4, 250) if least <= n <= most] or [least]
                if parameter.name == "players":
                    return str(least if random.random() < 0.7 else random.choice(wanted))
                return str(random.choice(wanted))
            case discord.AppCommandOptionType.string:
                return "because" if parameter.name in ("reason", "name") else self._amount()
            case _:
                return None
