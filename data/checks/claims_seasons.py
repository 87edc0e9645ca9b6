"""What data/check.py claims about seasons, and about the bonus of a streak."""

from __future__ import annotations

from data.checks.claims import Check, Cut
from data.ledger.reasons import LedgerReason
from data.people import member_in_sql

_BEFORE = f"""
    CASE WHEN l.payer = a.id THEN l.payer_after + l.amount ELSE l.payee_after - l.amount END
    - COALESCE((SELECT f.amount FROM main.ledger f WHERE f.id = l.id - 1 AND f.payee = a.id
        AND f.why = '{LedgerReason.STARTING_CHIPS}'), 0)"""
"""What somebody had before the row `l` of a reset, on the account `a`."""
_DAY_BEFORE = """
    CASE WHEN LENGTH(l.key) > 17 THEN
        'daily:' || SUBSTR(l.key, 8, LENGTH(l.key) - 17) || DATE(SUBSTR(l.key, LENGTH(l.key) - 9), '-1 day') END"""
"""The key of the daily chips of the day before the bonus in the row `l`."""
_SEASONS = "SELECT COUNT(*) FROM seasons"

CHECKS = (
    Check(
        "each season of a server begins when the one before it ends",
        _SEASONS,
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
)
