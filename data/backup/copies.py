"""A file that is whole once it has its name: how a copy comes to its own."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from data.store.errors import StoreError

NAMED = "bot-%Y-%m-%dT%H%M%SZ"
"""The name of a copy in a folder, from its time in UTC; how it ends says of what kind it is."""


ENDINGS = (".sqlite3", ".dump")


@dataclass(frozen=True, slots=True)
class Copy:
    """A good copy: where, how many bytes, and how many checks hold on it.

    A copy of an older bot's database is checked for damage only, because this bot doesn't know its promises.
    """

    path: Path
    size: int
    checks: int
    is_older: bool


def free_name(target: Path, ending: str, now: datetime) -> Path:
    """The file `target`, or one in the folder `target` that is named after the time.

    Raises StoreError when it is there already, or its folder isn't.
    """
    target = target / f"{now.astimezone(UTC).strftime(NAMED)}{ending}" if target.is_dir() else target
    if not target.parent.is_dir():
        raise StoreError(f"There is no folder {target.parent} for the copy.")
    if target.exists():
        raise StoreError(f"{target} is there already; a backup never replaces anything.")
    return target


def latest_in(folder: Path) -> tuple[Path, datetime] | None:
    """The latest copy in `folder` that is named after its time, and that time; None where there is none."""
    made = []
    for file in (each for ending in ENDINGS for each in folder.glob(f"bot-*{ending}")):
        with suppress(ValueError):
            made.append((datetime.strptime(file.name.removesuffix(file.suffix), NAMED).replace(tzinfo=UTC), file))
    return max(made)[::-1] if made else None


@contextmanager
def under_another_name(target: Path) -> Iterator[Path]:
    """An empty file beside `target`, which only its owner can read, and which is gone afterwards."""
    try:
        number, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-", suffix=".part")
        os.close(number)
    except OSError as error:
        raise StoreError(f"The folder {target.parent} can't be written to ({error.strerror}).") from error
    try:
        yield Path(name)
    finally:
        for left in (name, f"{name}-journal", f"{name}-wal", f"{name}-shm"):
            Path(left).unlink(missing_ok=True)


def give_name(draft: Path, target: Path) -> None:
    """Put the copy on the disk for good, then its name. Raises StoreError where something has it, or the disk fails."""
    try:
        _sync(draft)
        try:
            os.link(draft, target)
        except FileExistsError:
            raise StoreError(f"{target} is there already; a backup never replaces anything.") from None
        except OSError:  # a file system without links, on a USB stick say
            draft.rename(target)
        if os.name != "nt":  # Windows has no way to ask this of a folder
            _sync(target.parent)
    except OSError as error:
        raise StoreError(f"The copy can't be put at {target} ({error.strerror}).") from error


def _sync(path: Path) -> None:
    number = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
