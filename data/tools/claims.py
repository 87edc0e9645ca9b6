"""What data/check.py claims about a database, as a form, and the sums over the ledger that several claims are about."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Cut(Enum):
    """In which slices a claim holds of a server's books: each is examined as of its own instant."""

    FILE = "file"
    """About the file; not about one server."""
    ROWS = "rows"
    """Of ledger rows that follow each other, with what every account had before them (`CARRIED`)."""
    BALANCES = "balances"
    """Of all accounts, with the last slice of ledger rows."""
    ACCOUNTS = "accounts"
    """Of some accounts, with what happened at all tables."""
    TABLES = "tables"
    """Of some tables, with all that happened there."""


@dataclass(frozen=True, slots=True)
class Check:
    """A claim about the database: `count` selects how much it covers, `wrong` the rows that contradict it.

    `told` makes a sentence of such a row, by column number.
    """

    claim: str
    count: str
    wrong: str
    told: str
    cut: Cut = Cut.TABLES


CARRIED = "CREATE TEMP TABLE carried (account INTEGER PRIMARY KEY, chips BIGINT NOT NULL)"
"""What each account had before the rows that are looked at: nothing, when these are all."""

SIDES = """(
    SELECT id, payer AS account, -amount AS chips, payer_after AS after, table_id, round, why FROM ledger
    UNION ALL SELECT id, payee, amount, payee_after, table_id, round, why FROM ledger)"""
"""Every ledger row twice, as each of its two accounts sees it."""

LYING = f"""(
    SELECT a.owner AS table_id, s.round, SUM(s.chips) AS chips
    FROM {SIDES} s JOIN accounts a ON a.id = s.account AND a.kind = 'table'
    GROUP BY a.owner, s.round)"""
"""What each round put into its table's account and has not taken out."""

HOLDS = """(
    SELECT a.owner AS table_id, l.round, m.owner AS member,
        SUM(CASE WHEN l.payer = m.id THEN l.amount ELSE -l.amount END) AS chips
    FROM ledger l
    JOIN accounts a ON a.id IN (l.payer, l.payee) AND a.kind = 'table'
    JOIN accounts m ON m.id IN (l.payer, l.payee) AND m.kind = 'member'
    GROUP BY a.owner, l.round, m.owner)"""
"""The same by the member who put it in."""
