"""`python -m bench.ledger`: what a member with a long ledger waits for, on a server that has played for long.

The database is filled with finished rounds of four people each, as posting them would have left it; one person sits in
as many of them as give the rows asked for.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from bench.report import table
from cogs.chips.graph_picture import STRETCHES, draw
from data.ledger.history import History
from data.ledger.ledger import Account, Posting, post
from data.ledger.ranking import Ranking
from data.store.store import Store
from data.tables.results import Results
from i18n.words import ENGLISH

GUILD, HERO, MEMBERS, TABLES, ROUND_SECONDS = 1, 2, 20_000, 500, 60
_INDEXES = """
    SELECT name, sql FROM sqlite_master WHERE name IN ('ledger_of_payer', 'ledger_of_payee', 'results_of_account')"""
_SHORT = 2_000
"""Commits of one measurement."""
_COUNT = "SELECT COUNT(*), SUM(CASE WHEN ? IN (payer, payee) THEN 1 ELSE 0 END) FROM ledger"

Row = tuple[int, int, str, int, int, int, str, int, int, float, int, int]
Measured = tuple[str, str, str]
"""What was measured, and its median and longest milliseconds."""


class Past:
    """Rounds that were played, as rows."""

    def __init__(self, rows: int, own: int, random: Random) -> None:
        self._wanted, self._own, self._random = rows, own, random
        self.chips = dict.fromkeys(range(1, MEMBERS + TABLES + 2), 0)
        """By account: the house is 1, the members follow, then the tables."""
        self.rounds: list[tuple[int, int, float]] = []
        self.results: list[tuple[int, int, int, int]] = []
        self._rows = 0

    def rows(self) -> Iterator[Row]:
        """Every row of the ledger, the oldest first."""
        for account in range(2, MEMBERS + 2):
            yield self._row(1, account, 10**9, "starting chips", 0, 0, 0.0)
        heros = 0
        while self._rows < self._wanted:
            table, number = len(self.rounds) % TABLES + 1, len(self.rounds) // TABLES + 1
            people = self._random.sample(range(3, MEMBERS + 2), 4)
            if heros < self._own * (self._rows / self._wanted):
                people[0] = HERO
            at = float((len(self.rounds) + 1) * ROUND_SECONDS)
            for person in people:
                for row in self._played(person, table, number, at):
                    heros += HERO in row[3:5]
                    yield row
            self.rounds.append((table, number, at))

    def _played(self, person: int, table: int, number: int, at: float) -> Iterator[Row]:
        bet, held, win = self._random.randrange(10, 500), MEMBERS + 1 + table, self._random.random() < 0.5
        yield self._row(person, held, bet, "bet", table, number, at)
        if win:
            yield self._row(held, person, bet, "stake back", table, number, at)
            yield self._row(1, person, bet, "win", table, number, at)
        else:
            yield self._row(held, 1, bet, "lose", table, number, at)
        self.results.append((table, number, person, bet if win else -bet))

    def _row(self, payer: int, payee: int, amount: int, why: str, table: int, number: int, at: float) -> Row:
        self._rows += 1
        self.chips[payer] -= amount
        self.chips[payee] += amount
        after = self.chips[payer], self.chips[payee]
        return (GUILD, self._rows, f"past:{self._rows}", payer, payee, amount, why, table, number, at, *after)


def fill(db: sqlite3.Connection, past: Past) -> None:
    """Write `past` into a new database."""
    db.execute("PRAGMA defer_foreign_keys = ON")
    db.executemany(
        "INSERT INTO ledger (guild, id, key, payer, payee, amount, why, table_id, round, at, payer_after, payee_after)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, NULLIF(?, 0), NULLIF(?, 0), ?, ?, ?)",
        past.rows(),
    )
    kinds = [(1, "house", 0), *((n, "member", n) for n in range(2, MEMBERS + 2))]
    kinds += [(MEMBERS + 1 + table, "table", table) for table in range(1, TABLES + 1)]
    rows = [(account, GUILD, kind, owner, past.chips[account]) for account, kind, owner in kinds]
    db.executemany("INSERT INTO accounts VALUES (?, ?, ?, ?, ?)", rows)
    last = {table: number for table, number, _ in past.rounds}
    db.executemany(
        "INSERT INTO tables (id, guild, channel, game, host, options, minimum, maximum, pace, lobby, round, opened_at,"
        " closed_at) VALUES (?, 1, 1, 'blackjack', 2, '{}', 10, 500, 'normal', '{}', ?, 0, 1)",
        [(table, last.get(table, 0)) for table in range(1, TABLES + 1)],
    )
    db.executemany("INSERT INTO shuffles VALUES (?1, ?1, x'00', '', NULL, 0, 1)", [(n,) for n in range(1, TABLES + 1)])
    db.executemany(
        "INSERT INTO rounds (table_id, round, rules, setup, started_at, ended_at) VALUES (?1, ?2, 1, '{}', ?3, ?3)",
        past.rounds,
    )
    db.executemany("INSERT INTO results VALUES (?, ?, ?, ?)", past.results)


async def measure(store: Store) -> list[Measured]:
    """How long the readings take."""
    history, now = History(store), datetime.now(UTC)
    middle = (await history.newest(GUILD, HERO, 10)).entries[0].row // 2
    oldest = (await history.newer(GUILD, HERO, 0, 10)).entries[0].row + 1
    points = await history.curve(GUILD, HERO, STRETCHES)
    picture = f"drawing its {len(points):,} points, {len(draw(points, now, ENGLISH).png) / 1000:.0f} KB"
    return [
        await timed("history, the newest page", lambda: history.newest(GUILD, HERO, 10)),
        await timed("history, a page in the middle", lambda: history.older(GUILD, HERO, middle, 10)),
        await timed("history, back from the middle", lambda: history.newer(GUILD, HERO, middle, 10)),
        await timed("history, the last page", lambda: history.older(GUILD, HERO, oldest, 10)),
        await timed("statistics", lambda: Results(store).records(GUILD, HERO)),
        await timed(f"the top of {MEMBERS:,} members", lambda: Ranking(store).standing(GUILD, HERO, 200)),
        await timed("the points of the graph", lambda: history.curve(GUILD, HERO, STRETCHES)),
        await timed(picture, lambda: asyncio.to_thread(draw, points, now, ENGLISH)),
    ]


async def timed(what: str, work: Callable[[], Awaitable[object]], times: int = 15) -> Measured:
    """The median and the longest of some runs in milliseconds, the first left out."""
    await work()
    took = []
    for _ in range(times):
        before = time.perf_counter()
        await work()
        took.append((time.perf_counter() - before) * 1000)
    return _measured(what, took)


async def commits(store: Store, name: str, random: Random) -> list[float]:
    """The milliseconds of commits of three postings each."""
    took, now, house = [], datetime.now(UTC), Account.house(GUILD)
    for n in range(_SHORT):
        one, other = (Account.member(GUILD, random.randrange(2, MEMBERS + 2)) for _ in range(2))
        made = [Posting(f"{name}:{n}:{i}", house, one if i else other, 5, "gift") for i in range(3)]
        before = time.perf_counter()
        await store.write(lambda db, made=made: post(db, made, now))  # type: ignore[misc]  # mypy infers no default
        took.append((time.perf_counter() - before) * 1000)
    return took


async def compare_commits(store: Store, pairs: int, random: Random) -> list[Measured]:
    """What the indexes for the readings add to a commit: with and without them in turn."""
    made = await store.read(lambda db: db.execute(_INDEXES).fetchall())
    indexed: list[float] = []
    bare: list[float] = []
    for n in range(pairs):
        indexed += await commits(store, f"with{n}", random)
        await store.write(lambda db: [db.execute(f"DROP INDEX {name}") for name, _ in made])
        bare += await commits(store, f"without{n}", random)
        await store.write(lambda db: [db.execute(sql) for _, sql in made])
    return [
        _measured("a commit of three postings", indexed),
        _measured("the same without these readings' indexes", bare),
    ]


def _measured(what: str, took: Sequence[float]) -> Measured:
    return what, f"{statistics.median(took):.2f}", f"{max(took):.2f}"


async def run(path: Path, args: argparse.Namespace) -> None:
    """Fill a database, measure on it and print what came of it."""
    random, store = Random(args.seed), await Store.open(path)
    try:
        past = Past(args.rows, args.own, random)
        await store.write(lambda db: fill(db, past))
        rows, own = await store.read(lambda db: db.execute(_COUNT, (HERO,)).fetchone())
        measured = await measure(store) + await compare_commits(store, args.pairs, random)
    finally:
        await store.close()
    print(table((f"a ledger of {rows:,} rows, {own:,} of them one member's", "median ms", "longest ms"), measured))


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(prog="python -m bench.ledger", description="Measure the readings of the ledger.")
    parser.add_argument("--rows", type=int, default=1_000_000, help="rows of the ledger, default 1000000")
    parser.add_argument("--own", type=int, default=100_000, help="rows of the member who asks, default 100000")
    parser.add_argument("--pairs", type=int, default=3, help="measurements of a commit, default 3")
    parser.add_argument("--seed", type=int, default=1, help="decides who plays and wins")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(Path(folder) / "ledger.sqlite3", parser.parse_args(arguments)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
