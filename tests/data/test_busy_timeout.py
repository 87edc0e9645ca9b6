"""Another program holds the database: the bot logs one line, waits, and gives up only after a minute."""

import asyncio
import sqlite3
from contextlib import closing

import pytest
from small_bank import opened

from data.store.sqlite.connection import BusyTimeout
from data.store.store import Store, StoreError


class Minute:
    """A clock that only sleeping moves; after `frees_after` seconds the other program lets go."""

    def __init__(self):
        self.now = 1_000.0
        self.frees_after = None
        self.other = None
        self.lets_go = None
        self.slept = 0.0

    def busy_timeout(self):
        return BusyTimeout(clock=lambda: self.now, sleep=self.sleep)

    def sleep(self, seconds):
        self.now += seconds
        self.slept += seconds
        if self.frees_after is not None and self.slept >= self.frees_after:
            self.frees_after = None
            self.lets_go()

    def hold(self, path, sql="BEGIN IMMEDIATE"):
        """Another program's lock."""
        self.other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self.other.execute(sql)
        self.other.execute("INSERT INTO meta (key, value) VALUES ('foreign', 'never committed')")
        self.lets_go = self.other.rollback
        return closing(self.other)


@pytest.fixture
def minute():
    return Minute()


@pytest.fixture
async def waiting_store(tmp_path, minute):
    async with opened(tmp_path / "bot.sqlite3", minute.busy_timeout()) as store:
        yield store


def waits(caplog):
    return [record.getMessage() for record in caplog.records if record.name == "data.store.sqlite.connection"]


async def test_the_store_waits_for_another_programs_lock_and_logs_one_line(waiting_store, minute, caplog):
    failures = []
    waiting_store.on_failure = failures.append
    with minute.hold(waiting_store.where):
        minute.frees_after = 0.5
        await waiting_store.set_meta("soon", "there")
    assert waits(caplog) == [], "a short wait"
    minute.slept = 0.0
    with minute.hold(waiting_store.where):
        minute.frees_after = 55.0
        await asyncio.gather(*(waiting_store.set_meta(str(n), "there") for n in range(3)))
    assert 55.0 <= minute.slept < 60.0
    assert waits(caplog) == [
        f"another program holds the database {waiting_store.where}; it is waited for, up to 60 seconds"
    ]
    assert failures == []
    assert [await waiting_store.get_meta(key) for key in ("0", "1", "2", "foreign")] == ["there"] * 3 + [None]


async def test_after_a_minute_it_gives_up_and_nothing_is_written(waiting_store, minute, caplog):
    failures = []
    waiting_store.on_failure = failures.append
    with minute.hold(waiting_store.where):
        with pytest.raises(StoreError, match="in use by another program"):
            await waiting_store.set_meta("late", "there")
        assert 60.0 <= minute.slept < 61.0
        assert len(waits(caplog)) == len(failures) == 1
        assert await waiting_store.get_meta("late") is None, "reading still works"
    await waiting_store.set_meta("late", "there")
    assert await waiting_store.get_meta("late") == "there"


async def test_the_start_waits_for_a_program_that_has_the_file_to_itself_and_gives_up_after_a_minute_too(
    tmp_path, minute, caplog
):
    path = tmp_path / "bot.sqlite3"
    await (await Store.open(path)).close()
    minute.other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    minute.other.execute("PRAGMA locking_mode = EXCLUSIVE")
    minute.other.execute("BEGIN EXCLUSIVE")
    minute.frees_after, minute.lets_go = 20.0, minute.other.close
    await (await Store.open(path, minute.busy_timeout())).close()
    assert 20.0 <= minute.slept < 21.0
    assert len(waits(caplog)) == 1
    with minute.hold(path, "BEGIN EXCLUSIVE"), pytest.raises(StoreError, match="in use by another program"):
        await Store.open(path, minute.busy_timeout())
    assert len(waits(caplog)) == 2
    await (await Store.open(path, minute.busy_timeout())).close()


def test_it_also_waits_while_another_program_recovers_the_log(tmp_path, minute):
    attempts = []

    def read():
        attempts.append(minute.now)
        if len(attempts) < 4:
            error = sqlite3.OperationalError("database is locked")
            error.sqlite_errorcode = sqlite3.SQLITE_BUSY_RECOVERY
            raise error
        return "read"

    assert minute.busy_timeout().retry(tmp_path, read) == "read"
    assert attempts == sorted(set(attempts)), "time passes between two attempts"


async def test_it_does_not_wait_for_a_failing_disk(waiting_store, minute):
    await waiting_store.write(lambda db: db.execute("PRAGMA query_only = ON"))
    with pytest.raises(StoreError, match="can't be written to"):
        await waiting_store.set_meta("late", "there")
    assert minute.slept == 0.0
