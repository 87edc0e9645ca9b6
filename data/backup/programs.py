"""PostgreSQL's own programs that write and read copies, and a database for a while, into which a copy is restored to
see that it can be. A password reaches the programs where nobody else sees it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import Conninfo

from data.store.errors import StoreError
from data.store.postgres.connection import SCHEMA, connect
from data.store.postgres.errors import in_a_sentence
from data.store.where import PostgresUrl

_VERSION = re.compile(r"\(PostgreSQL\) (\d+)")


@dataclass(frozen=True, slots=True)
class Programs:
    """Where `pg_dump` is, and `pg_restore` beside it, and which version of PostgreSQL they belong to."""

    pg_dump: Path
    version: int

    @classmethod
    def find(cls, pg_dump: Path | None) -> Programs:
        """Those at `pg_dump`, or on the PATH. Raises StoreError when they are not there, or not PostgreSQL's."""
        found = shutil.which(pg_dump or "pg_dump")
        if found is None or shutil.which(_restoring(Path(found))) is None:
            raise StoreError(
                f"{pg_dump or 'pg_dump'} and pg_restore are not there; install PostgreSQL's client, or say where they"
                " are with --pg-dump."
            )
        output = _run([found, "--version"], os.environ)
        if (version := _VERSION.search(output.stdout)) is None:
            raise StoreError(f"{found} is not PostgreSQL's pg_dump.")
        return cls(Path(found), int(version[1]))

    def verify_are_for(self, server: int) -> None:
        """Raises StoreError unless the programs are of the server's version.

        Older ones can't read from it, and what newer ones write may not be restored there without an error.
        """
        if self.version != server:
            raise StoreError(
                f"{self.pg_dump} is of PostgreSQL {self.version}, and the server of {server}; install the client of"
                f" PostgreSQL {server}, or say where it is with --pg-dump."
            )

    def dump(self, url: PostgresUrl, file: Path) -> None:
        """Write all of the bot's that is in the database at `url` into `file`, as of one instant. Raises StoreError."""
        options = ["--format=custom", f"--schema={SCHEMA}", f"--file={file}"]
        self._do(self.pg_dump, options, url, f"The database {url} can't be copied")

    def restore(self, file: Path, url: PostgresUrl, failed: str) -> None:
        """Bring what is in `file` into the database at `url`, where nothing of the bot is.

        Raises StoreError, which begins with `failed`.
        """
        name = make_conninfo(dbname=url.name)
        options = ["--exit-on-error", "--no-owner", "--no-privileges", f"--dbname={name}", str(file)]
        self._do(_restoring(self.pg_dump), options, url, failed)

    def _do(self, program: Path, options: Sequence[str], url: PostgresUrl, failed: str) -> None:
        done = _run([str(program), "--no-password", *options], environment(url))
        if done.returncode:
            reason = done.stderr.strip().partition("\n")[0].removeprefix(f"{program.name}: ").removeprefix("error: ")
            raise StoreError(f"{failed}: {reason.rstrip('.')}.")


def _restoring(pg_dump: Path) -> Path:
    return pg_dump.with_name(pg_dump.name.replace("pg_dump", "pg_restore"))


def environment(url: PostgresUrl) -> Mapping[str, str]:
    """The environment in which PostgreSQL's programs reach the database at `url` without being told on their command
    line, which everyone on the machine can read.
    """
    named = {each.keyword.decode(): each.envvar.decode() for each in Conninfo.get_defaults() if each.envvar}
    given = {named[part]: str(value) for part, value in conninfo_to_dict(url.text).items() if part in named}
    return os.environ | given | {"LC_ALL": "C"}


def _run(command: Sequence[str], environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    except OSError as error:
        raise StoreError(f"{command[0]} can't be run ({error.strerror}).") from error


_LOCK = "SELECT pg_try_advisory_lock(hashtext('backup'), 0)"
_LIKE_ANY = "TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'"
_MARK = "card_tables_check"
"""The schema in a database that was lent, for as long as there may be something of a copy in it."""


@contextmanager
def made_beside(url: PostgresUrl) -> Iterator[PostgresUrl]:
    """A new database on the server of the one at `url`; afterwards it is gone.

    Raises StoreError when the bot's user may not make one, or another backup is under way.
    """
    with in_a_sentence(str(url)), closing(connect(url.text)) as connection:
        _lock(connection, url)
        number = _one(connection, "SELECT oid FROM pg_database WHERE datname = current_database()")
        name = f"card_tables_check_{number}"
        drop = f"DROP DATABASE IF EXISTS {name} WITH (FORCE)".encode()
        try:
            connection.execute(drop)  # a killed backup left it
            connection.execute(f"CREATE DATABASE {name} {_LIKE_ANY}".encode())
        except errors.InsufficientPrivilege:
            raise StoreError(
                f"The database {url} lets the bot make no other one to check the copy in; make an empty one, and name"
                " it with --check-in."
            ) from None
        try:
            yield url.beside(name)
        finally:
            connection.execute(drop)


@contextmanager
def lent(url: PostgresUrl) -> Iterator[PostgresUrl]:
    """The database at `url`, which is empty afterwards. Raises StoreError when it wasn't, or is in use."""
    with in_a_sentence(str(url)), closing(connect(url.text)) as connection:
        _lock(connection, url)
        if _has(connection, _MARK):  # a killed backup left something
            connection.execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE".encode())
        elif _has(connection, SCHEMA):
            raise StoreError(f"The database {url} is not empty; no copy is checked in it.")
        else:
            connection.execute(f"CREATE SCHEMA {_MARK}".encode())
        try:
            yield url
        finally:
            connection.execute(f"DROP SCHEMA IF EXISTS {SCHEMA}, {_MARK} CASCADE".encode())


def _lock(connection: psycopg.Connection[Any], url: PostgresUrl) -> None:
    if not _one(connection, _LOCK):
        raise StoreError(f"Another backup uses the database {url} just now.")


def _has(connection: psycopg.Connection[Any], schema: str) -> bool:
    return bool(_one(connection, "SELECT COUNT(*) FROM pg_namespace WHERE nspname = $1", schema))


def _one(connection: psycopg.Connection[Any], sql: str, *parameters: str) -> Any:
    row = connection.execute(sql.encode(), parameters or None).fetchone()
    assert row is not None
    return row[0]
