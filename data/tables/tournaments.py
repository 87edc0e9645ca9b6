"""The tournaments of all servers: who takes part, which tables a round has, what they brought, and who has won what.

A tournament goes through its stages in one direction. Each step is one transaction that is refused unless the
tournament is where the step begins, so whoever repeats one after a restart repeats nothing. How a tournament is played,
who meets whom and what a table brought are texts of tables/tournament; this file neither reads nor changes them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from data.ledger.chips import meet
from data.ledger.ledger import Account, Cause, pay
from data.ledger.reasons import LedgerReason
from data.people import is_member
from data.shards import ALL, Shards
from data.store.database import Database, SqlRow
from data.store.sql import must_change
from data.store.store import Verbs, moment, seconds
from data.tables.tournament_rows import Correction, NewTournament, Player, RoundTable, Stage, Tournament
from data.tables.withheld import reveal

MOST_OPEN = 3
"""Tournaments of a server that aren't over."""


class TooLate(Exception):
    """The tournament is no longer where this can be done; nothing was written."""


class TooMany(Exception):
    """There are as many, tournaments or players, as there may be; nothing was written."""


class Tournaments(Verbs):
    """The tournaments of every server."""

    # Asked

    async def get(self, number: int) -> Tournament | None:
        """The tournament with this number."""
        rows = await self._store.find(f"{_SELECT} WHERE id = ?", (number,))
        return _tournament(rows[0]) if rows else None

    async def of_guild(self, guild: int, most: int) -> list[Tournament]:
        """Up to `most` tournaments of a server, those that are open first, then the latest first."""
        sql = f"{_SELECT} WHERE guild = ? ORDER BY CASE WHEN {_IS_OPEN} THEN 0 ELSE 1 END, id DESC LIMIT ?"
        return [_tournament(row) for row in await self._store.find(sql, (guild, most))]

    async def under_way(self, shards: Shards = ALL) -> list[Tournament]:
        """Every tournament of the servers of `shards` that has something to come, or whose end isn't told yet."""
        sql = f"{_SELECT} WHERE ({_IS_OPEN} OR told < round) AND {shards.in_sql('guild')} ORDER BY id"
        return [_tournament(row) for row in await self._store.find(sql)]

    async def players(self, number: int) -> list[Player]:
        """Those who take part, in the order in which they signed up."""
        rows = await self._store.find(_PLAYERS, (number,))
        return [Player(person, partner, bool(is_here), *rest) for person, partner, is_here, *rest in rows]

    async def tables(self, number: int) -> list[RoundTable]:
        """The tables of all rounds, in order."""
        return [RoundTable(*row) for row in await self._store.find(_TABLES, (number,))]

    async def corrections(self, number: int) -> list[Correction]:
        """What managers have corrected, in order."""
        return [Correction(*row) for row in await self._store.find(_CORRECTIONS, (number,))]

    # Before it begins

    async def announce(self, new: NewTournament, now: datetime) -> Tournament:
        """A new tournament that takes sign-ups, with a number where an open one has its name.

        Raises TooMany where enough are open.
        """

        def work(db: Database) -> SqlRow:
            others = [name for (name,) in db.execute(_OPEN, (new.guild,)).fetchall()]
            if len(others) >= MOST_OPEN:
                raise TooMany
            names = (new.name, *(f"{new.name} ({number})" for number in range(2, MOST_OPEN + 1)))
            name = next(name for name in names if name not in others)
            row = (
                new.guild, new.channel, name, new.plan, new.prize, new.host, new.chance,
                seconds(now), seconds(new.starts_at),
            )  # fmt: skip
            found: SqlRow = db.execute(_ANNOUNCE, row).fetchall()[0]
            return found

        return _tournament(await self._store.write(work, new.guild))

    async def sign_up(self, of: Tournament, person: int, partner: int | None, most: int, now: datetime) -> None:
        """Let somebody take part, with a partner or whoever is left; during check-in they are here with it.

        Whoever has signed up holds a place until the start. Raises TooLate once the rounds have begun, and TooMany when
        `most` others hold one.
        """

        def work(db: Database) -> None:
            must_change(db, _TOUCH_BEFORE, (of.id,), TooLate)
            ((others,),) = db.execute(_OTHERS, (of.id, person)).fetchall()
            if others >= most:
                raise TooMany
            db.execute(_SIGN_UP, (of.id, of.guild, person, partner, seconds(now), of.id))

        await self._store.write(work, of.guild)

    async def check_in(self, of: Tournament, person: int) -> bool:
        """Note that somebody is here. Returns False for somebody who has not signed up. Raises TooLate."""

        def work(db: Database) -> bool:
            must_change(db, f"{_TOUCH} AND stage = 'checkin'", (of.id,), TooLate)
            return bool(db.execute(_CHECK_IN, (of.id, person)).rowcount)

        return await self._store.write(work, of.guild)

    async def withdraw(self, of: Tournament, person: int) -> bool:
        """Let somebody take part no more, in the rounds from the next one on. Returns whether they did."""

        def work(db: Database) -> bool:
            must_change(db, f"{_TOUCH} AND {_IS_OPEN}", (of.id,), TooLate)
            left = db.execute(_WITHDRAW_BEFORE, (of.id, person, of.id)).rowcount
            return bool(left or db.execute(_WITHDRAW, (of.id, of.id, person)).rowcount)

        return await self._store.write(work, of.guild)

    # Its course

    async def open_check_in(self, of: Tournament) -> None:
        """Let people check in from now on. Raises TooLate."""
        sql = f"{_SET} stage = 'checkin' WHERE id = ? AND stage = 'signup'"
        await self._store.write(lambda db: must_change(db, sql, (of.id,), TooLate), of.guild)

    async def begin(self, of: Tournament, entrants: Mapping[int, int], seatings: Sequence[str]) -> None:
        """Begin with these `entrants`, by person, at these tables. Raises TooLate, also where somebody has changed."""

        def work(db: Database) -> None:
            must_change(db, f"{_SET} stage = 'rounds', round = 1 WHERE {_AS_READ} AND round = 0", _as_read(of), TooLate)
            db.executemany(_ENTER, [(entrant, of.id, person) for person, entrant in entrants.items()])
            _seat(db, of, 1, seatings)

        await self._store.write(work, of.guild)

    async def next_round(self, of: Tournament, deals: Mapping[int, str], seatings: Sequence[str]) -> None:
        """End the round with what its tables brought, by number, and begin the next one.

        Raises TooLate, also where somebody has withdrawn or a score was corrected since `of` was read.
        """

        def work(db: Database) -> None:
            must_change(db, f"{_SET} round = round + 1 WHERE {_AS_READ}", _as_read(of), TooLate)
            _end_round(db, of, deals)
            _seat(db, of, of.round + 1, seatings)

        await self._store.write(work, of.guild)

    async def finish(
        self, of: Tournament, deals: Mapping[int, str], prizes: Mapping[int, int], starting: int, now: datetime
    ) -> None:
        """End the last round and the tournament, and pay the `prizes` in chips, by person. Raises TooLate likewise.

        `starting` are the chips that a new member gets.
        """

        def work(db: Database) -> None:
            over = f"{_SET} stage = 'over', ended_at = ? WHERE {_AS_READ}"
            must_change(db, over, (seconds(now), *_as_read(of)), TooLate)
            _end_round(db, of, deals)
            for person, chips in prizes.items():
                if is_member(person) and chips:
                    meet(db, of.guild, person, starting, now)
                    cause = Cause(f"prize:{of.id}:{person}", LedgerReason.TOURNAMENT_PRIZE, now, of.host, of.name)
                    pay(db, Account.house(of.guild), Account.member(of.guild, person), chips, cause)

        await self._store.write(work, of.guild)

    async def away(self, number: int) -> dict[int, list[list[int]]]:
        """The seats of those who were away in each deal that was played to its end, by table."""
        deals: dict[int, list[list[int]]] = {}
        for table, away in await self._store.find(_AWAY, (number,)):
            deals.setdefault(table, []).append(json.loads(away))
        return deals

    async def paid(self, number: int) -> dict[int, int]:
        """The chips of the prize that each person got."""
        return dict(await self._store.find(_PAID, (number,)))

    async def cancel(self, of: Tournament, now: datetime, actor: int | None = None, why: str | None = None) -> None:
        """End a tournament without a winner, which is still to be told. Raises TooLate, also when it has just begun."""

        def work(db: Database) -> None:
            made = (actor, why, seconds(now), of.id, of.stage.value)
            must_change(db, f"{_CANCEL} AND stage = ? AND {_IS_OPEN}", made, TooLate)
            reveal(db, [table for (table,) in db.execute(_RUNNING, (of.id,)).fetchall()])

        await self._store.write(work, of.guild)

    async def correct(self, of: Tournament, correction: Correction, now: datetime) -> None:
        """Let a manager's score take the place of the one that was made. Raises TooLate for a round that goes on."""
        made = (correction.entrant, correction.percent, correction.actor, correction.reason, seconds(now))

        def work(db: Database) -> None:
            must_change(db, _TOUCH_PLAYED, (of.id, correction.round), TooLate)
            db.execute(_CORRECT, (of.id, of.guild, correction.round, *made))

        await self._store.write(work, of.guild)

    # What Discord has of it

    async def keep(
        self, of: Tournament, *, message: int | None = None, called: int | None = None, told: int | None = None,
        event: int | None = None,
    ) -> None:  # fmt: skip
        """Remember messages and the event, and up to which round the standings have been posted."""
        row = (message, called, told, event, of.id)
        await self._store.write(lambda db: db.execute(_KEEP, row), of.guild)

    async def lose_thread(self, guild: int, thread: int) -> None:
        """Remember that a thread is gone: its table needs another one."""
        await self._store.write(lambda db: db.execute(_LOSE_THREAD, (guild, thread)), guild)

    async def move(self, of: Tournament, channel: int, earliest: datetime) -> None:
        """Let one whose channel is gone continue in another, and start at the `earliest` then. Raises TooLate."""
        row = (channel, seconds(earliest), seconds(earliest), of.id, of.channel)

        def work(db: Database) -> None:
            must_change(db, f"{_MOVE} AND {_IS_OPEN}", row, TooLate)
            db.execute(_LOSE_THREADS, (of.id,))

        await self._store.write(work, of.guild)

    async def keep_table(
        self, of: Tournament, number: int, *, table: int | None = None, thread: int | None = None
    ) -> None:
        """Remember which table plays as `number` of the running round, and in which thread."""
        row = (table, thread, of.id, of.round, number)
        await self._store.write(lambda db: db.execute(_KEEP_TABLE, row), of.guild)


def _as_read(of: Tournament) -> tuple[object, ...]:
    return (of.id, of.stage.value, of.round, of.changes)


def _seat(db: Database, of: Tournament, number: int, seatings: Iterable[str]) -> None:
    db.executemany(_SEAT, [(of.id, of.guild, number, place, seating) for place, seating in enumerate(seatings, 1)])


def _end_round(db: Database, of: Tournament, deals: Mapping[int, str]) -> None:
    reveal(db, [table for (table,) in db.execute(_RUNNING, (of.id,)).fetchall()])
    db.executemany(_DEALS, [(text, of.id, of.round, number) for number, text in deals.items()])


def _tournament(row: SqlRow) -> Tournament:
    number, guild, channel, name, plan, prize, host, chance, starts_at, stage, *rest = row
    return Tournament(guild, channel, name, plan, prize, host, chance, moment(starts_at), number, Stage(stage), *rest)


_COLUMNS = """
    id, guild, channel, name, plan, prize, host, chance, starts_at, stage, round, told, changes, message, called, event,
    ended_by, why"""
_SELECT = f"SELECT {_COLUMNS} FROM tournaments"
_IS_OPEN = "stage IN ('signup', 'checkin', 'rounds')"
_OPEN = f"SELECT name FROM tournaments WHERE guild = ? AND {_IS_OPEN}"
_PLAYERS = """
    SELECT person, partner, is_here, entrant, gone_from FROM tournament_players
    WHERE tournament = ? ORDER BY signed_at, person"""
_TABLES = """
    SELECT round, number, seating, table_id, thread, deals FROM tournament_tables
    WHERE tournament = ? ORDER BY round, number"""
_CORRECTIONS = """
    SELECT round, entrant, percent, actor, reason FROM tournament_corrections
    WHERE tournament = ? ORDER BY round, entrant"""
_ANNOUNCE = f"""
    INSERT INTO tournaments (guild, channel, name, plan, prize, host, chance, created_at, starts_at, stage)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'signup') RETURNING {_COLUMNS}"""
_SET = "UPDATE tournaments SET"
_TOUCH = f"{_SET} changes = changes + 1 WHERE id = ?"
_TOUCH_BEFORE = f"{_TOUCH} AND stage IN ('signup', 'checkin')"
_TOUCH_PLAYED = f"""
    {_TOUCH} AND stage = 'rounds' AND EXISTS (
        SELECT 1 FROM tournament_tables t
        WHERE t.tournament = tournaments.id AND t.round = ? AND t.deals IS NOT NULL)"""
_AS_READ = "id = ? AND stage = ? AND round = ? AND changes = ?"
_CANCEL = f"{_SET} stage = 'cancelled', told = -1, ended_by = ?, why = ?, ended_at = ? WHERE id = ?"
_OTHERS = "SELECT COUNT(*) FROM tournament_players WHERE tournament = ? AND person <> ?"
_SIGN_UP = """
    INSERT INTO tournament_players (tournament, guild, person, partner, signed_at, is_here)
    SELECT ?, ?, ?, ?, ?, CASE WHEN stage = 'checkin' THEN 1 ELSE 0 END FROM tournaments WHERE id = ?
    ON CONFLICT (tournament, person) DO UPDATE SET partner = excluded.partner,
        is_here = CASE WHEN excluded.is_here = 1 THEN 1 ELSE tournament_players.is_here END"""
_CHECK_IN = "UPDATE tournament_players SET is_here = 1 WHERE tournament = ? AND person = ?"
_WITHDRAW_BEFORE = """
    DELETE FROM tournament_players WHERE tournament = ? AND person = ?
        AND EXISTS (SELECT 1 FROM tournaments WHERE id = ? AND stage IN ('signup', 'checkin'))"""
_WITHDRAW = """
    UPDATE tournament_players SET gone_from = (SELECT round + 1 FROM tournaments WHERE id = ?)
    WHERE tournament = ? AND person = ? AND gone_from IS NULL AND entrant IS NOT NULL"""
_ENTER = "UPDATE tournament_players SET entrant = ? WHERE tournament = ? AND person = ?"
_SEAT = "INSERT INTO tournament_tables (tournament, guild, round, number, seating) VALUES (?, ?, ?, ?, ?)"
_DEALS = "UPDATE tournament_tables SET deals = ? WHERE tournament = ? AND round = ? AND number = ?"
_RUNNING = "SELECT table_id FROM tournament_tables WHERE tournament = ? AND table_id IS NOT NULL AND deals IS NULL"
_AWAY = """
    SELECT r.table_id, COALESCE(d.away, '[]')
    FROM tournament_tables t
    JOIN rounds r ON r.table_id = t.table_id AND r.ended_at IS NOT NULL AND r.void = 0
    LEFT JOIN match_deals d ON d.table_id = r.table_id AND d.round = r.round
    WHERE t.tournament = ?"""
_PAID = """
    SELECT p.person, l.amount FROM tournament_players p
    JOIN ledger l ON l.key = 'prize:' || CAST(p.tournament AS TEXT) || ':' || CAST(p.person AS TEXT)
    WHERE p.tournament = ? ORDER BY l.amount DESC, p.person"""
_CORRECT = """
    INSERT INTO tournament_corrections (tournament, guild, round, entrant, percent, actor, reason, at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (tournament, round, entrant) DO UPDATE SET
        percent = excluded.percent, actor = excluded.actor, reason = excluded.reason, at = excluded.at"""
_KEEP = f"""
    {_SET} message = COALESCE(?, message), called = COALESCE(?, called), told = COALESCE(?, told),
        event = COALESCE(?, event) WHERE id = ?"""
_LOSE_THREAD = "UPDATE tournament_tables SET thread = 0 WHERE guild = ? AND thread = ? AND deals IS NULL"
_LOSE_THREADS = "UPDATE tournament_tables SET thread = 0 WHERE tournament = ? AND deals IS NULL"
_MOVE = f"""
    {_SET} channel = ?, message = NULL, called = NULL, changes = changes + 1, starts_at = CASE
        WHEN stage IN ('signup', 'checkin') AND starts_at < ? THEN ? ELSE starts_at END
    WHERE id = ? AND channel = ?"""
_KEEP_TABLE = """
    UPDATE tournament_tables SET table_id = COALESCE(?, table_id), thread = COALESCE(?, thread)
    WHERE tournament = ? AND round = ? AND number = ?"""
