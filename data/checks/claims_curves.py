"""What data/check.py claims about the blocks that graphs of long ledgers are drawn from (data/ledger/curve.py)."""

from __future__ import annotations

from data.checks.claims import Check, Cut

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

CHECKS = (
    Check(
        "what is kept for graphs follows from the rows of the ledger",
        "SELECT COUNT(*) FROM curves",
        _WRONG,
        "what is kept for the graph of account {0} up to ledger row {1} isn't what its rows say",
        Cut.ACCOUNTS,
    ),
)
