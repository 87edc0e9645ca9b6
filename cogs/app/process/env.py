"""What the owner sets in `.env` or in the environment of the process, checked before anything starts."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from difflib import get_close_matches
from pathlib import Path

from data.shards import Shards
from data.store.errors import StoreError
from data.store.where import NAMES as DATABASE_NAMES
from data.store.where import Where, own_database, settings_of, verify_plain, written_in
from data.tables.old_moves import KEPT
from players.workers.thinkers import MOST_PROCESSES, usual_processes

LONGEST_LINK = 200
MOST_DIGITS = 20
TEXT, JSON = FORMATS = ("text", "json")
FEWEST_DAYS, MOST_DAYS = 30, 36_500
FOREVER = "forever"
MOST_SHARDS = 10_000
_PORT = "a number from 1 to 65535; leave it empty for none"
_SOME = re.compile(r"([0-9]{1,5})(?:-([0-9]{1,5}))?")
_API_URL = re.compile(r"https?://(?:[\w.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?/api/v10", re.ASCII)
TOKEN = "DISCORD_TOKEN"
NAMES = frozenset(
    {
        *DATABASE_NAMES,
        *("BACKUP_FOLDER", "DISCORD_API_URL", TOKEN, "HEALTH_PORT", "KEEP_MOVES_DAYS", "LOG_FORMAT", "LOG_LEVEL"),
        *("OWNER_GUILD_ID", "SHARD_COUNT", "SHARD_IDS", "SUPPORT_URL", "TEST_GUILD_ID", "THINKERS"),
    }
)
OF_COMPOSE = "POSTGRES_PASSWORD"
"""compose.yaml reads it from the same file."""
SLIP = 0.8
"""How much of a name is as in another when it is taken for that one misspelt; 1 is all."""
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


class EnvError(Exception):
    """A variable is missing or can't be understood; `str()` is one sentence for the owner."""


class NoToken(EnvError):
    """There is no token, neither in the file nor in the environment."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"{TOKEN} is missing; put the bot's token into {file}, as .env.example shows.")


@dataclass(frozen=True, slots=True)
class Env:
    """The variables of the bot, each with its default; the environment wins over the file."""

    token: str
    database: Where
    log_level: str
    test_guild: int | None
    support_url: str = ""
    thinkers: int = 1
    """Worker processes in which house players think."""
    log_format: str = TEXT
    """One of `FORMATS`."""
    health_port: int | None = None
    keep_moves: timedelta | None = KEPT
    """How long the moves of a round are kept after its end; None is for ever."""
    shards: Shards | None = None
    """The shards of this process; None leaves it to Discord how many there are, and runs all of them."""
    api_url: str | None = None
    """Where Discord's API is asked, None for Discord itself."""
    owner_guild: int | None = None
    """The server with the commands of the bot's owner."""
    backups: Path | None = None
    """Where copies of the database are put, for the metric of their age; None where nobody asks for that."""
    warnings: tuple[str, ...] = ()
    """A sentence about each name in the file that means nothing to the bot, and about others who can read the file."""

    def __repr__(self) -> str:
        return f"Env(database={self.database}, log_level={self.log_level}, test_guild={self.test_guild})"


def read_env(file: Path) -> Env:
    """The variables in `file` and the environment; empty ones count as not set. Raises NoToken, EnvError."""
    try:
        values, database, written = settings_of(file), own_database(file), written_in(file)
        verify_plain(values, NAMES)
    except StoreError as error:
        raise EnvError(str(error)) from error
    warnings = [*_ignored(written, values, file)]
    if file.exists() and file.stat().st_mode & stat.S_IROTH:
        warnings.append(f"Everybody on this machine can read {file}, which has the bot's token: chmod 600 {file}")
    return Env(
        token_in(values, file),
        database,
        _one_of(LEVELS, values, "LOG_LEVEL", "INFO", f"one of {', '.join(LEVELS)}"),
        _guild(values, "TEST_GUILD_ID", "for all servers"),
        _support_url(values),
        _thinkers(values),
        log_format=_one_of(FORMATS, values, "LOG_FORMAT", TEXT, " or ".join(FORMATS)),
        health_port=_number(values, "HEALTH_PORT", range(1, 2**16), _PORT),
        keep_moves=_keep_moves(values),
        shards=_shards(values),
        api_url=_api_url(values),
        owner_guild=_guild(values, "OWNER_GUILD_ID", "for no commands of the owner"),
        backups=Path(values["BACKUP_FOLDER"]) if "BACKUP_FOLDER" in values else None,
        warnings=tuple(warnings),
    )


def _ignored(written: Iterable[str], values: Mapping[str, str], file: Path) -> Iterator[str]:
    """A sentence about each name of `written` that the bot doesn't know.

    Raises EnvError when it is another one misspelt that isn't set: the bot would start on other chips, or elsewhere.
    """
    for name in sorted({*written} - NAMES - {OF_COMPOSE}):
        near = next(iter(get_close_matches(name.upper(), NAMES, 1, SLIP)), None)
        if near is not None and near not in values:
            raise EnvError(f"{file} sets {name}, which the bot doesn't know. Did you mean {near}?")
        yield f"{file} sets {name}, which the bot doesn't know{f'; {near} is set as well' if near else ''}."


def token_in(values: Mapping[str, str], file: Path) -> str:
    """The token among `values`, those of `file`. Raises NoToken, and EnvError for what can't be one."""
    token = values.get(TOKEN, "")
    if not token:
        raise NoToken(file)
    if not token.isascii() or not token.isprintable() or " " in token:
        raise EnvError(f"{TOKEN} is not a token; copy it again from the Discord developer portal.")
    return token


def _one_of(known: Sequence[str], values: Mapping[str, str], name: str, usual: str, about: str) -> str:
    """The one of `known` to which `name` is set, in whatever letters. Raises EnvError, which says it is `about`."""
    found = [each for each in known if each.casefold() == values.get(name, usual).casefold()]
    if not found:
        raise EnvError(f"{name} is {about}; leave it empty for {usual}.")
    return found[0]


def _guild(values: Mapping[str, str], name: str, empty: str) -> int | None:
    return _number(values, name, range(1, 2**63), f"a server's id, digits only; leave it empty {empty}")


def _support_url(values: Mapping[str, str]) -> str:
    support = values.get("SUPPORT_URL", "")
    if support and not (support.startswith("https://") and support.isprintable() and " " not in support):
        raise EnvError("SUPPORT_URL is a link that begins with https://; leave it empty if there is none.")
    if len(support) > LONGEST_LINK:
        raise EnvError(f"SUPPORT_URL is longer than {LONGEST_LINK} characters.")
    return support


def _thinkers(values: Mapping[str, str]) -> int:
    about = f"a number of processes from 0 to {MOST_PROCESSES}; leave it empty to let the machine decide"
    number = _number(values, "THINKERS", range(MOST_PROCESSES + 1), about)
    return usual_processes() if number is None else number


def _keep_moves(values: Mapping[str, str]) -> timedelta | None:
    if values.get("KEEP_MOVES_DAYS", "").lower() == FOREVER:
        return None
    about = f"a number of days from {FEWEST_DAYS} to {MOST_DAYS}, or {FOREVER}; leave it empty for {KEPT.days}"
    days = _number(values, "KEEP_MOVES_DAYS", range(FEWEST_DAYS, MOST_DAYS + 1), about)
    return KEPT if days is None else timedelta(days=days)


def _shards(values: Mapping[str, str]) -> Shards | None:
    about = f"the number of all shards, from 1 to {MOST_SHARDS}; leave it empty for as many as Discord advises"
    count = _number(values, "SHARD_COUNT", range(1, MOST_SHARDS + 1), about)
    if count is None:
        if "SHARD_IDS" in values:
            raise EnvError("SHARD_IDS says nothing without SHARD_COUNT, the number of all shards.")
        return None
    ids = _shard_ids(values["SHARD_IDS"]) if "SHARD_IDS" in values else frozenset(range(count))
    if not ids or max(ids) >= count:
        raise EnvError(
            f"SHARD_IDS names some of the shards 0 to {count - 1}, such as 0-3 or 0,2,5; leave it empty for all."
        )
    return Shards(count, tuple(sorted(ids)))


def _shard_ids(text: str) -> frozenset[int]:
    """The numbers that `text` names; none when it can't be understood."""
    ids: set[int] = set()
    for part in text.split(","):
        found = _SOME.fullmatch(part.strip())
        named = range(int(found[1]), int(found[2] or found[1]) + 1) if found is not None else range(0)
        if not named:
            return frozenset()
        ids.update(named)
    return frozenset(ids)


def _api_url(values: Mapping[str, str]) -> str | None:
    if "DISCORD_API_URL" not in values:
        return None
    url = values["DISCORD_API_URL"].removesuffix("/")
    if not _API_URL.fullmatch(url):
        raise EnvError(
            "DISCORD_API_URL is where a proxy for Discord's API listens, such as http://localhost:8080/api/v10;"
            " leave it empty if there is none."
        )
    return url


def _number(values: Mapping[str, str], name: str, known: range, about: str) -> int | None:
    """The number that `name` is set to, if it is. Raises EnvError, which says it is `about`, unless it is `known`."""
    if name not in values:
        return None
    text = values[name]
    is_number = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    if not is_number or int(text) not in known:
        raise EnvError(f"{name} is {about}.")
    return int(text)
