"""No server is served by two processes, however the servers are divided into shards, and each is handed over."""

import asyncio
import logging
import random
from itertools import combinations

import pytest

from data.shards import ALL, Shards, serve
from data.store.locks import held
from data.store.store import Store

SERVERS = [number << 22 for number in range(48)]


class Process:
    """A process that starts: it asks for its servers, and serves them until it ends."""

    def __init__(self, shards):
        self.shards = shards
        self.start = asyncio.create_task(self.serve())

    @property
    def serves(self):
        return self.start.done() and not self.start.cancelled()

    async def end(self):
        """It is stopped, or killed."""
        self.start.cancel()
        await asyncio.gather(self.start, return_exceptions=True)
        await self.let_all_go()


class OnPostgres(Process):
    """It has a store of its own, and all it holds is free when that is closed."""

    def __init__(self, url, shards):
        self._url, self._store = url, None
        super().__init__(shards)

    async def serve(self):
        self._store = await Store.open(self._url)
        await serve(self._store, self.shards)

    async def let_all_go(self):
        if self._store is not None:
            await self._store.close()


class OnSqlite(Process):
    """It has a part of the only store that there can be; what it holds is written down here."""

    def __init__(self, store, shards):
        self.get_meta, self.set_meta, self.locks = store.get_meta, store.set_meta, self
        self._all, self._mine = store.locks, []
        self._store = store
        super().__init__(shards)

    async def serve(self):
        await serve(self, self.shards)

    async def take(self, name, *, shared=False, **how):
        await self._all.take(name, shared=shared, **how)
        self._mine.append(name)

    async def let_go(self, name):
        self._mine.remove(name)
        await self._all.let_go(name)

    async def let_all_go(self):
        await self._store.write(lambda _db: None)  # its locks are free behind everything that it had written
        while self._mine:
            await self.let_go(self._mine[-1])


@pytest.fixture(params=["sqlite", "postgres"])
async def start(request, new_database, open_store):
    """`start(Shards(...))` is a process that starts on a database that all share."""
    where, started = new_database(request.param), []
    store = await open_store(where) if request.param == "sqlite" else None

    def start(shards):
        started.append(OnPostgres(where, shards) if store is None else OnSqlite(store, shards))
        return started[-1]

    yield start
    for process in started:
        await process.end()


@pytest.fixture
async def waits(caplog):
    """`await waits(process, "shard 1 of 2")`: it gets as far as that."""
    caplog.set_level(logging.INFO, "data.store.locks")

    async def waits(process, what):
        while f"waiting for {what}, which another process has" not in caplog.messages:
            assert not process.serves
            await asyncio.sleep(0)
        caplog.clear()

    return waits


def both_serve(processes):
    """Servers that two of them serve."""
    serving = [process.shards for process in processes if process.serves]
    return [
        server for one, two in combinations(serving, 2) for server in SERVERS if one.serve(server) and two.serve(server)
    ]


@pytest.mark.parametrize("shards", [Shards(4, (0, 1)), ALL])
async def test_a_replacement_waits_until_the_process_before_has_ended(start, waits, shards):
    before = start(shards)
    await before.start
    replacement = start(shards)
    await waits(replacement, f"shard 0 of {shards.count}")
    await before.end()
    await replacement.start


async def test_a_lock_is_anothers_once_its_holder_is_done_or_fails(open_store, new_database):
    locks = (await open_store(new_database("sqlite"))).locks
    inside, most = 0, 0

    async def work():
        nonlocal inside, most
        async with held(locks, "the card faces"):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0)
            inside -= 1
            raise ZeroDivisionError

    await asyncio.gather(*(work() for _ in range(20)), return_exceptions=True)
    assert (inside, most) == (0, 1)
    with pytest.raises(ValueError, match="nobody holds"):
        await locks.let_go("the card faces")


async def test_a_lock_is_shared_by_those_who_say_so_and_by_nobody_else(open_store, new_database):
    locks = (await open_store(new_database("sqlite"))).locks

    async def waiting(*, shared):
        task = asyncio.create_task(locks.take("the card faces", shared=shared))
        for _ in range(10):
            await asyncio.sleep(0)
        assert not task.done()
        return task

    for _ in range(2):
        await locks.take("the card faces", shared=True)
    alone = await waiting(shared=False)
    for _ in range(2):
        assert not alone.done()
        await locks.let_go("the card faces")
    await alone
    late = await waiting(shared=True)
    await locks.let_go("the card faces")
    await late


async def test_different_shards_run_side_by_side_and_whoever_wants_them_all_waits_for_each(start, waits):
    one, two = start(Shards(4, (0, 1))), start(Shards(4, (2, 3)))
    await one.start
    await two.start
    both = start(Shards(4, (0, 1, 2, 3)))
    await waits(both, "shard 0 of 4")
    await one.end()
    await waits(both, "shard 2 of 4")
    await two.end()
    await both.start


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("before", "after"), [(ALL, Shards(2, (1,))), (Shards(2, (1,)), ALL), (Shards(2, (1,)), Shards(4, (0,)))]
)
async def test_another_division_begins_when_nobody_goes_by_the_one_before(start, waits, before, after):
    first = start(before)
    await first.start
    second = start(before)
    await waits(second, f"shard {before.ids[0]} of {before.count}")
    other = start(after)
    await waits(other, "the number of shards")
    await first.end()
    await second.start
    assert not other.serves
    await second.end()
    await other.start
    late = start(before)
    await waits(late, "the number of shards")


async def test_a_replacement_that_is_stopped_while_it_waits_stands_in_nobodys_way(start, waits):
    before = start(ALL)
    await before.start
    for shards, lock in ((ALL, "shard 0 of 1"), (Shards(2, (0,)), "the number of shards")):
        stopped = start(shards)
        await waits(stopped, lock)
        await stopped.end()
    replacement = start(ALL)
    await waits(replacement, "shard 0 of 1")
    await before.end()
    await replacement.start


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("start", "seed"), [(start, seed) for start in ("sqlite", "postgres") for seed in range(12)], indirect=["start"]
)
async def test_whoever_starts_and_ends_when_no_server_is_ever_served_twice_and_all_have_their_turn(start, seed):
    chance = random.Random(seed)
    kinds = [ALL, Shards(2, (0,)), Shards(2, (1,)), Shards(3, (0, 2)), Shards(3, (1, 2)), Shards(4, (0, 1, 2, 3))]
    running = []
    for _ in range(60):
        if len(running) < 4 or chance.random() < 0.5:
            running.append(start(chance.choice(kinds)))
        else:
            await running.pop(chance.randrange(len(running))).end()
        for _ in range(chance.choice((0, 1, 5, 200))):
            await asyncio.sleep(0)
        assert both_serve(running) == []
    while running:
        await asyncio.wait({process.start for process in running}, return_when=asyncio.FIRST_COMPLETED)
        assert both_serve(running) == []
        served = [process for process in running if process.serves]
        for process in served:
            running.remove(process)
            await process.end()
