"""What data/check.py claims about matches, and about the ratings of Five Hundred, which follow from them."""

from __future__ import annotations

from data.checks.claims import HOLDS, LYING, Check, Cut
from data.ledger.flows import day_of
from data.ledger.holds import POT_ROUND
from data.ledger.house_wins import HOUSE_PLAYED
from data.store.database import Database
from data.tables.ratings import MOST_A_DAY, meetings_of_day, replayed

_MATCHES = "SELECT COUNT(*) FROM matches"
_DEALS = "SELECT COUNT(*) FROM match_deals"
_LAST = "p.since = (SELECT MAX(q.since) FROM match_players q WHERE q.table_id = p.table_id AND q.seat = p.seat)"

_TOLERANCE = 0.000001
_RATED = "SELECT COUNT(*) FROM matches WHERE rated IS NOT NULL"


def expect_ratings(db: Database) -> None:
    """Work out from the matches what the ratings must be and who met whom how often, for the claims to compare with."""
    db.execute("DROP TABLE IF EXISTS temp.expected_ratings")
    db.execute(
        "CREATE TEMP TABLE expected_ratings (guild BIGINT, person BIGINT, mu DOUBLE PRECISION,"
        " sigma DOUBLE PRECISION, matches BIGINT)"
    )
    for (guild,) in db.execute("SELECT DISTINCT guild FROM matches WHERE rated IS NOT NULL").fetchall():
        rows = [(guild, person, skill.mu, skill.sigma, skill.matches) for person, skill in replayed(db, guild).items()]
        db.executemany("INSERT INTO expected_ratings VALUES (?, ?, ?, ?, ?)", rows)
    db.execute("DROP TABLE IF EXISTS temp.meetings")
    db.execute("CREATE TEMP TABLE meetings (guild BIGINT, person BIGINT, day BIGINT, matches BIGINT)")
    ends = db.execute("SELECT guild, ended_at FROM matches WHERE rated IS NOT NULL").fetchall()
    for (guild, day), last in {(guild, day_of(at)): at for guild, at in ends}.items():
        often = [(guild, who, day, count) for (who, _), count in meetings_of_day(db, guild, last).items()]
        db.executemany("INSERT INTO meetings VALUES (?, ?, ?, ?)", often)


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
        "the result of a daily deal is that of a deal at its player's own table",
        "SELECT COUNT(*) FROM daily_entries WHERE points IS NOT NULL",
        "SELECT e.day, e.table_id FROM daily_entries e JOIN tables t ON t.id = e.table_id"
        " LEFT JOIN match_deals d ON d.table_id = e.table_id AND d.deal = 1"
        " WHERE e.points IS NOT NULL AND (d.deal IS NULL OR t.guild <> e.guild OR t.host <> e.person)",
        "the daily deal of day {0} has a result at table {1}, which is another one's or has no deal",
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
        "the house plays only for somebody who has a seat in the deal, and nobody else is away",
        _DEALS,
        " UNION ALL ".join(
            f"SELECT d.table_id, d.deal, s.value FROM match_deals d CROSS JOIN json_each(d.{seats}) s"
            " WHERE CASE WHEN typeof(s.value) = 'integer' THEN"
            "  CAST(s.value AS BIGINT) NOT BETWEEN 0 AND json_array_length(d.tricks) - 1 ELSE TRUE END"
            for seats in ("substitutes", "away")
        ),
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
    Check(
        "the ratings of each server follow from its rated matches, in their order",
        "SELECT COUNT(*) FROM ratings",
        "SELECT guild, person, SUM(mu), SUM(sigma), SUM(matches) FROM"
        " (SELECT guild, person, mu, sigma, matches FROM ratings"
        " UNION ALL SELECT guild, person, -mu, -sigma, -matches FROM expected_ratings) r GROUP BY guild, person"
        f" HAVING ABS(SUM(mu)) > {_TOLERANCE} OR ABS(SUM(sigma)) > {_TOLERANCE} OR SUM(matches) <> 0",
        "the rating of {1} in server {0} is too high by {2} and {3}, with {4} matches too many",
        Cut.FILE,
    ),
    Check(
        "a rated match was won, its winners came in first, and others behind them",
        _RATED,
        "SELECT m.table_id FROM matches m LEFT JOIN match_players p ON p.table_id = m.table_id AND p.place IS NOT NULL"
        " WHERE m.rated IS NOT NULL GROUP BY m.table_id, m.outcome"
        " HAVING m.outcome <> 'won' OR COUNT(DISTINCT p.side) < 2 OR MIN(p.place) <> 1"
        " OR SUM(CASE WHEN (p.place = 1) <> (p.won = 1) THEN 1 ELSE 0 END) > 0",
        "match {0} is rated with other places than it ended with",
    ),
    Check(
        "a match that was won is rated or says why not, and no other does either",
        "SELECT COUNT(*) FROM matches",
        "SELECT table_id, rated, unrated FROM matches"
        " WHERE (outcome IS NOT NULL AND outcome = 'won') <> ((rated IS NULL) <> (unrated IS NULL))"
        " OR (rated IS NOT NULL AND unrated IS NOT NULL)",
        "match {0} is rated as number {1}, and isn't for the reason {2}",
    ),
    Check(
        "cards were played in half the deals of each rated match",
        _RATED,
        "SELECT m.table_id, COUNT(d.contractor), COUNT(d.deal)"
        " FROM matches m LEFT JOIN match_deals d ON d.table_id = m.table_id"
        " WHERE m.rated IS NOT NULL GROUP BY m.table_id"
        " HAVING COUNT(d.deal) = 0 OR 2 * COUNT(d.contractor) < COUNT(d.deal)",
        "match {0} is rated, and cards were played in {1} of {2} deals",
    ),
    Check(
        "nobody met the same opponents too often in the rated matches of a UTC day",
        _RATED,
        f"SELECT guild, person, matches, day FROM meetings WHERE matches > {MOST_A_DAY}",
        "{1} met the same opponents in {2} rated matches of day {3} in server {0}",
        Cut.FILE,
    ),
    Check(
        "no match in which a house player had a seat is rated",
        _RATED,
        f"SELECT m.table_id FROM matches m WHERE m.rated IS NOT NULL AND {HOUSE_PLAYED.format('m.table_id')}",
        "match {0} is rated, and a house player had a seat in it",
    ),
)
