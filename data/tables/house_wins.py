"""What members win from house players in a UTC day, so that a server can say how much that may be.

Of each member only the day of the latest time is kept, as one number. It counts what their rounds brought them from
house players, banks that were bought from those or sold to them, and all that they won or lost by a match in which a
house player had a seat. It is written with what it counts, in one transaction; data/check.py adds it up again.
"""

from __future__ import annotations

from data.ledger.ledger import Posting
from data.ledger.reasons import LedgerReason
from data.people import house_player_in_sql, is_house_player
from data.store.database import Database
from data.tables.holds import POT_ROUND

_DAY = 24 * 60 * 60


def day_of(at: float) -> int:
    """The number of the UTC day in which a time of the database lies."""
    return int(at // _DAY)


def won_from_house(db: Database, guild: int, user_id: int, at: float) -> int:
    """The chips that a member has won from house players in the UTC day of `at`; 0 when they have lost to them."""
    row = db.execute(_WON, (guild, user_id, day_of(at))).fetchone()
    return 0 if row is None else int(row[0])


def count(db: Database, guild: int, user_id: int, chips: int, at: float) -> None:
    """Let `chips` count that somebody has won from house players, or lost to them when that is below 0."""
    if chips and not is_house_player(user_id):
        db.execute(_COUNT, (guild, user_id, day_of(at), chips))


def count_sale(db: Database, sale: Posting, at: float) -> None:
    """Let the sale of a bank count if one side is a house player."""
    for mine, other, chips in ((sale.payer, sale.payee, -sale.amount), (sale.payee, sale.payer, sale.amount)):
        if sale.why == LedgerReason.BANK_SOLD and is_house_player(other.owner):
            count(db, mine.guild, mine.owner, chips, at)


def count_match(db: Database, guild: int, table: int, at: float) -> None:
    """Let what the match at `table`, which ends `at`, has brought its players count if the house played in it."""
    for user_id, chips in db.execute(_OF_MATCH, (guild, table)).fetchall():
        count(db, guild, user_id, chips, at)


_WON = """
    SELECT CASE WHEN d.won > 0 THEN d.won ELSE 0 END FROM accounts a JOIN house_days d ON d.account = a.id
    WHERE a.guild = ? AND a.kind = 'member' AND a.owner = ? AND d.day = ?"""
_COUNT = """
    INSERT INTO house_days (account, day, won)
    SELECT id, ?3, ?4 FROM accounts WHERE guild = ?1 AND kind = 'member' AND owner = ?2
    ON CONFLICT (account) DO UPDATE
    SET day = CASE WHEN excluded.day > house_days.day THEN excluded.day ELSE house_days.day END,
        won = CASE WHEN excluded.day > house_days.day THEN 0 ELSE house_days.won END
            + CASE WHEN excluded.day >= house_days.day THEN excluded.won ELSE 0 END"""
"""Chips of a later day begin that day's number; those of an earlier day, after a clock was set back, add none."""
HOUSE_PLAYED = f"EXISTS (SELECT 1 FROM match_players h WHERE h.table_id = {{0}} AND {house_player_in_sql('h.person')})"
"""The condition that a house player had a seat in the match at a table."""
_OF_MATCH = f"""
    SELECT a.owner, SUM(CASE WHEN l.payee = a.id THEN l.amount ELSE -l.amount END)
    FROM ledger l JOIN accounts a ON a.id IN (l.payer, l.payee) AND a.guild = ?1 AND a.kind = 'member'
    WHERE l.table_id = ?2 AND l.round = {POT_ROUND} AND {HOUSE_PLAYED.format("?2")}
    GROUP BY a.owner"""
