"""Where the database is: what DATABASE_URL or DATABASE_PATH says in the environment or in `.env`, for bot and tools."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from pathlib import Path

from dotenv import dotenv_values

from data.store.errors import StoreError
from data.store.postgres.url import PostgresUrl, Where

DEFAULT_PATH = Path("data/bot.sqlite3")
PATH, URL = NAMES = "DATABASE_PATH", "DATABASE_URL"


def settings_of(file: Path) -> Mapping[str, str]:
    """What `file`, an `.env`, and the environment set; the environment wins, and empty counts as not set.

    Raises:
        StoreError: `file` can't be read.
    """
    found = {name: value.strip() for name, value in written_in(file).items() if value and value.strip()}
    return found | {name: value.strip() for name, value in os.environ.items() if value.strip()}


def written_in(file: Path) -> Mapping[str, str | None]:
    """What `file` sets, as it is written there; nothing when there is no such file.

    Raises:
        StoreError: `file` can't be read.
    """
    try:
        return dotenv_values(stream=io.StringIO(file.read_text(encoding="utf-8-sig")))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise StoreError(f"The settings file {file} can't be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise StoreError(f"The settings file {file} can't be read: it is not UTF-8 text.") from error


def own_database(file: Path = Path(".env")) -> Where:
    """The database that the bot would open here: a server's, if it has one.

    Raises:
        StoreError: `file` can't be read, or DATABASE_URL is no address.
    """
    found = settings_of(file)
    return PostgresUrl(found[URL]) if URL in found else Path(found.get(PATH, DEFAULT_PATH))
