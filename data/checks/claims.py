"""What data/check.py claims about a database, as a form, and the sums over the ledger that several claims are about."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from data.ledger.reasons import PURSES, LedgerReason, in_sql


class Cut(Enum):
    """In which slices a claim holds of a server's books: each is examined as of its own instant."""

    FILE = "file"
    """About the file, or what all of its rows show together; not about one server."""
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

    `sentence` makes a sentence of such a row, by column number.
    """

    claim: str
    count: str
    wrong: str
    sentence: str
    cut: Cut = Cut.TABLES


CARRIED = "CREATE TEMP TABLE carried (account BIGINT PRIMARY KEY, chips BIGINT NOT NULL) WITHOUT ROWID"
"""What each account had before the rows that are looked at: nothing, when these are all."""

SIDES = """(
    SELECT id, payer AS account, -amount AS chips, payer_after AS after, table_id, round, why, guild FROM ledger
    UNION ALL SELECT id, payee, amount, payee_after, table_id, round, why, guild FROM ledger)"""
"""Every ledger row twice, as each of its two accounts sees it."""

SUMS = (
    "DROP TABLE IF EXISTS temp.sums",
    """CREATE TEMP TABLE sums (
        table_id BIGINT, round BIGINT, account BIGINT, chips BIGINT, won BIGINT, PRIMARY KEY (table_id, round, account)
    ) WITHOUT ROWID""",
    f"""
    INSERT INTO sums
    SELECT table_id, round, account, SUM(chips),
        SUM(CASE WHEN why IN {in_sql(LedgerReason.BANK_SOLD, *PURSES)} THEN 0 ELSE chips END)
    FROM {SIDES} s
    WHERE table_id IS NOT NULL AND round IS NOT NULL AND account NOT IN (SELECT id FROM accounts WHERE kind = 'house')
    GROUP BY table_id, round, account""",
)
"""What each round moved for each member and for its table, added up once for all claims about tables.

The buyer of a bank pays its seller before the round for which that is written, and the house gives its players their
purses, so `won` is without both.
"""

LYING = """(
    SELECT a.owner AS table_id, s.round, s.chips
    FROM sums s JOIN accounts a ON a.id = s.account AND a.kind = 'table')"""
"""What each round put into its table's account and has not taken out."""

HOLDS = """(
    SELECT t.id AS table_id, l.round, m.owner AS member,
        SUM(CASE WHEN l.payer = m.id THEN l.amount ELSE -l.amount END) AS chips
    FROM tables t
    JOIN accounts a ON a.guild = t.guild AND a.kind = 'table' AND a.owner = t.id
    JOIN ledger l ON l.table_id = t.id AND (l.round > t.round OR l.round = 0) AND a.id IN (l.payer, l.payee)
    JOIN accounts m ON m.id = l.payer + l.payee - a.id AND m.kind = 'member'
    GROUP BY t.id, l.round, m.owner)"""
"""The same by the member who put it in, of rounds that have not begun and of those that stand for a pot."""
