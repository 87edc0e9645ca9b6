"""Locks by name on PostgreSQL, and what becomes of a process that loses them, is killed, or stands still."""

import asyncio
import os
import subprocess
import sys
import threading

import psycopg
import pytest
from small_server import GUILD, NOON, OTHER_GUILD, add

from data.guild.blocks import Block, BlockKind, Blocks
from data.guild.forget_guild import Removed
from data.shards import Shards, serve
from data.store.store import StoreError
from tests.postgres import end_sessions


async def test_a_process_whose_sessions_are_lost_takes_its_locks_again_and_writes_on(open_store, server_store, url):
    other = await open_store(url)
    await server_store.locks.take("shard 0 of 2")
    await other.locks.take("shard 1 of 2")
    end_sessions(url)
    await asyncio.wait_for(asyncio.gather(server_store.write(add("one"), GUILD), other.write(add("two"), GUILD)), 20)
    taking = asyncio.create_task(other.locks.take("shard 0 of 2"))
    await server_store.write(add("three"), GUILD)
    assert not taking.done()
    await server_store.locks.let_go("shard 0 of 2")
    await asyncio.wait_for(taking, 20)


@pytest.mark.parametrize("lock", ["shard 0 of 2", "the number of shards"])
async def test_a_process_writes_nothing_more_once_another_has_had_its_lock(
    open_store, server_store, url, run, instead_of, lock
):
    failures, other = asyncio.Queue(), await open_store(url)
    server_store.on_failure = failures.put_nowait
    await server_store.locks.take(lock, shared=lock != "shard 0 of 2")
    had, unreachable = asyncio.Event(), asyncio.Event()

    async def connect_later(connect):
        unreachable.set()
        await asyncio.wait_for(had.wait(), 20)
        await connect()

    instead_of(server_store.locks, "_connect", connect_later)
    run(f"SELECT pg_terminate_backend({server_store.locks._connection.info.backend_pid}, 5000)")
    await server_store.locks.look()
    await asyncio.wait_for(unreachable.wait(), 20)
    writing = asyncio.create_task(server_store.write(add("late"), GUILD))
    await other.locks.take(lock)
    await other.locks.let_go(lock)
    had.set()
    with pytest.raises(StoreError, match="Another process has taken over"):
        await asyncio.wait_for(writing, 20)
    assert "Another process has taken over" in str(await asyncio.wait_for(failures.get(), 10))
    assert run("SELECT COUNT(*) FROM meta WHERE key = 'late'").fetchone() == (0,)


@pytest.mark.parametrize("half", ["_HOLDS", "_HOLDER"])
async def test_a_lock_whose_taking_fails_half_way_is_free(open_store, server_store, url, monkeypatch, half):
    other = await open_store(url)
    with monkeypatch.context() as broken:
        broken.setattr(f"data.store.postgres.locks.{half}", "no SQL")
        with pytest.raises(psycopg.errors.SyntaxError, match="no"):
            await server_store.locks.take("shard 0 of 2", shared=half == "_HOLDER")
    await asyncio.wait_for(other.locks.take("shard 0 of 2"), 20)


async def test_whoever_takes_a_lock_ends_what_a_process_without_locks_still_writes(open_store, url, run):
    dead, heir, bystander = [await open_store(url) for _ in range(3)]
    await dead.locks.take("shard 0 of 2")
    reached, go_on = threading.Event(), threading.Event()

    def last(db):
        add("last")(db)
        _ = db.total_changes  # the server has answered
        reached.set()
        assert go_on.wait(20)

    writing = asyncio.create_task(dead.write(last, GUILD))
    await asyncio.to_thread(reached.wait, 10)
    dead.locks.give_up(StoreError("killed"))
    run(f"SELECT pg_terminate_backend({dead.locks._connection.info.backend_pid}, 5000)")
    await asyncio.wait_for(heir.locks.take("shard 0 of 2"), 20)
    go_on.set()
    with pytest.raises(StoreError, match="killed"):
        await asyncio.wait_for(writing, 20)
    await asyncio.wait_for(heir.write(add("next"), GUILD), 20)
    assert {*await bystander.meta_under("")} == {"next", "holder of shard 0 of 2"}


async def test_a_process_whose_locks_are_gone_begins_no_new_session_that_writes(open_store, url, run):
    cut = await open_store(url)
    run(f"SELECT pg_terminate_backend({cut.locks._connection.info.backend_pid}, 5000)")
    with pytest.raises(psycopg.OperationalError, match="its locks is gone"):
        cut._backend._pool._connect()


# A process that stands still

STANDS_STILL = """
import asyncio, os, signal, sys, threading
from data.store.store import Store
from data.shards import Shards, serve

def work(db):
    db.execute("INSERT INTO meta (key, value) VALUES ('frozen', '')")
    os.kill(os.getpid(), signal.SIGSTOP)
    threading.Event().wait()  # this thread may run on for a moment

async def main():
    store = await Store.open(sys.argv[1])
    await serve(store, Shards(2, (0,)))
    await store.write(work, int(sys.argv[2]) or None)

asyncio.run(main())
"""


@pytest.fixture
def stand_still(url):
    """`stand_still(guild)` is a process that serves a shard and stands still within a write."""
    started = []

    def stand_still(guild):
        started.append(subprocess.Popen([sys.executable, "-c", STANDS_STILL, url.text, str(guild or 0)]))
        found = os.waitid(os.P_PID, started[-1].pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        assert found.si_code == os.CLD_STOPPED

    yield stand_still
    for process in started:
        process.kill()
        process.wait()


@pytest.mark.parametrize("guild", [GUILD, None])
async def test_nobody_waits_for_a_process_that_stands_still_within_a_write(open_store, url, run, stand_still, guild):
    bystander, starting = await open_store(url), await open_store(url)
    await serve(bystander, Shards(2, (1,)))
    await asyncio.to_thread(stand_still, guild)
    await asyncio.wait_for(bystander.write(add("a server's"), OTHER_GUILD), 20)
    await asyncio.wait_for(Blocks(bystander).add(Block(BlockKind.PERSON, 5, "x", 1, NOON)), 20)
    await asyncio.wait_for(Removed(bystander, Shards(2, (1,))).due(NOON), 20)
    await bystander.close()
    await asyncio.wait_for(serve(starting, Shards(2, (1,))), 20)
    await asyncio.wait_for(starting.write(add("the next one's"), OTHER_GUILD), 20)
    assert run("SELECT COUNT(*) FROM meta WHERE key = 'frozen'").fetchone() == (0,)


def until_nobody_writes(run):
    while run("SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1").fetchone() != (0,):
        pass


async def test_the_server_ends_a_transaction_whose_process_stands_still(server_store, run):
    """A server that gets no Sync takes the session for active, and ends it never."""
    reached, go_on, tries = threading.Event(), threading.Event(), []

    def work(db):
        tries.append(db)
        if len(tries) == 1:
            db.execute("SET LOCAL idle_in_transaction_session_timeout = 1")
            add("once")(db)
            _ = db.total_changes
            reached.set()
            assert go_on.wait(20)
        add("twice")(db)

    writing = asyncio.create_task(server_store.write(work, GUILD))
    await asyncio.to_thread(reached.wait, 20)
    async with asyncio.timeout(20):
        await asyncio.to_thread(until_nobody_writes, run)
    await server_store.write(add("another's"), OTHER_GUILD)
    go_on.set()
    await asyncio.wait_for(writing, 20)
    assert {"twice", "another's"} == {*await server_store.meta_under("")}
