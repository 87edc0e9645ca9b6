"""A table of a tournament: what is agreed there, how it begins, and what it brought.

It plays by itself to its end: its players neither come nor go, nobody pauses it, and the house plays for members who
are away, even if none is there. All tables with the same secret play the same cards in each deal. No chips move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from data.store.store import Store
from data.tables.matches import Matches
from data.tables.tables import Tables
from games.five_hundred import Options
from tables.clock import Pace
from tables.driver import LiveTable
from tables.events import Hold, SeatEntrants
from tables.five_hundred import match
from tables.game import Terms
from tables.modes import USUAL, TournamentTable, mode_of
from tables.table import Table

NOBODY = 0
"""The host of a table that is nobody's: nobody decides there alone but the managers of its server."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a table has brought so far, or, once it `is_over`, for good.

    `points` are those of each deal, by side, in order; None for one that didn't count or isn't over.
    """

    is_over: bool
    points: tuple[tuple[int, ...] | None, ...]


def terms_of(
    options: Options,
    pace: Pace,
    *,
    tournament: int,
    secret: str,
    deals: int,
    title: str,
    level: str = USUAL,
    conventions: bool = True,
    remembers: bool = False,
) -> Terms:
    """What is agreed at a table of the `tournament` with that number: two pairs, without an ante, by these `options`.

    `secret` is that of its round, in hex, and the same at all tables that play the same cards. After so many `deals`
    the table is over. `title` stands above it.
    """
    mode = TournamentTable(
        substitutes=True,
        remembers=remembers,
        level=level,
        conventions=conventions,
        tournament=tournament,
        title=title,
        secret=secret,
        deals=deals,
    )
    return Terms(0, 0, replace(options, players=4, ante=0), pace, mode)


def is_table_of(table: Table, tournament: int, title: str) -> bool:
    """Whether `table` is that of the `tournament` with this number and the table's `title`."""
    mode = table.terms.mode
    return isinstance(mode, TournamentTable) and (mode.tournament, mode.title) == (tournament, title)


async def begin(live: LiveTable, people: Sequence[int | None]) -> None:
    """Seat `people`, by seat, and begin; None is a house player.

    A table that has begun is left as it is, so that whoever doesn't know may always ask again. Raises TableClosed.
    """
    await live.do(SeatEntrants(people, match.start))


async def hold(live: LiveTable, *, is_held: bool) -> None:
    """Let nothing go on while there is no place where its players could see it. Raises TableClosed."""
    if live.table.is_paused(live.table.lobby) != is_held:
        await live.do(Hold(partial(match.held, is_held=is_held)))


async def result_of(store: Store, number: int) -> Result | None:
    """What the table with this number has brought, as it is on the disk; None when there is no such table."""
    saved = await Tables(store).get(number)
    if saved is None:
        return None
    points = await Matches(store).points(number)
    deals = mode_of(saved.house).deals
    return Result(saved.closed_at is not None, tuple(points.get(deal) for deal in range(1, deals + 1)))
