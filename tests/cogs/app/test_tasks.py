"""Tasks that nobody waits for are kept, can be ended, and don't fail unseen."""

import asyncio
import gc
import weakref
from datetime import timedelta

import pytest

from cogs.app.process.shutdown import Tasks
from cogs.app.schedule import AT_ONCE, Duty, one_by_one


@pytest.fixture
def tasks():
    return Tasks("table 5: its message")


async def all_are_done():
    await asyncio.wait(asyncio.all_tasks() - {asyncio.current_task()})
    await asyncio.sleep(0)


@pytest.mark.thorough
async def test_what_waits_for_something_that_nobody_else_knows_is_kept_until_it_is_done(tasks):
    waits, done = [], []

    async def work():
        something = asyncio.get_running_loop().create_future()
        waits.append(weakref.ref(something))
        done.append(await something)

    assert not tasks
    tasks.start(work())
    await asyncio.sleep(0)
    gc.collect()
    assert tasks
    waits[0]().set_result("done")
    await all_are_done()
    assert done == ["done"]
    assert not tasks


async def test_what_is_cancelled_ends_nothing_is_logged_and_nothing_more_begins(tasks, caplog):
    for _ in range(2):
        tasks.start(asyncio.sleep(1_000_000))
    assert tasks
    tasks.cancel()
    await all_are_done()
    tasks.start(asyncio.sleep(1_000_000))
    assert not tasks
    assert caplog.messages == []


async def test_what_fails_is_logged_with_its_cause_and_the_others_go_on(tasks, caplog):
    done = []

    async def fail():
        raise RuntimeError("a bug")

    async def work():
        done.append("done")

    tasks.start(fail())
    tasks.start(work())
    await all_are_done()
    assert done == ["done"]
    assert not tasks
    (record,) = caplog.records
    assert record.getMessage() == "table 5: its message failed"
    assert str(record.exc_info[1]) == "a bug"


async def test_what_waits_once_more_when_it_is_ended_is_ended_all_the_same(tasks):
    async def lets_a_lock_go():
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.Event().wait()  # for a database that is away

    tasks.start(lets_a_lock_go())
    await asyncio.sleep(0)
    await asyncio.wait_for(tasks.end(), 20)
    assert not tasks


async def test_a_look_at_many_servers_lets_others_act_in_between():
    async def look():
        return [guild async for guild in one_by_one(range(10 * AT_ONCE))]

    looking, acted = asyncio.create_task(look()), 0
    while not looking.done():
        await asyncio.sleep(0)
        acted += 1
    assert looking.result() == [*range(10 * AT_ONCE)]
    assert acted >= 10


async def test_what_comes_due_during_a_look_is_looked_for_after_it_and_a_failure_soon_again(caplog):
    looks, done = [], asyncio.Event()

    async def look():
        looks.append("begins")
        if len(looks) == 1:
            duty.soon()
        await asyncio.sleep(0)
        looks.append("ends")
        if len(looks) == 4:
            raise RuntimeError("a bug")
        if len(looks) == 6:
            done.set()
        return timedelta(days=1)

    duty = Duty(look, "nothing was done", timedelta(0))
    duty.soon()
    await asyncio.wait_for(done.wait(), 20)
    duty.stop()
    duty.soon()
    await asyncio.sleep(0)
    assert looks == ["begins", "ends"] * 3
    assert caplog.messages == ["nothing was done; the next look is in 0:00:00"]
