"""The loop on which bots run in SimCord waits for threads, and for nothing else."""

import asyncio
import tempfile
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from data.store.store import Store
from tables.clock import uptime
from tests.conftest import OneClock
from tools.world.jumping_loop import Job, JumpingLoop


def run(work):
    """Run something on a jumping loop; returns how many seconds passed by its clock and how many really."""

    async def timed():
        began = time.monotonic()
        await work()
        return time.monotonic() - began

    clock, really = time.monotonic, time.perf_counter()
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        passed = runner.run(timed())
    assert time.monotonic is clock, "the process gets its own clock back"
    return passed, time.perf_counter() - really


def test_an_hour_of_waiting_is_over_at_once():
    passed, really = run(lambda: asyncio.sleep(3600))
    assert 3600 <= passed < 3601
    assert really < 60


@pytest.mark.parametrize("is_the_stores", [False, True])
def test_time_stands_still_while_a_thread_works(tmp_path, is_the_stores):
    may_end = threading.Event()

    async def work():
        store = await Store.open(tmp_path / "bot.sqlite3")
        working = store.write(lambda _db: may_end.wait()) if is_the_stores else asyncio.to_thread(may_end.wait)
        task = asyncio.create_task(working)
        await asyncio.sleep(0)
        asyncio.get_running_loop().call_soon(threading.Timer(0.2, may_end.set).start)
        await asyncio.wait([task], timeout=0.1)
        assert task.done()
        await store.close()

    assert run(work)[0] < 0.1


def test_a_thread_that_takes_long_is_waited_for_where_nothing_else_is_due():
    job = Job(lambda: None)

    def select(seconds):
        assert seconds is not None, "nobody would wake the loop"
        job.is_done.set()
        return []

    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        runner.get_loop()._at_work.append(job)
        assert runner.get_loop().wait(None, select) == []


def test_the_clock_begins_as_on_a_machine_that_has_just_started_however_long_this_one_has_run(monkeypatch):
    monkeypatch.setattr(time, "monotonic", lambda: 1_000_000.0)
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        assert runner.get_loop().time() < 60


def test_the_bots_code_is_refused_the_loops_own_time():
    async def uptime_in_seconds():
        return uptime().total_seconds()

    with asyncio.Runner(loop_factory=OneClock) as runner, pytest.raises(AssertionError, match="as_the_bot"):
        runner.run(uptime_in_seconds())


def test_a_task_that_never_rests_runs_out_of_time():
    async def work():
        loop = asyncio.get_running_loop()
        end = loop.time() + 0.1
        while loop.time() < end:  # noqa: ASYNC110 - this is the task that never rests
            await asyncio.sleep(0)

    assert 0.1 <= run(work)[0] < 0.2


# Orders


def order(seed):
    """In which order threads and requests answer that were asked all at once; each database keeps its own order."""
    answered = []

    async def asks(name, work):
        await work
        answered.append(name)

    async def work(folder):
        stores = [await Store.open(folder / f"{name}.sqlite3") for name in "AB"]
        loop = asyncio.get_running_loop()
        asked = [asks(f"thread {number}", asyncio.to_thread(int)) for number in range(4)]
        asked += [asks(f"request {number}", loop.held()) for number in range(4)]
        asked += [asks(f"read {number}", stores[number % 2].read(lambda _db: None)) for number in range(4)]
        await asyncio.gather(*asked)
        for store in stores:
            await store.close()

    with (
        tempfile.TemporaryDirectory() as folder,
        asyncio.Runner(loop_factory=partial(JumpingLoop, seed=seed)) as runner,
    ):
        runner.run(work(Path(folder)))
    return answered


def test_the_order_of_threads_and_requests_follows_from_a_seed_alone():
    orders = {seed: order(seed) for seed in range(4)}
    assert all(order(seed) == found for seed, found in orders.items())
    assert len(set(map(tuple, orders.values()))) == len(orders)
    reads = [[name for name in found if name in ("read 0", "read 2")] for found in orders.values()]
    assert reads == [["read 0", "read 2"]] * len(orders)
