"""What a store needs of the database behind it; SQLite's file is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias, TypeVar

from data.store.database import Database
from data.store.errors import StoreError
from data.store.locks import Locks

T = TypeVar("T")
Work: TypeAlias = Callable[[Database], T]
"""A transaction: an ordinary function of a connection. It may be run again from the start when nothing was written."""


class Backend(Protocol):
    """An open database. What it raises is a StoreError, or comes from the work."""

    on_failure: Callable[[StoreError], None]
    """Told of a failure that nobody is waiting for."""
    locks: Locks
    """Those of everybody who uses the same database."""

    def verify_open(self) -> None:
        """Raises StoreError when it is closed."""

    async def write(self, work: Work[T], guild: int | None) -> tuple[T, bool]:
        """Run `work` as a transaction, or as its own part of one; see `Store.write`. Says too if it changed a row."""

    async def read(self, work: Work[T]) -> T:
        """Run `work` on one unchanging state of the database; see `Store.read`."""

    async def beside(self, work: Work[T]) -> T:
        """Run `work` on a connection of its own, which only reads; see `Store.beside`."""

    async def read_beside(self, work: Work[T]) -> T:
        """`read`, on a connection of its own."""

    async def purge(self) -> None:
        """Leave nothing on the disk of what was deleted, as soon as that can be done; see `Store.purge`."""

    async def close(self) -> None:
        """Finish what was asked for, then close. A second call does nothing."""
