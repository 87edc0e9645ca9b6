"""What managers can read about a server, as CSV files: the ledger, the changes of its settings, and who looked and why.

A spreadsheet shows them as they are: UTF-8 is marked as such, a Discord id is not a number that it would round, and no
text that somebody wrote, or a name, becomes a formula. Rows come newest first.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from data.ledger.audit import Filter, Row, ids, is_short, params, read
from data.ledger.ledger import LAST_ROW, Account, AccountKind
from data.people import is_house_player
from data.store.database import Database
from data.store.store import moment

SLICE = 2_000
"""Rows of the ledger read in one go."""
UTF_8_MARK = b"\xef\xbb\xbf"
_DIGITS = 15
"""What a spreadsheet keeps of a number."""
_FORMULA = tuple("=+-@＝＋－＠﹦﹢﹣﹫−")
"""How a text begins that a spreadsheet takes for a formula; some understand the signs of other scripts too."""

Names = Mapping[int, str]
"""What people are called, by Discord id."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A CSV file of the newest `rows` of `total`."""

    data: bytes
    rows: int
    total: int


@dataclass(frozen=True, slots=True)
class Found:
    """The files of all that a filter finds."""

    ledger: Sheet
    settings: Sheet
    looks: Sheet


def people(db: Database, which: Filter, most: int) -> list[int]:
    """Those whom the files name, by Discord id, at most so many; those in the newest rows first."""
    about = params(which, most=most)
    rows = (row for sql in (_ACTORS, _OWNERS.format(ids=_ids(db, which))) for row in db.execute(sql, about))
    return list(dict.fromkeys(user_id for (user_id,) in rows))[:most]


def written(db: Database, which: Filter, names: Names, most: int) -> Found:
    """The files, of at most `most` bytes together; what doesn't fit of the ledger is left out."""
    about = params(which)
    settings = _sheet(_SETTINGS_HEADER, (_setting(row, names) for row in db.execute(_SETTINGS, about)), most)
    looks = _sheet(_LOOKS_HEADER, (_look(row, names) for row in db.execute(_LOOKS, about)), most - len(settings.data))
    left = most - len(settings.data) - len(looks.data)
    ledger = _sheet(HEADER, (_cells(row, names) for row in _ledger(db, which)), left)
    total = db.execute(f"SELECT COUNT(*) FROM ({_ids(db, which)}) f", about).fetchone()[0]
    return Found(Sheet(ledger.data, ledger.rows, total), settings, looks)


def _sheet(header: Iterable[str], rows: Iterable[Iterable[object]], most: int) -> Sheet:
    """The rows that fit; the total counts one more when some don't."""
    data, count = bytearray(UTF_8_MARK + _line(header)), 0
    for cells in rows:
        line = _line(cells)
        if len(data) + len(line) > most:
            return Sheet(bytes(data), count, count + 1)
        data += line
        count += 1
    return Sheet(bytes(data), count, count)


def _line(cells: Iterable[object]) -> bytes:
    file = io.StringIO()
    csv.writer(file).writerow(cells)
    return file.getvalue().encode()


# The ledger

HEADER = (
    "id", "time", "payer", "payer_name", "payee", "payee_name", "amount", "why", "table", "game", "round", "actor",
    "actor_name", "reason", "payer_after", "payee_after",
)  # fmt: skip
_OWNERS = """
    SELECT person FROM (
        SELECT l.id AS row, a.owner AS person FROM ({ids}) f JOIN ledger l ON l.id = f.id
        JOIN accounts a ON a.id IN (l.payer, l.payee) AND a.kind = 'member'
        UNION ALL
        SELECT l.id, l.actor FROM ({ids}) f JOIN ledger l ON l.id = f.id WHERE l.actor IS NOT NULL) p
    GROUP BY person ORDER BY MAX(row) DESC LIMIT :most"""


def _ledger(db: Database, which: Filter) -> Iterator[Row]:
    last: int | None = LAST_ROW
    while last is not None:
        rows = read(db, which, last, SLICE)
        yield from rows
        last = rows[-1].id if len(rows) == SLICE else None


def _ids(db: Database, which: Filter) -> str:
    return ids(which, is_short=is_short(db, which))


def _cells(row: Row, names: Names) -> tuple[object, ...]:
    return (
        row.id, row.at.isoformat(), *_account(row.payer, names), *_account(row.payee, names), row.amount, row.why,
        row.table, row.game, row.round, *_person(row.actor_id, names), _harmless(row.reason), row.payer_after,
        row.payee_after,
    )  # fmt: skip


def _account(account: Account, names: Names) -> tuple[str | None, str | None]:
    """Whose it is and, of a member, what they are called."""
    if account.kind is AccountKind.MEMBER:
        return _person(account.owner, names)
    return account.kind.value if account.kind is AccountKind.HOUSE else f"{account.kind.value} {account.owner}", None


# The settings and the looks

_THESE = """
    guild = :guild AND CAST(:table AS BIGINT) IS NULL AND (CAST(:user AS BIGINT) IS NULL OR actor = :user)
    AND at >= :since AND at < :until"""
"""A filter for what happens at no table and is done by one person."""
_SETTINGS_HEADER = ("id", "time", "setting", "before", "after", "actor", "actor_name")
_SETTINGS = f"SELECT id, at, name, before, after, actor FROM settings_log WHERE {_THESE} ORDER BY id DESC"
_LOOKS_HEADER = ("id", "time", "actor", "actor_name", "reason")
_LOOKS = f"SELECT id, at, actor, reason FROM audits WHERE {_THESE} ORDER BY id DESC"
_ACTORS = f"""
    SELECT actor FROM (
        SELECT actor, at FROM settings_log WHERE {_THESE} UNION ALL SELECT actor, at FROM audits WHERE {_THESE}) a
    GROUP BY actor ORDER BY MAX(at) DESC LIMIT :most"""


def _setting(row: tuple[int, float, str, str | None, str | None, int], names: Names) -> tuple[object, ...]:
    number, at, name, before, after, actor_id = row
    return number, moment(at).isoformat(), name, _value(before), _value(after), *_person(actor_id, names)


def _value(text: str | None) -> str:
    """A setting's JSON; None is the default. A channel or a role alone would be a number, and be rounded."""
    if text is None:
        return "default"
    return f"id {text}" if text.isdecimal() and len(text) > _DIGITS else text


def _look(row: tuple[int, float, int, str], names: Names) -> tuple[object, ...]:
    number, at, actor_id, reason = row
    return number, moment(at).isoformat(), *_person(actor_id, names), _harmless(reason)


# What everybody's cells have


def _person(user_id: int | None, names: Names) -> tuple[str | None, str | None]:
    if user_id is None:
        return None, None
    kind = "house player" if is_house_player(user_id) else "member"
    return f"{kind} {user_id}", _harmless(names.get(user_id))


def _harmless(text: str | None) -> str | None:
    """A text that somebody wrote, so that no spreadsheet takes it for a formula."""
    if text is None:
        return None
    begins_a_formula = text.startswith(("\t", "\r", "\n")) or text.lstrip().startswith(_FORMULA)
    return f"'{text}" if begins_a_formula else text
