"""Writes that wait for each other share a commit, and nothing else."""

import asyncio

import pytest
from small_server import on_sqlite

from data.store.errors import StoreError

pytestmark = on_sqlite


PATIENCE = 10
"""Seconds after which the test gives up on a caller who gets no answer."""


def put(key):
    return lambda db: db.execute("INSERT INTO meta (key, value) VALUES (?, 'there')", (key,)).rowcount


async def keys(store):
    return await store.read(
        lambda db: [key for (key,) in db.execute("SELECT key FROM meta WHERE key <> 'transactions' ORDER BY rowid")]
    )


async def commits_of(store, work):
    said = []
    await store.write(lambda db: db.set_trace_callback(said.append))
    await work()
    await store.write(lambda db: db.set_trace_callback(None))
    return said.count("COMMIT") - 1  # not the one that started the trace


async def test_fifty_writes_at_once_take_two_commits_in_the_order_they_were_asked_for(store):
    async def fifty():
        assert await asyncio.gather(*(store.write(put(f"{n:02}")) for n in range(50))) == [1] * 50

    async def three():
        for n in range(3):
            await store.write(put(str(n)))

    assert await commits_of(store, fifty) == 2
    assert await keys(store) == [f"{n:02}" for n in range(50)]
    assert await commits_of(store, three) == 3, "one after the other have a commit each"


async def test_a_write_that_fails_among_others_undoes_only_itself(store):
    def half_done(db):
        put("half")(db)
        raise LookupError("on purpose")

    answers = await asyncio.gather(
        *(store.write(work) for work in (put("a"), put("b"), half_done, put("b"), put("c"))), return_exceptions=True
    )
    assert [type(answer).__name__ for answer in answers] == ["int", "int", "LookupError", "IntegrityError", "int"]
    assert await keys(store) == ["a", "b", "c"]


async def test_a_failing_disk_fails_every_write_of_the_commit_and_none_is_half_done(store):
    await store.write(lambda db: db.execute("PRAGMA max_page_count = 1"))
    large = "INSERT INTO meta (key, value) VALUES (?, zeroblob(2000000))"
    answers = await asyncio.gather(
        store.write(put("first")),
        store.write(put("second")),
        store.write(lambda db: db.execute(large, ("large",))),
        return_exceptions=True,
    )
    assert [isinstance(answer, StoreError) for answer in answers] == [False, True, True]
    assert await keys(store) == ["first"]


async def test_writes_waiting_behind_a_single_failed_write_are_done(store):
    def fails(_db):
        raise LookupError("on purpose")

    first = asyncio.ensure_future(store.write(fails))
    await asyncio.sleep(0)
    behind = [asyncio.ensure_future(store.write(put(key))) for key in "ab"]
    with pytest.raises(LookupError):
        await first
    assert await asyncio.wait_for(asyncio.gather(*behind), PATIENCE) == [1, 1]


async def test_writes_waiting_behind_a_failed_shared_commit_are_done(store):
    """They were asked for while the commit was on its way to the disk, which is full for that commit alone."""
    behind = []

    def fails(db):
        loop.call_soon_threadsafe(lambda: behind.append(asyncio.ensure_future(store.write(put("behind")))))
        db.execute("PRAGMA query_only = ON")  # from here on SQLite answers as on a disk mounted read-only
        try:
            put("never")(db)
        finally:
            db.execute("PRAGMA query_only = OFF")

    loop = asyncio.get_running_loop()
    answers = await asyncio.gather(
        store.write(put("first")), store.write(put("second")), store.write(fails), return_exceptions=True
    )
    assert [isinstance(answer, StoreError) for answer in answers] == [False, True, True]
    await asyncio.sleep(0)
    (late,) = behind
    assert await asyncio.wait_for(late, PATIENCE) == 1
    assert await keys(store) == ["first", "behind"]


async def test_a_caller_who_stops_waiting_does_not_block_other_writes(store):
    first, second, third = (asyncio.ensure_future(store.write(put(key))) for key in "abc")
    await asyncio.sleep(0)
    second.cancel()
    assert await first == await third == 1
    assert second.cancelled()
    assert {"a", "c"} <= set(await keys(store))


async def test_closing_finishes_what_waits(store):
    writes = [asyncio.ensure_future(store.write(put(str(n)))) for n in range(5)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*writes) == [1] * 5
