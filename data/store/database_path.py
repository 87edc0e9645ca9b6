"""Where the database is: what DATABASE_PATH says in the environment or in `.env`, for the bot and for the tools."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from pathlib import Path

from dotenv import dotenv_values

from data.store.errors import StoreError

DEFAULT_PATH = Path("data/bot.sqlite3")
NAME = "DATABASE_PATH"


def settings_of(file: Path) -> Mapping[str, str]:
    """What `file`, an `.env`, and the environment set; the environment wins, and empty counts as not set.

    Raises:
        StoreError: `file` can't be read.
    """
    try:
        written = dotenv_values(stream=io.StringIO(file.read_text(encoding="utf-8-sig")))
    except FileNotFoundError:
        written = {}
    except OSError as error:
        raise StoreError(f"The settings file {file} can't be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise StoreError(f"The settings file {file} can't be read: it is not UTF-8 text.") from error
    found = {name: value.strip() for name, value in written.items() if value and value.strip()}
    return found | {name: value.strip() for name, value in os.environ.items() if value.strip()}


def database_path(file: Path = Path(".env")) -> Path:
    """The database that the bot would open here. Raises StoreError when `file` can't be read."""
    return Path(settings_of(file).get(NAME, DEFAULT_PATH))
