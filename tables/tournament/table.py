"""A table of a tournament: what is agreed there, how it begins, and what it brought.

It plays by itself to its end: its players neither come nor go, nobody pauses it, and the house plays for members who
are away, even if none is there. All tables with the same secret play the same cards in each deal. No chips of the
server move; where a game is about chips, everybody has those of the tournament.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from data.store.store import Store
from data.tables.matches import Matches
from data.tables.saved import SavedTable
from data.tables.tables import Tables
from tables.clock import Pace
from tables.game import AnyGame
from tables.table import Table
from tables.terms import USUAL, HouseTerms, Terms

NOBODY = 0
"""The host of a table that is nobody's: nobody decides there alone but the managers of its server."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a table has brought so far, or, once it `is_over`, for good.

    `points` are those of each deal of Five Hundred, by side, in order; None for one that didn't count or isn't over.
    `chips` are the tournament's where chips are played for, by seat; an empty seat has what everybody has at first.
    """

    is_over: bool
    points: tuple[tuple[int, ...] | None, ...] = ()
    chips: tuple[int, ...] = ()


def terms_of(
    game: AnyGame,
    options: Any,
    pace: Pace,
    *,
    tournament: int,
    secret: str,
    deals: int,
    title: str,
    stack: int = 0,
    minimum: int = 0,
    maximum: int = 0,
    level: str = USUAL,
    conventions: bool = True,
    remembers: bool = False,
    language: str = "",
) -> Terms:
    """What is agreed at a table of the `tournament` with that number, by the house `options` of its server.

    `secret` is that of its round, in hex, and the same at all tables that play the same cards. After so many `deals`,
    or rounds, the table is over. `title` stands above it. With `stack` chips everybody begins, 0 only where no chips
    are played for, and bets are from `minimum` to `maximum`.
    """
    house = HouseTerms(
        substitutes=True,
        remembers=remembers,
        language=language,
        level=level,
        conventions=conventions,
        tournament=tournament,
        title=title,
        stack=stack,
        secret=secret,
        deals=deals,
    )
    return Terms(minimum, maximum, game.for_tournament(options), pace, house)


async def begin(table: Table, people: Sequence[int | None]) -> None:
    """Seat `people`, by seat, and begin; None is a house player, or at Blackjack nobody.

    A table that has begun is left as it is, so that whoever doesn't know may always ask again. Raises TableClosed.
    """
    await table.convene(people)


async def result_of(store: Store, number: int) -> Result | None:
    """What the table with this number has brought, as it is on the disk; None when there is no such table."""
    saved = await Tables(store).get(number)
    if saved is None:
        return None
    house, is_over = HouseTerms.from_json(saved.house), saved.closed_at is not None
    if house.stack:
        return Result(is_over, chips=_chips(saved, house))
    points = await Matches(store).points(number)
    return Result(is_over, points=tuple(points.get(deal) for deal in range(1, house.deals + 1)))


def _chips(saved: SavedTable, house: HouseTerms) -> tuple[int, ...]:
    lobby = json.loads(saved.lobby)
    won = dict(lobby["standings"])
    return tuple(house.stack + won.get(person, 0) for person in lobby["seats"])
