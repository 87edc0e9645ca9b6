"""What data/check.py claims about what is kept of each member: their records, of all time and of a week, and what they
achieved.
"""

from __future__ import annotations

from data.tools.claims import Check, Cut

_WEEK = "CAST((r.ended_at + 259200) / 604800 AS BIGINT)"
"""The week in which a round `r` ended, counted from Monday, 29 December 1969."""

CHECKS = (
    Check(
        "a member's record in each game is the sum of their results",
        "SELECT COUNT(*) FROM records",
        "SELECT account, game, SUM(rounds), SUM(won), SUM(lost), SUM(net), SUM(biggest) FROM"
        " (SELECT account, game, rounds, won, lost, net, biggest FROM records UNION ALL"
        " SELECT x.account, t.game, -COUNT(*), -SUM(CASE WHEN x.net > 0 THEN 1 ELSE 0 END),"
        "  -SUM(CASE WHEN x.net < 0 THEN 1 ELSE 0 END), -SUM(x.net), -MAX(CASE WHEN x.net > 0 THEN x.net ELSE 0 END)"
        "  FROM results x JOIN tables t ON t.id = x.table_id GROUP BY x.account, t.game)"
        " GROUP BY account, game HAVING SUM(rounds) <> 0 OR SUM(won) <> 0 OR SUM(lost) <> 0 OR SUM(net) <> 0"
        " OR SUM(biggest) <> 0",
        "the record of account {0} in {1} has {2} rounds, {3} won, {4} lost, {5} chips and {6} in the best too many",
        Cut.ACCOUNTS,
    ),
    Check(
        "a member's week in each game is the sum of their results of that week",
        "SELECT COUNT(*) FROM records WHERE week_rounds > 0",
        "SELECT d.account, d.game, d.week, d.week_rounds, d.week_net, COUNT(r.round),"
        " SUM(CASE WHEN r.round IS NULL THEN 0 ELSE x.net END)"
        " FROM records d LEFT JOIN results x ON x.account = d.account"
        " LEFT JOIN tables t ON t.id = x.table_id AND t.game = d.game"
        " LEFT JOIN rounds r ON r.table_id = t.id AND r.round = x.round"
        f" AND {_WEEK} = d.week"
        " GROUP BY d.account, d.game, d.week, d.week_rounds, d.week_net"
        " HAVING d.week_rounds <> COUNT(r.round)"
        " OR d.week_net <> SUM(CASE WHEN r.round IS NULL THEN 0 ELSE x.net END)",
        "in week {2} account {0} has {3} rounds of {1} with {4} chips; its results say {5} with {6}",
        Cut.ACCOUNTS,
    ),
    Check(
        "what was achieved in a round was achieved in one that is over and counted",
        "SELECT COUNT(*) FROM achievements",
        "SELECT x.key, x.person, x.table_id, x.round FROM achievements x"
        " LEFT JOIN tables t ON t.id = x.table_id AND t.guild = x.guild"
        " LEFT JOIN rounds r ON r.table_id = t.id AND r.round = x.round AND r.ended_at IS NOT NULL AND r.void = 0"
        " WHERE x.table_id IS NOT NULL AND r.round IS NULL",
        "{1} achieved {0} in round {3} of table {2}, which isn't over, or doesn't count",
    ),
)
