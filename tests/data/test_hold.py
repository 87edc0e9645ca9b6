"""Two bots on one database, by whatever name: the second is refused, and the first one plays on."""

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from small_server import on_sqlite

from data.store.store import Store, StoreError

ROOT = Path(__file__).parents[2]
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere files have no locks that SQLite leaves alone")

HOLD = """
import asyncio, sys
from data.store.store import Store
async def main():
    store = await Store.open(sys.argv[1])
    print("open", flush=True)
    for line in sys.stdin:
        await store.set_meta("who", line.strip())
        print("written", flush=True)
    await store.close()
asyncio.run(main())
"""


@contextlib.contextmanager
def another_bot(path):
    """Another process that has the database open, and writes whatever it is told to."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as bot:
        try:
            assert bot.stdout.readline() == "open\n"
            yield bot
        finally:
            bot.kill()


def writes(bot, word):
    bot.stdin.write(f"{word}\n")
    bot.stdin.flush()
    return bot.stdout.readline() == "written\n"


def symlink(path):
    other = path.parent / "elsewhere" / "link.sqlite3"
    other.parent.mkdir()
    other.symlink_to(path)
    return other


def folder_link(path):
    other = path.parent / "other folder"
    other.symlink_to(path.parent, target_is_directory=True)
    return other / path.name


def hard_link(path):
    other = path.parent / "elsewhere" / "same.sqlite3"
    other.parent.mkdir()
    os.link(path, other)
    return other


def moved(path):
    other = path.parent / "moved.sqlite3"
    path.rename(other)
    return other


def taken_away(path):
    path.unlink()
    return path


NAMES = (symlink, taken_away, folder_link, pytest.param(hard_link, marks=LINUX), pytest.param(moved, marks=LINUX))


@pytest.mark.sampled
@pytest.mark.parametrize("renamed", NAMES)
async def test_a_second_bot_is_refused_whatever_has_happened_to_the_name(tmp_path, renamed):
    path = tmp_path / "bot.sqlite3"
    with another_bot(path) as first:
        other = renamed(path)
        for _ in range(2):
            with pytest.raises(StoreError, match="Another bot is running"):
                await Store.open(other)
        assert writes(first, "still here")
    if renamed in (symlink, hard_link):  # the first one may have used the other name
        with another_bot(other), pytest.raises(StoreError, match="Another bot is running"):
            await Store.open(path)


@LINUX
async def test_a_bot_that_was_killed_holds_nothing_under_any_name(tmp_path):
    path = tmp_path / "bot.sqlite3"
    with another_bot(path) as first:
        assert writes(first, "the first")
        first.send_signal(signal.SIGKILL)
        first.wait(10)
    await (await Store.open(path)).close()
    store = await Store.open(hard_link(path))
    assert await store.get_meta("who") == "the first"
    await store.close()


@LINUX
@on_sqlite
async def test_a_refusal_in_the_same_process_does_not_release_the_lock(store):
    other = hard_link(store.where)
    with pytest.raises(StoreError, match="Another bot is running"):
        await Store.open(other)
    with pytest.raises(StoreError, match="Another bot is running"):
        await Store.open(store.where)
    await store.set_meta("who", "me")
    command = [sys.executable, "-c", HOLD, str(other)]
    refused = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)  # noqa: ASYNC221 - nothing else runs
    assert "Another bot is running" in refused.stderr
    assert await store.get_meta("who") == "me"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
async def test_a_database_can_be_opened_through_a_link_and_only_its_owner_can_read_it(tmp_path, caplog):
    path, before = tmp_path / "bot.sqlite3", os.umask(0)
    try:
        await (await Store.open(path)).close()
        store = await Store.open(symlink(path))
        await store.set_meta("who", "me")
        files = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir() if file.is_file()}
        await store.close()
    finally:
        os.umask(before)
    assert files == dict.fromkeys(("bot.sqlite3", "bot.sqlite3-wal", "bot.sqlite3-shm", "bot.sqlite3-lock"), 0o600)
    assert "may read the database" not in caplog.text
    path.chmod(0o644)  # as an older version made it
    await (await Store.open(path)).close()
    assert f"others on this machine may read the database {path}; take that from them with chmod o=" in caplog.messages
    assert sorted(file.name for file in path.parent.iterdir()) == ["bot.sqlite3", "bot.sqlite3-lock", "elsewhere"]
