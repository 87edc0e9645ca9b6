"""Transactions one after the other: those that were asked for while one is under way share the next.

There is one COMMIT for all of them: the disk is asked once for many presses, and nobody is answered before it has said
yes. When one of them fails everything is taken back and done again, each piece of work with a savepoint of its own, so
that it takes back itself and nothing else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from data.store.database import Changes, Database, Work
from data.store.errors import StoreError

T = TypeVar("T")


class Transact(Protocol):
    """Runs one function as a transaction."""

    async def __call__(self, work: Work[T], /, *, blind: bool) -> T:
        """What `work` returns, once that is on the disk; raises what it raises, or StoreError.

        `blind` says that it may be done again when nobody knows whether it was.
        """


Counting: TypeAlias = Callable[[Work[Any], Changes, Database], Any]
"""Runs a piece of work within a transaction, and counts the rows that it changes, anew each time."""


class _Waiting(NamedTuple):
    work: Work[Any]
    blind: bool
    done: asyncio.Future[Any]


class GroupCommit:
    """Transactions that must not run beside each other."""

    def __init__(
        self, transact: Transact, counting: Counting, sentences: Callable[[], AbstractContextManager[None]]
    ) -> None:
        """`sentences` turns the database's own errors into StoreError."""
        self._transact = transact
        self._counting = counting
        self._sentences = sentences
        self._idle = asyncio.Event()
        self._idle.set()
        self._waiting: list[_Waiting] = []
        self._serving: asyncio.Task[None] | None = None

    async def run(self, work: Work[T], changes: Changes, *, blind: bool = False) -> T:
        """Run `work(db)` as a transaction, or as its own part of one, and count its `changes`.

        See `Store.write`, and with `blind` `Store.write_blind`.
        """
        counted: Work[T] = partial(self._counting, work, changes)
        if not self._idle.is_set():
            done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
            self._waiting.append(_Waiting(counted, blind, done))
            return await done
        self._idle.clear()
        try:
            return await self._transact(counted, blind=blind)
        finally:
            if self._waiting:
                self._serving = asyncio.get_running_loop().create_task(self._serve())
            else:
                self._idle.set()

    async def finish(self) -> None:
        """Wait until everything that was asked for is done."""
        await self._idle.wait()

    async def _serve(self) -> None:
        """Do what waits, all of it at once, until nothing waits any more."""
        batch: list[_Waiting] = []
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                outcomes = await self._outcomes(batch)
                for each, outcome in zip(batch, outcomes, strict=True):
                    if each.done.cancelled():
                        continue
                    if isinstance(outcome, _Result):
                        each.done.set_result(outcome.value)
                    else:
                        each.done.set_exception(outcome)
        finally:
            for each in (*batch, *self._waiting):  # still open only when this task was cancelled
                each.done.cancel()
            self._waiting.clear()
            self._idle.set()

    async def _outcomes(self, batch: Sequence[_Waiting]) -> Sequence[_Result | Exception]:
        """What comes of each of a `batch`, which shares a transaction."""
        works = [each.work for each in batch]
        try:
            try:
                blind = {each.blind for each in batch}
                return await self._transact(partial(_all, works, len(blind) > 1), blind=blind == {True})
            except StoreError:
                raise
            except Exception:  # that of one of them
                return await self._transact(partial(_each, works, self._sentences), blind=False)
        except Exception as error:
            return [error] * len(works)


class _Result(NamedTuple):
    value: Any


def _all(works: Sequence[Work[Any]], is_mixed: bool, db: Database) -> list[_Result | Exception]:
    """Run `works` within one transaction; what one of them raises comes out.

    Of a group that `is_mixed` it is asked afterwards whether it is written, and not done again; so all answers must be
    there by then.
    """
    results: list[_Result | Exception] = [_Result(work(db)) for work in works]
    if is_mixed:
        _ = db.total_changes
    return results


def _each(
    works: Sequence[Work[Any]], sentences: Callable[[], AbstractContextManager[None]], db: Database
) -> list[_Result | Exception]:
    """Run `works` within one transaction; what one of them raises is its outcome. Raises what fails all of them."""
    outcomes: list[_Result | Exception] = []
    for work in works:
        db.execute("SAVEPOINT part")
        try:
            with sentences():
                result = work(db)
                _ = db.total_changes  # waits for all that the work has asked for, so that no other is blamed for it
            outcomes.append(_Result(result))
        except StoreError:  # the database's failure is everybody's
            raise
        except Exception as error:
            with suppress(Exception):
                _ = db.total_changes  # what the server refuses of it is no other's
            db.execute("ROLLBACK TO part")
            outcomes.append(error)
        db.execute("RELEASE part")
    return outcomes
