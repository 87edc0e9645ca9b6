"""Old rounds become their results: their moves are deleted, and of their setup only who was dealt in stays.

Moves are kept so that a running round can be played again after a restart. Of a round that is over they tell a person
what they did there, for as long as they are kept. What it brought everyone, its ledger rows, its cards for `/fair`, and
the record of a deal of a match stand elsewhere and stay.

Due rounds are found beside the writer, the oldest first, along an index in which only rounds with moves are. Each goes
wholly within one transaction; a transaction has as many of one server as there is time for. A process that dies on the
way leaves the rest for the next time.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import NamedTuple

from data.shards import ALL, Shards
from data.store.database import Database
from data.store.store import Verbs, seconds

KEPT = timedelta(days=400)
"""How long moves are kept after the end of their round, unless the bot's owner decides otherwise."""


class _Old(NamedTuple):
    ended_at: float
    table: int
    round: int
    guild: int


_BEFORE_ALL = (0.0, 0, 0)
_DUE = """
    SELECT r.ended_at, r.table_id, r.round, t.guild FROM rounds r JOIN tables t ON t.id = r.table_id
    WHERE r.moves_kept = 1 AND r.ended_at >= ? AND r.ended_at < ? AND (r.ended_at, r.table_id, r.round) > (?, ?, ?)
        AND {}
    ORDER BY r.ended_at, r.table_id, r.round LIMIT ?"""
_SETUP = "SELECT setup FROM rounds WHERE table_id = ? AND round = ? AND moves_kept = 1"
_MARK = "UPDATE rounds SET setup = ?, moves_kept = 0 WHERE table_id = ? AND round = ?"
_DELETE = "DELETE FROM moves WHERE table_id = ? AND round = ?"


class OldMoves(Verbs):
    """The moves of rounds that were over long ago."""

    async def delete(self, before: datetime, shards: Shards = ALL) -> int:
        """Delete the moves of all rounds that ended before a moment, in the servers of `shards`.

        Returns how many rounds there were.
        """
        place, count, sql = _BEFORE_ALL, 0, _DUE.format(shards.in_sql("t.guild"))

        def find(db: Database) -> list[_Old]:
            """Some due rounds behind `place`, in their order."""
            limit = self._store.slices.found
            return [_Old(*row) for row in db.execute(sql, (place[0], seconds(before), *place, limit))]

        while due := await self._store.long_read(find):
            place = due[-1][:3]
            by_guild: dict[int, list[_Old]] = {}
            for old in due:
                by_guild.setdefault(old.guild, []).append(old)
            for guild, rounds in by_guild.items():
                count += sum(await self._store.write_each(rounds, _delete, guild))
        return count


def _delete(db: Database, old: _Old) -> bool:
    """Delete the moves of one round. Returns whether it was still there, with them."""
    row = db.execute(_SETUP, (old.table, old.round)).fetchone()
    if row is None:  # its server's data goes at the same time
        return False
    people = json.dumps({"people": json.loads(row[0]).get("people", [])}, separators=(",", ":"))
    db.execute(_MARK, (people, old.table, old.round))
    db.execute(_DELETE, (old.table, old.round))
    return True
