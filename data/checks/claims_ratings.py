"""What data/check.py claims about the ratings of Five Hundred: they follow from the matches of each server."""

from __future__ import annotations

from data.checks.claims import Check, Cut
from data.ledger.flows import day_of
from data.store.database import Database
from data.tables.house_wins import HOUSE_PLAYED
from data.tables.ratings import MOST_A_DAY, meetings_of_day, replayed

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
