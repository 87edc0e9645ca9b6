"""A connection runs one complete function after the other on a thread of its own."""

import asyncio
import subprocess
import sys
import threading

import pytest

from data.store.sqlite.connection import Connection

PATIENCE = 10
"""Seconds after which the test gives up on a process that should have ended."""
LEFT_OPEN = """
import asyncio
from data.store.sqlite.connection import Connection

async def leave_open():
    connection = Connection("file::memory:")
    await connection.open()
    raise SystemExit("on purpose")

asyncio.run(leave_open())
"""


@pytest.fixture
async def connection():
    connection = Connection("file::memory:")
    await connection.open()
    await connection.run(lambda db: db.execute("CREATE TABLE names (name TEXT UNIQUE)"))
    yield connection
    await connection.close()


def add(name):
    return lambda db: db.execute("INSERT INTO names VALUES (?)", (name,)).rowcount


def names(db):
    return [name for (name,) in db.execute("SELECT name FROM names ORDER BY rowid")]


async def test_functions_run_one_after_the_other_on_a_thread_of_the_connections_own(connection):
    threads = set()

    def note(db):
        threads.add(threading.current_thread())
        return len(threads)

    assert await asyncio.gather(*(connection.run(note) for _ in range(5))) == [1] * 5
    assert threading.current_thread() not in threads


async def test_requests_are_done_in_their_order(connection):
    assert await asyncio.gather(*(connection.run(add(name)) for name in "abc")) == [1, 1, 1]
    assert await connection.run(names) == ["a", "b", "c"]


async def test_a_function_raises_its_error_and_the_next_one_is_done(connection):
    def fails(db):
        raise LookupError("on purpose")

    answers = await asyncio.gather(connection.run(fails), connection.run(add("a")), return_exceptions=True)
    assert [type(answer) for answer in answers] == [LookupError, int]
    assert await connection.run(names) == ["a"]


async def test_a_function_runs_to_its_end_when_its_caller_is_cancelled(connection):
    begun, free = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def slow(db):
        loop.call_soon_threadsafe(begun.set)
        free.wait(PATIENCE)
        add("a")(db)

    first, second = (asyncio.ensure_future(connection.run(work)) for work in (slow, add("b")))
    await begun.wait()
    first.cancel()
    second.cancel()
    free.set()
    assert await connection.run(names) == ["a", "b"]
    assert first.cancelled()
    assert second.cancelled()


async def test_closing_waits_for_earlier_requests():
    connection = Connection("file::memory:")
    await connection.open()
    asked = asyncio.ensure_future(connection.run(lambda db: db.execute("SELECT 7").fetchone()))
    await asyncio.sleep(0)
    await connection.close()
    assert asked.done()
    assert asked.result() == (7,)
    with pytest.raises(ValueError, match="no active connection"):
        await connection.run(names)


async def test_a_connection_that_was_never_opened_can_be_closed(tmp_path):
    connection = Connection(f"file:{tmp_path}/nowhere.sqlite3?mode=ro")
    threads = set(threading.enumerate())
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
