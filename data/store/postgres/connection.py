"""A connection to PostgreSQL that understands the SQL of data/, and gives and takes values as SQLite does.

It is one SQL text for both databases: SQLite's parameters, `?`, `?1` and `:name`, become PostgreSQL's `$1`.

There are whole numbers and no booleans, all whole numbers are of 64 bits, and a sum of them is a whole number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import psycopg
from psycopg.adapt import Buffer, Loader
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import StrDumperUnknown

from data.store.database import Rows
from data.store.postgres.errors import in_a_sentence

SCHEMA = "main"
"""All tables of the bot; SQLite calls them so too."""
_CHANGES = ("INSERT", "UPDATE", "DELETE")


class _WholeNumber(Int8Dumper):
    """A number or a boolean as a whole number of 64 bits."""

    def dump(self, obj: int) -> bytes:
        return b"%d" % obj


class _Text(StrDumperUnknown):
    """A text without the character that PostgreSQL has no place for."""

    def dump(self, obj: str) -> Buffer | None:
        return super().dump(obj.replace("\0", "\N{REPLACEMENT CHARACTER}"))


class _Sum(Loader):
    """A sum of whole numbers."""

    def load(self, data: Buffer) -> int | float:
        text = bytes(data)
        return float(text) if b"." in text else int(text)


class _Truth(Loader):
    """A boolean as 1 or 0."""

    def load(self, data: Buffer) -> int:
        return int(bytes(data) == b"t")


NAME = "card-tables"
"""What the server calls the bot's sessions; those of a process that serves have more behind it."""
CONNECTION: Mapping[str, Any] = {
    "autocommit": True,
    "cursor_factory": psycopg.RawCursor,
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""How the bot connects; it notices within a quarter of a minute that the server's machine is gone."""
_SETTINGS = (
    f"search_path = {SCHEMA}",
    "timezone = UTC",
    "client_min_messages = warning",
    "idle_session_timeout = 0",
    "idle_in_transaction_session_timeout = '10s'",  # no lock is held for a process that stands still
    "synchronous_commit = on",  # what is written is on the disk, whatever the server's own settings say
    "tcp_keepalives_idle = 5",  # and the server notices as soon that the bot's machine is gone
    "tcp_keepalives_interval = 2",
    "tcp_keepalives_count = 3",
)
"""Of each session, on the server."""
_ONE_STATE = "default_transaction_isolation = 'repeatable read'"


def connect(url: str, *settings: str, name: str = NAME) -> psycopg.Connection[Any]:
    """A new connection, in autocommit mode, whose tables are the bot's. Raises psycopg.Error."""
    connection = psycopg.connect(url, **CONNECTION, application_name=name)
    configure(connection, *settings)
    return connection


def for_reading(url: str, where: str) -> PostgresDatabase:
    """A connection of its own, in autocommit mode, each of whose transactions sees one state. Raises StoreError."""
    with in_a_sentence(where):
        return PostgresDatabase(connect(url, _ONE_STATE), where)


def configure(connection: psycopg.Connection[Any], *settings: str) -> None:
    """Let a connection give and take values as SQLite does, with the bot's settings and further ones."""
    adapters = connection.adapters
    adapters.register_dumper(int, _WholeNumber)
    adapters.register_dumper(bool, _WholeNumber)
    adapters.register_dumper(str, _Text)
    adapters.register_loader("numeric", _Sum)
    adapters.register_loader("bool", _Truth)
    connection.execute("; ".join(f"SET {each}" for each in (*_SETTINGS, *settings)).encode())


class PostgresDatabase:
    """What a transaction is given: a `Database`. Failures of the server come out as StoreError."""

    def __init__(self, connection: psycopg.Connection[Any], where: str) -> None:
        self._connection = connection
        self._where = where
        self.total_changes = 0
        """Rows that were changed through this object."""

    def execute(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = (), /) -> Rows:
        """Run one statement. `?`, `?1` and `:name` stand for the parameters."""
        known = statement(sql)
        with in_a_sentence(self._where):
            cursor = self._connection.execute(known.sql, known.arguments(parameters) or None)
        return self._counted(cursor)

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> Rows:
        """Run one statement with each of the parameters."""
        known, cursor = statement(sql), self._connection.cursor()
        rows = [known.arguments(each) for each in parameters]
        with in_a_sentence(self._where):
            if len(rows) == 1:  # without the pipeline, which costs more than it saves
                cursor.execute(known.sql, rows[0])
            elif rows:
                cursor.executemany(known.sql, rows)
        return self._counted(cursor)

    def executescript(self, sql: str) -> None:
        """Run statements just as they are written."""
        with in_a_sentence(self._where):
            self._connection.execute(sql.encode())

    def close(self) -> None:
        """Close the connection; what is not committed is taken back."""
        self._connection.close()

    def _counted(self, cursor: psycopg.Cursor[Any]) -> Rows:
        if (cursor.statusmessage or "").startswith(_CHANGES):
            self.total_changes += max(cursor.rowcount, 0)
        return cursor


_HINTS = re.compile(r"\bCROSS (?=JOIN \w+ \w+ ON )| WITHOUT ROWID\b")
"""In which order SQLite is to join, and how to keep a table; PostgreSQL knows by itself."""
_TEMPORARY = re.compile(r"\btemp\.")
"""Where SQLite has temporary tables; PostgreSQL's are in `pg_temp`."""
_PARTS = re.compile(
    r"""
    (?P<text> '(?:[^']|'')*' | "[^"]*" | --[^\n]* | :: )
    | \?(?P<number>\d+)
    | (?P<next>\?)
    | :(?P<name>[a-zA-Z_]\w*)
    """,
    re.VERBOSE,
)


class Statement(NamedTuple):
    """SQL as PostgreSQL takes it, and which parameters it takes: their names, or their numbers from 0."""

    sql: str
    parameters: tuple[str | int, ...]

    def arguments(self, given: Sequence[Any] | Mapping[str, Any]) -> list[Any]:
        """The parameters that were given, in the order of the statement."""
        return [given[each] for each in self.parameters]  # type: ignore[index]  # named or numbered, as the statement is


@lru_cache(maxsize=2048)
def statement(sql: str) -> Statement:
    """The statement that `sql`, as SQLite takes it, is to PostgreSQL."""
    parameters: list[str | int] = []
    counted = 0

    def numbered(found: re.Match[str]) -> str:
        nonlocal counted
        if found["text"] is not None:
            return found["text"]
        which: str | int
        if found["name"] is not None:
            which = found["name"]
        elif found["number"] is not None:
            which = int(found["number"]) - 1
        else:
            which, counted = counted, counted + 1
        if which not in parameters:
            parameters.append(which)
        return f"${parameters.index(which) + 1}"

    plain = _TEMPORARY.sub("pg_temp.", _HINTS.sub("", sql))
    return Statement(_PARTS.sub(numbered, plain), tuple(parameters))
