"""`python -m tools.torture --cups`: tournaments of 3 to 33 people, some of whom manage the server, play on, or vanish.

People sign up, name partners, check in and withdraw, or not; two of three play what they are asked. Two press at once,
channels and threads are deleted, permissions taken, the bot restarts, and managers correct, move and cancel. When a
story is over everything is given back, and time passes until nothing is left to do. The laws:

- each tournament comes to its end; while one has no channel, managers are told;
- no more people have a place than there are places;
- the prize goes once to those whom the standings name, and to nobody where a tournament was cancelled;
- nobody who takes part corrects a score, or cancels a tournament that has begun;
- what the bot may not do it doesn't ask Discord for, and it fails nowhere.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import discord

from cogs.tournament.course import Course, shares
from cogs.tournament.entry import most_people
from data.tables.tournament_rows import Stage, Tournament
from data.tables.tournaments import Tournaments
from games.core import IllegalAction
from tables.draft import StaleClick, TableClosed
from tables.events import Act
from tools.arena.duplicate import legal_actions
from tools.torture.greedy.choices import Choices
from tools.torture.greedy.setups import NEW, OLD
from tools.torture.greedy.steps import Does, Step
from tools.torture.greedy.wire import RingWire
from tools.torture.greedy.world import MANAGER, Setup, World
from tools.world.fake_discord import BOT, BUTTON, CHANNEL, GUILD, SELECT, Json, Request, controls, guild_as_json

SIZES = (3, 4, 4, 5, 6, 7, 8, 9, 12, 17, 33)
SPANS = (2.0, 20.0, 61.0, 200.0, 310.0, 900.0)
LOG, USERS = CHANNEL + 7, 5
"""The server's log channel, and the kind of a list of people."""
EACH, FIRST_MOVES = 1.5, 4
"""Seconds between two moves of whoever plays, and how many of the legal ones they choose from: no high bids."""
LOOKS, LOOKS_EVERY = 400, 600.0
"""How often it is looked whether all is over, and after how many seconds."""
THREADS, WRITE = 1 << 36, 1 << 11
_WHEN = "2030-01-01T12:00:00+00:00"
_ANSWER: Any = SimpleNamespace(status=403, reason="refused")


def a_cup(random: Random) -> tuple[Setup, list[Step]]:
    """A server, and its first tournament, for which most people sign up and check in."""
    count, steps = random.choice(SIZES), list[Step]()
    people = tuple((NEW if random.random() < 0.2 else OLD) + number for number in range(count))
    for seconds, verb, often in ((70.0, "signup", 0.9), (900.0, "checkin", random.choice((0.5, 0.9, 1.0)))):
        for who in random.sample(range(count), count):
            if random.random() < often:
                steps.append(Step(who, Does.PRESS, f"tournament:{verb}:1", at_once=random.random() < 0.3))
        steps.append(Step(0, Does.WAIT, seconds=seconds * random.choice((0.9, 1.0, 1.0, 1.0))))
    return Setup(people, {"log_channel": LOG}, random.getrandbits(60)), [_opened(random, count, "16m"), *steps]


def _opened(random: Random, count: int, start: str) -> Step:
    systems = ("Swiss", "knock-out", "round robin") if count < 10 else ("Swiss", "knock-out")
    wanted = {
        "name": "Cup", "start": start, "deals": "2", "pace": "quick", "system": random.choice(systems),
        "players": random.choice(("pairs", "single players")), "rounds": str(random.randint(1, 3)),
        "prize": str(random.choice((0, 1000, 1000, 7))),
    }  # fmt: skip
    return Step(count, Does.COMMAND, "tournament open", tuple(wanted.items()))


class CupWire(RingWire):
    """A Discord whose channels, threads and permissions come and go."""

    kinds = (BUTTON, SELECT, USERS)

    def __init__(self, managers: frozenset[int]) -> None:
        super().__init__(managers)
        self.threads: list[int] = []
        self.gone: set[int] = set()
        self.denied = self.refused = 0
        self.logged = ""
        """What was posted in the log channel."""

    def carry(self, bot: discord.Client) -> None:
        """The bot is a member like others."""
        super().carry(bot)
        guild, state = guild_as_json(self.guild), bot._connection
        guild["roles"][0]["permissions"] = str(1 << 10 | 1 << 38 | THREADS | WRITE)
        me = {"user": {"id": str(BOT), "username": "bot", "discriminator": "0", "avatar": None}, "roles": []}
        channels = [self.described(number) for number in (self.channel, LOG) if number not in self.gone]
        guild |= {"owner_id": "1", "members": [me | {"joined_at": _WHEN, "flags": 0}], "channels": channels}
        state._add_guild_from_data(guild)  # type: ignore[arg-type]  # a typed dict
        state.query_members = _nobody  # type: ignore[method-assign]  # the stub

    def described(self, number: int) -> Json:
        """A channel, as Discord describes it."""
        (channel,) = guild_as_json(self.guild)["channels"]
        denied = {"id": str(BOT), "type": 1, "allow": "0", "deny": str(self.denied)}
        return {**channel, "id": str(number), "guild_id": str(self.guild), "permission_overwrites": [denied]}

    async def _rest(self, route: Any, **given: Any) -> Any:
        where, makes_thread = int(route.channel_id or 0), route.path.endswith("/threads")
        if where in self.gone:
            raise discord.NotFound(_ANSWER, {"code": 10003, "message": "Unknown Channel"})
        if route.method == "POST" and where == self.channel and self.denied & (THREADS if makes_thread else WRITE):
            self.refused += 1
            raise discord.Forbidden(_ANSWER, {"code": 50013, "message": "Missing Permissions"})
        if makes_thread:
            self.threads.append(next(self._numbers))
            meta = {"archived": False, "auto_archive_duration": 60, "archive_timestamp": _WHEN}
            thread = {"id": str(self.threads[-1]), "parent_id": str(where), "type": 12, "thread_metadata": meta}
            about = {"guild_id": str(self.guild), "owner_id": str(BOT), "message_count": 0, "member_count": 1}
            return thread | about | {"name": given["json"]["name"]}
        for part in given.pop("form", None) or ():
            if part["name"] == "payload_json":
                given["json"] = json.loads(part["value"])
        if where == LOG:
            self.logged += json.dumps(given["json"])
        return await super()._rest(route, **given)

    def take_in(self) -> list[Request]:
        """Learn where tournaments are shown, too."""
        sent = super().take_in()
        for request in sent:
            found = controls(request.body.get("components") or ())
            if request.kind == "deletion":
                self.tables.pop(-request.message, None)
            elif not self._places[request.message][1] and any("tournament:" in each["custom_id"] for each in found):
                self.tables[-request.message] = request.message
        return sent


class CupWorld(World):
    """A server in which places and permissions come and go, and two of three people play what they are asked."""

    wire: CupWire

    def _wire(self) -> RingWire:
        return CupWire(frozenset({MANAGER, self.setup.people[0]}))

    async def begin(self) -> None:
        """Start the bot; Discord says that it is ready."""
        await super().begin()
        self.app.dispatch("ready")

    async def do(self, step: Step) -> bool:
        """Do `step` if that is possible now; whether it was."""
        wire, told = self.wire, self.app._connection.parsers
        value = int(dict(step.values).get("value", "0")) if step.does is Does.PLACE else 0
        match step.does, step.what:
            case Does.WAIT, _:
                await self.play(step.seconds)
            case Does.PLACE, "thread" if wire.threads:
                thread = wire.threads[value % len(wire.threads)]
                wire.gone.add(thread)
                told["THREAD_DELETE"](wire.described(thread) | {"parent_id": str(wire.channel), "type": 12})
            case Does.PLACE, "no channel" if wire.channel not in wire.gone:
                wire.gone |= {wire.channel, *wire.threads}
                told["CHANNEL_DELETE"](wire.described(wire.channel))
            case Does.PLACE, "channel" if wire.channel in wire.gone:
                wire.channel, wire.denied = next(wire._numbers), 0
                told["CHANNEL_CREATE"](wire.described(wire.channel))
            case Does.PLACE, "permissions" if wire.channel not in wire.gone:
                wire.denied = value
                told["CHANNEL_UPDATE"](wire.described(wire.channel))
            case Does.PLACE, _:
                return False
            case _:
                return await super().do(step)
        self.story.append(f"{step.what} {value}" if step.what else f"{step.seconds:g} seconds later:")
        return True

    async def play(self, seconds: float) -> None:
        """Let so much time pass; whoever plays makes one of the first moves that are legal."""
        loop, random = asyncio.get_running_loop(), Random(self.setup.seed)
        ends, playing = loop.time() + seconds, {who for n, who in enumerate(self.setup.people) if n % 3}
        while (left := ends - loop.time()) > 0:
            lives = self.app.open_tables.in_guild(GUILD)
            asked = [(live, seat) for live in lives if (play := live.table.play) is not None for seat in play.to_act]
            for live, seat in asked:
                table = live.table
                if table.play is None or (person := table.play.setup.people[seat]) not in playing:
                    continue
                if moves := [*legal_actions(table.play.round.view(seat), seat)][:FIRST_MOVES]:
                    with suppress(IllegalAction, StaleClick, TableClosed):
                        await live.do(Act(person, table.question_id, str(random.choice(moves))))
            await asyncio.sleep(min(left, EACH if asked else 60.0))
        self.wire.take_in()


class Cups(Choices):
    """Chooses what happens next to tournaments."""

    _ahead: tuple[Step, ...] = ()

    def next(self) -> Step:
        """The next step."""
        step, *ahead = self._ahead or self._some()
        self._ahead = tuple(ahead)
        hurries = step.does not in (Does.WAIT, Does.RESTART, Does.PLACE) and self._random.random() < 0.2
        return replace(step, at_once=step.at_once or hurries)

    def _some(self) -> list[Step]:
        random, people = self._random, len(self._world.setup.people)
        deeds = {"wait": 22, "restart": 2, "place": 5, "managed": 6, "signs": 20, "presses": 45}
        who, deed = random.randrange(people), random.choices([*deeds], [*deeds.values()])[0]
        match deed:
            case "wait":
                return [Step(0, Does.WAIT, seconds=random.choice(SPANS))]
            case "restart":
                return [Step(0, Does.RESTART)]
            case "place":
                what = random.choice(("thread", "no channel", "channel", "permissions", "permissions"))
                value = random.randrange(99) if what == "thread" else random.choice((0, 0, THREADS, WRITE, 1 << 38))
                return [Step(0, Does.PLACE, what, (("value", str(value)),))]
            case "managed":
                return self._managed(random.choice((0, people, people)))
            case "presses" if (step := self._press(who)) is not None:
                return [step]
        verb = random.choices(("signup", "checkin", "withdraw", "partner"), (9, 9, 1, 2))[0]
        if verb == "partner":
            partner = str(self._world.person(random.randrange(people)))
            return [Step(who, Does.CHOOSE, "tournament:partner:1", (("0", partner),))]
        return [Step(who, Does.PRESS, f"tournament:{verb}:{random.choice((1, 1, 2))}")]

    def _managed(self, who: int) -> list[Step]:
        random, people, number = self._random, len(self._world.setup.people), self._random.choice((1, 1, 2))
        member = str(self._world.person(random.randrange(people)))
        why, round_ = (("reason", "because"),), random.choice(("1", "2"))
        score = (("member", member), ("round", round_), ("percent", random.choice(("0", "100"))), *why)
        deed, form = random.choice((("move", ()), ("score", score), ("score", score), ("end", why), ("open", ())))
        if deed == "open":
            return [_opened(random, people, "5m")]
        pressed = Step(who, Does.PRESS, f"tournament{deed}:{number}")
        return [*_shown(who, number), pressed, *([Step(who, Does.FILL, values=form)] if form else ())]

    def _offered(self, who: int) -> Iterator[tuple[int, Json]]:
        """What is at one's own tables, and the buttons of tournaments but for those that are chosen seldom."""
        person, tables = self._world.person(who), self._world.app.open_tables
        for message, control in super()._offered(who):
            kind, about, *_ = control["custom_id"].split(":")
            live = tables.find(int(about)) if kind in ("b", "s") else None
            is_liked = kind == "tournament" and about in ("signup", "checkin", "standings")
            if is_liked or (live is not None and person in live.table.lobby.seats):
                yield message, control


def _shown(who: int, number: int) -> list[Step]:
    return [Step(who, Does.COMMAND, "tournament show"), Step(who, Does.PRESS, f"tournaments:{number}")]


async def wrong_cups(world: World) -> list[str]:
    """Which laws the tournaments of a story broke, once everything is given back and nothing is left to do."""
    assert isinstance(world, CupWorld)
    kept, wire, manager = Tournaments(world.app.store), world.wire, len(world.setup.people)
    homeless, wrong = [of for of in await kept.under_way() if of.stage.is_open and of.channel in wire.gone], []
    if homeless:
        await world.play(1_000)
        if "is gone" not in wire.logged:
            wrong.append("a tournament has lost its channel, and managers don't know")
    for what in ("channel", "permissions"):
        await world.do(Step(0, Does.PLACE, what))
    for of in homeless:
        for step in (*_shown(manager, of.id), Step(manager, Does.PRESS, f"tournamentmove:{of.id}")):
            await world.do(step)
    for _ in range(LOOKS):
        if not (left := await kept.under_way()):
            break
        await world.play(LOOKS_EVERY)
    wrong += [f"tournament {of.id} stands still in round {of.round}" for of in left]
    if wire.refused > 3:
        wrong.append(f"the bot has asked {wire.refused} times for what it may not do")
    return wrong + [text for of in await kept.of_guild(GUILD, 99) for text in await _wrong(world, kept, of)]


async def _wrong(world: World, kept: Tournaments, of: Tournament) -> list[str]:
    course, paid, wrong = await Course.read(kept, of), await kept.paid(of.id), list[str]()
    if len(course.players) > (most := most_people(course.agreed)):
        wrong.append(f"{len(course.players)} people have {most} places")
    deciding = [each.actor for each in course.corrections] + ([of.ended_by] if of.round and of.ended_by else [])
    for actor in deciding:
        if course.entrant_of(actor) is not None:
            wrong.append(f"{world.setup.name(actor)} takes part, and has decided something")
    named = shares(course, await kept.away(of.id)) if of.stage is Stage.OVER else {}
    if paid != {person: chips for person, chips in named.items() if chips}:
        wrong.append(f"the prize went to {paid}, and the standings say {named}")
    return wrong


async def _nobody(*_about: Any, **_more: Any) -> list[discord.Member]:
    return []
