"""A server with a long past, as rows of its database: finished rounds of four people, as real postings leave them.

One person sits in as many of the rounds as it takes to give them the wanted number of rows.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from data.store.sqlite.connection import BusyTimeout
from data.store.sqlite.migrate import prepare
from tools.world.fake_discord import GUILD

TABLES, ROUND_SECONDS = 500, 60
BEGAN = 1_700_000_000.0
"""When the first round was played, in seconds since 1970."""
WITH_MOVES, MOVES = 10_000, 10
"""How many of the oldest rounds have moves, and how many of them each."""
HERO = 1_150_000_000_000_000_002
"""The Discord id of the person with many rows."""
_BEFORE_THE_FIRST = HERO - 2

_Row = tuple[int, int, str, int, int, int, str, int | None, int | None, int, float, int, int]
_HOUSE, _HEROS_ACCOUNT = 1, 2


class _Past:
    """Balances by account: the house is 1, then come the members and the tables."""

    def __init__(self, rows: int, own: int, members: int, random: Random) -> None:
        self._wanted, self._own, self._members, self._random = rows, own, members, random
        self.chips = dict.fromkeys(range(1, members + TABLES + 2), 0)
        self.rounds: list[tuple[int, int, str, float]] = []
        self.results: list[tuple[int, int, int, int]] = []
        self._rows = 0

    def rows(self) -> Iterator[_Row]:
        """Every row of the ledger, oldest first."""
        for account in range(2, self._members + 2):
            key = f"start:{GUILD}:{_BEFORE_THE_FIRST + account}"
            yield self._row(key, _HOUSE, account, 10**9, "starting chips", None, None, account, BEGAN)
        heros = 0
        while self._rows < self._wanted:
            table, number = len(self.rounds) % TABLES + 1, len(self.rounds) // TABLES + 1
            people = self._random.sample(range(3, self._members + 2), 4)
            if heros < self._own * (self._rows / self._wanted):
                people[0] = _HEROS_ACCOUNT
            at = BEGAN + (len(self.rounds) + 1) * ROUND_SECONDS
            for n, person in enumerate(people):
                for row in self._played(person, table, number, n, at):
                    heros += _HEROS_ACCOUNT in row[3:5]
                    yield row
            setup = json.dumps({"people": [_BEFORE_THE_FIRST + person for person in people], "body": {}, "sat_out": []})
            self.rounds.append((table, number, setup, at))

    def _played(self, person: int, table: int, number: int, seat: int, at: float) -> Iterator[_Row]:
        bet, held, win = self._random.randrange(10, 500), self._members + 1 + table, self._random.random() < 0.5
        key, about = f"table:{table}:{number * 9}:{seat}", (table, number, person, at)
        yield self._row(f"{key}0", person, held, bet, "bet", *about)
        if win:
            yield self._row(f"{key}1", held, person, bet, "stake back", *about)
            yield self._row(f"{key}2", _HOUSE, person, bet, "win", *about)
        else:
            yield self._row(f"{key}1", held, _HOUSE, bet, "lose", *about)
        self.results.append((table, number, person, bet if win else -bet))

    def _row(
        self, key: str, payer: int, payee: int, amount: int, why: str,
        table: int | None, number: int | None, person: int, at: float,
    ) -> _Row:  # fmt: skip
        self._rows += 1
        self.chips[payer] -= amount
        self.chips[payee] += amount
        after = self.chips[payer], self.chips[payee]
        actor = _BEFORE_THE_FIRST + person
        return (GUILD, self._rows, key, payer, payee, amount, why, table, number, actor, at, *after)


_INDEXES = """
    SELECT name, sql FROM sqlite_master
    WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ('ledger', 'results', 'rounds')"""
_RECORDS = """
    INSERT INTO records (account, game, rounds, won, lost, net, biggest)
    SELECT account, 'blackjack', COUNT(*), SUM(net > 0), SUM(net < 0), SUM(net), MAX(MAX(net), 0)
    FROM results GROUP BY account"""


def make(path: Path, rows: int, own: int, members: int, random: Random) -> None:
    """Make a database at `path` with so many `rows` in its ledger, `own` of them the hero's."""
    prepare(path, BusyTimeout(), datetime.now(UTC)).close()
    past = _Past(rows, own, members, random)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = OFF")
        indexes = db.execute(_INDEXES).fetchall()
        db.execute("BEGIN")
        for name, _ in indexes:
            db.execute(f"DROP INDEX {name}")
        _fill(db, past, members)
        for _, sql in indexes:
            db.execute(sql)
        db.execute(_RECORDS)
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _fill(db: sqlite3.Connection, past: _Past, members: int) -> None:
    db.executemany(
        "INSERT INTO ledger (guild, id, key, payer, payee, amount, why, table_id, round, actor, at, payer_after,"
        " payee_after) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        past.rows(),
    )
    kinds = [(1, "house", 0), *((n, "member", _BEFORE_THE_FIRST + n) for n in range(2, members + 2))]
    kinds += [(members + 1 + table, "table", table) for table in range(1, TABLES + 1)]
    rows = [(account, GUILD, kind, owner, past.chips[account]) for account, kind, owner in kinds]
    db.executemany("INSERT INTO accounts VALUES (?, ?, ?, ?, ?)", rows)
    last = {table: number for table, number, *_ in past.rounds}
    db.executemany(
        "INSERT INTO tables (id, guild, channel, game, host, options, minimum, maximum, pace, lobby, round, version,"
        f" opened_at, closed_at) VALUES (?1, {GUILD}, 1, 'blackjack', {HERO}, '{{}}', 10, 500, 'normal', '{{}}', ?2,"
        " ?2 * 100 + 100, 0, 1)",
        [(table, last.get(table, 0)) for table in range(1, TABLES + 1)],
    )
    db.executemany("INSERT INTO shuffles VALUES (?1, ?1, x'00', '', NULL, 0, 1)", [(n,) for n in range(1, TABLES + 1)])
    db.executemany(
        "INSERT INTO rounds (table_id, round, rules, setup, started_at, ended_at) VALUES (?1, ?2, 1, ?3, ?4, ?4)",
        past.rounds,
    )
    db.executemany(
        "INSERT INTO moves (table_id, version, n, round, seat, action, clock, at)"
        " VALUES (?1, ?2 * 100 + ?4, 0, ?2, 0, 'hit', 0, ?3)",
        ((number, of, at, n) for number, of, _, at in past.rounds[:WITH_MOVES] for n in range(MOVES)),
    )
    db.executemany("INSERT INTO results (table_id, round, account, net) VALUES (?, ?, ?, ?)", past.results)
