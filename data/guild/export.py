"""Everything the database holds about one person in one server, in a form that they can read and keep.

data/guild/owned.py says what that is. It is collected in slices, so that nobody else waits long for the reader; a
function that needs no database turns it into a file. `VERSION` is raised when a name in the file changes its meaning
or goes.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from data.guild.owned import ME, OF_ALL_SERVERS, OWNED
from data.people import house_player_in_sql
from data.store.database import Database
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
        parts = {name: [row async for row in self._rows(sql, keys)] for name, sql in PARTS.items()}
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
            found = await self._store.long_read(work)
            is_over = len(found) < SLICE
            for row in found:
                after = row.pop("_row")
                yield row


_HOUSE_PLAYER = f"o.kind = 'member' AND {house_player_in_sql('o.owner')}"
_SIDE = f"""
    SELECT l.id AS _row, l.at AS at, {{sign}}l.amount AS chips, l.why AS why,
        CASE WHEN {_HOUSE_PLAYER} THEN 'a house player' WHEN o.kind = 'member' THEN 'a member'
            WHEN o.kind = 'house' THEN 'the house' ELSE 'the table' END AS other_side,
        l.{{mine}}_after AS balance, l.table_id AS "table", t.game AS game, l.round AS round, l.reason AS reason
    FROM ledger l JOIN accounts o ON o.id = l.{{other}} LEFT JOIN tables t ON t.id = l.table_id
    WHERE l.{{mine}} = {ME} AND l.id > :after"""


PARTS = {
    "ledger": f"""
        {_SIDE.format(sign="-", mine="payer", other="payee")} UNION ALL
        {_SIDE.format(sign="", mine="payee", other="payer")} ORDER BY 1 LIMIT :slice""",
    **{part: sql for owned in (*OF_ALL_SERVERS, *OWNED) for part, sql in owned.parts.items()},
}

_TRUTHS = {
    "void", "won", "by_the_clock", "with_house_players", "moves_kept", "checked_in", "chose_a_partner",
    "solved_at_first_try", "most_moves",
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
