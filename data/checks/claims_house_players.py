"""What data/check.py claims about house players: they play with a purse of the house, at the table they belong to."""

from __future__ import annotations

from data.checks.claims import SIDES, Check, Cut
from data.ledger.reasons import PURSES, LedgerReason, in_sql
from data.people import house_player_in_sql, table_in_sql

_HOUSE_PLAYER = f"a.kind = 'member' AND {house_player_in_sql('a.owner')}"
_COUNT = f"SELECT COUNT(*) FROM accounts a WHERE {_HOUSE_PLAYER}"

CHECKS = (
    Check(
        "no house player has chips at a closed table",
        _COUNT,
        "SELECT t.id, a.owner, a.chips FROM accounts a"
        f" JOIN tables t ON t.id = {table_in_sql('a.owner')} AND t.closed_at IS NOT NULL"
        f" WHERE {_HOUSE_PLAYER} AND a.chips <> 0",
        "house player {1} has {2} chips at the closed table {0}",
        Cut.BALANCES,
    ),
    Check(
        "every house player pays and is paid at its own table only",
        _COUNT,
        f"SELECT s.id, a.owner, {table_in_sql('a.owner')} FROM {SIDES} s JOIN accounts a ON a.id = s.account"
        f" LEFT JOIN tables t ON t.id = {table_in_sql('a.owner')} AND t.guild = a.guild"
        f" WHERE {_HOUSE_PLAYER} AND (t.id IS NULL OR COALESCE(s.table_id <> t.id, TRUE))",
        "ledger row {0} moves chips of house player {1}, who belongs to table {2}",
        Cut.ROWS,
    ),
    Check(
        "a purse goes from the house to a house player and back, and to nobody else",
        f"SELECT COUNT(*) FROM ledger WHERE why IN {in_sql(*PURSES)}",
        "SELECT l.id, l.why FROM ledger l"
        f" JOIN accounts h ON h.id = CASE l.why WHEN '{LedgerReason.HOUSE_PURSE}' THEN l.payer ELSE l.payee END"
        f" JOIN accounts a ON a.id = l.payer + l.payee - h.id WHERE l.why IN {in_sql(*PURSES)}"
        f" AND NOT (h.kind = 'house' AND {_HOUSE_PLAYER})",
        "ledger row {0} ({1}) is no payment between the house and a house player",
        Cut.ROWS,
    ),
)
