"""`python -m bench.ledger`: what people wait for on a server that has played for long, and how long its writer is held.

Reading is measured by the time until the answer is there; what changes old rows by the longest of its transactions,
since no press is written meanwhile. bench/past.py says what the server is like.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import TypeVar

from bench.past import BEGAN, GUILD, HERO, TABLES, make
from cogs.chips.graph_picture import STRETCHES, draw
from data.guild.forget_member import Departures
from data.ledger.audit import Audit, Filter
from data.ledger.bank import Bank, Order
from data.ledger.history import History
from data.ledger.ledger import Account, Posting, post
from data.ledger.ranking import Ranking
from data.store.store import Store
from data.store.writer import Connection, Work
from data.tables.results import Results
from i18n.words import ENGLISH

T = TypeVar("T")
Ask = Callable[[], Awaitable[object]]

_COMMITS = 1_000
_TIMES = 9
_COUNT = """
    SELECT COUNT(*), SUM(CASE WHEN a.id IN (l.payer, l.payee) THEN 1 ELSE 0 END), MAX(l.at)
    FROM ledger l, (SELECT id FROM accounts WHERE kind = 'member' AND owner = ?) a"""
_SIZES = """
    SELECT SUM(CASE WHEN name = 'ledger' THEN pgsize END), SUM(CASE WHEN name <> 'ledger' THEN pgsize END)
    FROM dbstat WHERE name IN (SELECT name FROM sqlite_master WHERE tbl_name = 'ledger')"""


class _Watched(Connection):
    """A connection that notes how long each of its transactions held it, and its computing time, in seconds."""

    def __init__(self, target: str) -> None:
        super().__init__(target)
        self.held: list[tuple[float, float]] = []

    async def run(self, work: Work[T]) -> T:
        """Run `work` and note it."""

        def noted(db: sqlite3.Connection) -> T:
            began, computed = time.perf_counter(), time.thread_time()
            try:
                return work(db)
            finally:
                self.held.append((time.perf_counter() - began, time.thread_time() - computed))

        return await super().run(noted)


class _WatchedStore(Store):
    """A store whose writer is watched."""

    def _connect(self) -> None:
        super()._connect()
        self.writer = self.watched = _Watched(f"{self._uri}?mode=rw")


async def _reading(what: str, ask: Ask, goal: str = "", *, times: int = _TIMES) -> None:
    """Print the median and the longest of some answers."""
    took = []
    for _ in range(times):
        began = time.perf_counter()
        await ask()
        took.append((time.perf_counter() - began) * 1000)
    print(f"{what:<46}{statistics.median(took):>12,.1f}{max(took):>12,.1f}  {goal}", flush=True)


async def _holding(store: _WatchedStore, what: str, change: Ask, goal: str) -> None:
    """Print how long a change took, and the longest of its transactions."""
    store.watched.held.clear()
    began = time.perf_counter()
    await change()
    took, count = (time.perf_counter() - began) * 1000, len(store.watched.held)
    held, computed = (max(times) * 1000 for times in zip(*store.watched.held, strict=True))
    print(f"{what:<46}{took:>12,.1f}{held:>12,.1f}{computed:>12,.1f}  {goal}; {count:,} transactions", flush=True)


async def _read(store: Store, until: float) -> None:
    """Measure the readings."""
    history, audit, now = History(store), Audit(store), datetime.now(UTC)
    day = datetime.fromtimestamp(BEGAN + (until - BEGAN) / 20, UTC).date()
    middle = (await history.newest(GUILD, HERO, 10)).entries[0].row // 2
    print(f"{'reading':<46}{'median ms':>12}{'longest ms':>12}  goal")
    await _reading("a member's graph, for the first time", lambda: history.curve(GUILD, HERO, STRETCHES), times=1)
    await _reading("a member's graph", lambda: history.curve(GUILD, HERO, STRETCHES), "200")
    await _reading("a member's statistics", lambda: Results(store).records(GUILD, HERO), "10")
    await _reading(
        "a day long ago in the audit", lambda: audit.older(Filter(GUILD, None, None, day, day), None, 8), "50"
    )
    await _reading(
        "a member's day long ago in the audit", lambda: audit.older(Filter(GUILD, HERO, None, day, day), None, 8), "50"
    )
    await _reading("the newest page of the audit", lambda: audit.older(Filter(GUILD), None, 8))
    await _reading("a member's history, its newest page", lambda: history.newest(GUILD, HERO, 10))
    await _reading("a member's history, a page in the middle", lambda: history.older(GUILD, HERO, middle, 10))
    await _reading("the top", lambda: Ranking(store).standing(GUILD, HERO, 200))
    points = await history.curve(GUILD, HERO, STRETCHES)
    await _reading("drawing the graph", lambda: asyncio.to_thread(draw, points, now, ENGLISH))


async def _commit(store: Store, random: Random, members: int) -> None:
    """Measure commits of a round's nine postings, in computing time."""
    took, now, house = [], datetime.now(UTC), Account.house(GUILD)
    for n in range(_COMMITS):
        people = [Account.member(GUILD, HERO + random.randrange(1, members - 1)) for _ in range(9)]
        made = [Posting(f"bench:{n}:{i}", house, person, 5, "win") for i, person in enumerate(people)]
        began = time.process_time()
        await store.write(lambda db, made=made: post(db, made, now))  # type: ignore[misc]  # mypy infers no default
        took.append((time.process_time() - began) * 1000)
    print(f"{'nine postings in a transaction, computing time':<46}{statistics.median(took):>12,.3f}{max(took):>12,.1f}")


async def _check(store: Store) -> None:
    """Measure the check of the books, while others write: the write-ahead log must not grow for all of it."""
    log, largest, writes = store.path.with_name(f"{store.path.name}-wal"), 0, 0
    checking, began = asyncio.create_task(Audit(store).books(GUILD)), time.perf_counter()
    while not checking.done():
        await store.set_meta("bench", "x" * 200)
        writes += 1
        largest = max(largest, log.stat().st_size)
        await asyncio.sleep(0.01)
    took = time.perf_counter() - began
    wrong = (await checking).problems
    print(f"the books are checked in {took:,.1f} s, {len(wrong)} problems; {writes:,} writes meanwhile,")
    print(
        f"the write-ahead log was at most {largest / 1e6:,.1f} MB, and is {log.stat().st_size / 1e6:,.1f} MB afterwards"
    )


async def run(path: Path, args: argparse.Namespace) -> None:
    """Measure on the database at `path`."""
    store = await _WatchedStore.open(path)
    assert isinstance(store, _WatchedStore)
    try:
        rows, own, until = await store.read(lambda db: db.execute(_COUNT, (HERO,)).fetchone())
        ledger, indexes = await store.read(lambda db: db.execute(_SIZES).fetchone())
        print(f"{rows:,} rows in the ledger, {own:,} of them one member's, {TABLES} tables")
        print(f"{ledger / 1e6:,.0f} MB the ledger's rows, {indexes / 1e6:,.0f} MB its indexes")
        await _read(store, until)
        await _commit(store, Random(args.seed), args.members)
        await _check(store)
        await _change(store)
    finally:
        await store.close()


async def _change(store: _WatchedStore) -> None:
    """Measure what changes old rows."""
    departures, now = Departures(store), datetime.now(UTC)
    order = Order("bench reset", GUILD, HERO + 1, "for the bench", now, starting=1000)
    print(f"{'changing':<46}{'all of it ms':>12}{'held ms':>12}{'computed ms':>12}  goal of held")

    async def write_little() -> None:
        for n in range(1_000):
            await store.set_meta("bench", str(n))

    await _holding(store, "writes of one row, to compare", write_little, "")
    for who, person in (("a member", HERO + 7), ("the member with many rows", HERO)):
        await _holding(store, f"forgetting {who}", lambda person=person: departures.forget(GUILD, person, now), "20")  # type: ignore[misc]  # mypy infers no default
        await _holding(store, "their old rows", departures.erase, "20")
    await _holding(store, "a reset of everybody", lambda: Bank(store).reset(order, None), "20")


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(prog="python -m bench.ledger", description="Measure a server with a long ledger.")
    parser.add_argument("--rows", type=int, default=1_000_000, help="rows of the ledger, default 1000000")
    parser.add_argument("--own", type=int, default=100_000, help="rows of the member who asks, default 100000")
    parser.add_argument("--members", type=int, default=20_000, help="members of the server, default 20000")
    parser.add_argument("--seed", type=int, default=1, help="decides who plays and wins")
    parser.add_argument("--database", type=Path, help="make it here and keep it, or measure on what is there already")
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        path = args.database or Path(folder) / "ledger.sqlite3"
        if not path.exists():
            make(path, args.rows, args.own, args.members, Random(args.seed))
        asyncio.run(run(path, args))
    return 0


if __name__ == "__main__":
    sys.exit(main())
