"""The file itself: a transaction happens completely or not at all, and only one bot opens only its own database."""

import asyncio
import contextlib
import signal
import sqlite3
import subprocess
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
from small_bank import GUILD, NOON, on_sqlite, refusal

from data.ledger.chips import Chips
from data.store.sqlite.migrate import APPLICATION, migrations
from data.store.store import Store, StoreError, moment, seconds

ROOT = Path(__file__).parents[2]


def add(key):
    return lambda db: db.execute("INSERT INTO meta (key, value) VALUES (?, '')", (key,))


async def keys(store):
    return await store.read(
        lambda db: [row[0] for row in db.execute("SELECT key FROM meta WHERE key <> 'transactions' ORDER BY key")]
    )


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

    writing = asyncio.create_task(store.write(work))
    await reached.wait()
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert await keys(store) == [], "nobody sees half of it"
    go_on.set()
    await store.write(add("next"))
    assert await keys(store) == ["first half", "next", "second half"]


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


async def test_meta_keeps_the_last_value(store):
    assert await store.get_meta("commands") is None
    await store.set_meta("commands", "abc")
    await store.set_meta("commands", "def")
    assert await store.get_meta("commands") == "def"


async def test_values_with_a_common_prefix_are_found_together(store):
    for key in ("commands:1:everywhere", "commands:1:7", "commands:10:7", "secret"):
        await store.set_meta(key, f"of {key}")
    assert await store.meta_under("commands:1:") == {
        "commands:1:everywhere": "of commands:1:everywhere",
        "commands:1:7": "of commands:1:7",
    }


def test_a_time_survives_to_the_microsecond():
    for at in (NOON, datetime(2126, 12, 31, 23, 59, 59, 999999, UTC), datetime(2026, 1, 1, 0, 0, 0, 1, UTC)):
        assert moment(seconds(at)) == at


# Opening


async def test_a_missing_folder_is_made_and_nothing_is_left_beside_a_closed_database_but_its_lock(tmp_path):
    path = tmp_path / "new" / "bot.sqlite3"
    store = await Store.open(path)
    await store.close()
    await store.close()
    assert sorted(file.name for file in path.parent.iterdir()) == ["bot.sqlite3", "bot.sqlite3-lock"]


async def test_a_closed_store_says_so(database):
    store = await Store.open(database)
    await store.close()
    with pytest.raises(StoreError, match="is closed"):
        await store.write(add("a"))


async def test_a_path_with_every_odd_character_can_be_opened(tmp_path):
    store = await Store.open(tmp_path / "odd #1 ?x=%20é.sqlite3")
    await store.write(add("a"))
    await store.close()
    assert (tmp_path / "odd #1 ?x=%20é.sqlite3").is_file()


def by_hand(path, *statements):
    with contextlib.closing(sqlite3.connect(path)) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


async def test_a_database_of_a_newer_bot_is_refused(tmp_path):
    path = tmp_path / "bot.sqlite3"
    await (await Store.open(path)).close()
    newest = migrations()[-1][0]
    by_hand(path, f"PRAGMA user_version = {newest + 1}")
    assert f"has version {newest + 1}, made by a newer bot" in await refusal(path)


async def test_another_programs_database_is_refused(tmp_path):
    path = tmp_path / "bot.sqlite3"
    by_hand(path, "CREATE TABLE bookmarks (url TEXT)")
    assert "belongs to another program" in await refusal(path)


async def test_a_file_that_is_not_a_database_is_refused(tmp_path):
    path = tmp_path / "bot.sqlite3"
    path.write_text("Dear diary, today we played cards. " * 100, encoding="utf-8")
    assert "is not a database" in await refusal(path)


async def test_a_folder_in_the_databases_place_is_refused(tmp_path):
    path = tmp_path / "bot.sqlite3"
    path.mkdir()
    assert "can't be opened" in await refusal(path)


async def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    assert "can't be made" in await refusal(tmp_path / "file" / "bot.sqlite3")


async def test_only_the_last_folder_is_made(tmp_path):
    await (await Store.open(tmp_path / "data" / "bot.sqlite3")).close()
    lost = tmp_path / "disk" / "data" / "bot.sqlite3"
    said = f"There is no folder {tmp_path / 'disk'} for the database {lost}; check the path, and its disk."
    assert await refusal(lost) == said
    assert not (tmp_path / "disk").exists()


async def test_a_refused_database_can_be_opened_once_it_is_repaired(tmp_path):
    path = tmp_path / "bot.sqlite3"
    path.write_text("no database " * 100)
    await refusal(path)
    path.unlink()
    await (await Store.open(path)).close()


async def test_a_failed_migration_leaves_the_version_it_started_from(tmp_path, monkeypatch):
    path = tmp_path / "bot.sqlite3"
    await (await Store.open(path)).close()
    newest = migrations()[-1][0]
    broken = (newest + 1, "CREATE TABLE half (id INTEGER); INSERT INTO nowhere VALUES (1);")
    with monkeypatch.context() as patch:
        patch.setattr("data.store.sqlite.migrate.migrations", lambda: [*migrations(), broken])
        with pytest.raises(sqlite3.OperationalError, match="nowhere"):
            await Store.open(path)
    store = await Store.open(path)
    names = await store.read(lambda db: {row[0] for row in db.execute("SELECT name FROM sqlite_master")})
    assert "half" not in names
    await store.close()


async def test_an_older_database_is_upgraded_with_its_contents(tmp_path, monkeypatch, caplog):
    caplog.set_level("INFO", "data.store.sqlite.migrate")
    path = tmp_path / "bot.sqlite3"
    store = await Store.open(path)
    await Chips(store).open_member(GUILD, 5, 1000, NOON)
    await store.close()
    newest = migrations()[-1][0]
    assert caplog.messages == [f"the database {path} is new"]
    caplog.clear()
    with monkeypatch.context() as patch:
        steps = [*migrations(), (newest + 1, "CREATE TABLE later (id INTEGER PRIMARY KEY);")]
        patch.setattr("data.store.sqlite.migrate.migrations", lambda: steps)
        for _ in range(2):  # the second time there is nothing left to do
            store = await Store.open(path)
            assert await store.read(lambda db: db.execute("PRAGMA user_version").fetchone()) == (newest + 1,)
            assert await store.read(lambda db: db.execute("PRAGMA application_id").fetchone()) == (APPLICATION,)
            assert await store.read(lambda db: db.execute("SELECT * FROM later").fetchall()) == []
            assert await Chips(store).balance(GUILD, 5) == 1000
            await store.close()
    begun, done = caplog.messages
    assert begun.startswith(f"bringing the database {path}, ")
    assert f" MB, to version {newest + 1} of {newest + 1}; " in begun
    assert done == f"the database {path} is of version {newest + 1} now"


def test_migrations_are_numbered_from_1_without_gaps():
    assert [number for number, _ in migrations()] == list(range(1, len(migrations()) + 1))


# Two bots, one file

HOLD = """
import asyncio, sys
from data.store.store import Store
async def main():
    store = await Store.open(sys.argv[1])
    await store.set_meta("who", "the first bot")
    print("open", flush=True)
    sys.stdin.read()
    await store.close()
asyncio.run(main())
"""


@contextlib.contextmanager
def another_bot(path):
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as bot:
        try:
            assert bot.stdout.readline() == "open\n"
            yield bot
        finally:
            bot.kill()


def run_check(path):
    command = [sys.executable, "-m", "data.check", str(path)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


@pytest.mark.thorough
async def test_a_second_bot_is_refused_and_the_first_ones_data_can_still_be_checked(tmp_path):
    path = tmp_path / "bot.sqlite3"
    with another_bot(path) as first:
        with pytest.raises(StoreError, match="Another bot is running"):
            await Store.open(path)
        check = await asyncio.to_thread(run_check, path)
        assert check.returncode == 0, check.stdout
        first.stdin.close()
        assert first.wait(10) == 0
    store = await Store.open(path)
    assert await store.get_meta("who") == "the first bot"
    await store.close()


async def test_a_killed_bot_blocks_nothing_and_loses_nothing(tmp_path):
    path = tmp_path / "bot.sqlite3"
    with another_bot(path) as first:
        first.send_signal(signal.SIGKILL)
        first.wait(10)
    store = await Store.open(path)
    assert await store.get_meta("who") == "the first bot"
    await store.close()


@on_sqlite
async def test_the_same_bot_cannot_open_its_database_twice(store):
    with pytest.raises(StoreError, match="Another bot is running"):
        await Store.open(store.where)
