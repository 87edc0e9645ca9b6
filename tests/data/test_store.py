"""The file itself: a transaction happens completely or not at all, and only one bot opens only its own database."""

import asyncio
import contextlib
import sqlite3
import threading
from datetime import UTC, datetime
from itertools import islice

import pytest
from small_bank import Purses, fund, member, opened, pays, refusal
from small_server import GUILD, HOUSE, NOON, add, on_sqlite

from data.ledger.ledger import InsufficientChips
from data.store import write_log
from data.store.errors import growing_pauses
from data.store.sqlite.migrate import migrations
from data.store.store import Slices, Store, StoreError, moment, seconds
from data.store.uncancellable import uncancellable
from games.core import IllegalAction


async def keys(store):
    return [key for (key,) in await store.find("SELECT key FROM meta WHERE key <> 'transactions' ORDER BY key")]


# Transactions


async def test_a_failed_unit_of_work_is_undone_and_raises_its_error(store):
    def work(db):
        add("a")(db)
        raise LookupError("in the middle")

    with pytest.raises(LookupError, match="in the middle"):
        await store.write(work)
    assert await keys(store) == []
    await store.write(add("b"))
    assert await keys(store) == ["b"]


async def test_simultaneous_units_of_work_do_not_mix(store):
    def count_up(db):
        (value,) = db.execute("SELECT COALESCE(MAX(CAST(value AS INTEGER)), 0) FROM meta WHERE key = 'n'").fetchone()
        db.execute("INSERT INTO meta (key, value) VALUES ('n', ?) ON CONFLICT (key) DO UPDATE SET value = ?",
                   (str(value + 1), str(value + 1)))  # fmt: skip

    await asyncio.gather(*(store.write(count_up) for _ in range(200)))
    assert await store.get_meta("n") == "200"


async def test_a_cancelled_caller_neither_splits_nor_stops_its_work(store):
    reached, go_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def work(db):
        add("first half")(db)
        loop.call_soon_threadsafe(reached.set)
        assert go_on.wait(10)
        add("second half")(db)

    writing = asyncio.create_task(store.write(work, GUILD))
    await reached.wait()
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert await keys(store) == [], "nobody sees half of it"
    go_on.set()
    await store.write(add("next"), GUILD)
    assert await keys(store) == ["first half", "next", "second half"]


@pytest.mark.parametrize("error", [StoreError("The disk is full."), IllegalAction("The disk is full.")])
async def test_a_failure_of_the_database_or_a_refusal_that_nobody_waits_for_any_more_is_one_line(caplog, error):
    fails = asyncio.Event()

    @uncancellable
    async def work():
        await fails.wait()
        raise error

    asking = asyncio.create_task(work())
    await asyncio.sleep(0)
    asking.cancel()
    fails.set()
    for _ in range(9):
        await asyncio.sleep(0)
    (record,) = caplog.records
    assert (record.getMessage(), bool(record.exc_info)) == ("nobody was left to be told: The disk is full.", False)


async def test_a_read_sees_one_state_and_never_writes(store):
    with pytest.raises(StoreError, match="can't be written to"):
        await store.read(add("a"))
    await store.write(add("b"))
    assert await keys(store) == ["b"], "the reader is free again"


@on_sqlite
async def test_an_acknowledged_write_is_kept_the_safest_way(store):
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "recursive_triggers": 1}
    found = {}

    def work(db):
        for name in wanted:
            found[name] = db.execute(f"PRAGMA {name}").fetchone()[0]

    await store.write(work)
    assert found == wanted


async def test_meta_keeps_the_last_value_and_finds_those_with_a_common_prefix_together(store):
    assert await store.get_meta("commands:1:7") is None
    for key in ("commands:1:everywhere", "commands:1:7", "commands:10:7", "secret", "commands:1:7"):
        await store.set_meta(key, f"of {key} after {await store.get_meta(key)}")
    assert await store.meta_under("commands:1:") == {
        "commands:1:everywhere": "of commands:1:everywhere after None",
        "commands:1:7": "of commands:1:7 after of commands:1:7 after None",
    }


def test_a_time_survives_to_the_microsecond():
    for at in (NOON, datetime(2126, 12, 31, 23, 59, 59, 999999, UTC), datetime(2026, 1, 1, 0, 0, 0, 1, UTC)):
        assert moment(seconds(at)) == at


# Opening


async def test_the_last_folder_is_made_and_nothing_is_left_beside_a_closed_database_but_its_lock(tmp_path):
    path = tmp_path / "new" / "odd #1 ?x=%20é.sqlite3"
    async with opened(path) as store:
        await store.write(add("a"))
    await store.close()
    assert sorted(file.name for file in path.parent.iterdir()) == [path.name, f"{path.name}-lock"]
    lost = tmp_path / "disk" / "data" / "bot.sqlite3"
    said = f"There is no folder {tmp_path / 'disk'} for the database {lost}; check the path, and its disk."
    assert await refusal(lost) == said
    assert not (tmp_path / "disk").exists()


async def test_a_closed_store_says_so(database):
    store = await Store.open(database)
    await store.close()
    with pytest.raises(StoreError, match="is closed"):
        await store.write(add("a"))


def by_hand(path, *statements):
    with contextlib.closing(sqlite3.connect(path)) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


async def test_what_is_no_database_of_this_bot_is_refused_and_can_be_opened_once_it_is_repaired(tmp_path):
    path = tmp_path / "bot.sqlite3"
    path.mkdir()
    assert "can't be opened" in await refusal(path)
    path.rmdir()
    path.write_text("Dear diary, today we played cards. " * 100, encoding="utf-8")
    assert "is not a database" in await refusal(path)
    path.unlink()
    by_hand(path, "CREATE TABLE bookmarks (url TEXT)")
    assert "belongs to another program" in await refusal(path)
    path.unlink()
    await (await Store.open(path)).close()
    newest = migrations()[-1][0]
    by_hand(path, f"PRAGMA user_version = {newest + 1}")
    assert f"has version {newest + 1}, made by a newer bot" in await refusal(path)
    by_hand(path, f"PRAGMA user_version = {newest}")
    await (await Store.open(path)).close()
    assert "can't be made" in await refusal(path / "bot.sqlite3")


# How long something takes


def test_pauses_double_up_to_the_longest_and_each_use_begins_with_the_shortest():
    assert list(islice(growing_pauses(), 9)) == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert next(growing_pauses()) == 1
    assert list(islice(growing_pauses(5, longest=2), 2)) == [2, 2]


@pytest.mark.parametrize(("part", "done"), [(0, range(1000)), (0.25, range(4)), (10, range(1))])
def test_a_slice_of_much_work_ends_when_it_has_taken_long_enough_but_makes_progress(monkeypatch, part, done):
    """Each look at the clock finds it later by this part of a slice."""
    ticks = iter(range(10_000))
    monkeypatch.setattr("data.store.store.time.perf_counter", lambda: next(ticks) * part * Slices().seconds)
    assert list(Slices(1000).of(range(1000))) == list(done)
    assert list(Slices().of(())) == []


async def test_a_store_knows_for_how_long_somebody_waits_for_it_long_reads_apart(store):
    assert 0 < await store.read(lambda _db: store.longest_wait) < 60
    assert (await store.long_read(lambda _db: store.longest_wait), store.longest_wait) == (0, 0)


# Whoever is told that nothing was written can rely on it


@pytest.fixture
def log(store):
    yield write_log.begin()
    write_log.detached()  # or whatever else this process tests would be done for somebody who waits


async def test_changes_on_the_disk_are_counted_also_those_of_tasks_and_nothing_else(store, log):
    chips = Purses(store)
    await chips.open_member(GUILD, 5, 1000, NOON)
    assert (log.count, log.starting_chips) == (0, True), "starting chips are counted apart"
    await chips.balance(GUILD, 5)
    await store.write(lambda db: db.execute("DELETE FROM meta WHERE key = 'no such'"))
    with pytest.raises(InsufficientChips):
        await chips.post([pays(member(5), HOUSE, 1001)], NOON)
    assert log.count == 0
    await asyncio.gather(*(chips.post([pays(HOUSE, member(5), 1)], NOON) for _ in range(3)))
    assert log.count == 3


async def test_what_others_do_at_the_same_time_does_not_count(store, log):
    async def aside(begins, **amounts):
        begins()
        await fund(Purses(store), **amounts)

    await asyncio.gather(aside(write_log.begin, ann=100), aside(write_log.detached, bob=100))
    with write_log.unrelated():
        await fund(Purses(store), cy=100)
    assert log.count == 0
