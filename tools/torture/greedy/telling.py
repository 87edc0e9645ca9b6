"""A story as it goes: step after step in a new world, with a look into the books after each."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random

import discord

from data.check import open_for_check, problems
from data.people import house_player_in_sql, member_in_sql
from data.store.database import Database
from games.five_hundred import Options
from tables.settings.servers import ServerSettings
from tools.torture.greedy.books import Allowed, Books, Facts, Row
from tools.torture.greedy.choices import Choices, Lessons, Taste
from tools.torture.greedy.cups import Cups, CupWorld, a_cup, wrong_cups
from tools.torture.greedy.setups import Plan, is_new
from tools.torture.greedy.steps import Step, sign_in
from tools.torture.greedy.together import Together, wrong_screens
from tools.torture.greedy.world import MANAGER, RingLoop, Setup, World, world
from tools.world.fake_discord import GUILD

WORTH_REPEATING = 16
"""The most steps that are done again because they have brought chips."""
AGAIN = 0.7
"""How often they are."""
AGREES = "go"
"""The verb of the button by which somebody agrees to leave a match that has begun."""
SOON_GONE = 500.0
"""Seconds that people may be away and still keep their seats in a match."""
_MEMORY = Path("/dev/shm")
"""A folder that is no disk, where there is one: nobody cuts the power here."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How people act in stories, and what is looked at beside their chips."""

    choices: type[Choices] = Choices
    world: type[World] = World
    forges: bool = True
    begins: Callable[[Random], tuple[Setup, list[Step]]] | None = None
    """How a story begins; without it, with tables at which people sit."""
    looks: Callable[[World], Awaitable[list[str]]] | None = None
    """What is wrong after a step."""
    ends: Callable[[World], Awaitable[list[str]]] | None = None
    """What is wrong when a story is over."""


RING = Manner()
TOGETHER = Manner(Together, forges=False, looks=wrong_screens)
CUPS = Manner(Cups, CupWorld, forges=False, begins=a_cup, ends=wrong_cups)


@dataclass(slots=True)
class Told:
    """What was done, what was wrong in the end, and how far the ring got."""

    setup: Setup
    steps: list[Step] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    reached: dict[str, tuple[float, int]] = field(default_factory=dict)
    """By limit: the largest part of what is allowed that the ring has got, and the number of steps it took."""

    @property
    def kind(self) -> str:
        """What is wrong, without its figures."""
        return _kind(self.wrong[0]) if self.wrong else ""

    def __str__(self) -> str:
        people = (f"{self.setup.name(who)} ({'new' if is_new(who) else 'old'} account)" for who in self.setup.people)
        settings = (f"{key} {value}" for key, value in sorted(self.setup.settings.items()))
        steps = (f"{number}. {line}" for number, line in enumerate(self.lines, 1))
        about = (f"People: {', '.join(people)}", f"Settings: {', '.join(settings)}")
        return "\n".join([*about, *steps, *dict.fromkeys(self.wrong)])


def _kind(what: str) -> str:
    """A sentence without its figures."""
    return "".join(letter for letter in what if letter not in "-0123456789")


def tell(
    setup: Setup,
    first: Sequence[Step],
    seed: int | None = None,
    most: int | None = None,
    lessons: Lessons | None = None,
    plan: Plan | None = None,
    manner: Manner = RING,
) -> Told:
    """Do the steps `first`, and with a `seed` further ones up to `most`, until something is wrong.

    With a `plan` most of them follow it. What cannot be done is left out.
    """
    shared = _MEMORY if _MEMORY.is_dir() else None
    with (
        tempfile.TemporaryDirectory(prefix="ring-", dir=shared) as folder,
        asyncio.Runner(loop_factory=lambda: RingLoop(setup.seed)) as runner,
    ):
        taste = Taste(seed or 0, plan)
        story = _tell(setup, Path(folder), first, seed, most or len(first), lessons or Lessons(), taste, manner)
        return runner.run(story)


async def _tell(
    setup: Setup,
    folder: Path,
    first: Sequence[Step],
    seed: int | None,
    most: int,
    lessons: Lessons,
    taste: Taste,
    manner: Manner,
) -> Told:
    told, random = Told(setup), Random(seed)
    async with world(setup, folder, manner.world, forges=manner.forges) as around:
        accounts = _Accounts.of(around)
        await accounts.look()
        choices = manner.choices(around, random, taste, lessons)
        ahead, used, rose = list(first), accounts.used(), 0
        while len(told.steps) < most and not told.wrong and (ahead or seed is not None):
            step = ahead.pop(0) if ahead else choices.next()
            state, read = around.state, accounts.read
            if not await around.do(step):
                continue
            told.steps.append(step)
            if step.at_once:
                continue
            await accounts.look(told.steps)
            lessons.learn(step, moved=around.state != state or accounts.read > read)
            before, used = used, accounts.used()
            if any(part > before.get(kind, 0.0) for kind, part in used.items()):
                again = told.steps[max(rose, len(told.steps) - WORTH_REPEATING) :]
                rose = len(told.steps)
                if seed is not None and not ahead and random.random() < AGAIN:
                    ahead = again
            for kind, part in used.items():
                if part > told.reached.get(kind, (0.0, 0))[0]:
                    told.reached[kind] = part, len(told.steps)
            told.wrong = [*accounts.books.problems(), *around.faults]
            if manner.looks is not None:
                told.wrong += await manner.looks(around)
        if manner.ends is not None and not told.wrong:
            told.wrong = [*await manner.ends(around), *around.faults]
        await asyncio.sleep(1)
        if not told.wrong:
            with closing(open_for_check(around.app.store.where)) as db:
                told.wrong = problems(db)
        told.lines = around.story
    return told


@dataclass(slots=True)
class _Accounts:
    """The books of a world, read up to now."""

    world: World
    books: Books
    read: int = 0

    @classmethod
    def of(cls, world: World) -> _Accounts:
        """Books with nothing in them yet."""
        relief = world.app.economy.relief_terms(GUILD)
        settings = world.app.servers.of(GUILD)
        return cls(world, Books(_allowed(settings, 0 if relief is None else relief.chips), MANAGER))

    async def look(self, steps: Sequence[Step] = ()) -> None:
        """Read the ledger's new rows, and what else the books must know, after these steps."""
        after, too_new, stayed = self.read, self._too_new(), self._stayed(steps)

        def work(db: Database) -> tuple[list[Row], Facts]:
            rows = [Row(*found) for found in db.execute(_ROWS, (after,)).fetchall()]
            games, deals, endings = (dict(db.execute(sql).fetchall()) for sql in _FACTS)
            return rows, Facts(games, deals, endings, too_new, stayed, _ahead(db))

        rows, self.books.facts = await self.world.app.store.read(work)
        self.books.read(rows)
        self.read = rows[-1].number if rows else self.read

    def _too_new(self) -> frozenset[int]:
        days = self.world.app.servers.of(GUILD).givers[0]
        youngest = self.world.app.now() - timedelta(days=days)
        people = self.world.setup.people if days else ()
        return frozenset(person for person in people if discord.utils.snowflake_time(person) > youngest)

    def _stayed(self, steps: Sequence[Step]) -> frozenset[int]:
        if sum(step.seconds for step in steps) > SOON_GONE:
            return frozenset()
        left = {step.who for step in steps if (sign := sign_in(step.what)) is not None and sign.verb == AGREES}
        return frozenset(person for who, person in enumerate(self.world.setup.people) if who not in left)

    def used(self) -> dict[str, float]:
        """How much of each limit is used."""
        used: dict[str, float] = {}
        for chips, most, what in self.books.measures():
            kind = _kind(what)
            used[kind] = max(used.get(kind, 0.0), chips / max(most, 1))
        return used


def _allowed(settings: ServerSettings, relief: int) -> Allowed:
    """What a server with these settings allows; `relief` is what it pays the broke."""
    return Allowed(
        house_winnings=settings.house_winnings,
        gifts=settings.allows_gifts,
        tax=settings.gifts,
        among_members=settings.between_members,
        rounds=settings.givers[1],
        ante=settings.values.get("five_hundred.highest_ante", Options().highest_ante),
        starting=settings.starting_chips,
        daily=settings.daily_chips,
        streak=settings.streak_bonus * (settings.streak_days - 1),
        relief=relief,
        relief_hours=settings.relief_hours,
    )


def _ahead(db: Database) -> frozenset[tuple[int, int]]:
    """The members who have taken over from house players whose side was ahead, by match."""
    scores: dict[tuple[int, int, int], Counter[int]] = defaultdict(Counter)
    for match, person, seat, points in db.execute(_TAKEN_OVER).fetchall():
        scores[match, person, seat].update(dict(enumerate(json.loads(points))))
    return frozenset(
        (match, person)
        for (match, person, seat), score in scores.items()
        if score[seat % len(score)] > min(score.values())
    )


_ROWS = """
    SELECT l.id, l.why, l.amount,
        CASE p.kind WHEN 'table' THEN NULL ELSE p.owner END, CASE q.kind WHEN 'table' THEN NULL ELSE q.owner END,
        l.table_id, l.round, l.actor, l.at, l.payee_after
    FROM ledger l JOIN accounts p ON p.id = l.payer JOIN accounts q ON q.id = l.payee
    WHERE l.id > ? ORDER BY l.id"""
_FACTS = (
    "SELECT id, game FROM tables",
    "SELECT table_id, COUNT(*) FROM match_deals GROUP BY table_id",
    """SELECT table_id, ending FROM matches
    WHERE ended_at IS NOT NULL AND table_id NOT IN (SELECT COALESCE(table_id, 0) FROM tournament_tables)""",
)
_TAKEN_OVER = f"""
    SELECT p.table_id, p.person, p.seat, d.points
    FROM match_players p JOIN match_deals d ON d.table_id = p.table_id AND d.deal < p.since
    WHERE {member_in_sql("p.person")} AND EXISTS (
        SELECT 1 FROM match_players h
        WHERE h.table_id = p.table_id AND h.seat = p.seat AND h.since < p.since
            AND {house_player_in_sql("h.person")}
            AND NOT EXISTS (
                SELECT 1 FROM match_players b
                WHERE b.table_id = p.table_id AND b.seat = p.seat AND b.since > h.since AND b.since < p.since))"""
