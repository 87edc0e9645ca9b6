"""What SQLite asks of the disk, recorded as it happens: every write, truncation, deletion and sync of a file.

Python's SQLite reaches files through one table of functions, its default VFS. In the process that calls `watch`, the
functions that change files are replaced by ones that do the same and then report it. The layout of these tables is part
of SQLite's public interface (sqlite3.h) and never changes. A SQLite that was built into Python itself can't be reached.

Such a process closes its connections before it ends, or is killed.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p, cast
from pathlib import Path
from typing import Any

OK = 0
SMALL = 400 * 2**20
"""Bytes of a small disk."""

Told = Callable[[str, str, int, bytes], None]
"""What was done, to which file, at which byte or length, and the bytes written."""


class _Methods(Structure):
    _fields_ = (("version", c_int), ("functions", c_void_p * 18))


class _File(Structure):
    _fields_ = (("methods", POINTER(_Methods)),)


_Open = CFUNCTYPE(c_int, c_void_p, c_void_p, POINTER(_File), c_int, POINTER(c_int))
"""SQLite keeps the name's address, so the name is passed on as an address."""
_Delete = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
_Write = CFUNCTYPE(c_int, POINTER(_File), c_void_p, c_int, c_int64)
_Truncate = CFUNCTYPE(c_int, POINTER(_File), c_int64)
_Sync = CFUNCTYPE(c_int, POINTER(_File), c_int)
_WRITE, _TRUNCATE, _SYNC = 2, 3, 4
"""Their positions among the functions of an open file."""


class _Vfs(Structure):
    _fields_ = (
        ("version", c_int),
        ("size_of_file", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", _Open),
        ("delete", _Delete),
    )


class CannotWatch(Exception):
    """This Python's SQLite can't be reached from outside."""


_kept: list[Any] = []
"""Keeps what SQLite calls from being collected."""


def watch(told: Told) -> None:
    """From now on `told` hears of everything that any connection of this process does to a file. Raises CannotWatch."""
    try:
        library = ctypes.CDLL(_sqlite3.__file__)
        find = library.sqlite3_vfs_find
    except (AttributeError, OSError) as error:
        raise CannotWatch("this Python's SQLite can't be watched; use one that links the system's library") from error
    find.restype = POINTER(_Vfs)
    vfs = find(None).contents
    before = _Open(cast(vfs.open, c_void_p).value or 0), _Delete(cast(vfs.delete, c_void_p).value or 0)
    watched = _Watched(told, *before)
    vfs.open, vfs.delete = watched.open, watched.delete
    _kept.append(watched)


class _Watched:
    """The functions that take the place of SQLite's own."""

    def __init__(self, told: Told, open_file: Any, delete_file: Any) -> None:
        self._told = told
        self._open_file = open_file
        self._delete_file = delete_file
        self._names: dict[int, str] = {}
        self._methods: dict[int, _Methods] = {}
        self.open, self.delete = _Open(self._opened), _Delete(self._deleted)

    def _opened(self, vfs: int, name: int | None, file: Any, flags: int, flags_out: Any) -> int:
        status: int = self._open_file(vfs, name, file, flags, flags_out)
        if status == OK and name is not None and file.contents.methods:
            self._names[ctypes.addressof(file.contents)] = ctypes.string_at(name).decode()
            file.contents.methods = ctypes.pointer(self._telling(file.contents.methods))
        return status

    def _deleted(self, vfs: int, name: bytes, syncs: int) -> int:
        status: int = self._delete_file(vfs, name, syncs)
        if status == OK:
            self._told("delete", name.decode(), syncs, b"")
        return status

    def _telling(self, methods: Any) -> _Methods:
        """The functions of an open file, with those that change it replaced; made once for each kind of file."""
        address = ctypes.addressof(methods.contents)
        if address not in self._methods:
            mine = _Methods.from_buffer_copy(methods.contents)
            write, truncate, sync = (
                kind(mine.functions[place])
                for kind, place in ((_Write, _WRITE), (_Truncate, _TRUNCATE), (_Sync, _SYNC))
            )

            def written(file: Any, data: int, size: int, offset: int) -> int:
                status: int = write(file, data, size, offset)
                if status == OK:
                    self._told("write", self._name(file), offset, ctypes.string_at(data, size))
                return status

            def truncated(file: Any, size: int) -> int:
                status: int = truncate(file, size)
                if status == OK:
                    self._told("truncate", self._name(file), size, b"")
                return status

            def synced(file: Any, flags: int) -> int:
                status: int = sync(file, flags)
                if status == OK:
                    self._told("sync", self._name(file), 0, b"")
                return status

            told = _Write(written), _Truncate(truncated), _Sync(synced)
            for place, function in zip((_WRITE, _TRUNCATE, _SYNC), told, strict=True):
                mine.functions[place] = cast(function, c_void_p).value
            _kept.append(told)
            self._methods[address] = mine
        return self._methods[address]

    def _name(self, file: Any) -> str:
        return self._names[ctypes.addressof(file.contents)]


@contextmanager
def small_disk() -> Iterator[tuple[Path, Path | None]]:
    """A folder, and the disk that it is on if that is a small one, which can be filled."""
    with tempfile.TemporaryDirectory(prefix="card-tables-") as name:
        command = ["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", name]
        is_small = sys.platform == "linux" and not subprocess.run(command, capture_output=True, check=False).returncode
        folder = Path(name)
        folder.chmod(0o777)  # the server runs as a user of its own where this one is root
        try:
            yield folder, folder if is_small else None
        finally:
            if is_small:
                subprocess.run(["umount", "-l", name], check=True)
