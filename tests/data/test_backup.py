"""python -m data.backup: a good copy of a database in use, or one sentence and nothing."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from small_bank import Purses, fund, member, opened, pays
from small_server import ANN, GUILD, HOUSE, NOON

from cogs.app.process.env import read_env
from data.backup import sqlite as backup
from data.check import open_for_check, problems
from data.store.errors import StoreError
from data.store.sqlite.migrate import migrations
from data.store.store import Store
from data.store.where import own_database

ROOT = Path(__file__).parents[2]
PAID_AT_ONCE = 3

# Another process: a bot, as far as the file can tell. It pays in threes and says when it has begun.
WRITER = f"""
import asyncio, itertools, sys
sys.path.insert(0, "tests/data")
from small_bank import ANN, HOUSE, NOON, Purses, member, pays
from data.store.store import Store

async def play(path):
    store = await Store.open(path)
    for number in itertools.count():
        paid = [pays(HOUSE, member(ANN), 1, key=f"{{number}}:{{part}}") for part in range({PAID_AT_ONCE})]
        await Purses(store).post(paid, NOON)
        if number == 10:
            print("playing", flush=True)

asyncio.run(play(sys.argv[1]))
"""


@pytest.fixture
async def database(tmp_path):
    """A closed database with some chips, in a folder of its own."""
    async with opened(tmp_path / "data" / "bot.sqlite3") as store:
        await fund(Purses(store), ann=100)
    return store.where


@contextmanager
def another_process_playing(database):
    """It is killed at the end, in the middle of whatever it does."""
    command = [sys.executable, "-c", WRITER, str(database)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as writer:
        try:
            assert writer.stdout.readline() == "playing\n"
            yield writer
        finally:
            writer.kill()


def restore(copy, database):
    """Does what docs/operate.md says."""
    shutil.copy(copy, database)
    for suffix in ("-wal", "-shm"):
        Path(f"{database}{suffix}").unlink(missing_ok=True)


def run(*arguments):
    command = [sys.executable, "-m", "data.backup", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)


def sentence(database, target):
    """The one sentence that refuses the backup; nothing is left of it."""
    before = sorted(target.parent.iterdir()) if target.parent.is_dir() else None
    done = run(target, "--database", database)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert (sorted(target.parent.iterdir()) if target.parent.is_dir() else None) == before
    return done.stderr


def rows(path):
    with closing(open_for_check(path)) as db:
        assert problems(db) == []
        return db.execute("SELECT id, amount, payee_after FROM ledger ORDER BY id").fetchall()


@pytest.mark.thorough
async def test_a_database_under_constant_writes_is_copied_as_of_one_instant(database, tmp_path):
    copies = [tmp_path / f"copy-{number}.sqlite3" for number in range(3)]
    with another_process_playing(database) as writer:
        for copy in copies:
            assert run(copy, "--database", database).returncode == 0
        assert writer.poll() is None
    everything, copied = rows(database), [rows(copy) for copy in copies]
    for found in copied:
        assert everything[: len(found)] == found
        assert (len(found) - 1) % PAID_AT_ONCE == 0, "half a transaction was copied"
    sizes = [len(found) for found in copied]
    assert sizes[0] > 1
    assert sizes == sorted(set(sizes)), "nothing was written while the copies were made"


async def test_the_copy_is_one_private_file_named_by_its_time_unless_told_and_says_what_it_is(database, tmp_path):
    target = tmp_path / "copy.sqlite3"
    done = run(target, "--database", database)
    assert re.fullmatch(rf"{database} is copied to {target}: [\d,]+ bytes, \d+ checks, all hold\.\n", done.stdout)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.sqlite3", "data"]
    assert target.stat().st_mode & 0o077 == 0
    copy = backup.back_up(database, tmp_path, datetime(2026, 3, 14, 12, 5, 9, tzinfo=UTC))
    assert copy.path == tmp_path / "bot-2026-03-14T120509Z.sqlite3"
    assert rows(copy.path) == rows(database)


async def test_what_a_killed_bot_left_behind_is_copied_too(database, tmp_path):
    """Its newest writes are in the file beside the database."""
    async with opened(database) as store:
        await Purses(store).post([pays(HOUSE, member(ANN), 7)], NOON)
        left = tmp_path / "left.sqlite3"
        for suffix in ("", "-wal"):
            shutil.copy(f"{database}{suffix}", f"{left}{suffix}")
    assert backup.back_up(left, tmp_path / "copy.sqlite3", NOON).checks > 1
    assert rows(tmp_path / "copy.sqlite3")[-1][1:] == (7, 107)


async def test_the_bot_continues_from_a_copy_put_in_the_place_of_the_database(database, tmp_path):
    backup.back_up(database, tmp_path / "copy.sqlite3", NOON)
    async with opened(database) as store:
        await Purses(store).post([pays(HOUSE, member(ANN), 7)], NOON)
    restore(tmp_path / "copy.sqlite3", database)
    async with opened(database) as store:
        assert await Purses(store).balance(GUILD, ANN) == 100
        await Purses(store).post([pays(HOUSE, member(ANN), 5)], NOON)
    assert rows(database)[-1][1:] == (5, 105)


async def test_nothing_is_ever_replaced(database, tmp_path):
    target = tmp_path / "copy.sqlite3"
    target.write_text("precious")
    assert "is there already" in sentence(database, target)
    assert target.read_text() == "precious"
    assert "is there already" in sentence(database, database)


async def test_a_file_that_takes_the_name_during_the_copying_is_kept(database, tmp_path, instead_of):
    target = tmp_path / "copy.sqlite3"

    def slowly(verify, *about):
        target.write_text("precious")
        return verify(*about)

    instead_of(backup, "_verify", slowly)
    with pytest.raises(StoreError, match="is there already"):
        backup.back_up(database, target, NOON)
    assert target.read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.sqlite3", "data"]


@pytest.fixture
def asked(instead_of):
    """What was asked of the disk, in order: the inodes that were synced, and "named" where the copy got its name."""
    asked = []

    def synced(fsync, number):
        asked.append(os.fstat(number).st_ino)
        fsync(number)

    def named(name, old, new):
        asked.append("named")
        return name(old, new)

    instead_of(os, "fsync", synced)
    instead_of(os, "link", named)
    instead_of(Path, "rename", named)
    return asked


@pytest.mark.parametrize("has_links", [True, False])
async def test_first_the_copy_is_synced_then_it_gets_its_name_and_then_the_name_is_synced(
    database, tmp_path, asked, fails_at, has_links
):
    if not has_links:
        fails_at(os, "link", OSError(95, "Operation not supported"))
    copy = backup.back_up(database, tmp_path / "copy.sqlite3", NOON)
    assert asked == [copy.path.stat().st_ino, "named", tmp_path.stat().st_ino]
    assert rows(tmp_path / "copy.sqlite3") == rows(database)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.sqlite3", "data"]


@pytest.mark.thorough
async def test_a_database_that_cannot_be_copied_is_reported_in_a_sentence(database, tmp_path):
    assert "There is no folder" in sentence(database, tmp_path / "nowhere" / "copy.sqlite3")
    assert "There is no database" in sentence(tmp_path / "nothing.sqlite3", tmp_path / "copy.sqlite3")
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann, " * 1000)
    assert "is not a database" in sentence(letter, tmp_path / "copy.sqlite3")
    with closing(sqlite3.connect(database)) as db:
        db.execute("PRAGMA user_version = 99")
    assert "made by a newer bot" in sentence(database, tmp_path / "copy.sqlite3")
    with closing(sqlite3.connect(database)) as db:
        db.execute("PRAGMA application_id = 5")
    assert "another program" in sentence(database, tmp_path / "copy.sqlite3")


async def test_a_database_with_wrong_chips_gives_no_copy(database, tmp_path):
    with closing(sqlite3.connect(database, isolation_level=None)) as db:
        db.execute("UPDATE accounts SET chips = chips + 1 WHERE kind = 'member'")
    assert "No copy is kept" in sentence(database, tmp_path / "copy.sqlite3")


@pytest.mark.sampled
@pytest.mark.parametrize(("at", "length"), [(None, 0), (4096 * 2, 4096 * 3), (100, 1600)])
async def test_the_damaged_file_is_named_and_not_the_copy_that_was_never_made(database, tmp_path, at, length):
    if at is None:
        os.truncate(database, database.stat().st_size // 2)
    else:
        with database.open("r+b") as raw:
            raw.seek(at)
            raw.write(b"nonsense" * (length // 8))
    said = sentence(database, tmp_path / "copy.sqlite3")
    assert str(database) in said
    assert "copy" not in said.replace("No copy is kept", "")


async def test_a_database_of_an_older_bot_is_copied_before_the_new_one_changes_it(tmp_path):
    older = tmp_path / "older.sqlite3"
    with closing(sqlite3.connect(older)) as db:
        db.executescript(migrations()[0][1])
        db.execute("PRAGMA user_version = 1")
        db.execute("PRAGMA application_id = 0x54424C53")
    done = run(tmp_path / "copy.sqlite3", "--database", older)
    assert "An older bot made it" in done.stdout
    store = await Store.open(tmp_path / "copy.sqlite3")
    await store.close()


async def test_nothing_of_the_copy_is_left_on_a_full_disk(database, tiny_disk):
    (tiny_disk / "filler").write_bytes(bytes(2 * 1024 * 1024 - 64 * 1024))
    assert f"{tiny_disk / 'copy.sqlite3'} is full" in sentence(database, tiny_disk / "copy.sqlite3")


# Whose database it is


@pytest.mark.parametrize(
    "line",
    [
        "",
        "DATABASE_PATH=",
        "  export DATABASE_PATH = other/chips.sqlite3  # mine",
        "DATABASE_PATH='with space/chips # 1.sqlite3'",
        'DATABASE_PATH="with space/chips.sqlite3" # mine',
        "DATABASE_PATH=with space/chips.sqlite3",
        "DATABASE_PATH=first.sqlite3\nLOG_LEVEL=INFO\nDATABASE_PATH=second.sqlite3",
        "#DATABASE_PATH=off.sqlite3",
        "COPY_OF_CHIPS=off.sqlite3",
        "DATABASE_PATH",
        "DATABASE_PATH=${HOME}/chips.sqlite3",
        "DATABASE_PATH=a#b",
    ],
)
def test_without_a_path_it_copies_the_database_that_the_bot_opens(tmp_path, monkeypatch, line):
    monkeypatch.delenv("DATABASE_PATH", raising=False)
    file = tmp_path / ".env"
    file.write_text(f"DISCORD_TOKEN=token\n{line}\n")
    assert own_database(file) == read_env(file).database
    monkeypatch.setenv("DATABASE_PATH", "in-environment.sqlite3")
    assert own_database(file) == read_env(file).database == Path("in-environment.sqlite3")


def test_a_file_that_names_no_database_or_cannot_be_read(tmp_path, monkeypatch):
    monkeypatch.delenv("DATABASE_PATH", raising=False)
    assert own_database(tmp_path / "none") == Path("data/bot.sqlite3")
    file = tmp_path / ".env"
    file.write_bytes(b"DISCORD_TOKEN=\xff\n")
    with pytest.raises(StoreError, match="not UTF-8"):
        own_database(file)
