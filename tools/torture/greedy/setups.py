"""What stories are about: who is there, limits small enough to be reached soon, tables to sit down at, and plans.

A plan is a short story by which somebody might get chips, done several times, with other people, tables and amounts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any

import discord

from tables.settings.general import NO_GIFTS
from tools.torture.greedy.steps import Does, Step
from tools.torture.greedy.world import BEGIN, NAMES, Setup
from tools.world.games import GAMES

OFFERED: Mapping[str, Sequence[Any]] = {
    "house_winnings": (50, 100, 500),
    "house_players": ("no_antes", "everywhere", "everywhere"),
    "gifts": (NO_GIFTS, 0, 0, 10),
    "givers": ([0, 0], [0, 0], [0, 3], [0, 20], [30, 0]),
    "between_members": (50, 50, 200, 500),
    "house_player_adders": ("host", "everyone"),
    "substitutes": (True, False),
    "daily_chips": (200, 0),
    "starting_chips": (1000, 1000, 100),
    "relief_hours": (12, 1),
    "five_hundred.highest_ante": (1000, 1000, 500),
}
COMMANDS = {each.game.name.replace("_", ""): 4 if each.game.has_house_players else 1 for each in GAMES}
"""The games, by their commands, and how often they are played: there is more to win from house players."""
ALL_OR_NONE, NONE = 0.4, 0.8
"""How often that isn't one game, and how often it is none then."""
LIMITS = ((10, 100), (100, 100), (10, 10), (50, 200), (100, 500))
OLD, NEW = 1000, discord.utils.time_snowflake(BEGIN - timedelta(days=1))
"""The first person's number with an account that has always been there, or with one that was made yesterday."""
ANTES = (0, 100, 500, 800, 1000)


WAIT, OVER, DAY = "wait", "over", "day"
"""What passes in a plan besides deeds: some seconds, the deal, and a day."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Deeds of the people A and B in a `game`, by its command, or in none, where the server has these `settings`.

    A deed is a button's verb, pressed whether it is shown or not, or a command; `with` says what is typed in the form
    that it opens. After `&` it is on its way while the next deed begins. A `#` is a house player's seat. What can't be
    done is left out. A is most often whoever opened the table.
    """

    game: str
    deeds: str
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def opens(self) -> bool:
        """Whether there is a table before its first deed."""
        return bool(self.game) and not self.deeds.startswith(f"A /{self.game}")


_GIVE: Mapping[str, Any] = {"gifts": 0, "givers": [0, 0]}
_NEW: Mapping[str, Any] = {"givers": [0, 20], "between_members": 50, "starting_chips": 1000}
_GO_ON: Mapping[str, Any] = {"substitutes": False, "starting_chips": 1000}
"""A match doesn't pause while everybody waits until the deal is over."""
_HOUSE: Mapping[str, Any] = {**_GO_ON, "house_players": "everywhere", "house_winnings": 50}
_ANTES: Mapping[str, Any] = {**_GIVE, **_GO_ON}
_BEGINS = "A /fivehundred open players:2 pace:quick target:250 ante:{}; A sit; B sit; A start"
_PASSES = "A move:pass; B move:pass; A move:pass; wait; A ready; B ready; wait"
_RESELLS = Plan(
    "pontoon",
    "A /pontoon open minimum:100 maximum:100; A sit; A addhouse; A addhouse; A start; over"
    + "; A outhouse:#; A take; A sell with chips:70; wait; A addhouse; over" * 3,
    _HOUSE,
)
"""Only one story in seven gets as far as two sales, so that it has several turns."""
PLANS = (
    Plan("", "A /chips give; A /daily; A relief:now"),
    Plan("", "A /chips give; B /chips give", {**_GIVE, "givers": [30, 0]}),
    Plan("", "A /chips give amount:40; A /chips give amount:30", {**_GIVE, "between_members": 50}),
    Plan("", "A /chips give amount:40; A /chips give amount:11", {**_GIVE, "gifts": 10, "between_members": 50}),
    Plan(
        "",
        "A /chips give amount:100; A /daily; A relief:now",
        {**_GIVE, "starting_chips": 100, "between_members": 500},
    ),
    Plan("", "A /daily; day"),
    Plan("blackjack", "A minimum; B minimum; A /daily; A relief:now"),
    Plan(
        "blackjack",
        "A /blackjack open minimum:10 maximum:10; A sit" + "; A minimum; over; A /daily; A relief:now" * 6,
        {"starting_chips": 10},
    ),
    Plan("pokdeng", "A minimum; B minimum; A /daily; A relief:now"),
    *[_RESELLS] * 3,
    Plan("pontoon", "over; A sell; wait; over; A upyes; A take; A shut", _HOUSE),
    Plan("pontoon", "over; A sell; B buy; B buyyes; B sell; A buy; A buyyes"),
    Plan("pontoon", "over; A auction; B bid; wait; A outhouse:#; A addhouse; A take", _HOUSE),
    Plan("pontoon", "over; A sell; wait; A shut; A /pontoon open; A sit; A addhouse; A start; wait", _HOUSE),
    Plan("pontoon", "A addhouse; A ready; wait; over; A /chips give", {**_GIVE, "givers": [0, 3]}),
    Plan("pontoon", "B sit; A ready; B ready; wait; over", _NEW),
    Plan("fivehundred", f"{_BEGINS.format(9)}&; B leave; A move:pass; over; A taken", _ANTES),
    Plan("fivehundred", f"{_BEGINS.format(9)}&; A /table kick; A move:pass; over; A taken", _ANTES),
    Plan("fivehundred", f"{_BEGINS.format(9)}&; A shut; A move:pass; over; over", _ANTES),
    Plan(
        "fivehundred",
        "A /fivehundred open players:2 ante:9; A sit; A addhouse; A start&; A outhouse:#; A taken",
        _HOUSE,
    ),
    Plan("fivehundred", f"{_BEGINS.format(500)}; B go:forfeits; over; A taken", _GO_ON),
    Plan("fivehundred", f"{_BEGINS.format(500)}; {_PASSES}; {_PASSES}; B go:forfeits; over; A taken", _ANTES),
    Plan(
        "fivehundred", f"{_BEGINS.format(500)}; A move:bid 10N; B move:bid 10N; A move:pass; B move:pass; over", _ANTES
    ),
    Plan("fivehundred", f"{_BEGINS.format(100)}; A move:pass; B move:pass", _NEW),
    Plan(
        "fivehundred",
        f"{_BEGINS.format(800)}; over; B go:forfeits; over; A taken; B /daily; B relief:now",
        {**_GIVE, **_GO_ON},
    ),
    Plan(
        "fivehundred",
        "A /fivehundred open players:2 ante:50 pace:quick; A sit; A addhouse; A start; wait; A move:bid 7N; over; "
        "B sit; A on; B on; A ready; B ready; over",
        _HOUSE,
    ),
    Plan(
        "fivehundred",
        "A /fivehundred open players:2 pace:normal target:250 ante:500; A sit; A addhouse; A start"
        + "; wait; A move:bid 9N; wait; A move:pass; over; A on; A ready" * 2,
        _HOUSE,
    ),
    Plan(
        "fivehundred",
        "A /fivehundred practice; A /fivehundred practice; wait; A /chips give amount:20",
        {**_GIVE, "givers": [0, 20]},
    ),
)


def a_setup(random: Random, plan: Plan | None = None) -> Setup:
    """Two to four people and a server's settings, as `plan` needs them."""
    count = random.choice((2, 2, 3, 4))
    people = tuple(random.choice((OLD, OLD, NEW)) + number for number in range(count))
    settings = {key: random.choice(values) for key, values in OFFERED.items()}
    settings |= {} if plan is None else plan.settings
    return Setup(people[: len(NAMES)], settings, random.getrandbits(60))


def is_new(person: int) -> bool:
    """Whether an account was made just before the story."""
    return person >= NEW


def games_of(random: Random) -> tuple[str, ...]:
    """The games that are played in a story: most often one, sometimes none."""
    if random.random() < ALL_OR_NONE:
        return () if random.random() < NONE else tuple(COMMANDS)
    return (random.choices(tuple(COMMANDS), tuple(COMMANDS.values()))[0],)


def an_opening(random: Random, setup: Setup, games: Sequence[str]) -> list[Step]:
    """Tables are opened, people sit down, and some are ready."""
    steps: list[Step] = []
    for table in range(1, random.choice((2, 2, 2, 3, 4)) if games else 1):
        steps += _a_table(random, len(setup.people), random.choice(games), table)
    return steps


def _a_table(random: Random, people: int, game: str, table: int) -> Iterator[Step]:
    """A table is opened, with options of which it takes those that its game knows."""
    sitting = random.choice((1, 2))
    yield Step(0, Does.COMMAND, f"{game} {'practice' if random.random() < 0.05 else 'open'}", tuple(_terms(random)))
    for who in range(min(sitting, people)):
        yield Step(who, Does.PRESS, f"b:{table}::sit")
    if sitting == 1 or random.random() < 0.2:
        for _ in range(random.randint(1, 3)):
            yield Step(0, Does.PRESS, f"b:{table}::addhouse")
    if random.random() < 0.7:
        yield Step(0, Does.PRESS, f"b:{table}::start", at_once=random.random() < 0.2)


def _terms(random: Random) -> Iterator[tuple[str, str]]:
    yield "players", "2"
    if ante := random.choice(ANTES):
        yield "ante", str(ante)
    if random.random() < 0.8:
        least, most = random.choice(LIMITS)
        yield "minimum", str(least)
        yield "maximum", str(most)
