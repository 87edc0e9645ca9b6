"""What data/check.py claims about tables, their rounds, moves and shuffles."""

from __future__ import annotations

from data.checks.claims import HOLDS, LYING, Check

_ROUNDS = "SELECT COUNT(*) FROM rounds"

CHECKS = (
    Check(
        "nothing is left at a closed table",
        "SELECT COUNT(*) FROM tables WHERE closed_at IS NOT NULL",
        "SELECT t.id, a.chips FROM tables t JOIN accounts a ON a.kind = 'table' AND a.owner = t.id"
        " WHERE t.closed_at IS NOT NULL AND a.chips <> 0",
        "{1} chips are left at the closed table {0}",
    ),
    Check(
        "nothing is left of a round that ended",
        "SELECT COUNT(*) FROM rounds WHERE ended_at IS NOT NULL",
        f"SELECT h.table_id, h.round, h.chips FROM {LYING} h"
        " JOIN rounds r ON r.table_id = h.table_id AND r.round = h.round"
        " WHERE h.chips <> 0 AND r.ended_at IS NOT NULL",
        "round {1} of table {0} ended with {2} chips in the table's account",
    ),
    Check(
        "no running round has paid out more than was put in",
        "SELECT COUNT(*) FROM rounds WHERE ended_at IS NULL",
        f"SELECT h.table_id, h.round, h.chips FROM {LYING} h"
        " JOIN rounds r ON r.table_id = h.table_id AND r.round = h.round"
        " WHERE h.chips < 0 AND r.ended_at IS NULL",
        "round {1} of table {0} has {2} chips in the table's account",
    ),
    Check(
        "what lies at a table between rounds is its members', for the next round",
        "SELECT COUNT(*) FROM tables WHERE closed_at IS NULL",
        f"SELECT h.table_id, h.round, h.chips, COALESCE(SUM(m.chips), 0), COALESCE(MIN(m.chips), 0) FROM {LYING} h"
        " JOIN tables t ON t.id = h.table_id"
        f" LEFT JOIN {HOLDS} m ON m.table_id = h.table_id AND m.round = h.round WHERE h.round > t.round"
        " GROUP BY h.table_id, h.round, h.chips, t.round"
        " HAVING h.chips <> COALESCE(SUM(m.chips), 0) OR COALESCE(MIN(m.chips), 0) < 0"
        " OR (h.chips <> 0 AND h.round <> t.round + 1)",
        "{2} chips lie at table {0} for round {1}, of which members put in {3}, the least of them {4}",
    ),
    Check(
        "the rounds of each table count from 1, and only the last may be running",
        _ROUNDS,
        "SELECT t.id, t.round, COUNT(r.round) FROM tables t LEFT JOIN rounds r ON r.table_id = t.id"
        " GROUP BY t.id, t.round HAVING COUNT(r.round) <> t.round OR COALESCE(MAX(r.round), 0) <> t.round"
        " OR SUM(CASE WHEN r.ended_at IS NULL AND r.round < t.round THEN 1 ELSE 0 END) > 0",
        "table {0} is at round {1} and has {2} rounds, or an earlier one never ended",
    ),
    Check(
        "no round runs at a closed table",
        "SELECT COUNT(*) FROM tables WHERE closed_at IS NOT NULL",
        "SELECT t.id, r.round FROM tables t JOIN rounds r ON r.table_id = t.id AND r.ended_at IS NULL"
        " WHERE t.closed_at IS NOT NULL",
        "round {1} runs at the closed table {0}",
    ),
    Check(
        "what a round brought everybody is the sum of their ledger rows of it",
        "SELECT COUNT(*) FROM results",
        "SELECT x.table_id, x.round, x.account, x.net, COALESCE(s.won, 0) FROM results x"
        " LEFT JOIN sums s ON s.table_id = x.table_id AND s.round = x.round AND s.account = x.account"
        " WHERE x.net <> COALESCE(s.won, 0) UNION ALL"
        " SELECT s.table_id, s.round, s.account, 0, s.won FROM sums s"
        "  JOIN accounts a ON a.id = s.account AND a.kind = 'member'"
        "  JOIN rounds r ON r.table_id = s.table_id AND r.round = s.round AND r.ended_at IS NOT NULL AND r.void = 0"
        "  LEFT JOIN results x ON x.table_id = s.table_id AND x.round = s.round AND x.account = s.account"
        " WHERE s.won <> 0 AND x.account IS NULL",
        "round {1} of table {0} brought account {2} {3} chips, by the ledger {4}",
    ),
    Check(
        "only rounds that are over, and counted, have results",
        "SELECT COUNT(*) FROM results",
        "SELECT x.table_id, x.round, x.account FROM results x"
        " JOIN rounds r ON r.table_id = x.table_id AND r.round = x.round WHERE r.ended_at IS NULL OR r.void = 1",
        "round {1} of table {0} has a result of account {2} and is running or void",
    ),
    Check(
        "every move was made on a version that its table has passed",
        "SELECT COUNT(*) FROM moves",
        "SELECT m.table_id, m.version, t.version FROM moves m JOIN tables t ON t.id = m.table_id"
        " WHERE m.version >= t.version",
        "table {0} is at version {2} and has a move made on {1}",
    ),
    Check(
        "no move of a commit is missing",
        "SELECT COUNT(*) FROM (SELECT 1 FROM moves GROUP BY table_id, version) v",
        "SELECT table_id, version, COUNT(*), MIN(n), MAX(n) FROM moves GROUP BY table_id, version"
        " HAVING MIN(n) <> 0 OR MAX(n) <> COUNT(*) - 1",
        "the moves that table {0} made on version {1} are {2}, numbered from {3} to {4}",
    ),
    Check(
        "the rounds of a table were played one after the other",
        _ROUNDS,
        "SELECT table_id, round, first, last_before FROM (SELECT table_id, round, MIN(version) AS first,"
        " LAG(MAX(version)) OVER (PARTITION BY table_id ORDER BY round) AS last_before"
        " FROM moves GROUP BY table_id, round) f WHERE first <= last_before",
        "round {1} of table {0} has a move made on version {2}, the round before it one made on {3}",
    ),
    Check(
        "a round whose moves are not kept is over, and none of them is left",
        "SELECT COUNT(*) FROM rounds WHERE moves_kept = 0",
        "SELECT r.table_id, r.round FROM rounds r WHERE r.moves_kept = 0 AND (r.ended_at IS NULL"
        " OR EXISTS (SELECT 1 FROM moves m WHERE m.table_id = r.table_id AND m.round = r.round))",
        "round {1} of table {0} should have no moves, and has some or is running",
    ),
    Check(
        "each open table has one secret shuffle, its newest, and a closed one has none",
        "SELECT COUNT(*) FROM tables",
        "SELECT t.id, COUNT(s.id) FROM tables t LEFT JOIN shuffles s ON s.table_id = t.id AND s.revealed_at IS NULL"
        " GROUP BY t.id, t.closed_at HAVING COUNT(s.id) <> (CASE WHEN t.closed_at IS NULL THEN 1 ELSE 0 END)"
        " OR MAX(s.id) <> (SELECT MAX(id) FROM shuffles WHERE table_id = t.id)",
        "table {0} has {1} secret shuffles, or the secret one isn't the newest",
    ),
    Check(
        "every round was dealt from a shuffle of its own table, which stays secret while it runs",
        _ROUNDS,
        "SELECT r.table_id, r.round, s.table_id FROM rounds r JOIN shuffles s ON s.id = r.shuffle"
        " WHERE s.table_id <> r.table_id OR (r.ended_at IS NULL AND s.revealed_at IS NOT NULL)",
        "round {1} of table {0} was dealt from a shuffle of table {2}, or is running and its shuffle is shown",
    ),
)
