"""Matches over many deals: who plays, how each deal ended, who won; to be listed, read and counted for years.

A match lives at one table and is known by its number. Its rows are written with the change of the table that causes
them, in one transaction (`Change.match`), and are never read to go on with the match: a table comes back from its own
row. Seats count from 0; what a bid or a record says is the game's own text, which this file keeps and does not read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import astuple, dataclass, field, fields
from datetime import datetime
from enum import Enum

from data.ledger.house_wins import HOUSE_PLAYED, count_match
from data.ledger.limits import TransferLimits
from data.people import house_player_in_sql
from data.store.database import Database, SqlRow
from data.store.sql import marks
from data.store.store import Verbs, moment, seconds
from data.tables.daily import finish
from data.tables.ratings import Standing, Unrated, rate
from data.tables.saved import SEEN_BY
from data.tables.withheld import verify_revealed


class MatchOutcome(Enum):
    """How a match ended."""

    WON = "won"
    ABANDONED = "abandoned"


class Ending(Enum):
    """Why a match ended before its last deal was played."""

    DEFAULT = "default"
    """Only one side was still there; it has won."""
    AGREED = "agreed"
    """All who were there agreed."""
    LEFT = "left"
    """Everybody had left."""
    VOID = "void"
    """Somebody who manages the server ended it."""
    IDLE = "idle"
    """Nobody had touched it for long."""


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal that is over: `contractor`, `bid` and `made` are None when it was thrown in.

    Each field is a column of its name. `dealer`, `contractor` and `partner` are seats, `tricks` go by seat, `points`
    are what each side scored, by side. `record` is the whole deal in the game's own text. `substitutes` are the seats
    of members for whom the house played, for one turn at least; those in the seats `away` made fewer of their moves
    themselves than were made for them.
    """

    deal: int
    dealer: int
    contractor: int | None
    partner: int | None
    bid: str | None
    made: bool | None
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    record: str
    substitutes: tuple[int, ...] = ()
    away: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchChange:
    """What one change of a table adds to its match.

    Attributes:
        starts: The match begins with this change.
        players: Who plays from now on, as (seat, Discord id).
        since: The number of the first deal that those play.
        deal: The deal that ends with this change.
        outcome: The match ends with this change.
        winners: The seats that have won it.
        standing: How it counts for the ratings of its players; empty when it doesn't.
        ending: Why it ends before its last deal is played; None when it is played to its end.
        ended_by: The Discord id of who ended it, where one person did.
        reason: What they said.
        daily: What the daily deal, which ends with this change, brought its player's side, less the other one's.
    """

    starts: bool = False
    players: tuple[tuple[int, int], ...] = ()
    since: int = 1
    deal: DealRow | None = None
    outcome: MatchOutcome | None = None
    winners: tuple[int, ...] = ()
    standing: Standing = ()
    ending: Ending | None = None
    ended_by: int | None = None
    reason: str | None = None
    daily: int | None = None


_START = "INSERT INTO matches (table_id, guild, started_at) VALUES (?, ?, ?)"
_PLAYER = """
    INSERT INTO match_players (table_id, seat, since, person) VALUES (?, ?, ?, ?)
    ON CONFLICT (table_id, seat, since) DO UPDATE SET person = excluded.person"""
_OF_DEAL = [field.name for field in fields(DealRow)]
_DEAL = f"""
    INSERT INTO match_deals (table_id, round, ended_at, {", ".join(_OF_DEAL)}) VALUES (?, ?, ?, {marks(_OF_DEAL)})"""
_END = """
    UPDATE matches SET ended_at = ?, outcome = ?, ending = ?, ended_by = ?, reason = ?
    WHERE table_id = ? AND ended_at IS NULL"""
_LAST = "since = (SELECT MAX(q.since) FROM match_players q WHERE q.table_id = {0}.table_id AND q.seat = {0}.seat)"
_WON = f"UPDATE match_players SET won = ? WHERE table_id = ? AND seat = ? AND {_LAST.format('match_players')}"

_BALANCES = f"""
    SELECT p.person, a.chips
    FROM matches m
    JOIN match_players p ON p.table_id = m.table_id
    JOIN accounts a ON a.guild = m.guild AND a.kind = 'member' AND a.owner = p.person
        AND NOT {house_player_in_sql("a.owner")}
    WHERE m.table_id = ?"""


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """What only the transaction knows of a match that ends: its players' balances, and why it isn't rated if won."""

    balances: Mapping[int, int] = field(default_factory=dict)
    unrated: Unrated | None = None


def keep_match(
    db: Database, table: int, guild: int, number: int, change: MatchChange, limits: TransferLimits, now: datetime
) -> MatchEnd:
    """Write `change` of the match at `table`, whose last round is `number`, within the unit of work that `db` is in.

    `limits` are its server's.

    Raises ValueError when a match that doesn't run would end: a bug in the caller.
    """
    at = seconds(now)
    if change.starts:
        db.execute(_START, (table, guild, at))
    for seat, user_id in change.players:
        db.execute(_PLAYER, (table, seat, change.since, user_id))
    if (deal := change.deal) is not None:
        row = (json.dumps(each) if isinstance(each, tuple) else each for each in astuple(deal))
        db.execute(_DEAL, (table, number, at, *row))
    if change.daily is not None:
        finish(db, table, change.daily, at)
    if change.outcome is None:
        return MatchEnd()
    ending = None if change.ending is None else change.ending.value
    end = (at, change.outcome.value, ending, change.ended_by, change.reason, table)
    if db.execute(_END, end).rowcount != 1:
        raise ValueError(f"no match runs at table {table}")
    count_match(db, guild, table, at)
    unrated = None
    if change.outcome is MatchOutcome.WON:
        for (seat,) in db.execute("SELECT DISTINCT seat FROM match_players WHERE table_id = ?", (table,)).fetchall():
            db.execute(_WON, (seat in change.winners, table, seat))
        unrated = rate(db, guild, table, change.standing, limits, now)
    return MatchEnd(dict(db.execute(_BALANCES, (table,)).fetchall()), unrated)


# What can be asked

_SHOWN = "t.withheld = 0"
"""Others have still to play the same cards, and would read what they bring."""
_NOT_DAILY = "NOT EXISTS (SELECT 1 FROM daily_entries e WHERE e.table_id = m.table_id)"


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """Somebody who played in `seat` from deal `since` on; `won` is None unless they played a match to its end."""

    seat: int
    since: int
    user_id: int
    won: bool | None


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match in a list: `points` are the sums by side after `deals` deals, empty before the first ended.

    `channel` and `message` are where its table is or was, `options` the table's text. `players` have those of one seat
    in the order in which they played there.
    """

    table: int
    guild: int
    channel: int
    options: str
    started_at: datetime
    ended_at: datetime | None
    outcome: MatchOutcome | None
    players: tuple[PlayerRow, ...]
    deals: int
    points: tuple[int, ...]
    ending: Ending | None = None
    """Why it ended before its last deal was played."""
    message: int | None = None
    unrated: Unrated | None = None
    """Why it changed nobody's rating, if it was won."""

    @property
    def seated(self) -> tuple[int, ...]:
        """Who plays in each seat, or did at the end."""
        return tuple({player.seat: player.user_id for player in self.players}.values())


@dataclass(frozen=True, slots=True)
class Tally:
    """What a member has done in a server's matches: played to their end, and deals as contractor.

    Of matches in which a house player had a seat at any time, only the two last numbers count.
    """

    won: int
    lost: int
    made: int
    failed: int
    won_with_house: int = 0
    lost_with_house: int = 0


@dataclass(frozen=True, slots=True)
class Void:
    """A match that `actor_id`, who manages the server, has declared void, with the reason."""

    table: int
    actor_id: int
    reason: str
    at: datetime


class Matches(Verbs):
    """The matches of every server, for reading."""

    async def running(self, guild: int, reader: int) -> list[MatchRow]:
        """The matches of a server that go on, oldest first; private ones only if they are those of `reader`.

        Daily deals are no matches.
        """
        which = f"m.guild = ? AND m.ended_at IS NULL AND {SEEN_BY} AND {_NOT_DAILY} AND {_SHOWN} ORDER BY m.table_id"
        return await self._store.read(lambda db: _rows(db, which, (guild, reader)))

    async def finished(self, guild: int, reader: int, limit: int, before: int | None = None) -> list[MatchRow]:
        """At most `limit` matches of a server that are over, with a winner or without, the latest table first.

        Private ones only if they are those of `reader`, and no daily deals. With `before` only those at tables below
        that number: the next page.
        """
        which = (
            f"m.guild = ? AND m.ended_at IS NOT NULL AND {SEEN_BY} AND {_NOT_DAILY} AND {_SHOWN}"
            " AND (CAST(? AS BIGINT) IS NULL OR m.table_id < ?) ORDER BY m.table_id DESC LIMIT ?"
        )
        return await self._store.read(lambda db: _rows(db, which, (guild, reader, before, before, limit)))

    async def voids(self, guild: int, table: int | None, limit: int) -> list[Void]:
        """At most `limit` matches of a server that were declared void, the latest first; with `table` only that one."""
        rows = await self._store.find(_VOIDS, (guild, table, table, limit))
        return [Void(number, actor_id, reason, moment(at)) for number, actor_id, reason, at in rows]

    async def match(self, guild: int, table: int) -> tuple[MatchRow, tuple[DealRow, ...]] | None:
        """One match of a server with all its deals, the first first; None when there is none at that table.

        Raises Withheld.
        """

        def work(db: Database) -> tuple[MatchRow, tuple[DealRow, ...]] | None:
            for row in _rows(db, "m.guild = ? AND m.table_id = ?", (guild, table)):
                verify_revealed(db, table)
                return row, tuple(map(_deal, db.execute(_DEALS, (table,)).fetchall()))
            return None

        return await self._store.read(work)

    async def points(self, table: int) -> dict[int, tuple[int, ...]]:
        """What each finished deal of a match brought, by side; by the number of its round at the table."""
        rows = await self._store.find("SELECT round, points FROM match_deals WHERE table_id = ?", (table,))
        return {number: tuple(json.loads(points)) for number, points in rows}

    async def tally(self, guild: int, user_id: int) -> Tally:
        """What `user_id` has won and lost in a server: matches, and contracts in matches of any outcome."""

        def work(db: Database) -> Tally:
            played = {with_house: (won, lost) for with_house, won, lost in db.execute(_PLAYED, (guild, user_id))}
            made, failed = db.execute(_CONTRACTS, (guild, user_id)).fetchone()
            none = (0, 0)
            return Tally(*played.get(0, none), made, failed, *played.get(1, none))

        return await self._store.read(work)


_MATCHES = """
    SELECT m.table_id, m.guild, t.channel, t.options, m.started_at, m.ended_at, m.outcome, m.ending,
        t.message, m.unrated
    FROM matches m JOIN tables t ON t.id = m.table_id WHERE """
_VOIDS = """
    SELECT table_id, ended_by, reason, ended_at FROM matches
    WHERE guild = ? AND reason IS NOT NULL AND (CAST(? AS BIGINT) IS NULL OR table_id = ?)
    ORDER BY ended_at DESC LIMIT ?"""
_PLAYERS = "SELECT seat, since, person, won FROM match_players WHERE table_id = ? ORDER BY seat, since"
_DEALS = f"SELECT {', '.join(_OF_DEAL)} FROM match_deals WHERE table_id = ? ORDER BY deal"
_PLAYED = f"""
    SELECT {HOUSE_PLAYED.format("p.table_id")}, SUM(p.won), SUM(1 - p.won)
    FROM match_players p JOIN matches m ON m.table_id = p.table_id
    WHERE m.guild = ? AND p.person = ? AND p.won IS NOT NULL GROUP BY 1"""
_CONTRACTS = f"""
    SELECT COALESCE(SUM(d.made), 0), COALESCE(SUM(1 - d.made), 0)
    FROM match_players p
    JOIN matches m ON m.table_id = p.table_id
    JOIN match_deals d ON d.table_id = p.table_id AND d.contractor = p.seat
    WHERE m.guild = ? AND p.person = ? AND NOT {HOUSE_PLAYED.format("p.table_id")} AND p.since = (
        SELECT MAX(q.since) FROM match_players q
        WHERE q.table_id = p.table_id AND q.seat = p.seat AND q.since <= d.deal)"""


def _rows(db: Database, which: str, parameters: tuple[float | None, ...]) -> list[MatchRow]:
    return [_match(db, row) for row in db.execute(_MATCHES + which, parameters).fetchall()]


def _match(db: Database, row: SqlRow) -> MatchRow:
    table, guild, channel, options, started_at, ended_at, outcome, ending, message, unrated = row
    players = db.execute(_PLAYERS, (table,)).fetchall()
    scored = [json.loads(points) for (points,) in db.execute(_POINTS, (table,)).fetchall()]
    return MatchRow(
        table=table,
        guild=guild,
        channel=channel,
        options=options,
        started_at=moment(started_at),
        ended_at=None if ended_at is None else moment(ended_at),
        outcome=None if outcome is None else MatchOutcome(outcome),
        players=tuple(
            PlayerRow(seat, since, who, None if won is None else bool(won)) for seat, since, who, won in players
        ),
        deals=len(scored),
        points=tuple(map(sum, zip(*scored, strict=True))),
        ending=None if ending is None else Ending(ending),
        message=message,
        unrated=None if unrated is None else Unrated(unrated),
    )


_POINTS = "SELECT points FROM match_deals WHERE table_id = ?"


def _deal(row: SqlRow) -> DealRow:
    deal = dict(zip(_OF_DEAL, row, strict=True))
    lists = {name: tuple(json.loads(deal[name])) for name in ("tricks", "points", "substitutes", "away")}
    return DealRow(**deal | lists | {"made": None if deal["made"] is None else bool(deal["made"])})
