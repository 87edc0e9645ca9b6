"""What data/check.py claims about accounts and the ledger."""

from __future__ import annotations

from data.checks.claims import SIDES, Check, Cut
from data.ledger.ledger import MAX_AMOUNT

_LEDGER = "SELECT COUNT(*) FROM ledger"
_ACCOUNTS = "SELECT COUNT(*) FROM accounts"

CHECKS = (
    Check(
        "each balance is the sum of its ledger rows",
        _ACCOUNTS,
        "SELECT a.id, a.kind, a.owner, a.guild, a.chips, SUM(s.chips) FROM accounts a JOIN"
        f" (SELECT account, chips FROM {SIDES} s UNION ALL SELECT account, chips FROM carried"
        "  UNION ALL SELECT id, 0 FROM accounts) s ON s.account = a.id"
        " GROUP BY a.id, a.kind, a.owner, a.guild, a.chips HAVING a.chips <> SUM(s.chips)",
        "account {0} ({1} {2} of server {3}) has {4} chips, its rows add up to {5}",
        Cut.BALANCES,
    ),
    Check(
        "the accounts of each server add up to 0",
        "SELECT COUNT(DISTINCT guild) FROM accounts",
        "SELECT guild, SUM(chips) FROM accounts GROUP BY guild HAVING SUM(chips) <> 0",
        "the accounts of server {0} add up to {1}",
        Cut.BALANCES,
    ),
    Check(
        "no member and no table is below 0",
        "SELECT COUNT(*) FROM accounts WHERE kind <> 'house'",
        "SELECT id, kind, owner, guild, chips FROM accounts WHERE kind <> 'house' AND chips < 0",
        "account {0} ({1} {2} of server {3}) has {4} chips",
        Cut.BALANCES,
    ),
    Check(
        "every amount is a whole number of chips within its bounds",
        _LEDGER,
        f"SELECT id, amount FROM ledger WHERE typeof(amount) <> 'integer' OR amount NOT BETWEEN 1 AND {MAX_AMOUNT}",
        "ledger row {0} moves {1} chips",
        Cut.ROWS,
    ),
    Check(
        "the balances beside each ledger row follow from the rows before it",
        _LEDGER,
        "SELECT s.id, s.account, s.after, s.due + COALESCE(c.chips, 0) FROM (SELECT id, account, after,"
        f" SUM(chips) OVER (PARTITION BY account ORDER BY id) AS due FROM {SIDES} e) s"
        " LEFT JOIN carried c ON c.account = s.account WHERE s.after <> s.due + COALESCE(c.chips, 0)",
        "ledger row {0} says that account {1} then had {2} chips; it had {3}",
        Cut.ROWS,
    ),
    Check(
        "every key is used once",
        "SELECT COUNT(*) FROM main.ledger WHERE guild IN (SELECT guild FROM accounts)",
        # Counted in the index of keys alone, whichever slice of the ledger is looked at.
        "SELECT l.key, COUNT(*) FROM (SELECT key FROM main.ledger GROUP BY key HAVING COUNT(*) > 1) d"
        " JOIN main.ledger l ON l.key = d.key WHERE l.guild IN (SELECT guild FROM accounts)"
        " GROUP BY l.key HAVING COUNT(*) > 1",
        "the key {0} is used {1} times",
        Cut.BALANCES,
    ),
    Check(
        "every posting stays within its server",
        _LEDGER,
        f"SELECT s.id, s.guild, a.id, a.guild FROM {SIDES} s JOIN accounts a ON a.id = s.account"
        " WHERE a.guild <> s.guild",
        "ledger row {0} of server {1} moves chips of account {2} of server {3}",
        Cut.ROWS,
    ),
    Check(
        "every posting with a table's account names that table and a round",
        "SELECT COUNT(*) FROM ledger WHERE table_id IS NOT NULL",
        f"SELECT s.id, a.owner FROM {SIDES} s JOIN accounts a ON a.id = s.account AND a.kind = 'table'"
        " LEFT JOIN tables t ON t.id = a.owner AND t.guild = a.guild"
        " WHERE t.id IS NULL OR s.round IS NULL OR s.table_id IS NULL OR s.table_id <> a.owner",
        "ledger row {0} moves chips of table {1} and doesn't say so, or there is no such table",
        Cut.ROWS,
    ),
)
