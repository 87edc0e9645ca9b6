"""Where the database is, for the programs beside the bot: what the bot itself reads in DATABASE_PATH or `.env`.

This package stands without the library with which the bot reads `.env`. So one plain line is understood here, and of a
line that could mean more the owner is told to name the database.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from data.store.errors import StoreError

DEFAULT_PATH = Path("data/bot.sqlite3")
NAME = "DATABASE_PATH"
_LINE = re.compile(rf"^\s*(?:export\s+)?['\"]?{NAME}['\"]?\s*=(.*)$", re.MULTILINE)
_PLAIN = re.compile(
    r"""\s*(?:'(?P<single>[^'\\$]*)'|"(?P<double>[^"\\$]*)"|(?P<bare>[^\s'"#\\$][^'"#\\$]*?)?)\s*(?:\s#.*)?"""
)


def database_path(file: Path = Path(".env")) -> Path:
    """The database that the bot would open here: the environment wins over `file`, and empty counts as not set.

    Raises:
        StoreError: `file` can't be read, or says it in a way that is not understood here.
    """
    if value := os.environ.get(NAME, "").strip():
        return Path(value)
    try:
        lines = _LINE.findall(file.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return DEFAULT_PATH
    except OSError as error:
        raise StoreError(f"The settings file {file} can't be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise StoreError(f"The settings file {file} can't be read: it is not UTF-8 text.") from error
    if not lines:
        return DEFAULT_PATH
    plain = _PLAIN.fullmatch(lines[-1])
    if plain is None:
        raise StoreError(f"{NAME} in {file} is not understood here; name the database on the command line.")
    value = (plain["single"] or plain["double"] or plain["bare"] or "").strip()
    return Path(value) if value else DEFAULT_PATH
