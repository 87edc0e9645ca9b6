"""A connection makes one complete transaction after the other on a thread of its own."""

import asyncio
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from data.store.sqlite.connection import BusyTimeout, Connection, begin_writing

PATIENCE = 10
"""Seconds after which the test gives up on a process that should have ended."""
LEFT_OPEN = """
import asyncio
from pathlib import Path
from data.store.sqlite.connection import BusyTimeout, Connection, begin_writing

async def leave_open():
    connection = Connection("file::memory:", begin_writing, Path(), BusyTimeout())
    await connection.open()
    raise SystemExit("on purpose")

asyncio.run(leave_open())
"""


def connected(uri="file::memory:"):
    return Connection(uri, begin_writing, Path(), BusyTimeout())


@pytest.fixture
async def connection():
    connection = connected()
    await connection.open()
    await connection.transact(lambda db: db.execute("CREATE TABLE names (name TEXT UNIQUE)"))
    yield connection
    await connection.close()


def add(name):
    return lambda db: db.execute("INSERT INTO names VALUES (?)", (name,)).rowcount


def names(db):
    return [name for (name,) in db.execute("SELECT name FROM names ORDER BY rowid")]


async def test_transactions_run_in_their_order_on_one_thread_of_its_own_and_raise_their_errors(connection):
    threads = set()

    def fails(db):
        threads.add(threading.current_thread())
        raise LookupError("on purpose")

    work = (add("a"), fails, add("b"), fails, add("c"))
    answers = await asyncio.gather(*map(connection.transact, work), return_exceptions=True)
    assert [type(answer) for answer in answers] == [int, LookupError, int, LookupError, int]
    assert await connection.transact(names) == ["a", "b", "c"]
    assert len(threads) == 1
    assert threading.current_thread() not in threads


async def test_one_that_is_closed_or_was_never_opened_does_nothing_more(connection, tmp_path):
    await connection.close()
    with pytest.raises(ValueError, match="no active connection"):
        await connection.transact(names)
    connection, threads = connected(f"file:{tmp_path}/nowhere.sqlite3?mode=ro"), set(threading.enumerate())
    with pytest.raises(Exception, match="unable to open"):
        await connection.open()
    await connection.close()
    for thread in set(threading.enumerate()) - threads:
        await asyncio.to_thread(thread.join, PATIENCE)
        assert not thread.is_alive()


def test_a_process_that_dies_with_an_open_connection_ends():
    died = subprocess.run(
        [sys.executable, "-c", LEFT_OPEN], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert died.returncode == 1
    assert "on purpose" in died.stderr
