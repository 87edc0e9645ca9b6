"""Locks by name: one holder, or several who share; everybody else waits, and the log says so."""

import asyncio
import logging

import pytest

from data.store.locks import held


@pytest.fixture
def database(new_database):
    return new_database("sqlite")


NAME = "the card faces"


@pytest.fixture
def locks(store):
    return store.locks


@pytest.fixture
async def waiting(caplog):
    """`await waiting(what)` starts `what` and returns its task once the log says that it waits."""
    caplog.set_level(logging.INFO, "data.store.locks")
    tasks = []

    async def waiting(what):
        caplog.clear()
        tasks.append(asyncio.create_task(what))
        while not caplog.messages:
            assert not tasks[-1].done()
            await asyncio.sleep(0)
        return tasks[-1]

    yield waiting
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_who_comes_second_waits_for_the_first_and_says_so(locks, waiting, caplog):
    await locks.take(NAME)
    assert caplog.messages == []
    second = await waiting(locks.take(NAME))
    assert caplog.messages == ["waiting for the card faces, which another process has"]
    await locks.let_go(NAME)
    await second
    third = await waiting(locks.take(NAME))
    assert not third.done()


async def test_one_lock_says_nothing_about_another(locks, caplog):
    await locks.take(NAME)
    await locks.take("shard 0 of 2")
    await locks.take("shard 1 of 2")
    assert caplog.messages == []


async def test_of_many_who_wait_for_a_lock_one_gets_it_at_a_time(locks):
    inside, most = 0, 0

    async def work():
        nonlocal inside, most
        async with held(locks, NAME):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0)
            inside -= 1

    await asyncio.gather(*(work() for _ in range(20)))
    assert (inside, most) == (0, 1)


async def test_a_lock_is_shared_by_those_who_say_so_and_by_nobody_else(locks, waiting):
    await locks.take(NAME, shared=True)
    await locks.take(NAME, shared=True)
    alone = await waiting(locks.take(NAME))
    await locks.let_go(NAME)
    assert not alone.done()
    await locks.let_go(NAME)
    await alone
    await waiting(locks.take(NAME, shared=True))


async def test_who_waits_to_be_alone_keeps_nobody_from_sharing(locks, waiting):
    await locks.take(NAME, shared=True)
    alone = await waiting(locks.take(NAME))
    await locks.take(NAME, shared=True)
    assert not alone.done()


async def test_who_is_told_to_stop_while_waiting_holds_nothing(locks, waiting):
    await locks.take(NAME)
    stopped = await waiting(locks.take(NAME))
    stopped.cancel()
    with pytest.raises(asyncio.CancelledError):
        await stopped
    await locks.let_go(NAME)
    await locks.take(NAME)


async def test_what_fails_under_a_lock_lets_go_of_it(locks):
    with pytest.raises(ZeroDivisionError):
        async with held(locks, NAME):
            raise ZeroDivisionError
    await locks.take(NAME)


async def test_nobody_lets_go_of_what_nobody_holds(locks):
    with pytest.raises(ValueError, match="nobody holds"):
        await locks.let_go(NAME)
