"""A disk that is full or read-only: one sentence, and nothing half-written."""

import asyncio
import contextlib
import os
import sqlite3
import subprocess
import tempfile
from pathlib import Path

import pytest
from small_bank import Purses, bets, change, damage, everything, fund, member, nothing_done, opened, pays, refusal, step
from small_server import BLACKJACK, GUILD, HOUSE, NOON, on_sqlite

from data.ledger.ledger import post
from data.store.sqlite.migrate import migrate
from data.store.store import Store, StoreError
from data.tables.tables import MoveRow, RoundStart, Tables
from tests.failing_disk import fails_to_sync


async def play_until_it_fails(store):
    """Bet and play until a commit fails; returns how many rounds of chips and moves were acknowledged."""
    chips, tables = Purses(store), Tables(store)
    table = await step(tables, (await tables.live())[0], started=RoundStart(1, "{}"))
    acknowledged = 0
    with pytest.raises(StoreError, match="is full"):  # noqa: PT012 - which commit hits the wall is the disk's choice
        while True:
            move = MoveRow(1, 0, "hit " * 200)
            await tables.commit(change(table, moves=(move,), postings=(bets(5, table.id, 1, 1),)), NOON)
            acknowledged += 1
            table = await tables.get(table.id)
    after = await tables.get(table.id)
    assert (after.version, len(after.running.moves)) == (table.version, acknowledged)
    assert await chips.balance(GUILD, 5) == 100_000 - acknowledged
    return acknowledged


async def prepared(path):
    store = await Store.open(path)
    await Tables(store).create(BLACKJACK, NOON)
    await Purses(store).post([pays(HOUSE, member(5), 100_000)], NOON)
    return store


async def test_a_full_database_says_so_and_nothing_is_half_written(tmp_path):
    store = await prepared(tmp_path / "bot.sqlite3")

    def fill(db):
        pages = db.execute("PRAGMA page_count").fetchone()[0]
        db.execute(f"PRAGMA max_page_count = {pages + 8}")

    await store.write(fill)
    assert await play_until_it_fails(store) > 0
    assert damage(store) == []
    await store.write(lambda db: db.execute("PRAGMA max_page_count = 100000").fetchone())
    table = (await Tables(store).live())[0]
    await step(Tables(store), table, moves=(MoveRow(1, 0, "stand"),))
    await store.close()


async def test_a_full_disk_says_so_and_nothing_is_half_written(tiny_disk):
    store = await prepared(tiny_disk / "bot.sqlite3")
    assert await play_until_it_fails(store) > 0
    before = await everything(store)
    assert damage(store) == []
    with pytest.raises(StoreError) as error:
        await store.write(lambda db: db.execute("INSERT INTO meta VALUES ('much', hex(randomblob(2000000)))"))
    assert error.value.written is False
    await store.close()
    await asyncio.to_thread(subprocess.run, ["mount", "-o", "remount,size=4m", tiny_disk], check=True)
    async with opened(tiny_disk / "bot.sqlite3") as store:
        assert await everything(store) == before


async def test_a_disk_that_is_full_at_the_start_says_so(tiny_disk):
    path, filler = tiny_disk / "bot.sqlite3", tiny_disk / "filler"
    await (await prepared(path)).close()
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(512))
    assert "full" in await refusal(path)
    filler.unlink()
    async with opened(path) as store:
        assert await Purses(store).balance(GUILD, 5) == 100_000


@pytest.fixture
def ordinary_user():
    """A folder of a user to whom permissions apply; root may write everywhere."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if os.geteuid() != 0:
            yield folder
        else:
            os.chown(folder, 65534, 65534)
            os.seteuid(65534)
            try:
                yield folder
            finally:
                os.seteuid(0)


async def test_a_read_only_file_or_folder_is_refused_at_the_start(ordinary_user):
    path = ordinary_user / "data" / "bot.sqlite3"
    await (await Store.open(path)).close()
    path.chmod(0o444)
    assert "can't be written to" in await refusal(path)
    path.chmod(0o000)
    with pytest.raises(StoreError, match="can't be opened"):
        await Store.open(path)
    path.chmod(0o644)
    path.parent.chmod(0o555)
    try:
        assert "can't be" in await refusal(path)
    finally:
        path.parent.chmod(0o755)


def test_a_disk_without_a_write_ahead_log_is_refused_at_the_start(tmp_path):
    path = tmp_path / "bot.sqlite3"
    there = sqlite3.connect(f"file:{path}?vfs=unix-dotfile", uri=True)  # as on a disk of the network
    with contextlib.closing(there), pytest.raises(StoreError, match="can't keep a write-ahead log"):
        migrate(there, path, NOON)


@on_sqlite
async def test_a_database_that_becomes_read_only_says_so_and_nothing_is_half_written(store, chips):
    await fund(chips, ann=100)

    def work(db):
        chips_of_ann = "UPDATE accounts SET chips = chips - 1 WHERE kind = 'member'"
        db.execute(chips_of_ann)
        db.execute("PRAGMA query_only = ON")  # from here on SQLite answers as on a disk mounted read-only
        db.execute(chips_of_ann)

    async with nothing_done(store, StoreError, "can't be written to"):
        await store.write(work)


async def test_everybody_in_a_commit_whose_sync_fails_is_told_what_the_file_says(tmp_path):
    store = await prepared(tmp_path / "bot.sqlite3")
    pay = [lambda db, chips=chips: post(db, [pays(HOUSE, member(chips), chips)], NOON) for chips in (6, 7, 8)]

    def work(db):
        fails_to_sync()
        pay[1](db)

    outcomes = await asyncio.gather(*map(store.write, [pay[0], work, pay[2]]), return_exceptions=True)
    assert all("fails or is full" in str(error) for error in outcomes[1:])
    assert [error.written for error in outcomes[1:]] == [True, True]
    assert damage(store) == []
    for _ in range(2):
        assert [await Purses(store).balance(GUILD, person) for person in (6, 7, 8)] == [6, 7, 8]
        await store.close()
        store = await Store.open(tmp_path / "bot.sqlite3")
    await store.close()


async def test_a_file_that_cannot_be_read_again_says_nothing(tmp_path):
    store = await prepared(tmp_path / "bot.sqlite3")

    def work(db):
        fails_to_sync()
        post(db, [pays(HOUSE, member(5), 7)], NOON)
        store.where.rename(tmp_path / "elsewhere")

    with pytest.raises(StoreError) as error:
        await store.write(work)
    assert error.value.written is None
    with pytest.raises(StoreError, match="is closed"):
        await Purses(store).balance(GUILD, 5)
    await store.close()
