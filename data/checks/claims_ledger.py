"""What data/check.py claims about accounts and the ledger, and what follows from its rows: the blocks that graphs are
drawn from (data/ledger/curve.py), and the chips that members have from each other in a day.
"""

from __future__ import annotations

from data.checks.claims import SIDES, Check, Cut
from data.ledger.holds import POT_ROUND
from data.ledger.house_wins import HOUSE_PLAYED
from data.ledger.ledger import MAX_AMOUNT
from data.ledger.reasons import PURSES, LedgerReason, in_sql
from data.people import house_player_in_sql

_LEDGER = "SELECT COUNT(*) FROM ledger"
_ACCOUNTS = "SELECT COUNT(*) FROM accounts"

_SIDE = """
    SELECT b.account, b.last_row, l.id, l.at, l.{side}_after AS chips,
        CASE WHEN l.round <> 0 THEN l.table_id END AS table_id, l.round
    FROM blocks b JOIN ledger l ON l.{side} = b.account AND l.id > b.behind AND l.id <= b.last_row"""
_BLOCK = "PARTITION BY account, last_row ORDER BY id"
_WRONG = f"""
    WITH blocks AS (
        SELECT account, last_row, COALESCE(LAG(last_row) OVER (PARTITION BY account ORDER BY last_row), 0) AS behind
        FROM curves),
    moved AS ({_SIDE.format(side="payer")} UNION ALL {_SIDE.format(side="payee")}),
    followed AS (
        SELECT account, last_row, id, chips, MAX(at) OVER ({_BLOCK}) AS at,
            CASE WHEN table_id = LEAD(table_id) OVER ({_BLOCK}) AND round = LEAD(round) OVER ({_BLOCK})
                THEN 1 ELSE 0 END AS is_followed
        FROM moved),
    settled AS (
        SELECT account, last_row, id, chips, at, ROW_NUMBER() OVER ({_BLOCK}) AS n
        FROM followed WHERE is_followed = 0),
    found AS (
        SELECT account, last_row, MIN(chips) AS low, MAX(chips) AS high,
            MAX(CASE WHEN n = 1 THEN chips END) AS first, MAX(CASE WHEN n = 1 THEN at END) AS first_at,
            MAX(CASE WHEN id = last_row THEN chips END) AS last, MAX(CASE WHEN id = last_row THEN at END) AS last_at
        FROM settled GROUP BY account, last_row),
    kept AS (
        SELECT account, last_row, points,
            (SELECT MIN(CAST(json_extract(p.value, '$[1]') AS BIGINT)) FROM json_each(points) p) AS low,
            (SELECT MAX(CAST(json_extract(p.value, '$[1]') AS BIGINT)) FROM json_each(points) p) AS high
        FROM curves)
    SELECT k.account, k.last_row FROM kept k
    LEFT JOIN found f ON f.account = k.account AND f.last_row = k.last_row
    WHERE COALESCE(k.low <> f.low, TRUE) OR COALESCE(k.high <> f.high, TRUE)
        OR COALESCE(CAST(json_extract(k.points, '$[0][1]') AS BIGINT) <> f.first, TRUE)
        OR COALESCE(CAST(json_extract(k.points, '$[#-1][1]') AS BIGINT) <> f.last, TRUE)
        OR COALESCE(ABS(CAST(json_extract(k.points, '$[0][0]') AS DOUBLE PRECISION) - f.first_at), 1) > 0.000001
        OR COALESCE(ABS(CAST(json_extract(k.points, '$[#-1][0]') AS DOUBLE PRECISION) - f.last_at), 1) > 0.000001"""
"""Of the rows of an account that follow each other in one round the last one counts, and a clock runs forward."""


def _day(at: str) -> str:
    """The UTC day of a time; a cast rounds down in one database, and to the nearest number in the other."""
    second = f"CAST({at} AS BIGINT)"
    return f"({second} - CASE WHEN {second} > {at} THEN 1 ELSE 0 END) / 86400"


def _both(rows: str) -> str:
    """These ledger rows between two members, as each of them sees it."""
    members = " AND ".join(
        f"l.{side} IN (SELECT id FROM accounts WHERE kind = 'member' AND NOT {house_player_in_sql('owner')})"
        for side in ("payer", "payee")
    )
    return " UNION ALL ".join(
        f"SELECT l.{side}, {_day('l.at')}, {sign}l.amount, 0 FROM ledger l WHERE {rows} AND {members}"
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
_GIFTS = _both(f"l.why IN {in_sql(LedgerReason.GIFT, LedgerReason.BANK_SOLD)}")
_PAID = _both(f"l.round = {POT_ROUND} AND l.why IN {in_sql(LedgerReason.ANTE_FORFEITED, LedgerReason.LIMIT_RETURN)}")
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
    Check(
        "what is kept for graphs follows from the rows of the ledger",
        "SELECT COUNT(*) FROM curves",
        _WRONG,
        "what is kept for the graph of account {0} up to ledger row {1} isn't what its rows say",
        Cut.ACCOUNTS,
    ),
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
