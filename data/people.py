"""Who holds a seat: a member, a house player, or somebody who left. Each is one whole number, a person's number.

It is the same from the lobby to the ledger, the history and the records, and only this file knows which number is
what. A member's is their Discord id. Whoever asked to be forgotten has a number of their own from then on, in all
servers (data/guild/forget_member.py). A house player belongs to one table, and has a number there.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

HOUSE_PLAYER_NAMES = (
    "Biscuit",
    "Pepper",
    "Moss",
    "Quill",
    "Thimble",
    "Fig",
    "Clover",
    "Domino",
    "Marble",
    "Nutmeg",
    "Pebble",
    "Wick",
)
"""Short, told apart at a glance, and nobody's own name."""

_FIRST_HOUSE_PLAYER = -(10**15)
_AT_A_TABLE = 100
_DISCORD_BEGAN = datetime(2015, 1, 1, tzinfo=UTC)
"""From when the ids of Discord count their milliseconds."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody, in a sentence, by their number."""

    id: int

    def __str__(self) -> str:
        return f"<@{self.id}>"


def is_member(person: int | None) -> bool:
    """Whether this is a member of the server; nobody is none."""
    return person is not None and person > 0


def is_house_player(person: int | None) -> bool:
    """Whether this is a player of the house; nobody is none."""
    return person is not None and person <= _FIRST_HOUSE_PLAYER


def was_forgotten(person: int | None) -> bool:
    """Whether this is somebody who was forgotten; nobody is none."""
    return person is not None and _FIRST_HOUSE_PLAYER < person <= 0


def made_at(member: int) -> datetime:
    """When a member's Discord account was made, which its id says."""
    return _DISCORD_BEGAN + timedelta(milliseconds=member >> 22)


def member_in_sql(column: str) -> str:
    """The condition that `column` is a member's number. As it is part of partial indexes, it is written out."""
    return f"{column} > 0"


def house_player_in_sql(column: str) -> str:
    """The condition that `column` is the number of a house player."""
    return f"{column} <= {_FIRST_HOUSE_PLAYER}"


def table_in_sql(column: str) -> str:
    """The table to which the house player belongs whose number is in `column`."""
    return f"(({_FIRST_HOUSE_PLAYER} - {column}) / {_AT_A_TABLE})"


def left(number: int) -> int:
    """The number of whoever was the `number`th to be forgotten; the first has 1."""
    return -number


def house_player(table: int, number: int) -> int:
    """The house player with this number, from 0 to 99, at a table."""
    return _FIRST_HOUSE_PLAYER - table * _AT_A_TABLE - number


def same_house_player(person: int, table: int) -> int:
    """The house player at `table` who has the name of the house player `person`."""
    number = (_FIRST_HOUSE_PLAYER - person) // _AT_A_TABLE + (_FIRST_HOUSE_PLAYER - person) % _AT_A_TABLE - table
    return house_player(table, number % len(HOUSE_PLAYER_NAMES))


def table_of(house_player: int) -> int:
    """The table to which a house player belongs."""
    return (_FIRST_HOUSE_PLAYER - house_player) // _AT_A_TABLE


def house_player_name(person: int) -> str:
    """The name of a house player; twelve that follow each other at a table have different ones."""
    table, number = divmod(_FIRST_HOUSE_PLAYER - person, _AT_A_TABLE)
    return HOUSE_PLAYER_NAMES[(table + number) % len(HOUSE_PLAYER_NAMES)]
