"""The disk whose power is cut: whatever was synced stays, and any part of the rest may be there."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from random import Random

import pytest

from tools.torture.power import SECTOR, Disk, follow
from tools.torture.trace import Entry, read

SYNC = Entry("sync", "a", 0, b"")
TRUNCATE = Entry("truncate", "a", 2, b"")


def writes(at, data):
    return Entry("write", "a", at, data)


def disk(*entries, kept=None):
    found = Disk(None if kept is None else bytearray(kept))
    for entry in entries:
        found.does(entry)
    return found


def lefts(found):
    """What 200 power cuts leave of it."""
    cuts = [found.left(Random(number)) for number in range(200)]
    return {None if left is None else bytes(left) for left in cuts}


@pytest.mark.parametrize(
    ("kept", "entries", "left"),
    [
        (None, [writes(0, b"one"), writes(1, b"two"), SYNC], {b"otwo"}),
        (b"abcd", [TRUNCATE, SYNC], {b"ab"}),
        (b"abcd", [writes(0, b"X"), writes(3, b"Y")], {b"abcd", b"Xbcd", b"abcY", b"XbcY"}),
        (b"abcd", [TRUNCATE], {b"ab", b"abcd"}),
        (None, [writes(2, b"X")], {None, b"\0\0X"}),
    ],
)
def test_synced_writes_stay_and_of_the_others_some_are_lost(kept, entries, left):
    assert lefts(disk(*entries, kept=kept)) == left


def test_a_long_write_is_torn_between_its_sectors_and_a_deleted_file_may_come_back():
    kept, new = b"a" * 3 * SECTOR, b"b" * 2 * SECTOR
    left = lefts(disk(writes(SECTOR // 2, new), kept=kept))
    torn = {text for text in left if b"b" in text and text.count(b"b") < len(new)}
    assert any(text[:SECTOR].endswith(b"b") and text[SECTOR : 2 * SECTOR] == b"a" * SECTOR for text in torn)
    files = {"a": disk(kept=b"abcd")}
    follow(files, Entry("delete", "a", 0, b""))
    assert lefts(files["a"]) == {None, b"abcd"}
    for what in ("write", "sync"):  # of another file, and with it of the folder
        follow(files, Entry(what, "b", 0, b"new" * (what == "write")))
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


def test_all_that_a_watched_sqlite_does_is_recorded_and_a_commit_is_synced_before_it_is_acknowledged(tmp_path):
    path = tmp_path / "db"
    subprocess.run([sys.executable, "-c", WATCHED, path, tmp_path / "trace"], check=True)
    files, entries = {}, list(read(tmp_path / "trace"))
    for entry in entries:
        if entry.kind != "said":
            follow(files, entry)
    assert bytes(files["db"].after(files["db"].loose)) == path.read_bytes()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT COUNT(*) FROM t").fetchone() == (50,)
    done = [place for place, entry in enumerate(entries) if entry.data == b"done"]
    assert [entries[place - 1].kind for place in done] == ["sync"] * 50
