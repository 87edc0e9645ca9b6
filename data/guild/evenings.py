"""The club evenings of all servers: of each the one that comes next, goes on, or was last, and the tables it opened.

What happens once is taken here before it is done: whoever moves an evening on to a phase does what belongs to it. A
table is an evening's from the transaction on that opens it, so a process that dies in between opens none twice.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from data.ledger.ranking import Standing
from data.people import member_in_sql
from data.shards import ALL, Shards
from data.store.database import Database
from data.store.store import Store
from data.tables.ratings import Unrated


class Phase(Enum):
    """How far an evening has come."""

    PLANNED = "planned"
    """It is still to begin; its event may be at Discord already."""
    OPEN = "open"
    """It goes on."""
    CALLED = "called"
    """Those who asked for it have been called to it, and its tables open."""
    OVER = "over"
    """Its standings have been posted, if there were any."""


ON = (Phase.OPEN, Phase.CALLED)


class EveningOver(Exception):
    """A table was to open for an evening that doesn't go on; nothing was written."""


@dataclass(slots=True)
class Evening:
    """An evening as a process knows it; times in whole seconds since 1970."""

    guild: int
    starts: int
    ends: int
    channel: int
    event: int | None = None
    phase: Phase = Phase.PLANNED
    tables: dict[int, str] = field(default_factory=dict)
    """The names of their games, by the numbers of its tables."""

    @property
    def plan(self) -> tuple[int, int, int]:
        """When and where it is to be."""
        return self.starts, self.ends, self.channel


@dataclass(frozen=True, slots=True)
class Standings:
    """What an evening brought members: chips at its tables, and matches won there; the best first."""

    chips: tuple[Standing, ...]
    matches: tuple[Standing, ...]


class Evenings:
    """The evenings in the database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def all(self, shards: Shards = ALL) -> dict[int, Evening]:
        """Those of the servers of `shards`, by server."""
        return await self._read(f"WHERE {shards.in_sql('guild')}", ())

    async def of(self, guild: int) -> Evening | None:
        """That of one server."""
        return (await self._read("WHERE guild = ?", (guild,))).get(guild)

    async def _read(self, which: str, about: tuple[int, ...]) -> dict[int, Evening]:
        def work(db: Database) -> dict[int, Evening]:
            rows = db.execute(f"SELECT guild, starts, ends, channel, event, phase FROM evenings {which}", about)
            found = {
                guild: Evening(guild, starts, ends, channel, event, Phase(phase))
                for guild, starts, ends, channel, event, phase in rows.fetchall()
            }
            sql = f"SELECT e.guild, e.table_id, t.game FROM {_LINKED.format(which=which)}"
            for guild, table, game in db.execute(sql, about).fetchall():
                found[guild].tables[table] = game
            return found

        return await self._store.read(work)

    async def plan(self, evening: Evening) -> bool:
        """Let `evening` be the next one of its server, unless one goes on there."""

        def work(db: Database) -> bool:
            row = (evening.guild, *evening.plan, evening.event)
            is_planned = db.execute(_PLAN, row).rowcount > 0
            if is_planned:
                db.execute("DELETE FROM evening_tables WHERE guild = ?", (evening.guild,))
            return is_planned

        return await self._store.write(work, evening.guild)

    async def cancel(self, evening: Evening) -> None:
        """Forget an evening that hasn't begun."""
        cancelled = "DELETE FROM evenings WHERE guild = ? AND starts = ? AND phase = 'planned'"
        await self._store.write(lambda db: db.execute(cancelled, (evening.guild, evening.starts)), evening.guild)

    async def keep_event(self, evening: Evening, number: int) -> None:
        """Discord has made an event of the evening."""
        kept = "UPDATE evenings SET event = ? WHERE guild = ? AND starts = ?"
        await self._store.write(lambda db: db.execute(kept, (number, evening.guild, evening.starts)), evening.guild)
        evening.event = number

    async def take(self, evening: Evening, to: Phase) -> bool:
        """Whether `evening` comes to a phase by this, which then counts as done."""
        row = (to.value, evening.guild, evening.starts, evening.phase.value)
        is_taken = await self._store.write(lambda db: db.execute(_TAKE, row).rowcount > 0, evening.guild)
        if is_taken:
            evening.phase = to
        return is_taken

    async def standings(self, guild: int, most: int) -> Standings:
        """The first of the evening of a server, by chips and by matches, up to `most` of each."""

        def work(db: Database) -> Standings:
            chips, matches = (
                tuple(Standing(*row) for row in db.execute(sql, (guild, most))) for sql in (_CHIPS, _MATCHES)
            )
            return Standings(chips, matches)

        return await self._store.read(work)


def link(db: Database, guild: int, starts: int, table: int) -> None:
    """Let `table` be one of an evening that goes on, in the transaction that opens it. Raises EveningOver."""
    if not db.execute(_LINK, (table, guild, starts)).rowcount:
        raise EveningOver


_LINKED = """
    (SELECT * FROM evening_tables {which}) e JOIN tables t ON t.id = e.table_id ORDER BY e.table_id"""
_PLAN = """
    INSERT INTO evenings (guild, starts, ends, channel, event, phase) VALUES (?, ?, ?, ?, ?, 'planned')
    ON CONFLICT (guild) DO UPDATE SET starts = excluded.starts, ends = excluded.ends, channel = excluded.channel,
        event = excluded.event, phase = excluded.phase
    WHERE evenings.phase IN ('planned', 'over')"""
_TAKE = "UPDATE evenings SET phase = ? WHERE guild = ? AND starts = ? AND phase = ?"
_LINK = """
    INSERT INTO evening_tables (table_id, guild)
    SELECT ?, guild FROM evenings WHERE guild = ? AND starts = ? AND phase IN ('open', 'called')"""
_CHIPS = f"""
    SELECT a.owner, SUM(x.net), COUNT(*) FROM evening_tables e
    JOIN results x ON x.table_id = e.table_id
    JOIN accounts a ON a.id = x.account
    WHERE e.guild = ? AND {member_in_sql("a.owner")}
    GROUP BY a.owner ORDER BY 2 DESC, a.owner LIMIT ?"""
_MATCHES = f"""
    SELECT p.person, SUM(p.won), COUNT(*) FROM evening_tables e
    JOIN matches m ON m.table_id = e.table_id AND COALESCE(m.unrated, '') <> '{Unrated.PASSED.value}'
    JOIN match_players p ON p.table_id = m.table_id AND p.won IS NOT NULL
    WHERE e.guild = ? AND {member_in_sql("p.person")} AND EXISTS (
        SELECT 1 FROM match_players q
        WHERE q.table_id = m.table_id AND q.person <> p.person AND {member_in_sql("q.person")})
    GROUP BY p.person HAVING SUM(p.won) > 0 ORDER BY 2 DESC, p.person LIMIT ?"""
"""Whoever won against house players and with them alone has won against nobody."""
