"""Everything the database holds about one person in one server, in a form that they can read and keep.

It is collected in slices, so that nobody else waits long for the reader; a function that needs no database turns it
into a file. `VERSION` is raised when a name in the file changes its meaning or goes.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from data.ledger.house_wins import HOUSE_PLAYED
from data.people import house_player_in_sql
from data.store.database import Database, number_of_row
from data.store.store import Verbs, moment

VERSION = 1
SLICE = 5_000
"""Rows read in one go."""

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class File:
    """A JSON text in UTF-8, and how many of the oldest rows it leaves out for its size."""

    content: bytes
    left_out: int


class Export(Verbs):
    """What is held about the people of every server."""

    async def collect(self, guild: int, user_id: int, now: datetime) -> Row:
        """All there is about the Discord id `user_id`. Times are ISO 8601 in UTC, amounts are chips.

        The parts are read one after the other, each as it is then.
        """
        keys: Row = {"guild": guild, "person": user_id, "slice": SLICE}
        parts = {name: [row async for row in self._rows(sql, keys)] for name, sql in _PARTS.items()}
        return {
            "about": "What the bot keeps about you in this server. Amounts are chips, times are UTC.",
            "version": VERSION,
            "made_at": now.isoformat(),
            "server": str(guild),
            "person": str(user_id),
            **parts,
        }

    async def _rows(self, sql: str, keys: Row) -> AsyncIterator[Row]:
        def work(db: Database) -> list[Row]:
            cursor = db.execute(sql, keys | {"after": after})
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in cursor]

        after = 0
        is_over = False
        while not is_over:
            found = await self._store.read_beside(work)
            is_over = len(found) < SLICE
            for row in found:
                after = row.pop("_row")
                yield row


_ME = "(SELECT id FROM accounts WHERE guild = :guild AND kind = 'member' AND owner = :person)"
_HOUSE_PLAYER = f"o.kind = 'member' AND {house_player_in_sql('o.owner')}"
_SIDE = """
    SELECT l.id AS _row, l.at AS at, {sign}l.amount AS chips, l.why AS why,
        CASE WHEN {house_player} THEN 'a house player' WHEN o.kind = 'member' THEN 'a member'
            WHEN o.kind = 'house' THEN 'the house' ELSE 'the table' END AS other_side,
        l.{mine}_after AS balance, l.table_id AS "table", t.game AS game, l.round AS round, l.reason AS reason
    FROM ledger l JOIN accounts o ON o.id = l.{other} LEFT JOIN tables t ON t.id = l.table_id
    WHERE l.{mine} = {me} AND l.id > :after"""


def _own(table: str, columns: str, whose: str = "person") -> str:
    """The rows of a `table` that are about the person in the column `whose`."""
    row = number_of_row(table)
    return f"""
        SELECT {row} AS _row, {columns} FROM {table}
        WHERE guild = :guild AND {whose} = :person AND {row} > :after ORDER BY {row} LIMIT :slice"""


_PARTS = {
    "balance": "SELECT id AS _row, chips FROM accounts WHERE id = " + _ME + " AND id > :after LIMIT :slice",
    "ledger": _SIDE.format(sign="-", mine="payer", other="payee", me=_ME, house_player=_HOUSE_PLAYER)
    + " UNION ALL "
    + _SIDE.format(sign="", mine="payee", other="payer", me=_ME, house_player=_HOUSE_PLAYER)
    + " ORDER BY 1 LIMIT :slice",
    "results": f"""
        SELECT x.rowid AS _row, x.table_id AS "table", t.game AS game, x.round AS round, r.ended_at AS at,
            x.net AS chips, x.from_house AS chips_from_house_players
        FROM results x JOIN tables t ON t.id = x.table_id
        JOIN rounds r ON r.table_id = x.table_id AND r.round = x.round
        WHERE x.account = {_ME} AND x.rowid > :after ORDER BY x.rowid LIMIT :slice""",
    "records": f"""
        SELECT rowid AS _row, game, with_house AS with_house_players, rounds, won, lost, net AS chips,
            biggest AS biggest_win, week_rounds AS rounds_in_last_week, week_net AS chips_in_last_week
        FROM records WHERE account = {_ME} AND rowid > :after ORDER BY rowid LIMIT :slice""",
    "last_day_with_house_players": f"""
        SELECT account AS _row, DATE(day * 86400, 'unixepoch') AS day, won AS chips_from_house_players
        FROM house_days WHERE account = {_ME} AND account > :after LIMIT :slice""",
    "chips_between_members": f"""
        SELECT f.rowid AS _row, DATE(f.day * 86400, 'unixepoch') AS day,
            CASE WHEN f.payer = {_ME} THEN 'to a member' ELSE 'from a member' END AS direction, f.chips,
            f.unearned AS chips_without_play
        FROM flows f WHERE f.rowid > :after AND (f.payer = {_ME} OR f.payee = {_ME}) ORDER BY f.rowid LIMIT :slice""",
    "achievements": """
        SELECT x.rowid AS _row, x.key AS achievement, x.at, x.table_id AS "table", t.game AS game, x.round AS round
        FROM achievements x LEFT JOIN tables t ON t.id = x.table_id
        WHERE x.guild = :guild AND x.person = :person AND x.rowid > :after ORDER BY x.rowid LIMIT :slice""",
    "mistakes_at_five_hundred": _own(
        "mistakes", """table_id AS "table", deal, NULLIF(lesson, '') AS lesson, points, at"""
    ),
    "daily_deals": _own("daily_entries", """DATE(day * 86400, 'unixepoch') AS day, table_id AS "table", points"""),
    "puzzles_tried": """
        SELECT rowid AS _row, DATE((week * 7 - 3) * 86400, 'unixepoch') AS week_from, number AS puzzle,
            solved AS solved_at_first_try, at
        FROM puzzle_tries WHERE guild = :guild AND person = :person AND rowid > :after ORDER BY rowid LIMIT :slice""",
    "called_when_tables_open": _own("openings", "CASE game WHEN '' THEN 'any' ELSE game END AS game, called_at"),
    "language": """
        SELECT person AS _row, language, at AS chosen_at FROM languages
        WHERE person = :person AND person > :after LIMIT :slice""",
    "switches": """
        SELECT rowid AS _row, name, at AS switched_at FROM switches
        WHERE person = :person AND rowid > :after ORDER BY rowid LIMIT :slice""",
    "introduced_to": _own("introductions", "game, NULLIF(at, 0) AS at"),
    "tables_opened": _own("tables", 'id AS "table", game, opened_at, closed_at', "host"),
    "tables_that_remember_you": """
        SELECT id AS _row, id AS "table", game, opened_at, closed_at FROM tables
        WHERE guild = :guild AND INSTR(lobby, :person) > 0 AND id > :after ORDER BY id LIMIT :slice""",
    "rounds": f"""
        SELECT r.rowid AS _row, r.table_id AS "table", t.game AS game, r.round AS round, r.started_at, r.ended_at,
            r.void AS void, r.moves_kept AS moves_kept, EXISTS (
                SELECT 1 FROM json_each(r.setup, '$.people') p
                WHERE {house_player_in_sql("CAST(p.value AS BIGINT)")}) AS with_house_players
        FROM tables t JOIN rounds r ON r.table_id = t.id
        WHERE t.guild = :guild AND INSTR(r.setup, :person) > 0 AND r.rowid > :after ORDER BY r.rowid LIMIT :slice""",
    "moves": """
        SELECT m.rowid AS _row, m.table_id AS "table", m.round AS round, m.action AS move, m.clock AS by_the_clock, m.at
        FROM tables t JOIN rounds r ON r.table_id = t.id CROSS JOIN json_each(r.setup, '$.people') seat
        JOIN moves m ON m.table_id = r.table_id AND m.round = r.round AND m.seat = seat.key
        WHERE t.guild = :guild AND INSTR(r.setup, :person) > 0 AND CAST(seat.value AS BIGINT) = :person
            AND m.rowid > :after
        ORDER BY m.rowid LIMIT :slice""",
    "matches": f"""
        SELECT p.rowid AS _row, p.table_id AS "table", p.seat + 1 AS seat, p.since AS since_deal, p.won AS won,
            m.started_at, m.ended_at, m.outcome, m.ending, {HOUSE_PLAYED.format("p.table_id")} AS with_house_players,
            m.unrated AS not_rated_because
        FROM match_players p JOIN matches m ON m.table_id = p.table_id
        WHERE m.guild = :guild AND p.person = :person AND p.rowid > :after ORDER BY p.rowid LIMIT :slice""",
    "deals_the_house_played_for_you": """
        SELECT d.rowid AS _row, d.table_id AS "table", d.deal AS deal, d.ended_at
        FROM match_players p JOIN matches m ON m.table_id = p.table_id AND m.guild = :guild
        JOIN match_deals d ON d.table_id = p.table_id AND d.deal >= p.since
        WHERE p.person = :person AND d.rowid > :after
            AND p.seat IN (SELECT CAST(s.value AS BIGINT) FROM json_each(d.substitutes) s)
            AND NOT EXISTS (
                SELECT 1 FROM match_players q
                WHERE q.table_id = p.table_id AND q.seat = p.seat AND q.since > p.since AND q.since <= d.deal)
        ORDER BY d.rowid LIMIT :slice""",
    "five_hundred_rating": _own("ratings", "mu, sigma, matches"),
    "moved_for_others": f"""
        SELECT id AS _row, at, why, amount AS chips, table_id AS "table", round, reason FROM ledger
        WHERE guild = :guild AND actor = :person AND COALESCE({_ME} NOT IN (payer, payee), TRUE) AND id > :after
        ORDER BY id LIMIT :slice""",
    "matches_ended": _own("matches", 'table_id AS "table", ended_at, ending, reason', "ended_by"),
    "seasons_among_the_best": """
        SELECT w.rowid AS _row, s.name AS season, w.place AS place, w.chips AS chips, s.ended_at AS ended_at
        FROM season_winners w JOIN seasons s ON s.id = w.season
        WHERE w.guild = :guild AND w.person = :person AND w.rowid > :after ORDER BY w.rowid LIMIT :slice""",
    "seasons_started": _own("seasons", "name AS season, started_at", "actor"),
    "tournaments": """
        SELECT p.rowid AS _row, t.name AS tournament, p.signed_at, p.is_here AS checked_in, p.partner IS NOT NULL
            AS chose_a_partner, p.entrant, p.gone_from AS withdrew_before_round
        FROM tournament_players p JOIN tournaments t ON t.id = p.tournament
        WHERE p.guild = :guild AND p.person = :person AND p.rowid > :after ORDER BY p.rowid LIMIT :slice""",
    "tournaments_announced": _own("tournaments", "name AS tournament, created_at", "host"),
    "tournaments_cancelled": _own("tournaments", "name AS tournament, ended_at, why", "ended_by"),
    "tournament_results_corrected": _own("tournament_corrections", "tournament, round, percent, reason, at", "actor"),
    "settings_changed": _own("settings_log", "at, name, before, after", "actor"),
    "audits": _own("audits", "at, reason", "actor"),
}
"""Each reads the rows after `:after`, in the order of their own numbers."""

_TRUTHS = {
    "void", "won", "by_the_clock", "with_house_players", "moves_kept", "checked_in", "chose_a_partner",
    "solved_at_first_try",
}  # fmt: skip


def file_of(collected: Row, most: int, reasons: Mapping[str, str]) -> File:
    """`collected` as a file of at most `most` bytes; of its longest parts the oldest rows are left out if they must.

    `reasons` says in words why chips moved, by the ledger's own word.
    """
    parts = {name: part for name, part in collected.items() if isinstance(part, list)}
    file: Row = {name: [] if name in parts else part for name, part in collected.items()}
    left_out = {f"{name}_rows_left_out": len(part) for name, part in parts.items()}
    room = most - len(_json(file | left_out))
    newest = {name: _newest(part, room, reasons) for name, part in parts.items()}
    for done, name in enumerate(sorted(parts, key=lambda name: newest[name][1])):
        rows, size = newest[name]
        if size > (share := room // (len(parts) - done)):  # of what the shorter ones have left
            rows, size = _newest(parts[name], share, reasons)
        file[name] = rows
        room -= size
        left_out[f"{name}_rows_left_out"] -= len(rows)
    missing = {name: count for name, count in left_out.items() if count}
    return File(_json(file | missing), sum(missing.values()))


def _newest(part: list[Row], most: int, reasons: Mapping[str, str]) -> tuple[list[Row], int]:
    """The newest rows of a part, in its order, that take at most `most` bytes of a file, and how many they take."""
    rows, size = [], 0
    for row in reversed(part):
        cells = dict(_cells(row, reasons))
        more = len(_json(cells)) + _DEEPER * (len(cells) + 3)
        if size + more > most:
            break
        rows.append(cells)
        size += more
    return rows[::-1], size


_DEEPER = 2
"""Further spaces before each line of a row, as it is in the file."""


def _json(value: object) -> bytes:
    return json.dumps(value, indent=1, ensure_ascii=False).encode()


def _cells(row: Row, reasons: Mapping[str, str]) -> Iterator[tuple[str, object]]:
    for name, value in row.items():
        if value is None:
            continue
        if name == "at" or name.endswith("_at"):
            yield name, moment(value).isoformat()
        elif name in _TRUTHS:
            yield name, bool(value)
        else:
            yield name, reasons.get(value, value) if name == "why" else value
