"""The club evenings of all servers: of each the one that comes next or goes on.

An evening has begun, and is over, once what belongs to that is done. Its tables are those that the bot itself opens
there from its beginning on, so a process that dies opens none twice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from data.ledger.ranking import Standing
from data.people import member_in_sql
from data.shards import ALL, Shards
from data.store.store import Verbs
from data.tables.ratings import Unrated


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening as it is in the database; times in whole seconds since 1970.

    Once it has begun, its tables are those with a number above `since`; its `event` is 0 where Discord refuses one.
    """

    guild: int
    starts: int
    ends: int
    channel: int
    event: int | None = None
    since: int | None = None

    @property
    def plan(self) -> tuple[int, int, int]:
        """When and where it is to be."""
        return self.starts, self.ends, self.channel


@dataclass(frozen=True, slots=True)
class Standings:
    """What an evening brought members: chips at its tables, and matches won there; the best first."""

    chips: tuple[Standing, ...]
    matches: tuple[Standing, ...]


class Evenings(Verbs):
    """The evenings in the database."""

    _known: dict[int, Evening] | None = None
    """What was read since something has changed."""

    async def all(self, shards: Shards = ALL) -> dict[int, Evening]:
        """Those of the servers of `shards`, by server."""
        if self._known is None:
            sql = f"SELECT guild, starts, ends, channel, event, since FROM evenings WHERE {shards.in_sql('guild')}"
            self._known = {row[0]: Evening(*row) for row in await self._store.find(sql, ())}
        return self._known

    async def plan(self, evening: Evening) -> bool:
        """Let `evening` be the next one of its server, unless one goes on there."""
        return bool(await self._changed(_PLAN, evening, evening.ends, evening.channel))

    async def keep_event(self, evening: Evening, number: int) -> None:
        """Discord has made an event of the evening, or with 0 refuses to."""
        await self._changed(_EVENT, evening, number)

    async def begin(self, evening: Evening) -> Evening | None:
        """`evening`, which has begun by this; None where it isn't planned so, or goes on already."""
        begun = await self._changed(_BEGIN, evening)
        return replace(evening, since=begun[0][0]) if begun else None

    async def forget(self, evening: Evening) -> None:
        """Forget `evening`, which is over or off."""
        await self._changed(_FORGET, evening)

    async def _changed(self, sql: str, evening: Evening, *values: int) -> list[Any]:
        """The rows that a statement about one evening has changed."""
        self._known, row = None, (evening.guild, evening.starts, *values)
        return await self._store.write(lambda db: db.execute(sql, row).fetchall(), evening.guild)

    async def last_lobby(self, evening: Evening, host: int, game: str) -> str | None:
        """The lobby of the last table of a game that `host`, the bot, has opened for an evening that goes on."""
        rows = await self._store.find(_LAST, (evening.guild, evening.since, host, game))
        return rows[0][0] if rows else None

    async def standings(self, evening: Evening, host: int, most: int) -> Standings:
        """The first of an evening whose tables `host`, the bot, has opened: up to `most` by chips and by matches."""
        about = (evening.guild, evening.since, host, most)
        chips, matches = [await self._store.find(sql, about) for sql in (_CHIPS, _MATCHES)]
        return Standings(*(tuple(Standing(*row) for row in rows) for rows in (chips, matches)))


_PLAN = """
    INSERT INTO evenings (guild, starts, ends, channel) VALUES (?, ?, ?, ?) ON CONFLICT (guild) DO NOTHING
    RETURNING guild"""
_EVENT = "UPDATE evenings SET event = ?3 WHERE guild = ?1 AND starts = ?2 RETURNING guild"
_BEGIN = """
    UPDATE evenings SET since = (SELECT COALESCE(MAX(t.id), 0) FROM tables t WHERE t.guild = evenings.guild)
    WHERE guild = ? AND starts = ? AND since IS NULL RETURNING since"""
_FORGET = "DELETE FROM evenings WHERE guild = ? AND starts = ? RETURNING guild"
_OPENED = "t.guild = ? AND t.id > ? AND t.host = ?"
_LAST = f"SELECT t.lobby FROM tables t WHERE {_OPENED} AND t.game = ? ORDER BY t.id DESC LIMIT 1"
_CHIPS = f"""
    SELECT a.owner, SUM(x.net), COUNT(*) FROM tables t
    JOIN results x ON x.table_id = t.id
    JOIN accounts a ON a.id = x.account
    WHERE {_OPENED} AND {member_in_sql("a.owner")}
    GROUP BY a.owner ORDER BY 2 DESC, a.owner LIMIT ?"""
_MATCHES = f"""
    SELECT p.person, SUM(p.won), COUNT(*) FROM tables t
    JOIN matches m ON m.table_id = t.id AND COALESCE(m.unrated, '') <> '{Unrated.PASSED.value}'
    JOIN match_players p ON p.table_id = m.table_id AND p.won IS NOT NULL
    WHERE {_OPENED} AND {member_in_sql("p.person")} AND EXISTS (
        SELECT 1 FROM match_players q
        WHERE q.table_id = m.table_id AND q.person <> p.person AND {member_in_sql("q.person")})
    GROUP BY p.person HAVING SUM(p.won) > 0 ORDER BY 2 DESC, p.person LIMIT ?"""
"""Whoever won against house players and with them alone has won against nobody."""
