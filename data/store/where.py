"""Where a database is, without its password wherever that might be shown, and where the bot's own is: what DATABASE_URL
or DATABASE_PATH says in the environment or in `.env`, for bot and tools.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias
from urllib.parse import quote, urlencode

from dotenv import dotenv_values
from dotenv.parser import parse_stream

from data.store.errors import StoreError

SCHEMES = ("postgresql://", "postgres://")

_BAD = StoreError("DATABASE_URL is no address such as postgresql://name@host/database.")


@dataclass(frozen=True, slots=True)
class PostgresUrl:
    """An address as libpq reads it, such as `postgresql://bot@localhost/tables`. Raises StoreError for any other."""

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


DEFAULT_PATH = Path("data/bot.sqlite3")
PATH, URL = NAMES = "DATABASE_PATH", "DATABASE_URL"


def settings_of(file: Path) -> Mapping[str, str]:
    """What `file`, an `.env`, and the environment set; the environment wins, and empty counts as not set.

    Raises StoreError when `file` can't be read.
    """
    found = {name: value.strip() for name, value in written_in(file).items() if value and value.strip()}
    return found | {name: value.strip() for name, value in os.environ.items() if value.strip()}


def written_in(file: Path) -> Mapping[str, str | None]:
    """What `file` sets, as it is written there; nothing without one. Raises StoreError for what can't be read."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise StoreError(f"The settings file {file} can't be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise StoreError(f"The settings file {file} can't be read: it is not UTF-8 text.") from error
    for line in parse_stream(io.StringIO(text)):
        if line.error:
            raise StoreError(f"Line {line.original.line} of {file} can't be read; it has to be NAME=value.")
    return dotenv_values(stream=io.StringIO(text))


def verify_plain(values: Mapping[str, str], names: Iterable[str]) -> None:
    """Raises StoreError when a value of `names` begins with a quote or a tilde, which only a shell would take away."""
    for name in names:
        if values.get(name, "").startswith(("'", '"', "~")):
            raise StoreError(f"{name} begins with {values[name][0]}; write it without quotes, and a path in full.")


def own_database(file: Path = Path(".env")) -> Where:
    """The database that the bot would open here: a server's, if it has one.

    Raises StoreError when `file` can't be read, a value isn't plain, or DATABASE_URL is no address.
    """
    found = settings_of(file)
    verify_plain(found, NAMES)
    return PostgresUrl(found[URL]) if URL in found else Path(found.get(PATH, DEFAULT_PATH))
