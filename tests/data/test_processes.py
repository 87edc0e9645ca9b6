"""The rows in which all processes of a bot say how they are doing, and hear what its owner asks of them."""

import dataclasses
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from unittest.mock import AsyncMock, Mock

import pytest
from small_server import NOON

from cogs.app.process.heartbeat import Heartbeat
from data.processes import EVERY, GOES_ON, GONE_AFTER, Process, Processes
from data.shards import Shards
from tables.open_tables import OpenTables

ONE = Process(7, "web1:1234", "1.0.0", "0-7 of 16", NOON, NOON, True, 0.25, 0, 0, None, None)
TWO = Process(8, "web2:77", "1.1.0", "8-15 of 16", NOON, NOON, False, 0.0, 31, 4, 120_000_000, NOON + EVERY)


@pytest.fixture
def processes(store):
    return Processes(store)


def later(process, by, **changes):
    return dataclasses.replace(process, seen_at=process.seen_at + by, **changes)


async def test_each_is_seen_as_it_last_was_until_it_leaves(processes):
    for process in (TWO, ONE):
        assert await processes.beat(process) is None
    assert await processes.seen(NOON) == [ONE, TWO]
    changed = later(ONE, EVERY, waits=False, lag=1.5, tables=5, rounds=2, memory=9, ends_at=NOON)
    await processes.beat(changed)
    assert await processes.seen(NOON + EVERY) == [changed, TWO]
    await processes.leave(ONE.id)
    assert await processes.seen(NOON + EVERY) == [TWO]


async def test_one_that_says_nothing_any_more_is_gone_after_a_minute_and_its_row_goes(store, processes):
    await processes.beat(ONE)
    await processes.beat(later(TWO, GONE_AFTER))
    assert await processes.seen(NOON + GONE_AFTER) == [ONE, later(TWO, GONE_AFTER)]
    assert await processes.seen(NOON + GONE_AFTER + timedelta(seconds=1)) == [later(TWO, GONE_AFTER)]
    await processes.beat(later(TWO, GONE_AFTER + EVERY))
    assert await store.read(lambda db: db.execute("SELECT id FROM processes").fetchall()) == [(TWO.id,)]


async def test_each_hears_once_what_was_asked_of_it_and_of_nobody_else(processes):
    for process in (ONE, TWO):
        await processes.beat(process)
    assert await processes.ask(ONE.id, 0)
    assert await processes.ask(ONE.id, 15)
    assert [await processes.beat(process) for process in (TWO, ONE, ONE)] == [None, 15, None]
    assert await processes.ask(ONE.id, GOES_ON)
    assert await processes.beat(ONE) == GOES_ON
    await processes.leave(ONE.id)
    assert not await processes.ask(ONE.id, 15)
    assert await processes.beat(ONE) is None


@pytest.mark.parametrize(
    ("shards", "text"),
    [
        (Shards(), "0 of 1"),
        (Shards(16, tuple(range(8))), "0-7 of 16"),
        (Shards(9, (0, 2, 3, 5, 6, 8)), "0,2-3,5-6,8 of 9"),
    ],
)
def test_shards_are_written_as_in_the_settings(shards, text):
    assert str(shards) == text


async def test_on_a_server_a_process_whose_clock_is_wrong_is_there_all_the_same(server_store):
    def beating(wrong_by):
        open_tables, read = OpenTables(SimpleNamespace()), AsyncMock()
        return Heartbeat(server_store, Shards(), open_tables, lambda: datetime.now(UTC) + wrong_by, Mock(), read)

    hearts = [beating(by * GONE_AFTER) for by in (-2, 0, 2)]
    for heart in hearts:
        await heart.beat()
    for heart in hearts:
        assert {each.id for each in await heart.others()} == {each.id for each in hearts if each is not heart}
