"""What a child said and what its disk was asked to do, in one file, in the order in which it happened."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_HEAD = struct.Struct("<10sHqI")


@dataclass(frozen=True, slots=True)
class Entry:
    """`kind` is write, truncate, delete or sync of the file `name`, or `said` with the line in `data`.

    `at` is the byte at which it was written, or the length to which a file was cut; for a deletion, whether the folder
    was synced with it.
    """

    kind: str
    name: str
    at: int
    data: bytes


class Trace:
    """The writing end; when the process is killed, an entry is there completely or not at all."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def add(self, kind: str, name: str, at: int, data: bytes) -> None:
        """Write one entry."""
        encoded = Path(name).name.encode()
        os.write(self._file, _HEAD.pack(kind.encode(), len(encoded), at, len(data)) + encoded + data)

    def say(self, line: bytes) -> None:
        """Write one line of the journal."""
        self.add("said", "", 0, line)


def read(path: Path) -> Iterator[Entry]:
    """All entries, except a last one that a kill cut short."""
    text = path.read_bytes()
    place = 0
    while place + _HEAD.size <= len(text):
        kind, name, at, length = _HEAD.unpack_from(text, place)
        place += _HEAD.size
        end = place + name + length
        if end > len(text):
            return
        yield Entry(kind.rstrip(b"\0").decode(), text[place : place + name].decode(), at, text[place + name : end])
        place = end
