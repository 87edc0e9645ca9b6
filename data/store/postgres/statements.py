"""One SQL text for both databases: SQLite's parameters, `?`, `?1` and `:name`, become PostgreSQL's `$1`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

_HINTS = re.compile(r"\bCROSS (?=JOIN \w+ \w+ ON )| WITHOUT ROWID\b")
"""In which order SQLite is to join, and how to keep a table; PostgreSQL knows by itself."""
_TEMPORARY = re.compile(r"\btemp\.")
"""Where SQLite has temporary tables; PostgreSQL's are in `pg_temp`."""
_PARTS = re.compile(
    r"""
    (?P<text> '(?:[^']|'')*' | "[^"]*" | --[^\n]* | :: )
    | \?(?P<number>\d+)
    | (?P<next>\?)
    | :(?P<name>[a-z_]+)
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
