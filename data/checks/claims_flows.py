"""What data/check.py claims about the chips that members have from each other in a day: the ledger says the same."""

from __future__ import annotations

from data.checks.claims import Check, Cut
from data.ledger.reasons import PURSES, LedgerReason, in_sql
from data.people import house_player_in_sql
from data.tables.holds import POT_ROUND
from data.tables.house_wins import HOUSE_PLAYED


def _day(at: str) -> str:
    """The UTC day of a time; a cast rounds down in one database, and to the nearest number in the other."""
    second = f"CAST({at} AS BIGINT)"
    return f"({second} - CASE WHEN {second} > {at} THEN 1 ELSE 0 END) / 86400"


def _both(amount: str, at: str, rows: str) -> str:
    """These ledger rows between two members, as each of them sees it."""
    members = " AND ".join(
        f"l.{side} IN (SELECT id FROM accounts WHERE kind = 'member' AND NOT {house_player_in_sql('owner')})"
        for side in ("payer", "payee")
    )
    return " UNION ALL ".join(
        f"SELECT l.{side}, {_day(at)}, {sign}{amount}, 0 FROM ledger l WHERE {rows} AND {members}"
        for side, sign in (("payer", "-"), ("payee", ""))
    )


_HOUSE_PAYS = f"""EXISTS (
    SELECT 1 FROM ledger l JOIN accounts h ON h.id IN (l.payer, l.payee) AND h.kind = 'house'
    WHERE l.table_id = x.table_id AND l.round = x.round AND l.why NOT IN {in_sql(*PURSES, LedgerReason.LEFT)})"""
_ROUNDS = f"""
    SELECT x.account, {_day("r.ended_at")}, x.net - COALESCE(x.from_house, 0), 0
    FROM results x JOIN rounds r ON r.table_id = x.table_id AND r.round = x.round
    JOIN accounts a ON a.id = x.account AND NOT {house_player_in_sql("a.owner")}
    WHERE NOT {_HOUSE_PAYS}"""
_POTS = f"""
    SELECT a.id, {_day("m.ended_at")}, CASE WHEN l.payee = a.id THEN l.amount ELSE -l.amount END, 0
    FROM matches m JOIN ledger l ON l.table_id = m.table_id AND l.round = {POT_ROUND}
    JOIN accounts t ON t.id IN (l.payer, l.payee) AND t.kind = 'table'
    JOIN accounts a ON a.id = l.payer + l.payee - t.id AND a.kind = 'member'
    WHERE m.ended_at IS NOT NULL"""
_GIFTS = _both("l.amount", "l.at", f"l.why IN {in_sql(LedgerReason.GIFT, LedgerReason.BANK_SOLD)}")
_PAID = _both(
    "l.amount",
    "l.at",
    f"l.round = {POT_ROUND} AND l.why IN {in_sql(LedgerReason.ANTE_FORFEITED, LedgerReason.LIMIT_RETURN)}",
)
_FLOWS = " UNION ALL ".join(
    f"SELECT {side}, day, {sign}chips, 1 FROM flows" for side, sign in (("payer", ""), ("payee", "-"))
)
# Who of a match with house players has won from whom the ledger doesn't say.
_BESIDE_HOUSE = f"""EXISTS (
    SELECT 1 FROM matches m JOIN match_players p ON p.table_id = m.table_id
    JOIN accounts a ON a.guild = m.guild AND a.kind = 'member' AND a.owner = p.person
    WHERE a.id = d.account AND m.ended_at >= 86400 * d.day AND m.ended_at < 86400 * (d.day + 1)
        AND {HOUSE_PLAYED.format("m.table_id")})"""
_FIRST = "COALESCE((SELECT CAST(value AS BIGINT) FROM meta WHERE key = 'flows from'), 0)"

CHECKS = (
    Check(
        "what a member has from others in a day is the sum of what brought it",
        "SELECT COUNT(*) FROM flows",
        "SELECT d.account, d.day, d.chips FROM ("
        "SELECT s.account, s.day, SUM(s.chips) AS chips FROM ("
        f"SELECT account, day, chips, is_flow FROM (SELECT 0 AS account, 0 AS day, 0 AS chips, 0 AS is_flow) e"
        f" UNION ALL {_ROUNDS} UNION ALL {_POTS} UNION ALL {_GIFTS} UNION ALL {_PAID} UNION ALL {_FLOWS}) s"
        f" WHERE s.day >= {_FIRST} GROUP BY s.account, s.day HAVING SUM(s.is_flow) > 0) d"
        f" WHERE d.chips <> 0 AND NOT {_BESIDE_HOUSE}",
        "account {0} has {2} chips of day {1} that other members should have had from it",
        Cut.FILE,
    ),
)
