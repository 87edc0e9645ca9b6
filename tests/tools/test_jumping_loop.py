"""The loop on which bots run in SimCord waits for threads, and for nothing else."""

import asyncio
import threading
import time

import pytest

from data.store.store import Store
from tools.torture.jumping_loop import JumpingLoop


@pytest.fixture
def run():
    """Runs something on a jumping loop, and returns how many seconds passed by its clock and how many really."""

    def run(work):
        async def timed():
            began = time.monotonic()
            await work()
            return time.monotonic() - began

        really = time.perf_counter()
        with asyncio.Runner(loop_factory=JumpingLoop) as runner:
            passed = runner.run(timed())
        return passed, time.perf_counter() - really

    return run


def test_an_hour_of_waiting_is_over_at_once(run):
    passed, really = run(lambda: asyncio.sleep(3600))
    assert 3600 <= passed < 3601
    assert really < 60


def test_time_stands_still_while_a_thread_works(run):
    may_end = threading.Event()

    async def work():
        in_a_thread = asyncio.create_task(asyncio.to_thread(may_end.wait))
        await asyncio.sleep(0)
        asyncio.get_running_loop().call_soon(threading.Timer(0.2, may_end.set).start)
        await asyncio.wait([in_a_thread], timeout=0.1)
        assert in_a_thread.done()

    passed, _ = run(work)
    assert passed < 0.1


def test_time_stands_still_while_the_store_writes(run, tmp_path):
    may_end = threading.Event()

    async def work():
        store = await Store.open(tmp_path / "bot.sqlite3")
        writing = asyncio.create_task(store.write(lambda _db: may_end.wait()))
        await asyncio.sleep(0)
        threading.Timer(0.2, may_end.set).start()
        await asyncio.wait([writing], timeout=0.1)
        assert writing.done()
        await store.close()

    passed, _ = run(work)
    assert passed < 0.1


def test_a_task_that_never_rests_runs_out_of_time(run):
    async def work():
        loop = asyncio.get_running_loop()
        end = loop.time() + 0.1
        while loop.time() < end:  # noqa: ASYNC110 - this is the task that never rests
            await asyncio.sleep(0)

    passed, _ = run(work)
    assert 0.1 <= passed < 0.2


def test_the_process_gets_its_own_clock_back(run):
    clock = time.monotonic
    run(lambda: asyncio.sleep(1))
    assert time.monotonic is clock
