"""What data/check.py claims about matches."""

from __future__ import annotations

from data.checks.claims import HOLDS, LYING, Check
from data.tables.holds import POT_ROUND

_MATCHES = "SELECT COUNT(*) FROM matches"
_DEALS = "SELECT COUNT(*) FROM match_deals"
_LAST = "p.since = (SELECT MAX(q.since) FROM match_players q WHERE q.table_id = p.table_id AND q.seat = p.seat)"

CHECKS = (
    Check(
        "the deals of each match count from 1",
        _MATCHES,
        "SELECT table_id, COUNT(*), MAX(deal) FROM match_deals GROUP BY table_id HAVING MAX(deal) <> COUNT(*)",
        "match {0} has {1} deals, the last of them number {2}",
    ),
    Check(
        "every deal of a match is a round of its table that was played to its end",
        _DEALS,
        "SELECT d.table_id, d.deal, d.round FROM match_deals d"
        " LEFT JOIN rounds r ON r.table_id = d.table_id AND r.round = d.round AND r.ended_at IS NOT NULL AND r.void = 0"
        " WHERE r.round IS NULL",
        "deal {1} of match {0} is round {2} of its table, which has not ended or does not count",
    ),
    Check(
        "no round that was played to its end at the table of a match is missing from it",
        _MATCHES,
        "SELECT r.table_id, r.round FROM matches m"
        " JOIN rounds r ON r.table_id = m.table_id AND r.ended_at IS NOT NULL AND r.void = 0"
        " LEFT JOIN match_deals d ON d.table_id = r.table_id AND d.round = r.round WHERE d.deal IS NULL",
        "round {1} of table {0} is no deal of its match",
    ),
    Check(
        "matches go on at open tables only",
        _MATCHES,
        "SELECT m.table_id FROM matches m JOIN tables t ON t.id = m.table_id"
        " WHERE m.ended_at IS NULL AND t.closed_at IS NOT NULL",
        "match {0} goes on at a closed table",
    ),
    Check(
        "in each seat of a match somebody plays from the first deal on",
        _MATCHES,
        "SELECT m.table_id, COUNT(DISTINCT p.seat), COALESCE(MAX(p.seat) + 1, 0), COUNT(DISTINCT"
        "  CASE WHEN p.since = 1 THEN p.seat END)"
        " FROM matches m LEFT JOIN match_players p ON p.table_id = m.table_id GROUP BY m.table_id"
        " HAVING COUNT(DISTINCT p.seat) <> COALESCE(MAX(p.seat) + 1, 0) OR COUNT(DISTINCT p.seat) < 2"
        " OR COUNT(DISTINCT CASE WHEN p.since = 1 THEN p.seat END) <> COUNT(DISTINCT p.seat)",
        "match {0} has {1} of {2} seats, {3} of them from the first deal on",
    ),
    Check(
        "every deal has the tricks of each seat, and points for as many sides as the others of its match",
        _DEALS,
        "SELECT d.table_id, d.deal FROM match_deals d WHERE json_array_length(d.tricks) <>"
        "  (SELECT COUNT(DISTINCT seat) FROM match_players p WHERE p.table_id = d.table_id)"
        " OR json_array_length(d.points) <>"
        "  (SELECT json_array_length(f.points) FROM match_deals f WHERE f.table_id = d.table_id AND f.deal = 1)",
        "deal {1} of match {0} has other seats or sides than its match",
    ),
    Check(
        "the house plays only for somebody who has a seat in the deal",
        _DEALS,
        "SELECT d.table_id, d.deal, s.value FROM match_deals d CROSS JOIN json_each(d.substitutes) s"
        " WHERE CASE WHEN typeof(s.value) = 'integer' THEN"
        "  CAST(s.value AS BIGINT) NOT BETWEEN 0 AND json_array_length(d.tricks) - 1 ELSE TRUE END",
        "in deal {1} of match {0} the house played for seat {2}, which there is none",
    ),
    Check(
        "who has won or lost a match played it to its end",
        "SELECT COUNT(*) FROM match_players",
        "SELECT p.table_id, p.seat, p.person FROM match_players p JOIN matches m ON m.table_id = p.table_id"
        f" WHERE (p.won IS NOT NULL) <> (COALESCE(m.outcome, '') = 'won' AND {_LAST})",
        "match {0} was won or lost by {2} in seat {1}, or should have been",
    ),
    Check(
        "every match that was won has a winner",
        "SELECT COUNT(*) FROM matches WHERE outcome = 'won'",
        "SELECT m.table_id FROM matches m JOIN match_players p ON p.table_id = m.table_id WHERE m.outcome = 'won'"
        " GROUP BY m.table_id HAVING COALESCE(SUM(p.won), 0) = 0",
        "nobody has won match {0}",
    ),
    Check(
        "while a match goes on its players have put in the same, and nothing else lies there with it",
        "SELECT COUNT(*) FROM matches WHERE ended_at IS NULL",
        "SELECT m.table_id, COALESCE(h.chips, 0), MIN(COALESCE(x.chips, 0)), MAX(COALESCE(x.chips, 0))"
        " FROM matches m"
        f" JOIN match_players p ON p.table_id = m.table_id AND {_LAST}"
        f" LEFT JOIN {LYING} h ON h.table_id = m.table_id AND h.round = {POT_ROUND}"
        f" LEFT JOIN {HOLDS} x ON x.table_id = m.table_id AND x.round = {POT_ROUND} AND x.member = p.person"
        " WHERE m.ended_at IS NULL GROUP BY m.table_id, h.chips"
        " HAVING MIN(COALESCE(x.chips, 0)) <> MAX(COALESCE(x.chips, 0))"
        " OR COALESCE(h.chips, 0) <> SUM(COALESCE(x.chips, 0))",
        "{1} chips lie in the pot of match {0}; its players put in from {2} to {3}",
    ),
    Check(
        "nothing lies in the pot of a table at which no match goes on",
        "SELECT COUNT(*) FROM tables",
        f"SELECT h.table_id, h.chips FROM {LYING} h"
        " LEFT JOIN matches m ON m.table_id = h.table_id AND m.ended_at IS NULL"
        f" WHERE h.round = {POT_ROUND} AND h.chips <> 0 AND m.table_id IS NULL",
        "{1} chips lie in the pot of table {0}, where no match goes on",
    ),
)
