"""PostgreSQL's own programs that write and read copies. A password reaches them where nobody else sees it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import Conninfo

from data.store.errors import StoreError
from data.store.postgres.connection import SCHEMA
from data.store.postgres.url import PostgresUrl

_VERSION = re.compile(r"\(PostgreSQL\) (\d+)")


@dataclass(frozen=True, slots=True)
class Programs:
    """Where `pg_dump` is, and `pg_restore` beside it, and which version of PostgreSQL they belong to."""

    pg_dump: Path
    version: int

    @classmethod
    def find(cls, pg_dump: Path | None) -> Programs:
        """Those at `pg_dump`, or on the PATH.

        Raises:
            StoreError: They are not there, or not PostgreSQL's.
        """
        found = shutil.which(pg_dump or "pg_dump")
        if found is None or shutil.which(_restoring(Path(found))) is None:
            raise StoreError(
                f"{pg_dump or 'pg_dump'} and pg_restore are not there; install PostgreSQL's client, or say where they"
                " are with --pg-dump."
            )
        said = _run([found, "--version"], os.environ)
        if (version := _VERSION.search(said.stdout)) is None:
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
        """Write all of the bot's that is in the database at `url` into `file`, as of one instant.

        Raises:
            StoreError: That failed.
        """
        options = ["--format=custom", f"--schema={SCHEMA}", f"--file={file}"]
        self._do(self.pg_dump, options, url, f"The database {url} can't be copied")

    def restore(self, file: Path, url: PostgresUrl) -> None:
        """Bring what is in `file` into the database at `url`, where nothing of the bot is.

        Raises:
            StoreError: That failed.
        """
        name = make_conninfo(dbname=url.name)
        options = ["--exit-on-error", "--no-owner", "--no-privileges", f"--dbname={name}", str(file)]
        self._do(_restoring(self.pg_dump), options, url, f"The copy can't be restored into {url}, so none is kept")

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
