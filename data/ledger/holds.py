"""What lies at tables, and whose it is: read from the ledger, never stored.

The rows between a member and the table's account tell it, as long as their round is not over. So a posting to or from a
table's account names the round it is for; between rounds that is the next one. Chips that lie there for as long as a
match goes on, over many rounds, are those of round 0.
"""

from __future__ import annotations

from collections.abc import Callable

from data.store.database import Database
from data.store.sql import refuse

POT_ROUND = 0
"""The round of chips that lie at a table over many rounds; the first round that is played is number 1."""


def held_in_round(db: Database, guild: int, table: int, number: int) -> dict[int, int]:
    """What each member put into the table's account for round `number` and has not got back; members at 0 left out.

    Used to void a round. A member who took more than they put in counts below 0. The sum differs from
    `lying_in_round` when the house has taken from the table's account by then, or paid into it.
    """
    rows = db.execute(
        """
        SELECT m.owner, SUM(CASE WHEN l.payer = m.id THEN l.amount ELSE -l.amount END) AS net
        FROM accounts t
        JOIN ledger l ON l.table_id = t.owner AND l.round = ? AND t.id IN (l.payer, l.payee)
        JOIN accounts m ON m.id = l.payer + l.payee - t.id AND m.kind = 'member'
        WHERE t.guild = ? AND t.kind = 'table' AND t.owner = ?
        GROUP BY m.owner HAVING SUM(CASE WHEN l.payer = m.id THEN l.amount ELSE -l.amount END) <> 0
        ORDER BY m.owner""",
        (number, guild, table),
    )
    return dict(rows.fetchall())


def lying_in_round(db: Database, guild: int, table: int, number: int) -> int:
    """The chips of round `number` that lie in the table's account, whoever they came from."""
    return int(db.execute(_LYING, (number, guild, table)).fetchone()[0])


def refuse_lying(db: Database, guild: int, table: int, number: int, refusal: Callable[[int], Exception]) -> None:
    """Refuse what leaves chips of round `number` in the table's account."""
    lying = f"SELECT l.chips FROM ({_LYING}) l WHERE l.chips <> 0"
    refuse(db, lying, (number, guild, table), lambda row: refusal(int(row[0])))


_LYING = """
    SELECT COALESCE(SUM(CASE WHEN l.payee = t.id THEN l.amount ELSE -l.amount END), 0) AS chips
    FROM accounts t JOIN ledger l ON l.table_id = t.owner AND l.round = ? AND t.id IN (l.payer, l.payee)
    WHERE t.guild = ? AND t.kind = 'table' AND t.owner = ?"""


def at_tables(db: Database, guild: int, user_id: int) -> list[tuple[int, int]]:
    """The chips that a member has lying at open tables, as (table, chips), oldest table first."""
    return db.execute(_AT_TABLES, (guild, user_id)).fetchall()


# Of the rows `l` of the open table `t`, those whose chips lie there still. The last round that ended is the table's
# last one, or the one before while one is running; nobody bets on a later round than the next. While a match goes on
# its antes lie there too. The first condition finds the rows along the index, however many rounds there were.
STILL_THERE = """
    l.round IN (0, t.round, t.round + 1)
    AND (l.round > t.round - (SELECT COUNT(*) FROM rounds r WHERE r.table_id = t.id AND r.ended_at IS NULL)
        OR l.round = 0 AND EXISTS (SELECT 1 FROM matches x WHERE x.table_id = t.id AND x.ended_at IS NULL))"""
_AT_TABLES = f"""
    SELECT t.id, SUM(CASE WHEN l.payer = m.id THEN l.amount ELSE -l.amount END)
    FROM accounts m
    JOIN tables t ON t.guild = m.guild AND t.closed_at IS NULL
    JOIN accounts a ON a.guild = t.guild AND a.kind = 'table' AND a.owner = t.id
    JOIN ledger l ON l.table_id = t.id AND (l.payer, l.payee) IN ((m.id, a.id), (a.id, m.id))
        AND {STILL_THERE}
    WHERE m.guild = ? AND m.kind = 'member' AND m.owner = ?
    GROUP BY t.id HAVING SUM(CASE WHEN l.payer = m.id THEN l.amount ELSE -l.amount END) > 0
    ORDER BY t.id"""
