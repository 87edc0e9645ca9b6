"""The disk whose power is cut: whatever was synced stays, and any part of the rest may be there."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from random import Random

import pytest

from tools.torture.power import SECTOR, Disk, follow
from tools.torture.trace import Entry, Trace, read

SYNC = Entry("sync", "a", 0, b"")
DELETED = Entry("delete", "a", 0, b"")


def writes(at, data, name="a"):
    return Entry("write", name, at, data)


def disk(*entries, kept=None):
    found = Disk(None if kept is None else bytearray(kept))
    for entry in entries:
        found.does(entry)
    return found


def lefts(found):
    """What 200 power cuts leave of it."""
    cuts = [found.left(Random(number)) for number in range(200)]
    return {None if left is None else bytes(left) for left in cuts}


def test_synced_writes_stay():
    assert lefts(disk(writes(0, b"one"), writes(1, b"two"), SYNC)) == {b"otwo"}
    assert lefts(disk(Entry("truncate", "a", 2, b""), SYNC, kept=b"abcd")) == {b"ab"}


def test_of_the_unsynced_writes_some_stay_and_some_are_lost():
    assert lefts(disk(writes(0, b"X"), writes(3, b"Y"), kept=b"abcd")) == {b"abcd", b"Xbcd", b"abcY", b"XbcY"}
    assert lefts(disk(Entry("truncate", "a", 2, b""), kept=b"abcd")) == {b"ab", b"abcd"}
    assert lefts(disk(writes(2, b"X"))) == {None, b"\0\0X"}


def test_a_long_write_is_torn_between_its_sectors():
    kept, new = b"a" * 3 * SECTOR, b"b" * 2 * SECTOR
    left = lefts(disk(writes(SECTOR // 2, new), kept=kept))
    torn = {text for text in left if b"b" in text and text.count(b"b") < len(new)}
    assert any(text[:SECTOR].endswith(b"b") and text[SECTOR : 2 * SECTOR] == b"a" * SECTOR for text in torn)
    assert kept in left
    assert b"a" * (SECTOR // 2) + new + b"a" * (SECTOR // 2) in left


def test_a_file_that_was_deleted_may_come_back_until_its_folder_is_synced():
    files = {"a": disk(kept=b"abcd")}
    follow(files, DELETED)
    assert lefts(files["a"]) == {None, b"abcd"}
    follow(files, writes(0, b"new", name="b"))
    follow(files, Entry("sync", "b", 0, b""))
    assert lefts(files["a"]) == {None}


WATCHED = """
import sqlite3, sys
from pathlib import Path
from tools.torture import disk
from tools.torture.trace import Trace
trace = Trace(Path(sys.argv[2]))
disk.watch(trace.add)
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA journal_mode = WAL")
db.execute("PRAGMA synchronous = FULL")
db.execute("CREATE TABLE t (x)")
for number in range(50):
    trace.say(b"begins")
    db.execute("INSERT INTO t VALUES (?)", (number,))
    trace.say(b"done")
db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
db.close()
"""


@pytest.fixture(scope="module")
def traced(tmp_path_factory):
    folder = tmp_path_factory.mktemp("traced")
    subprocess.run([sys.executable, "-c", WATCHED, folder / "db", folder / "trace"], check=True)
    return folder / "db", list(read(folder / "trace"))


def test_everything_that_a_watched_sqlite_does_to_its_files_is_recorded(traced):
    path, entries = traced
    files = {}
    for entry in entries:
        if entry.kind != "said":
            follow(files, entry)
    assert bytes(files["db"].after(files["db"].loose)) == path.read_bytes()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT COUNT(*) FROM t").fetchone() == (50,)


def test_a_commit_is_synced_before_it_is_acknowledged(traced):
    _, entries = traced
    said = [place for place, entry in enumerate(entries) if entry.data == b"done"]
    assert len(said) == 50
    for place in said:
        assert entries[place - 1].kind == "sync"


def test_an_entry_that_a_kill_cut_short_is_left_out(tmp_path):
    trace = Trace(tmp_path / "trace")
    trace.say(b"first")
    trace.say(b"second")
    text = (tmp_path / "trace").read_bytes()
    for length in range(len(text)):
        (tmp_path / "cut").write_bytes(text[:length])
        assert len(list(read(tmp_path / "cut"))) == int(length >= len(text) // 2)
