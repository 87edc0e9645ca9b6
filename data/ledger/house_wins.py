"""What members win from house players in a UTC day, so that a server can say how much that may be.

Of each member only the day of the latest time is kept, as one number. It counts what their rounds brought them from
house players, banks that were bought from those or sold to them, and all that they won or lost by a match in which a
house player had a seat. It is written with what it counts, in one transaction; data/check.py adds it up again.
"""

from __future__ import annotations

from collections.abc import Collection

from data.ledger.flows import day_of
from data.ledger.holds import POT_ROUND
from data.ledger.ledger import Posting
from data.ledger.reasons import LedgerReason
from data.people import house_player_in_sql, is_house_player
from data.store.database import Database
from data.store.sql import marks


def won_from_house(db: Database, guild: int, people: Collection[int], at: float) -> dict[int, int]:
    """The chips that each member has won from house players in the UTC day of `at`; 0 when they have lost to them."""
    found = dict(db.execute(_WON.format(marks(people)), (day_of(at), guild, *people)).fetchall()) if people else {}
    return {person: max(found.get(person, 0), 0) for person in people}


def count(db: Database, guild: int, user_id: int, chips: int, at: float) -> None:
    """Let `chips` count that somebody has won from house players, or lost to them when that is below 0."""
    if chips and not is_house_player(user_id):
        db.execute(_COUNT, (guild, user_id, day_of(at), chips))


def count_sale(db: Database, sale: Posting, at: float) -> None:
    """Let `sale`, that of a bank, count if one side is a house player."""
    for mine, other, chips in ((sale.payer, sale.payee, -sale.amount), (sale.payee, sale.payer, sale.amount)):
        if is_house_player(other.owner):
            count(db, mine.guild, mine.owner, chips, at)


def count_match(db: Database, guild: int, table: int, at: float) -> None:
    """Let what the match at `table`, which ends `at`, has brought its players count if the house played in it."""
    for user_id, chips in db.execute(_OF_MATCH, (guild, table)).fetchall():
        count(db, guild, user_id, chips, at)


_WON = """
    SELECT a.owner, d.won FROM accounts a JOIN house_days d ON d.account = a.id AND d.day = ?
    WHERE a.guild = ? AND a.kind = 'member' AND a.owner IN ({})"""
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
TAKEN_OVER = f"""(
    l.why = '{LedgerReason.ANTE_FORFEITED}'
    AND EXISTS (SELECT 1 FROM accounts p WHERE p.id = l.payer AND p.kind = 'member'))"""
"""The condition of a ledger row `l` that pays the forfeited ante of somebody whose seat another member takes over."""
_OF_MATCH = f"""
    SELECT a.owner, SUM(CASE WHEN l.payee = a.id THEN l.amount ELSE -l.amount END)
    FROM ledger l JOIN accounts a ON a.id IN (l.payer, l.payee) AND a.guild = ?1 AND a.kind = 'member'
    WHERE l.table_id = ?2 AND l.round = {POT_ROUND} AND {HOUSE_PLAYED.format("?2")} AND NOT {TAKEN_OVER}
    GROUP BY a.owner"""
