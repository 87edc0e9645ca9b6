"""Where a PostgreSQL database is, without its password wherever that might be shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias
from urllib.parse import quote, urlencode

from data.store.errors import StoreError

SCHEMES = ("postgresql://", "postgres://")

_BAD = StoreError("DATABASE_URL is no address such as postgresql://name@host/database.")


@dataclass(frozen=True, slots=True)
class PostgresUrl:
    """An address as libpq reads it, such as `postgresql://bot@localhost/tables`.

    Raises:
        StoreError: It is none.
    """

    text: str

    def __post_init__(self) -> None:
        self._parts()

    @property
    def name(self) -> str:
        """The name of the database, for files that are named after it."""
        parts = self._parts()
        return str(parts.get("dbname") or parts.get("user") or "postgres")

    def beside(self, name: str) -> PostgresUrl:
        """Where the database `name` of the same server is."""
        parts = {**self._parts(), "dbname": name}
        return PostgresUrl(f"{SCHEMES[0]}?{urlencode(parts, quote_via=quote)}")

    def __str__(self) -> str:
        return f"{self._parts().get('host') or 'localhost'}/{self.name}"

    def __repr__(self) -> str:
        return f"PostgresUrl({self})"

    def _parts(self) -> Mapping[str, object]:
        import psycopg  # loaded only where there is a server
        from psycopg.conninfo import conninfo_to_dict

        if not self.text.startswith(SCHEMES):
            raise _BAD
        try:
            return conninfo_to_dict(self.text)
        except psycopg.ProgrammingError:
            raise _BAD from None


Where: TypeAlias = Path | PostgresUrl
"""Where a database is."""


def place(text: str) -> Where:
    """The database that `text` names: an address, or a path."""
    return PostgresUrl(text) if text.startswith(SCHEMES) else Path(text)
