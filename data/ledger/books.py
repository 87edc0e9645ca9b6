"""The books of one server: whether every promise about its chips holds, and what its house won and paid where."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from data.check import Finding, examine_server


@dataclass(frozen=True, slots=True)
class HouseResult:
    """What the house got (above 0) or paid: of one `game`, or for what `why` says where no table was."""

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
    house: int
    results: tuple[HouseResult, ...]

    @property
    def problems(self) -> list[str]:
        """Everything that is wrong, a sentence each, for the bot's owner."""
        return [problem for finding in self.findings for problem in finding.problems]


def read(db: sqlite3.Connection, guild: int) -> Books:
    """The books of `guild`. Afterwards `db` shows this server alone; it is in a transaction and only reads."""
    findings = examine_server(db, guild)
    rows = db.execute("SELECT COUNT(*) FROM ledger").fetchone()[0]
    sums = {
        kind: (count, chips)
        for kind, count, chips in db.execute("SELECT kind, COUNT(*), SUM(chips) FROM accounts GROUP BY kind")
    }
    nothing = (0, 0)
    return Books(
        findings=tuple(findings),
        rows=rows,
        members=sums.get("member", nothing)[0],
        in_purses=sums.get("member", nothing)[1],
        at_tables=sums.get("table", nothing)[1],
        house=sums.get("house", nothing)[1],
        results=tuple(HouseResult(*row) for row in db.execute(_RESULTS)),
    )


_RESULTS = """
    SELECT t.game, CASE WHEN t.game IS NULL THEN s.why ELSE '' END, SUM(s.net)
    FROM (
        SELECT l.table_id, l.why, l.amount AS net FROM ledger l JOIN accounts h ON h.id = l.payee AND h.kind = 'house'
        UNION ALL
        SELECT l.table_id, l.why, -l.amount FROM ledger l JOIN accounts h ON h.id = l.payer AND h.kind = 'house') s
    LEFT JOIN tables t ON t.id = s.table_id
    GROUP BY 1, 2 ORDER BY t.game IS NULL, 1, 2"""
