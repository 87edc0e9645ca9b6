"""The books of one server: whether every promise about its chips holds, and what its house won and paid where.

They are read in slices, each as of its own instant, because what is written while somebody reads stays in the
write-ahead log: with ten million rows that would be gigabytes. The ledger is append-only, so a slice of its rows needs
nothing of those before it but what each account had after them, which is carried along; balances are compared with the
last slice. Everything else belongs to one table or to one account, and is examined with that.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from data.check import CHECKS
from data.checks.claims import CARRIED, SIDES, Check, Cut
from data.checks.findings import Finding, add_up, dialect_of, finding
from data.ledger.reasons import PURSES, LedgerReason, in_sql
from data.people import house_player_in_sql
from data.store.database import Database

ROWS = 200_000
"""Rows of the ledger in one slice: about a second."""
PAUSE = 0.05
"""How long nobody reads after a slice, as a part of the time that it took."""
ROUNDS = 20_000
"""Rounds in one slice of tables, and results in one of accounts, unless a single one has more."""


@dataclass(frozen=True, slots=True)
class HouseResult:
    """What the house got (above 0) or paid: of one `game`, or for what `why` says where none was.

    What its players cost and brought it, in whatever game, is one result for `HOUSE_PURSE`.
    """

    game: str | None
    why: str
    net: int


@dataclass(frozen=True, slots=True)
class Books:
    """What was found about each promise, how much was looked at, and the house's results, games first."""

    findings: tuple[Finding, ...]
    rows: int
    members: int
    in_purses: int
    at_tables: int
    with_house_players: int
    """Chips in the purses of house players."""
    house: int
    results: tuple[HouseResult, ...]

    @property
    def problems(self) -> list[str]:
        """Everything that is wrong, a sentence each, for the bot's owner."""
        return [problem for finding in self.findings for problem in finding.problems]


def read(db: Database, guild: int, rows: int = ROWS, rounds: int = ROUNDS) -> Books:
    """The books of `guild`, read in many transactions of `db`, which only reads and shows nothing else afterwards."""
    reading = _Reading(db, guild, rows, rounds)
    tables = f"SELECT id, round FROM main.tables WHERE guild = {guild} AND id > ? ORDER BY id"
    reading.read_parts(Cut.TABLES, "table_id", tables)
    accounts = "SELECT account, SUM(rounds) FROM main.records WHERE account > ? GROUP BY account ORDER BY account"
    reading.read_parts(Cut.ACCOUNTS, "account", accounts)
    reading.read_rows()
    nothing = (0, 0)
    results = reading.results.items()
    games_first = sorted(results, key=lambda item: (item[0][0] is None, item[0][0] or "", item[0][1]))
    return Books(
        findings=tuple(
            Finding(check.claim, reading.counts[check], tuple(reading.problems[check]))
            for check in CHECKS
            if check.cut is not Cut.FILE
        ),
        rows=reading.rows,
        members=reading.sums.get("member", nothing)[0],
        in_purses=reading.sums.get("member", nothing)[1],
        at_tables=reading.sums.get("table", nothing)[1],
        with_house_players=reading.sums.get(_HOUSE_PLAYER, nothing)[1],
        house=reading.sums.get("house", nothing)[1],
        results=tuple(HouseResult(game, why, net) for (game, why), net in games_first),
    )


class _Reading:
    """What is found slice by slice."""

    def __init__(self, db: Database, guild: int, rows: int, rounds: int) -> None:
        self._db, self._guild, self._rows, self._rounds = db, guild, rows, rounds
        self._columns = dialect_of(db).columns(db)
        self.counts: Counter[Check] = Counter()
        self.problems: dict[Check, list[str]] = {check: [] for check in CHECKS}
        self.results: Counter[tuple[str | None, str]] = Counter()
        self.rows = 0
        self.sums: dict[str, tuple[int, int]] = {}
        """How many accounts of each kind there are, and their chips; those of house players are a kind of their own."""
        few = f"SELECT COUNT(*) <= {rows} FROM (SELECT 1 FROM main.ledger WHERE guild = ? LIMIT {rows + 1}) f"
        self._is_small = bool(db.execute(few, (guild,)).fetchone()[0])
        db.execute(CARRIED)

    def read_parts(self, cut: Cut, column: str, sizes: str) -> None:
        """Examine tables or accounts, numbered in `column`; `sizes` selects how much there is of each."""
        last: int | None = 0
        while last is not None:
            with self._one_state():
                first, last = last, self._end(sizes, last)
                self._show(**{column: (first, last)})
                if cut is Cut.TABLES:
                    add_up(self._db)
                self._examine(cut)

    def read_rows(self) -> None:
        """Examine the ledger, the oldest rows first, and all balances with the newest."""
        total, last = 0, 0
        is_last = False
        while not is_last:
            with self._one_state():
                newest = self._db.execute("SELECT COALESCE(MAX(id), 0) FROM main.ledger").fetchone()[0]
                first, last = last, newest if self._is_small else min(last + self._rows, newest)
                is_last = last == newest
                self._show(id=(first, None if is_last else last))
                self._examine(Cut.ROWS)
                total += self._db.execute("SELECT COUNT(*) FROM ledger").fetchone()[0]
                self.results.update({(game, why): net for game, why, net in self._db.execute(_RESULTS)})
                if is_last:
                    self._examine(Cut.BALANCES)
                    self.sums = {kind: (count, chips) for kind, count, chips in self._db.execute(_SUMS)}
                self._db.execute(_CARRY)
        self.rows = total

    def _end(self, sizes: str, first: int) -> int | None:
        """Up to which number a slice goes that begins behind `first`; None when it is the last one."""
        size = 0
        for number, more in self._db.execute(sizes, (first,)):
            size += more
            if size >= self._rounds:
                return int(number)
        return None

    @contextmanager
    def _one_state(self) -> Iterator[None]:
        """Read one state of the database, then nothing for a while, or the write-ahead log might never go."""
        began = time.monotonic()
        self._db.execute("BEGIN")
        yield
        self._db.execute("COMMIT")  # keeps what is carried
        time.sleep((time.monotonic() - began) * PAUSE)

    def _show(self, **spans: tuple[int, int | None]) -> None:
        """Let every table be without the rows of other servers, and those that have such a column without the others.

        A span goes from behind its first number to its last one, or to the end. The plus keeps SQLite from walking the
        index of a large server instead of the span.
        """
        plus = "" if self._is_small else "+"
        for name, columns in self._columns.items():
            where = []
            if "guild" in columns:
                where.append(f"{plus}guild = {self._guild}")
            elif "table_id" in columns:
                where.append(f"table_id IN (SELECT id FROM main.tables WHERE guild = {self._guild})")
            elif "account" in columns:
                where.append(f"account IN (SELECT id FROM main.accounts WHERE guild = {self._guild})")
            for column, (first, last) in spans.items():
                named = _span_of(name, column, columns)
                if named:
                    where.append(f"{named} > {first}" + ("" if last is None else f" AND {named} <= {last}"))
            self._db.execute(f"DROP VIEW IF EXISTS temp.{name}")
            if where:
                self._db.execute(f"CREATE TEMP VIEW {name} AS SELECT * FROM main.{name} WHERE {' AND '.join(where)}")

    def _examine(self, cut: Cut) -> None:
        for check in CHECKS:
            if check.cut is cut:
                found = finding(self._db, check)
                self.counts[check] += found.count
                self.problems[check] += found.problems


def _span_of(table: str, column: str, columns: set[str]) -> str | None:
    """The column of `table` that a span of `column` cuts; None when it has all of its rows in every slice."""
    if column == "id":
        return "id" if table == "ledger" else None
    if table == "shuffles":  # a round may name one of another table; that is what is looked for
        return None
    if column == "table_id" and table == "tables":
        return "id"
    return column if column in columns else None


_HOUSE_PLAYER = "house player"
_SUMS = f"""
    SELECT CASE WHEN kind = 'member' AND {house_player_in_sql("owner")} THEN '{_HOUSE_PLAYER}' ELSE kind END,
        COUNT(*), SUM(chips)
    FROM accounts GROUP BY 1"""
_CARRY = f"""
    INSERT INTO carried SELECT account, SUM(chips) FROM {SIDES} s WHERE TRUE GROUP BY account
    ON CONFLICT (account) DO UPDATE SET chips = carried.chips + excluded.chips"""
_FOR_HOUSE_PLAYERS = in_sql(*PURSES, LedgerReason.PRACTICE_RETURN)
_RESULTS = f"""
    SELECT CASE WHEN s.why NOT IN {_FOR_HOUSE_PLAYERS} THEN t.game END,
        CASE WHEN s.why IN {_FOR_HOUSE_PLAYERS} THEN '{LedgerReason.HOUSE_PURSE}'
            WHEN t.game IS NULL THEN s.why ELSE '' END,
        SUM(s.net)
    FROM (
        SELECT l.table_id, l.why, l.amount AS net FROM ledger l JOIN accounts h ON h.id = l.payee AND h.kind = 'house'
        UNION ALL
        SELECT l.table_id, l.why, -l.amount FROM ledger l JOIN accounts h ON h.id = l.payer AND h.kind = 'house') s
    LEFT JOIN tables t ON t.id = s.table_id
    GROUP BY 1, 2"""
