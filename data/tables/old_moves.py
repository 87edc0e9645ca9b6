"""Old rounds become their results: their moves are deleted, and of their setup only who was dealt in stays.

Moves are kept so that a running round can be played again after a restart. Of a round that is over they tell a person
what they did there, for as long as they are kept. What it brought everyone, its ledger rows, its cards for `/fair`, and
the record of a deal of a match stand elsewhere and stay.

Due rounds are found beside the writer, the oldest first, along an index in which only rounds with moves are. Each goes
wholly within one transaction; a transaction has as many of one server as there is time for. A process that dies on the
way leaves the rest for the next time.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from data.shards import ALL, Shards
from data.store.database import Database
from data.store.store import Store, seconds, while_short

KEPT = timedelta(days=400)
"""How long moves are kept after the end of their round, unless the bot's owner decides otherwise."""
CHUNK = 10_000
"""Rounds that are found in one read."""
SLICE = 100
"""Rounds whose moves are deleted in one transaction at most."""


@dataclass(frozen=True, slots=True)
class _Old:
    ended_at: float
    table: int
    round: int
    guild: int

    @property
    def place(self) -> tuple[float, int, int]:
        """Where it stands among the due rounds."""
        return self.ended_at, self.table, self.round


_BEFORE_ALL = (0.0, 0, 0)
_DUE = """
    SELECT r.ended_at, r.table_id, r.round, t.guild FROM rounds r JOIN tables t ON t.id = r.table_id
    WHERE r.moves_kept = 1 AND r.ended_at >= ? AND r.ended_at < ? AND (r.ended_at, r.table_id, r.round) > (?, ?, ?)
        AND {}
    ORDER BY r.ended_at, r.table_id, r.round LIMIT ?"""
_SETUP = "SELECT setup FROM rounds WHERE table_id = ? AND round = ? AND moves_kept = 1"
_MARK = "UPDATE rounds SET setup = ?, moves_kept = 0 WHERE table_id = ? AND round = ?"
_DELETE = "DELETE FROM moves WHERE table_id = ? AND round = ?"


class OldMoves:
    """The moves of rounds that were over long ago."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def delete(self, before: datetime, shards: Shards = ALL) -> int:
        """Delete the moves of all rounds that ended before a moment, in the servers of `shards`.

        Returns how many rounds there were.
        """
        place, count = _BEFORE_ALL, 0
        find = partial(_find, sql=_DUE.format(shards.in_sql("t.guild")), before=seconds(before))
        while due := await self._store.read_beside(partial(find, place=place)):
            place = due[-1].place
            by_guild: dict[int, list[_Old]] = {}
            for old in due:
                by_guild.setdefault(old.guild, []).append(old)
            for guild, rounds in by_guild.items():
                count += await self._delete(guild, rounds)
        return count

    async def _delete(self, guild: int, rounds: list[_Old]) -> int:
        """Delete the moves of `rounds`, all of one server. Returns how many had any."""
        done = count = 0
        while done < len(rounds):
            delete = partial(_delete, rounds=rounds[done : done + SLICE])
            looked_at, changed = await self._store.write(delete, guild)
            done, count = done + looked_at, count + changed
            await asyncio.sleep(0)  # whoever waits for the writer by now goes first
        return count


def _find(db: Database, sql: str, before: float, place: tuple[float, int, int]) -> list[_Old]:
    """Some due rounds behind `place`, in their order."""
    return [_Old(*row) for row in db.execute(sql, (place[0], before, *place, CHUNK))]


def _delete(db: Database, rounds: list[_Old]) -> tuple[int, int]:
    """Delete the moves of the first of `rounds`: how many there was time for, and how many of these had any."""
    looked_at = changed = 0
    for old in while_short(rounds):
        looked_at += 1
        changed += _delete_moves(db, old.table, old.round)
    return looked_at, changed


def _delete_moves(db: Database, table: int, number: int) -> bool:
    """Delete the moves of one round. Returns whether it was still there, with them."""
    row = db.execute(_SETUP, (table, number)).fetchone()
    if row is None:  # its server's data goes at the same time
        return False
    people = json.dumps({"people": json.loads(row[0]).get("people", [])}, separators=(",", ":"))
    db.execute(_MARK, (people, table, number))
    db.execute(_DELETE, (table, number))
    return True
