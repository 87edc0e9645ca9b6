"""A PostgreSQL server of the tests' own, and databases on it."""

import itertools
import os
import re
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from threading import Event

import psycopg

from data.checks.postgres import present
from data.store.postgres.connection import for_reading, statement
from data.store.postgres.migrate import migrations, prepare
from data.store.postgres.pipeline import Pipeline
from data.store.where import PostgresUrl
from tools.world.postgres import server_in

_SUBQUERY = re.compile(r"\b(?:FROM|JOIN)\s*\(")
_NAME = re.compile(r"\)\s+(?:AS\s+)?[a-z]")
_OTHERS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""
_VERSION = "SELECT version FROM main.schema_version"
_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'main' AND tablename <> 'schema_version'"


def as_15_takes_it(sql):
    """A statement of the bot as PostgreSQL is asked it; before version 16 each subquery in FROM needs a name."""
    for found in _SUBQUERY.finditer(sql):
        end, depth = found.end(), 1
        while depth:
            depth += {"(": 1, ")": -1}.get(sql[end], 0)
            end += 1
        assert _NAME.match(sql, end - 1), f"PostgreSQL 15 wants a name for {sql[found.start() : end]}"
    return statement(sql)


def end_sessions(url, named="%"):
    """End all others' sessions of a database, or those of one name, as when their process is killed."""
    with psycopg.connect(url.text, autocommit=True) as connection:
        connection.execute(f"{_OTHERS} AND application_name LIKE %s", (named,))


class PostgresServer:
    """A server for this run of the tests, one for all workers; the last of them to leave takes it away.

    It runs as a user of its own where the tests run as root, so its folder can't be one of pytest's.
    """

    def __init__(self):
        run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
        folder = Path(os.environ.get("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir()), f"card-tables-postgres-{run}")
        self._server = server_in(folder)
        self._numbers = itertools.count(1)
        self._unused: list[PostgresUrl] = []
        self._made = {}
        self.run("ALTER SYSTEM SET full_page_writes = off", "SELECT pg_reload_conf()")  # tests lose no power

    def run(self, *statements):
        """Run statements outside of any of the tests' databases."""
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)

    def empty(self):
        """Where there is a new database without any tables."""
        name = f"test_{os.getpid()}_{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name}")
        return PostgresUrl(self._server.get_uri(name))

    def new(self):
        """Where there is a database with the bot's tables and no rows."""
        if self._unused:
            return self._unused.pop()
        url = self.empty()
        prepare(url.text, str(url), datetime.now(UTC), Event())
        with closing(for_reading(url.text, "")) as db:
            self._made = present(db)
        return url

    def give_back(self, url):
        """Empty a database for the next test, whoever has it open; one whose tables are changed is dropped."""
        with closing(for_reading(url.text, "")) as db:
            db.execute(_OTHERS)
            if is_sound := present(db) == self._made and db.execute(_VERSION).fetchone() == (migrations()[-1][0],):
                db.execute("SET session_replication_role = replica")
                for (table,) in db.execute(_TABLES).fetchall():
                    db.execute(f"DELETE FROM main.{table}")
                db.execute("SELECT setval(seqrelid::regclass, 1, false) FROM pg_sequence")
        if is_sound:
            self._unused.append(url)
        else:
            self.run(f"DROP DATABASE {url.name} WITH (FORCE)")


def instead_of_commit(patch, happens, number=1):
    """`happens(pipeline, commit)` is called instead of the commit with that number from now on."""
    commit, numbers = Pipeline.commit, count(1)

    def watched(pipeline):
        if next(numbers) == number:
            happens(pipeline, commit)
        else:
            commit(pipeline)

    patch.setattr(Pipeline, "commit", watched)
