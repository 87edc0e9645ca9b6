"""What data/check.py claims about what is kept of each player.

Of members these are their records, of all time and of a week, what they have won from house players in a day, what they
achieved, seasons, and the bonus of a streak. House players have a purse of the house, at the table they belong to.
"""

from __future__ import annotations

from data.checks.claims import SIDES, Check, Cut
from data.ledger.holds import POT_ROUND
from data.ledger.house_wins import HOUSE_PLAYED, TAKEN_OVER
from data.ledger.reasons import GIVEN, PURSES, RECEIVED, LedgerReason, in_sql
from data.people import house_player_in_sql, member_in_sql, table_in_sql

_IN_WEEK = "r.ended_at >= 604800 * d.week - 259200 AND r.ended_at < 604800 * (d.week + 1) - 259200"
"""Whether a round `r` ended in the week of a record `d`, counted from Monday, 29 December 1969."""

_WITH_HOUSE = "CASE WHEN x.from_house IS NOT NULL THEN 1 ELSE 0 END"
_WITH = f"CASE WHEN NOT {house_player_in_sql('a.owner')} THEN {_WITH_HOUSE} END"
_THAT_DAY = "{0} >= 86400 * d.day AND {0} < 86400 * (d.day + 1)"
_WON_IN_ROUNDS = f"""
    (SELECT COALESCE(SUM(x.from_house), 0) FROM results x
    JOIN rounds r ON r.table_id = x.table_id AND r.round = x.round
    WHERE x.account = d.account AND {_THAT_DAY.format("r.ended_at")})"""


def _sales(mine: str, other: str, reasons: str) -> str:
    return f"""
        (SELECT COALESCE(SUM(l.amount), 0) FROM ledger l
        JOIN accounts o ON o.id = l.{other} AND {house_player_in_sql("o.owner")}
        WHERE l.{mine} = d.account AND l.why IN {reasons} AND l.why = '{LedgerReason.BANK_SOLD}'
            AND {_THAT_DAY.format("l.at")})"""


_WON_BY_SALES = f"({_sales('payee', 'payer', in_sql(*RECEIVED))} - {_sales('payer', 'payee', in_sql(*GIVEN))})"
_WON_BY_MATCHES = f"""
    (SELECT COALESCE(SUM(CASE WHEN l.payee = d.account THEN l.amount ELSE -l.amount END), 0)
    FROM accounts a JOIN matches m ON m.guild = a.guild AND {_THAT_DAY.format("m.ended_at")}
    JOIN ledger l ON l.table_id = m.table_id AND l.round = {POT_ROUND} AND d.account IN (l.payer, l.payee)
        AND NOT {TAKEN_OVER}
    WHERE a.id = d.account AND {HOUSE_PLAYED.format("m.table_id")})"""

_BEFORE = f"""
    CASE WHEN l.payer = a.id THEN l.payer_after + l.amount ELSE l.payee_after - l.amount END
    - COALESCE((SELECT f.amount FROM main.ledger f WHERE f.id = l.id - 1 AND f.payee = a.id
        AND f.why = '{LedgerReason.STARTING_CHIPS}'), 0)"""
"""What somebody had before the row `l` of a reset, on the account `a`."""
_DAY_BEFORE = """
    CASE WHEN LENGTH(l.key) > 17 THEN
        'daily:' || SUBSTR(l.key, 8, LENGTH(l.key) - 17) || DATE(SUBSTR(l.key, LENGTH(l.key) - 9), '-1 day') END"""
"""The key of the daily chips of the day before the bonus in the row `l`."""
_HOUSE_PLAYER = f"a.kind = 'member' AND {house_player_in_sql('a.owner')}"
_COUNT = f"SELECT COUNT(*) FROM accounts a WHERE {_HOUSE_PLAYER}"

CHECKS = (
    Check(
        "a member's record in each game is the sum of their results",
        "SELECT COUNT(*) FROM records",
        "SELECT account, game, with_house, SUM(rounds), SUM(won), SUM(lost), SUM(net), SUM(biggest) FROM"
        " (SELECT account, game, with_house, rounds, won, lost, net, biggest FROM records UNION ALL"
        f" SELECT x.account, t.game, {_WITH_HOUSE}, -COUNT(*), -SUM(CASE WHEN x.net > 0 THEN 1 ELSE 0 END),"
        "  -SUM(CASE WHEN x.net < 0 THEN 1 ELSE 0 END), -SUM(x.net), -MAX(CASE WHEN x.net > 0 THEN x.net ELSE 0 END)"
        "  FROM results x JOIN tables t ON t.id = x.table_id"
        f" JOIN accounts a ON a.id = x.account AND NOT {house_player_in_sql('a.owner')} GROUP BY 1, 2, 3) r"
        " GROUP BY account, game, with_house HAVING SUM(rounds) <> 0 OR SUM(won) <> 0 OR SUM(lost) <> 0"
        " OR SUM(net) <> 0 OR SUM(biggest) <> 0",
        "the record of account {0} in {1} (with house players: {2}) has {3} rounds, {4} won, {5} lost, {6} chips"
        " and {7} in the best too many",
        Cut.ACCOUNTS,
    ),
    Check(
        "a member's week in each game is the sum of their results of that week",
        "SELECT COUNT(*) FROM records WHERE week_rounds > 0",
        "SELECT d.account, d.game, d.week, d.week_rounds, d.week_net, COUNT(r.round),"
        " SUM(CASE WHEN r.round IS NULL THEN 0 ELSE x.net END)"
        f" FROM records d LEFT JOIN results x ON x.account = d.account AND {_WITH_HOUSE} = d.with_house"
        " LEFT JOIN tables t ON t.id = x.table_id AND t.game = d.game"
        " LEFT JOIN rounds r ON r.table_id = t.id AND r.round = x.round"
        f" AND {_IN_WEEK}"
        " GROUP BY d.account, d.game, d.with_house, d.week, d.week_rounds, d.week_net"
        " HAVING d.week_rounds <> COUNT(r.round)"
        " OR d.week_net <> SUM(CASE WHEN r.round IS NULL THEN 0 ELSE x.net END)",
        "in week {2} account {0} has {3} rounds of {1} with {4} chips; its results say {5} with {6}",
        Cut.ACCOUNTS,
    ),
    Check(
        "what a member has won from house players in a day is the sum of what brought it",
        "SELECT COUNT(*) FROM house_days",
        f"SELECT * FROM (SELECT d.account, d.day, d.won, {_WON_IN_ROUNDS} + {_WON_BY_SALES} + {_WON_BY_MATCHES} AS due"
        " FROM house_days d) w WHERE won <> due",
        "account {0} has won {2} chips from house players on day {1}; by its rows it is {3}",
        Cut.ACCOUNTS,
    ),
    Check(
        "a round with house players is one for all its members",
        "SELECT COUNT(*) FROM results WHERE from_house IS NOT NULL",
        "SELECT x.table_id, x.round FROM results x JOIN accounts a ON a.id = x.account"
        f" GROUP BY x.table_id, x.round HAVING MAX({_WITH}) <> MIN({_WITH})"
        f" OR ({house_player_in_sql('MIN(a.owner)')} AND MAX({_WITH}) = 0)",
        "round {1} of table {0} is one with house players for some and not for others",
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
    Check(
        "each season of a server begins when the one before it ends",
        "SELECT COUNT(*) FROM seasons",
        "SELECT guild, id, name FROM (SELECT guild, id, name, started_at, ended_at,"
        " LAG(id) OVER (PARTITION BY guild ORDER BY id) AS earlier,"
        " LAG(ended_at) OVER (PARTITION BY guild ORDER BY id) AS ended_before FROM seasons) s"
        " WHERE earlier IS NOT NULL AND COALESCE(started_at <> ended_before, TRUE)",
        "season {1} of server {0} ({2}) doesn't begin when the one before it ended",
        Cut.BALANCES,
    ),
    Check(
        "the winners of a season have places from 1, with no more chips from one to the next, and it is over",
        "SELECT COUNT(*) FROM season_winners",
        "SELECT season, place FROM (SELECT w.season, w.place, w.chips, s.ended_at, s.guild = w.guild AS is_here,"
        " ROW_NUMBER() OVER (PARTITION BY w.season ORDER BY w.place) AS n,"
        " LAG(w.chips) OVER (PARTITION BY w.season ORDER BY w.place) AS above"
        " FROM season_winners w JOIN seasons s ON s.id = w.season) w"
        " WHERE place <> n OR chips > above OR ended_at IS NULL OR NOT is_here",
        "place {1} of season {0} is out of order, or the season isn't over",
        Cut.BALANCES,
    ),
    Check(
        "the winners of a season had the chips that the reset after it found",
        "SELECT COUNT(*) FROM season_winners",
        # Whoever had just the starting chips was not reset. Whoever never got them gets them in the row before.
        f"SELECT * FROM (SELECT w.season, w.place, w.chips, {_BEFORE} AS found"
        " FROM season_winners w JOIN seasons s ON s.id = w.season"
        " JOIN seasons n ON n.id = (SELECT MIN(id) FROM seasons x WHERE x.guild = s.guild AND x.id > s.id)"
        " JOIN accounts a ON a.guild = w.guild AND a.kind = 'member' AND a.owner = w.person"
        " JOIN main.ledger l ON l.guild = w.guild AND l.at = s.ended_at AND a.id IN (l.payer, l.payee)"
        "  AND l.key >= n.key || ':' AND l.key < n.key || ';') f WHERE chips <> found",
        "place {1} of season {0} stands there with {2} chips; the reset found {3}",
        Cut.BALANCES,
    ),
    Check(
        "the bonus for a streak comes with that day's chips, to somebody who had those of the day before",
        f"SELECT COUNT(*) FROM ledger WHERE why = '{LedgerReason.DAILY_STREAK}'",
        # The keys of somebody who was forgotten change one by one, so theirs are not compared.
        f"SELECT l.id, l.key FROM ledger l JOIN accounts a ON a.id = l.payee AND {member_in_sql('a.owner')}"
        " LEFT JOIN main.ledger d ON d.key = 'daily:' || SUBSTR(l.key, 8) AND d.payee = l.payee AND d.at = l.at"
        " LEFT JOIN main.ledger y ON y.payee = l.payee"
        f"  AND y.key = {_DAY_BEFORE}"
        f" WHERE l.why = '{LedgerReason.DAILY_STREAK}' AND (d.id IS NULL OR y.id IS NULL)",
        "ledger row {0} ({1}) is a bonus for a streak that there wasn't",
        Cut.ROWS,
    ),
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
