"""The daily deal of Five Hundred: its seeds, who has played it once on all servers, and what it brought them.

Days are numbers of UTC days since 1970. A deal that has begun counts for its day if it is over before the results are
posted, `GRACE` after the day. An entry is written with the table that it opens, and its points with the end of the deal
(data/tables/tables.py, data/tables/matches.py).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from data.guild.personal_data import has_kept_try
from data.ledger.flows import day_of
from data.store.database import Database, SqlRow
from data.store.store import Store, seconds

GRACE = timedelta(hours=1)
"""After a day, until its results are posted."""
FORGIVEN_IN = 7
"""Of so many days in a row one may be missed."""
_REMEMBERED = 400
"""Days back to which days in a row are counted."""


class BegunBefore(Exception):
    """Somebody has begun the deal of this day already, perhaps on another server; nothing was written."""


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """The deal of a `day`. `record` is the game's text of it with the house in all seats, if known."""

    day: int
    seed: bytes
    commitment: str
    record: str | None


@dataclass(frozen=True, slots=True)
class Entry:
    """That somebody has begun the deal of a day; `points` is None unless it is over, and was in time.

    Of somebody who was forgotten since then only that is known.
    """

    guild: int
    table: int
    points: int | None


@dataclass(frozen=True, slots=True)
class Standing:
    """How somebody with `points` stands: `place` of `played` among all, and in their server."""

    place: int
    played: int
    place_here: int
    played_here: int


def today(now: datetime) -> int:
    """The day whose deal can be begun."""
    return day_of(seconds(now))


def noon(day: int) -> datetime:
    """The middle of a day, which lies on the same date nearly everywhere."""
    return datetime.fromtimestamp((day + 0.5) * 86_400, UTC)


def ended(now: datetime) -> int:
    """The last day whose results are final."""
    return today(now - GRACE) - 1


def in_a_row(days: Collection[int], day: int) -> int:
    """How many of `days` are in the row that ends on `day`, or on the day before while `day` isn't played yet.

    One day of any `FORGIVEN_IN` may be missing.
    """
    played = {each for each in days if each <= day}
    count, missed = 0, None
    for each in range(day if day in played else day - 1, min(played, default=day) - 1, -1):
        if each in played:
            count += 1
        elif missed is not None and missed - each < FORGIVEN_IN:
            break
        else:
            missed = each
    return count


class DailyDeals:
    """The deals of all days, and what became of them on every server."""

    def __init__(self, store: Store, entropy: Callable[[], bytes]) -> None:
        """`entropy` gives 32 bytes nobody can foresee."""
        self._store = store
        self._entropy = entropy

    async def deal(self, day: int) -> DailyDeal:
        """The deal of a day. That of the day after is drawn by then too, so that its hash can be shown."""
        found = await self._found(day)
        if not {day, day + 1} <= found.keys():
            new = [(each, seed := self._entropy(), hashlib.sha256(seed).hexdigest()) for each in (day, day + 1)]
            await self._store.write(lambda db: db.executemany(_DRAW, new))
            found = await self._found(day)
        return found[day]

    async def _found(self, day: int) -> dict[int, DailyDeal]:
        return {row[0]: DailyDeal(*row) for row in await self._store.find(_DEALS, (day, day + 1))}

    async def commitment(self, day: int) -> str:
        """The SHA-256 of the seed of a day, which was drawn."""
        return (await self._found(day))[day].commitment

    async def keep_record(self, day: int, record: str) -> None:
        """Keep the deal of a day as the house has played it, unless that is known."""
        known = "UPDATE daily_deals SET record = ? WHERE day = ? AND record IS NULL"
        await self._store.write(lambda db: db.execute(known, (record, day)))

    async def entry(self, day: int, user_id: int) -> Entry | None:
        """Whether, where and how well somebody has played the deal of a day."""

        def work(db: Database) -> SqlRow | None:
            row: SqlRow | None = db.execute(_ENTRY, (day, user_id)).fetchone()
            return (0, 0, None) if row is None and has_kept_try(db, user_id, f"daily {day}") else row

        row = await self._store.read(work)
        return None if row is None else Entry(*row)

    async def in_a_row(self, day: int, user_id: int) -> int:
        """On how many days in a row somebody has played it, up to `day`; see `in_a_row`."""
        return in_a_row([each for (each,) in await self._store.find(_PLAYED, (user_id, day - _REMEMBERED))], day)

    async def standing(self, day: int, guild: int, points: int) -> Standing:
        """How `points` stand among all, and in a server; whoever has as many shares the place."""
        above, played, above_here, played_here = await self._store.long_read(
            lambda db: db.execute(_STANDING, (day, guild, points)).fetchone()
        )
        return Standing(above + 1, played, above_here + 1, played_here)

    async def board(self, day: int, guild: int, most: int) -> list[tuple[int, int]]:
        """Up to `most` members of a server with their points, the best first."""
        return [(person, points) for person, points in await self._store.find(_BOARD, (guild, day, most))]

    async def is_posted(self, guild: int, day: int) -> bool:
        """Whether a server was sent the results of `day`, or of a later one."""
        return bool(await self._store.find("SELECT 1 FROM daily_posts WHERE guild = ? AND day >= ?", (guild, day)))

    async def keep_post(self, guild: int, day: int) -> None:
        """A server was sent the results of `day`."""
        await self._store.write(lambda db: db.execute(_POSTED, (guild, day)), guild)


def begin(db: Database, day: int, person: int, guild: int, table: int) -> None:
    """Let `person` have begun the deal of a day at `table`, in the transaction that opens it. Raises BegunBefore."""
    is_kept = has_kept_try(db, person, f"daily {day}")
    if is_kept or not db.execute(_BEGIN, (day, person, guild, table)).rowcount:
        raise BegunBefore


def take_back(db: Database, table: int) -> None:
    """Let nobody have begun a daily deal at `table`, which closes before anything was dealt there."""
    db.execute("DELETE FROM daily_entries WHERE table_id = ?", (table,))


def finish(db: Database, table: int, points: int, at: float) -> None:
    """Let the daily deal at `table` have brought its player `points`, if it is over in time."""
    db.execute(_FINISH, (points, table, at - GRACE.total_seconds()))


_DEALS = "SELECT day, seed, commitment, record FROM daily_deals WHERE day IN (?, ?)"
_DRAW = "INSERT INTO daily_deals (day, seed, commitment) VALUES (?, ?, ?) ON CONFLICT (day) DO NOTHING"
_PLAYED = "SELECT day FROM daily_entries WHERE person = ? AND day >= ? AND points IS NOT NULL"
_STANDING = """
    SELECT (SELECT COUNT(*) FROM daily_entries WHERE day = ?1 AND points > ?3),
        (SELECT COUNT(*) FROM daily_entries WHERE day = ?1 AND points IS NOT NULL),
        COALESCE(SUM(CASE WHEN points > ?3 THEN 1 ELSE 0 END), 0), COUNT(points)
    FROM daily_entries WHERE guild = ?2 AND day = ?1"""
_BOARD = """
    SELECT person, points FROM daily_entries WHERE guild = ? AND day = ? AND points IS NOT NULL
    ORDER BY points DESC, person LIMIT ?"""
_POSTED = """
    INSERT INTO daily_posts (guild, day) VALUES (?, ?)
    ON CONFLICT (guild) DO UPDATE SET day = excluded.day WHERE daily_posts.day < excluded.day"""
# "+ 0" keeps PostgreSQL from reading what all have played that day.
_ENTRY = "SELECT guild, table_id, points FROM daily_entries WHERE day + 0 = ? AND person = ?"
_BEGIN = """
    INSERT INTO daily_entries (day, person, guild, table_id) VALUES (?, ?, ?, ?)
    ON CONFLICT (day, person) DO NOTHING"""
_FINISH = "UPDATE daily_entries SET points = ? WHERE table_id = ? AND points IS NULL AND (day + 1) * 86400 > ?"
