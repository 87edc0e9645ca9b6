"""People who press on the tables of several servers, and the Discord that brings their presses to the bot.

What people were told is what this Discord was told: an answer counts when it has arrived here, within the three seconds
that Discord waits for it. One press is under way at a table at a time, so an answer with a new picture says that the
press did it. Where a process was killed or an answer came too late nobody knows what became of a press; the database
may have it.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import Collection, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

import discord
from aiohttp import web

from cogs.chips.economy import Economy
from cogs.table.parts import BUTTON
from data.guild.introductions import Introductions
from data.guild.settings import Settings
from data.ledger.allowances import Allowances
from data.ledger.chips import Chips
from data.shards import ALL
from data.store.where import Where
from data.tables.tables import Tables
from games.blackjack import Options
from tables.blackjack.blackjack_adapter import BlackjackGame
from tables.clock import Pace
from tables.game import Terms
from tables.settings.schema import Schema
from tables.settings.servers import Servers
from tools.torture.claims import Claims, Violation
from tools.world.bot import addresses_in, opening
from tools.world.fake_discord import CHANNEL, Json, Request, text_of
from tools.world.gateway import DiscordServer, Session, as_json

GUILDS = (1, 2 + 2**22, 3 + 2**23, 4 + 3 * 2**22)
"""Two in each of two shards."""
HOST, FIRST_MESSAGE = 1, 10**18 + 5 * 10**6
TABLES_IN_A_GUILD = 2
PEOPLE = 3
"""At each table, all of whom have seats."""
BET = 10
PAUSE = 0.15
"""Seconds between an answer and the next press at a table, on average."""
DISCORD_WAITS = 3.0
"""Seconds in which an answer must come."""
PATIENCE = 60.0
"""Seconds after which a press that nobody answered is a fault."""
_CALLBACK = re.compile(r"interactions/(\d+)/.*/callback")
_PICTURE, _ACKNOWLEDGED = 7, 6
"""The types of the answers that change the table's message, or will."""
_FAILS = ("reconnecting to its database", "disk", "Something went wrong")
"""What is in a sentence that tells of a fault."""
_UNKNOWN = ("isn't known yet", "was done", "still count")
"""What is in a sentence that doesn't say that nothing was done."""


@dataclass(slots=True)
class Seen:
    """A table as Discord shows it."""

    number: int
    guild: int
    components: list[Any] = field(default_factory=list)
    question: str = "0.b"
    shows: int = 0
    """The turn of its shard in which this was shown."""
    is_sure: bool = True
    """Whether nothing may have happened there that isn't shown."""
    whose: int = 0
    """Who may be asked, as far as people know."""
    bettors: set[int] = field(default_factory=set)
    unclear: set[int] = field(default_factory=set)
    """Who has pressed for a bet on the next round, and of whose press nobody knows what became."""
    one_presses: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(slots=True)
class Press:
    """A press under way."""

    table: Seen
    question: str
    session: Session
    claim: tuple[Any, ...] | None
    answer: asyncio.Future[str]


@dataclass(frozen=True, slots=True)
class Answered:
    """When a press was sent and answered, and the `fault` that it was told of, if it counts for none."""

    guild: int
    sent: float
    at: float
    fault: str


class Players(DiscordServer):
    """All people, and their Discord."""

    def __init__(self, claims: Claims, shards: int, seed: int) -> None:
        super().__init__()
        self.guilds = ()
        self.claims = claims
        self.answers: list[Answered] = []
        self.news = asyncio.Condition()
        """Of every answer and every session."""
        self.turns = Counter[int]()
        """How often the oldest session of each shard, by which it is served, was another one."""
        self._serving: set[Session] = set()
        """The sessions that have brought an answer; another one may belong to a process that isn't ready yet."""
        self._shards = shards
        self._seed = seed
        self._seen: dict[int, Seen] = {}
        self._under_way: dict[int, Press] = {}
        self._pressed: dict[int, tuple[Seen, float]] = {}
        """At which table and when, by the numbers of all presses."""
        self._wrong: list[str] = []

    async def prepare(self, where: Where) -> None:
        """Open tables in a new database, with people who know the game and have chips."""
        game, now = BlackjackGame(), discord.utils.utcnow
        terms = Terms(BET, 100, Options(), Pace.RELAXED)
        async with opening(where, game, Random(self._seed)) as (store, open_tables):
            servers = Servers(Settings(store), Schema())
            await servers.load(ALL)
            economy = Economy(Chips(store), Allowances(store), servers, now)
            for guild in GUILDS * TABLES_IN_A_GUILD:
                table = (await open_tables.open(game, guild=guild, channel=CHANNEL, host=HOST, terms=terms)).table
                await Tables(store).posted(guild, table.id, FIRST_MESSAGE + table.id, now())
                self._seen[table.id] = Seen(table.id, guild)
                self.post(FIRST_MESSAGE + table.id, [])
                for person in self._people(table.id):
                    await Introductions(store).is_first(guild, person, game.name, now())
                    self._say("try", person, ("start", guild, person))
                    await economy.balance(guild, person)
                    self._say("did", person)

    def shard_of(self, guild: int) -> int:
        """Who serves a server."""
        return (guild >> 22) % self._shards

    async def press_on(self) -> None:
        """Press at all tables, for ever."""
        await asyncio.gather(*map(self._press_at, self._seen.values()))

    @asynccontextmanager
    async def quiet(self) -> Any:
        """Let nobody press meanwhile, once all presses that can be answered are."""
        async with AsyncExitStack() as stack:
            for seen in self._seen.values():
                await stack.enter_async_context(seen.one_presses)
            yield

    async def served(self, shard: int, since: int) -> None:
        """Wait until the turns of a shard are more than `since`."""
        async with self.news:
            await self.news.wait_for(lambda: self.turns[shard] > since)

    async def all_answered(self, guilds: Collection[int], since: float) -> float:
        """When the last of these servers had a press that counts answered that was sent `since` then. Raises Violation.

        Until then it waits, but not for ever.
        """

        def first() -> list[float]:
            came: dict[int, float] = {}
            for each in self.answers:
                if not each.fault and each.at >= since:
                    came.setdefault(each.guild, each.at)
            return [at for guild, at in came.items() if guild in guilds]

        try:
            async with self.news, asyncio.timeout(PATIENCE):
                await self.news.wait_for(lambda: self._wrong or len(first()) == len(guilds))
        except TimeoutError:
            raise Violation(f"only {len(first())} of {len(guilds)} servers are answered after {PATIENCE} s") from None
        self.verify()
        return max(first())

    def verify(self, asked: Mapping[str, str] | None = None) -> None:
        """Nothing was wrong so far, and nothing was shown that isn't in the database, where these are `asked`.

        Raises Violation.
        """
        for each in self._seen.values():
            there = each.question if asked is None else asked[str(each.number)]
            if _place(each.question) > _place(there):
                self._wrong.append(f"people saw table {each.number} at {each.question}; the database is at {there}")
        if self._wrong:
            raise Violation("; ".join(self._wrong))

    async def _press_at(self, seen: Seen) -> None:
        random, shard = Random(f"{self._seed} {seen.number}"), self.shard_of(seen.guild)
        while True:
            await asyncio.sleep(random.expovariate(1 / PAUSE))
            async with self.news:
                await self.news.wait_for(lambda: self.sessions[shard])
            async with seen.one_presses:
                if self.sessions[shard]:
                    await self._press(seen, random)

    async def _press(self, seen: Seen, random: Random) -> None:
        person, deed = self._chosen(seen, random)
        claim: tuple[Any, ...] | None = None
        match deed.partition(":")[::2]:
            case "move", action:
                claim = ("move", seen.number, f"{seen.question}.0", person, action)
            case (("minimum" | "again"), _):
                claim = ("bet", seen.number, int(seen.question.partition(".")[0]) + 1, person, BET)
                seen.bettors.add(person)
            case ("sit" | "leave") as kind, _:
                claim = (kind, seen.number, person)
        shard, self.guild = self.shard_of(seen.guild), seen.guild
        session = self.sessions[shard][0]
        event = self.press(f"{BUTTON}:{seen.number}:{seen.question}:{deed}", person, FIRST_MESSAGE + seen.number)
        number = int(event["id"])
        if claim is not None:
            self._say("try", number, claim)
        here = Press(seen, seen.question, session, claim, asyncio.get_running_loop().create_future())
        self._under_way[number], self._pressed[number] = here, (seen, time.monotonic())
        serves = session in self._serving  # one that follows another one's answers nothing yet
        try:
            self.bring(event, shard)
            answer = await asyncio.wait_for(here.answer, PATIENCE if serves else DISCORD_WAITS)
        except TimeoutError:
            if serves and session in self._serving:
                self._wrong.append(f"nobody has answered {claim} at table {seen.number}")
            answer = ""
        del self._under_way[number]
        if answer != "refused":
            seen.is_sure = answer in ("did", "shown")
        if deed.startswith("move") and answer != "did":
            seen.whose += 1
        if answer in ("refused", "") and claim is not None and claim[0] == "bet":
            seen.bettors.discard(person)
            seen.unclear |= set() if answer else {person}

    def _chosen(self, seen: Seen, random: Random) -> tuple[int, str]:
        """Somebody, and what they press."""
        people = self._people(seen.number)
        offered = [f"{each.verb}:{each.argument}".rstrip(":") for each in addresses_in(seen.components)]
        moves = [deed for deed in offered if deed.startswith("move:")]
        if random.random() < 0.05:
            return random.choice(people), random.choice(("sit", "leave"))
        if moves:
            return people[seen.whose % PEOPLE], random.choice(moves)
        if to_bet := [person for person in people if person not in seen.bettors]:
            return to_bet[0], "again" if "again" in offered and random.random() < 0.5 else "minimum"
        return people[0], "deal" if "deal" in offered else "sit"

    @staticmethod
    def _people(table: int) -> range:
        return range(1000 * table, 1000 * table + PEOPLE)

    # Discord

    async def _taken(self, request: web.Request, path: str, body: Json | None) -> web.Response:
        if (answer := _CALLBACK.fullmatch(path)) is not None:
            seen, sent = self._pressed[number := int(answer[1])]
            if time.monotonic() - sent > DISCORD_WAITS:
                await self._answered(number, seen, "", "too late")
                return as_json({"message": "Unknown interaction", "code": 10062}, 404)
        response = await super()._taken(request, path, body)
        came, self._sent = self._sent, []
        for each in came:
            if each.kind == "answer":
                await self._answer(each)
            elif each.kind.startswith("edit") and each.message - FIRST_MESSAGE in self._seen:
                self._see(self._seen[each.message - FIRST_MESSAGE], each.body)
        return response

    async def _answer(self, answer: Request) -> None:
        number, text = answer.to, text_of(answer.body)
        under_way, (seen, _) = self._under_way.get(number), self._pressed[number]
        if answer.type == _PICTURE:
            self._see(seen, answer.body)
        learned = "" if under_way is None else self._learned(number, under_way, answer.type, text)
        await self._answered(number, seen, learned, text if any(each in text for each in _FAILS) else "")

    async def _answered(self, number: int, seen: Seen, learned: str, fault: str) -> None:
        under_way = self._under_way.get(number)
        if under_way is not None:
            self._serving.add(under_way.session)
            if not under_way.answer.done():
                under_way.answer.set_result(learned)
        async with self.news:
            self.answers.append(Answered(seen.guild, self._pressed[number][1], time.monotonic(), fault))
            self.news.notify_all()

    def _learned(self, number: int, under_way: Press, kind: int, text: str) -> str:
        """What people know of a press by its answer: did, refused, shown what is there now, or nothing."""
        if kind == _PICTURE:
            is_same = under_way.table.question == under_way.question
            is_move = under_way.claim is not None and under_way.claim[0] == "move"
            does = under_way.table.is_sure and not is_same if is_move else is_same and _shows(under_way)
            answer = "did" if does else "shown"
        elif kind == _ACKNOWLEDGED:
            answer = ""
        else:
            answer = "" if any(each in text for each in _UNKNOWN) else "refused"
        if under_way.claim is not None and answer in ("did", "refused"):
            self._say(answer, number)
        return answer

    def _see(self, seen: Seen, body: Json) -> None:
        question = next((each.question for each in addresses_in(body.get("components") or ())), None)
        if question is None:
            return
        turn = self.turns[self.shard_of(seen.guild)]
        if _place(seen.question) > _place(question):
            if turn > seen.shows:
                self._wrong.append(f"table {seen.number} was shown at {seen.question}, and then again at {question}")
            return
        if question != seen.question:
            seen.bettors.clear()
            seen.unclear.clear()
        seen.question, seen.components, seen.shows = question, body["components"], turn
        self._show(FIRST_MESSAGE + seen.number, seen.components)

    async def opened(self, shard: int) -> None:
        """A process serves a shard, or will when its turn comes."""
        if len(self.sessions[shard]) == 1:
            await self._next_turn(shard)

    async def closed(self, shard: int, session: Session) -> None:
        """It doesn't any more; what is under way is lost."""
        for each in self._under_way.values():
            if each.session is session and not each.answer.done():
                each.answer.set_result("")
        if self.sessions[shard]:
            await self._next_turn(shard)

    async def _next_turn(self, shard: int) -> None:
        self.turns[shard] += 1
        async with self.news:
            self.news.notify_all()

    def _say(self, *words: Any) -> None:
        self.claims.hear(json.dumps(words))


def _shows(press: Press) -> bool:
    """Whether the table shows a bet that was pressed for, and only now; other deeds need not be shown."""
    if press.claim is None or press.claim[0] != "bet":
        return True
    *_, person, chips = press.claim
    return person not in press.table.unclear and bool(
        re.search(rf"<@{person}> \*\*{chips}\*\*", text_of({"components": press.table.components}))
    )


def _place(question: str) -> tuple[float, ...]:
    """Where a question comes among all of a table."""
    return tuple(float("inf") if part == "b" else int(part) for part in question.split("."))
