"""A database for a while, into which a copy is restored to see that it can be."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import psycopg
from psycopg import errors

from data.store.errors import StoreError
from data.store.postgres.connection import SCHEMA, connect
from data.store.postgres.errors import in_a_sentence
from data.store.postgres.url import PostgresUrl

_LOCK = "SELECT pg_try_advisory_lock(hashtext('backup'), 0)"
_LIKE_ANY = "TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'"
_MARK = "card_tables_check"
"""The schema in a database that was lent, for as long as there may be something of a copy in it."""


@contextmanager
def made_beside(url: PostgresUrl) -> Iterator[PostgresUrl]:
    """A new database on the server of the one at `url`; afterwards it is gone.

    Raises:
        StoreError: The bot's user may not make one, or another backup is under way.
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
    """The database at `url`, which has to be empty, and is so afterwards.

    Raises:
        StoreError: It has something in it, or another backup uses it.
    """
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
