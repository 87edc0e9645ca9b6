"""What stories begin with: who is there, limits small enough to be reached soon, and a table or two to sit down at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from random import Random
from typing import Any

import discord

from tools.torture.greedy.steps import Does, Step
from tools.torture.greedy.world import BEGIN, NAMES, Setup

OFFERED: Mapping[str, Sequence[Any]] = {
    "house_winnings": (50, 100, 500),
    "house_players": ("no_antes", "everywhere", "everywhere"),
    "transfers": ("off", "on", "on", "taxed"),
    "transfer_cap": (50, 200, 500),
    "transfer_received": (50, 50, 300),
    "transfer_rounds": (0, 0, 0, 3, 20),
    "transfer_account_days": (0, 0, 30),
    "newcomer_losses": (0, 50, 500),
    "house_player_adders": ("host", "everyone"),
    "substitutes": (True, False),
    "daily_chips": (200, 0),
    "starting_chips": (1000, 1000, 100),
    "relief_hours": (12, 1),
    "five_hundred.highest_ante": (1000, 1000, 500),
}
COMMANDS = {"pontoon": 5, "fivehundred": 4, "blackjack": 1, "pokdeng": 1}
"""The games, by their commands, and how often they are played."""
ALL_OR_NONE, NONE = 0.4, 0.8
"""How often that isn't one game, and how often it is none then."""
HAVE_HOUSE_PLAYERS = ("pontoon", "fivehundred")
LIMITS = ((10, 100), (100, 100), (10, 10), (50, 200), (100, 500))
OLD, NEW = 1000, discord.utils.time_snowflake(BEGIN - timedelta(days=1))
"""The first person's number with an account that has always been there, or with one that was made yesterday."""
ANTES = (0, 100, 500, 800, 1000)


def a_setup(random: Random) -> Setup:
    """Two to four people and a server's settings."""
    count = random.choice((2, 2, 3, 4))
    people = tuple(random.choice((OLD, OLD, NEW)) + number for number in range(count))
    settings = {key: random.choice(values) for key, values in OFFERED.items()}
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
    sitting = 1 if game in HAVE_HOUSE_PLAYERS and random.random() < 0.5 else 2
    is_practice = game in HAVE_HOUSE_PLAYERS and random.random() < 0.1
    yield Step(0, Does.COMMAND, f"{game} {'practice' if is_practice else 'open'}", tuple(_terms(random, game)))
    if game != "pokdeng":
        for who in range(min(sitting, people)):
            yield Step(who, Does.PRESS, f"b:{table}::sit")
    if game in HAVE_HOUSE_PLAYERS and (sitting == 1 or random.random() < 0.2):
        for _ in range(1 if game == "fivehundred" else random.randint(1, 3)):
            yield Step(0, Does.PRESS, f"b:{table}::addhouse")
    if random.random() < 0.7:
        yield Step(0, Does.PRESS, f"b:{table}::start", at_once=random.random() < 0.2)


def _terms(random: Random, game: str) -> Iterator[tuple[str, str]]:
    if game == "fivehundred":
        yield "players", "2"
        if ante := random.choice(ANTES):
            yield "ante", str(ante)
    elif random.random() < 0.8:
        least, most = random.choice(LIMITS)
        yield "minimum", str(least)
        yield "maximum", str(most)
