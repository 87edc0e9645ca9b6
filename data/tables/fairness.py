"""Shuffles and what was dealt from them, for whoever checks one. A seed is read only when it has been revealed.

As long as a table is withheld none of its seeds counts as revealed: others play the same cards. So it is with the daily
deal until its results are posted.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from data.store.database import Database
from data.store.store import Verbs, moment
from data.tables.daily import ended
from data.tables.saved import SEEN_BY


@dataclass(frozen=True, slots=True)
class DealtRound:
    """A round that is over: `dealt` is what was kept of its cards, None when nothing was, as with a `void` round."""

    number: int
    void: bool
    dealt: str | None


@dataclass(frozen=True, slots=True)
class OpenShuffle:
    """A shuffle as everybody may know it at any time.

    `seed` is None while it is secret. `first` and `last` are the numbers of the first and the last round that began
    from it, None when none has.
    """

    id: int
    table: int
    game: str
    commitment: str
    salt: str | None
    seed: bytes | None
    created_at: datetime
    first: int | None
    last: int | None


class Fairness(Verbs):
    """The shuffles of every server."""

    async def latest(self, guild: int, table: int, limit: int, now: datetime) -> list[OpenShuffle]:
        """The latest `limit` shuffles of a server's table, open or closed, newest first; none when it isn't there."""
        return await self._store.read(lambda db: _shuffles(db, "s.table_id = ?", now, guild, table, limit))

    async def named(self, guild: int, commitment: str, reader: int, now: datetime) -> OpenShuffle | None:
        """The newest in a server that begins with `commitment`, of those `reader` may know of."""
        which, parameters = f"substr(s.commitment, 1, ?) = ? AND {SEEN_BY}", (len(commitment), commitment, reader)
        found = await self._store.long_read(lambda db: _shuffles(db, which, now, guild, *parameters, 1))
        return next(iter(found), None)

    async def of_deal(self, guild: int, table: int, deal: int, now: datetime) -> OpenShuffle | None:
        """The one from which a finished deal of a match was dealt; None where there is no such deal in a server."""
        found = await self._store.read(lambda db: _shuffles(db, _OF_DEAL, now, guild, table, deal, 1))
        return next(iter(found), None)

    async def last_of(self, guild: int, channel: int, reader: int, now: datetime) -> OpenShuffle | None:
        """What was revealed last in a channel, of what `reader` may know of: their own before that of others."""
        parameters = (guild, channel, ended(now), reader, reader)
        found = await self._store.long_read(lambda db: _shuffles(db, _LAST, now, guild, *parameters, 1))
        return next(iter(found), None)

    async def rounds(self, shuffle: OpenShuffle) -> list[DealtRound]:
        """The rounds that began from a revealed shuffle, in their order. Raises ValueError while it is secret."""
        if shuffle.seed is None:
            raise ValueError("the cards of a shuffle in use are nobody's to list")
        rows = await self._store.find(_ROUNDS, (shuffle.id,))
        return [DealtRound(number, bool(void), dealt) for number, void, dealt in rows]


_SHOWN = "t.withheld = 0 AND COALESCE(CAST(json_extract(t.house, '$.daily') AS BIGINT), 0) <= ?"
_SHUFFLES = f"""
    SELECT s.id, s.table_id, t.game, s.commitment, s.salt,
        CASE WHEN s.revealed_at IS NOT NULL AND {_SHOWN} THEN s.seed END, s.created_at,
        (SELECT MIN(round) FROM rounds WHERE shuffle = s.id), (SELECT MAX(round) FROM rounds WHERE shuffle = s.id)
    FROM shuffles s JOIN tables t ON t.id = s.table_id
    WHERE t.guild = ? AND {{where}} ORDER BY s.id DESC LIMIT ?"""
_LAST = f"""s.id = (
    SELECT l.id FROM (
        SELECT s.id, s.revealed_at FROM tables t JOIN shuffles s ON s.table_id = t.id
        WHERE t.guild = ? AND t.channel = ? AND s.revealed_at IS NOT NULL AND {_SHOWN} AND {SEEN_BY}
        ORDER BY s.revealed_at DESC, s.id DESC LIMIT 50) l
    ORDER BY EXISTS (
        SELECT 1 FROM rounds r CROSS JOIN json_each(r.setup, '$.people') p
        WHERE r.shuffle = l.id AND CAST(p.value AS BIGINT) = ?) DESC, l.revealed_at DESC, l.id DESC LIMIT 1)"""
_OF_DEAL = """s.id = (
    SELECT r.shuffle FROM match_deals d JOIN rounds r ON r.table_id = d.table_id AND r.round = d.round
    WHERE d.table_id = ? AND d.deal = ?)"""
_ROUNDS = """
    SELECT round, void, dealt FROM rounds
    WHERE shuffle = ? AND ended_at IS NOT NULL ORDER BY round"""


def _shuffles(db: Database, where: str, now: datetime, guild: int, *parameters: object) -> list[OpenShuffle]:
    rows = db.execute(_SHUFFLES.format(where=where), (ended(now), guild, *parameters))
    return [
        OpenShuffle(number, table, game, commitment, salt, seed, moment(created_at), first, last)
        for number, table, game, commitment, salt, seed, created_at, first, last in rows
    ]
