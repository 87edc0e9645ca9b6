"""The seasons of a server's chips: each ends with a table of those who had most, and everyone starts over.

A season ends, and the next one begins, in the transaction that begins the reset of the whole server
(data/ledger/bank.py): the winners are those of the last moment before it, and a process that dies after it leaves a
reset that the next start finishes. The time before a server's first season is one too, without a name.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from data.people import member_in_sql
from data.store.database import Database
from data.store.store import Verbs, moment, seconds

PLACES = 10
"""Winners who are kept of a season."""


@dataclass(frozen=True, slots=True)
class Running:
    """The season that is running, and since when."""

    name: str
    started_at: datetime


@dataclass(frozen=True, slots=True)
class Season:
    """A season that is over; `winners` are (Discord id, chips), the first place first.

    The time before the first season has neither a name nor a beginning. People who were forgotten have an id below 0.
    """

    id: int
    name: str | None
    started_at: datetime | None
    ended_at: datetime
    winners: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Hall:
    """One season that is over, if there is any, with whether there are newer and older ones; and the running one."""

    shown: Season | None
    has_newer: bool
    has_older: bool
    running: Running | None


class Seasons(Verbs):
    """The seasons of every server."""

    async def hall(self, guild: int, way: str = "latest", season: int | None = None) -> Hall:
        """The season that ended last, or the one next to `season` that is `older` or `newer`."""
        return await self._store.read(lambda db: _hall(db, guild, _WAYS[way], season))

    async def richest(self, guild: int, most: int) -> list[int]:
        """The members with the most chips, the first place first; some may have left the server."""
        return await self._store.long_read(lambda db: [person for (person,) in db.execute(_RICHEST, (guild, most))])


def was_started(db: Database, key: str) -> bool:
    """Whether the order with this key has started a season."""
    return db.execute("SELECT 1 FROM seasons WHERE key = ?", (key,)).fetchone() is not None


@dataclass(frozen=True, slots=True)
class SeasonChange:
    """A season with this `name` begins. Those who are `here` may win the one before; None stands for everyone."""

    name: str
    here: Collection[int] | None = None


def turn(db: Database, guild: int, to: SeasonChange, key: str, actor_id: int, now: datetime) -> None:
    """End a server's season, with its winners, and begin the next one, within the unit of work of `db`."""
    at = seconds(now)
    ended = db.execute(_END, (at, guild)).fetchall() or db.execute(_END_FIRST, (guild, at)).fetchall()
    if ended:
        here = "" if to.here is None else f"AND owner IN ({', '.join(map(str, to.here)) or 'NULL'})"
        db.execute(_WINNERS.format(here=here), (ended[0][0], guild, PLACES))
    begins = "INSERT INTO seasons (guild, name, key, actor, started_at) VALUES (?, ?, ?, ?, ?)"
    db.execute(begins, (guild, to.name, key, actor_id, at))


_END = "UPDATE seasons SET ended_at = ? WHERE guild = ? AND ended_at IS NULL RETURNING id"
_END_FIRST = f"""
    INSERT INTO seasons (guild, ended_at) SELECT ?1, ?2
    WHERE NOT EXISTS (SELECT 1 FROM seasons WHERE guild = ?1)
        AND EXISTS (
            SELECT 1 FROM accounts WHERE guild = ?1 AND kind = 'member' AND {member_in_sql("owner")} AND chips > 0)
    RETURNING id"""
_WINNERS = f"""
    INSERT INTO season_winners (season, guild, place, person, chips)
    SELECT ?1, guild, ROW_NUMBER() OVER (ORDER BY chips DESC, id), owner, chips
    FROM accounts WHERE guild = ?2 AND kind = 'member' AND {member_in_sql("owner")} AND chips > 0 {{here}}
    ORDER BY chips DESC, id LIMIT ?3"""
_RICHEST = f"""
    SELECT owner FROM accounts WHERE guild = ? AND kind = 'member' AND {member_in_sql("owner")} AND chips > 0
    ORDER BY chips DESC, id LIMIT ?"""


def _hall(db: Database, guild: int, which: str, season: int | None) -> Hall:
    row = db.execute(which, {"guild": guild, "season": season}).fetchone()
    begun = "SELECT name, started_at FROM seasons WHERE guild = ? AND ended_at IS NULL"
    running = next((Running(name, moment(at)) for name, at in db.execute(begun, (guild,)).fetchall()), None)
    if row is None:
        return Hall(None, has_newer=False, has_older=False, running=running)
    number, name, started_at, ended_at = row
    beside = {"guild": guild, "season": number}
    winners = "SELECT person, chips FROM season_winners WHERE season = ? ORDER BY place"
    best = tuple(db.execute(winners, (number,)).fetchall())
    shown = Season(number, name, None if started_at is None else moment(started_at), moment(ended_at), best)
    newer, older = (db.execute(other, beside).fetchone() is not None for other in (_NEWER, _OLDER))
    return Hall(shown, newer, older, running)


_OVER = "SELECT id, name, started_at, ended_at FROM seasons WHERE guild = :guild AND ended_at IS NOT NULL"
_LATEST = f"{_OVER} ORDER BY id DESC LIMIT 1"
_OLDER = f"{_OVER} AND id < :season ORDER BY id DESC LIMIT 1"
_NEWER = f"{_OVER} AND id > :season ORDER BY id LIMIT 1"
_WAYS = {"latest": _LATEST, "older": _OLDER, "newer": _NEWER}
