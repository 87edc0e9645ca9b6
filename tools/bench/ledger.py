"""`python -m tools.bench.ledger`: how long people wait on a server with a long past, and how long its writer is held.

Reads are measured by the time until the answer; changes of old rows by their longest transaction, because no press is
written during it. tools/bench/past.py describes the server.
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
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import TypeVar

from cogs.chips.graph import STRETCHES, draw
from data.guild.forget_guild import KEPT, Removed
from data.guild.forget_member import Departures
from data.ledger.audit import Audit, Filter
from data.ledger.bank import Bank, BankOrder
from data.ledger.history import History
from data.ledger.ledger import Account, Posting, post
from data.ledger.ranking import BoardQuery, Ranking
from data.store.sqlite.connection import BusyTimeout, Connection, Work, begin_writing
from data.store.sqlite.file import SqliteFile
from data.store.store import Store
from data.tables.old_moves import OldMoves
from data.tables.results import Results
from i18n.words import ENGLISH
from tools.bench.past import BEGAN, GUILD, HERO, ROUND_SECONDS, WITH_MOVES, make
from tools.bench.report import Machine, table

T = TypeVar("T")
Ask = Callable[[], Awaitable[object]]
Line = tuple[str, ...]

_COMMITS = 1_000
_TIMES = 9
_COUNT = """
    SELECT COUNT(*), SUM(CASE WHEN a.id IN (l.payer, l.payee) THEN 1 ELSE 0 END), MAX(l.at)
    FROM ledger l, (SELECT id FROM accounts WHERE kind = 'member' AND owner = ?) a"""
_SIZES = """
    SELECT name, SUM(pgsize) FROM dbstat WHERE name IN (SELECT name FROM sqlite_master WHERE tbl_name = 'ledger')
    GROUP BY name ORDER BY 2 DESC"""
_CHUNKS = 10
"""Of a server's data that goes: so many reads find what is deleted."""


class _Watched(Connection):
    """A connection that notes how long each of its transactions held it, and its computing time, in seconds."""

    def __init__(self, uri: str, path: Path, busy: BusyTimeout) -> None:
        super().__init__(uri, begin_writing, path, busy)
        self.held: list[tuple[float, float]] = []

    async def transact(self, work: Work[T]) -> T:
        """Make the transaction and note how long `work` took."""

        def noted(db: sqlite3.Connection) -> T:
            began, computed = time.perf_counter(), time.thread_time()
            try:
                return work(db)
            finally:
                self.held.append((time.perf_counter() - began, time.thread_time() - computed))

        return await super().transact(noted)


class _WatchedFile(SqliteFile):
    """A database whose writer is watched."""

    def _connect(self) -> None:
        super()._connect()
        self._writer = self.watched = _Watched(f"{self._uri}?mode=rw", self._path, self._busy)


async def _reading(what: str, ask: Ask, goal: str = "", *, times: int = _TIMES) -> Line:
    """The median and the longest time to an answer and the median of its computing, in milliseconds."""
    took, computed = [], []
    for _ in range(times):
        began, computing = time.perf_counter(), time.process_time()
        await ask()
        took.append((time.perf_counter() - began) * 1000)
        computed.append((time.process_time() - computing) * 1000)
    return what, f"{statistics.median(took):.1f}", f"{max(took):.1f}", f"{statistics.median(computed):.2f}", goal


async def _holding(watched: _Watched, what: str, change: Ask, goal: str) -> Line:
    """How long a change took in milliseconds, and its longest transactions in wall and computing time."""
    watched.held.clear()
    began = time.perf_counter()
    await change()
    took = (time.perf_counter() - began) * 1000
    held, computed = (max(times) * 1000 for times in zip(*watched.held, strict=True))
    return what, f"{len(watched.held):,}", f"{took:.1f}", f"{held:.1f}", f"{computed:.1f}", goal


async def _readings(store: Store, until: float) -> list[Line]:
    """The reads, in milliseconds."""
    history, audit, now = History(store), Audit(store), datetime.now(UTC)
    day = datetime.fromtimestamp(BEGAN + (until - BEGAN) / 20, UTC).date()
    middle = (await history.older(GUILD, HERO, None, 10)).rows[0].row // 2
    top = BoardQuery(GUILD, HERO, 200)
    everybody, hero = Filter(GUILD, None, None, day, day), Filter(GUILD, HERO, None, day, day)
    first = await _reading("a member's graph, the first time", lambda: history.curve(GUILD, HERO, STRETCHES), times=1)
    points = await history.curve(GUILD, HERO, STRETCHES)
    return [
        first,
        await _reading("a member's graph", lambda: history.curve(GUILD, HERO, STRETCHES), "200"),
        await _reading("drawing it", lambda: asyncio.to_thread(draw, points, [], now, ENGLISH)),
        await _reading("a member's statistics", lambda: Results(store).records(GUILD, HERO), "10"),
        await _reading("a day long ago in the audit", lambda: audit.older(everybody, None, 8), "50"),
        await _reading("a member's day long ago in the audit", lambda: audit.older(hero, None, 8), "50"),
        await _reading("the newest page of the audit", lambda: audit.older(Filter(GUILD), None, 8)),
        await _reading("a member's history, its newest page", lambda: history.older(GUILD, HERO, None, 10)),
        await _reading("a member's history, a page in the middle", lambda: history.older(GUILD, HERO, middle, 10)),
        await _reading("the top of all members", lambda: Ranking(store).by_chips(top)),
        await _reading("the top of a game", lambda: Ranking(store).by_net(top, "blackjack", None)),
        await _reading("the top of this week", lambda: Ranking(store).by_net(top, None, now)),
    ]


async def _commits(store: Store, random: Random, members: int) -> Line:
    """A transaction of nine postings, as in a round."""
    now, house, rounds = datetime.now(UTC), Account.house(GUILD), count()

    async def nine() -> None:
        people = [Account.member(GUILD, HERO + random.randrange(1, members - 1)) for _ in range(9)]
        made = [Posting(f"bench:{next(rounds)}:{i}", house, person, 5, "win") for i, person in enumerate(people)]
        await store.write(partial(post, postings=made, now=now))

    return await _reading("nine postings in a transaction", nine, times=_COMMITS)


async def _check(store: Store, path: Path) -> str:
    """Check the books while others write, and say how large the write-ahead log became."""
    log, largest, writes = path.with_name(f"{path.name}-wal"), 0, 0
    began, computing = time.perf_counter(), time.process_time()
    checking = asyncio.create_task(Audit(store).books(GUILD))
    while not checking.done():
        await store.set_meta("bench", "x" * 200)
        writes += 1
        largest = max(largest, _size(log))
        await asyncio.sleep(0.01)
    took, computed = time.perf_counter() - began, time.process_time() - computing
    wrong = len((await checking).problems)
    return (
        f"The books are checked in {took:.1f} s, {computed:.1f} of them computing, {wrong} problems;"
        f" in {writes:,} writes meanwhile"
        f" the write-ahead log was at most {largest / 1e6:.1f} MB, and is {_size(log) / 1e6:.1f} MB afterwards."
    )


def _size(file: Path) -> int:
    return file.stat().st_size


async def _changes(store: Store, watched: _Watched) -> list[Line]:
    """The changes of old rows, in milliseconds."""
    holding = partial(_holding, watched)
    departures, now = Departures(store), datetime.now(UTC)
    order = BankOrder("bench reset", GUILD, HERO + 1, "for the bench", now, starting=1000)

    async def write_little() -> None:
        for n in range(_COMMITS):
            await store.set_meta("bench", str(n))

    lines = [await holding("writes of one row, to compare", write_little, "")]
    old = datetime.fromtimestamp(BEGAN + WITH_MOVES * ROUND_SECONDS + 1, UTC)
    lines.append(await holding(f"the moves of {WITH_MOVES:,} old rounds", partial(OldMoves(store).delete, old), "20"))
    for who, person in (("a member", HERO + 7), ("the member with many rows", HERO)):
        forget = partial(departures.forget, GUILD, person, now)
        lines.append(await holding(f"forgetting {who}", forget, "20"))
        lines.append(await holding("their old rows", departures.erase, "20"))
    lines.append(await holding("a reset of everybody", partial(Bank(store).reset, order, None), "20"))
    removed = Removed(store)
    await removed.left(GUILD, now - KEPT)
    await removed.due(now)

    async def delete_some() -> None:
        for _ in range(_CHUNKS):
            if not await removed.delete_some(GUILD):
                return

    lines.append(await holding(f"a server that goes, {_CHUNKS * store.slices.found:,} rows", delete_some, "20"))
    return lines


async def run(path: Path, args: argparse.Namespace) -> None:
    """Measure on the database at `path`."""
    file = await _WatchedFile.open(path, BusyTimeout(), datetime.now(UTC))
    store = Store(path, file)
    try:
        rows, own, until = await store.read(lambda db: db.execute(_COUNT, (HERO,)).fetchone())
        sizes = await store.read(lambda db: db.execute(_SIZES).fetchall())
        about = f"a ledger of {rows:,} rows, {own:,} of them one member's"
        lines = [*await _readings(store, until), await _commits(store, Random(args.seed), args.members)]
        print(table((about, "median ms", "longest ms", "computing", "goal"), lines), flush=True)
        print(f"In MB: {', '.join(f'{name} {size / 1e6:,.1f}' for name, size in sizes)}.")
        print(f"{await _check(store, path)}\n", flush=True)
        headings = ("what changes old rows", "transactions", "all of it ms", "longest ms", "of it computing", "goal")
        print(table(headings, await _changes(store, file.watched)))
    finally:
        await store.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench.ledger", description="Measure a server with a long ledger."
    )
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
        machine = Machine(Path(folder))
        asyncio.run(run(path, args))
        print(f"\n{machine}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
