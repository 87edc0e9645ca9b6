"""Who is first in a server: by chips, by what they won or lost at the tables, or by the matches they won.

By chips: balances and what lies at open tables together, so that a bet makes nobody poorer. By chips won: the records
that are kept with every round (data/tables/results.py), of one game or all, of all time or of this week. Rounds and
matches with house players count on no board of those two, nor do matches in which hardly a card was played.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from data.ledger.holds import STILL_THERE
from data.people import member_in_sql
from data.store.database import Database, SqlParameters
from data.store.store import Verbs, seconds
from data.tables.ratings import Unrated
from data.tables.results import begin_of_week, week_of


@dataclass(frozen=True, slots=True)
class Standing:
    """A member on a board: chips they have or have won, or matches won, and in how many `rounds` or matches."""

    user_id: int
    score: int
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """Where a member stands: `place` counts from 1 among the `of` members of the server who are on the board."""

    place: int
    of: int
    standing: Standing


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The first of a board, best first, and where the member who asked stands; None when they are not on it.

    Nobody here knows who has left the server; people who asked to be forgotten are left out.
    """

    first: tuple[Standing, ...]
    asker: Place | None


@dataclass(frozen=True, slots=True)
class BoardQuery:
    """A board of the server `guild`, as `asker` wants it: its first `limit` members."""

    guild: int
    asker: int
    limit: int


class Ranking(Verbs):
    """The members of each server in order. Among equals the older Discord account comes first."""

    async def has_anybody(self, guild: int) -> bool:
        """Whether any member of a server has chips, or had some."""
        return bool(await self._store.find(_ANYBODY, (guild,)))

    async def by_chips(self, query: BoardQuery) -> Leaderboard:
        """By the chips that members have."""
        return await self._board(_WEALTH, query)

    async def by_net(self, query: BoardQuery, game: str | None, week_at: datetime | None) -> Leaderboard:
        """By the chips that members won or lost in one game, None for all games together.

        With a moment `week_at` only the rounds of its week count; a week begins on Monday at 00:00 UTC.
        """
        scores = _NET[game is None, week_at is not None]
        return await self._board(scores, query, game=game, week=None if week_at is None else week_of(seconds(week_at)))

    async def by_matches(self, query: BoardQuery, week_at: datetime | None) -> Leaderboard:
        """By the matches that members won, among those who have played one to its end; `week_at` as above."""
        return await self._board(_MATCHES, query, since=0.0 if week_at is None else begin_of_week(seconds(week_at)))

    async def _board(self, scores: str, query: BoardQuery, **more: object) -> Leaderboard:
        def work(db: Database) -> Leaderboard:
            about: SqlParameters = {"guild": query.guild, "asker": query.asker, "limit": query.limit, **more}
            rows = db.execute(_BOARD.format(scores=scores), about).fetchall()
            own = rows.pop() if rows and rows[-1][-1] else None
            first = tuple(Standing(*row[:3]) for row in rows)
            return Leaderboard(first, own and Place(own[3] + 1, own[4], Standing(*own[:3])))

        return await self._store.long_read(work)


_MEMBERS = f"a.guild = :guild AND a.kind = 'member' AND {member_in_sql('a.owner')}"
_WEALTH = f"""
    WITH held AS (
        SELECT account, SUM(chips) AS chips FROM (
            SELECT m.id AS account, SUM(CASE WHEN l.payer = m.id THEN l.amount ELSE -l.amount END) AS chips
            FROM tables t
            JOIN accounts a ON a.guild = t.guild AND a.kind = 'table' AND a.owner = t.id
            JOIN ledger l ON l.table_id = t.id AND a.id IN (l.payer, l.payee)
                AND {STILL_THERE}
            JOIN accounts m ON m.id = l.payer + l.payee - a.id AND m.kind = 'member'
            WHERE t.guild = :guild AND t.closed_at IS NULL
            GROUP BY t.id, m.id) s
        WHERE chips > 0 GROUP BY account),
    scores AS (
        SELECT a.owner, a.chips + COALESCE(h.chips, 0) AS score, 0 AS rounds
        FROM accounts a LEFT JOIN held h ON h.account = a.id
        WHERE {_MEMBERS})"""
_OF_A_GAME = f"""
    WITH scores AS (
        SELECT a.owner, r.{{net}} AS score, r.{{rounds}} AS rounds
        FROM accounts a CROSS JOIN records r ON r.account = a.id AND r.game = :game AND r.with_house = 0
        WHERE {_MEMBERS}{{which}})"""
_OF_ALL_GAMES = f"""
    WITH scores AS (
        SELECT a.owner, SUM(r.{{net}}) AS score, SUM(r.{{rounds}}) AS rounds
        FROM accounts a CROSS JOIN records r ON r.account = a.id AND r.with_house = 0
        WHERE {_MEMBERS}{{which}} GROUP BY a.id)"""
_NET = {
    (is_of_all, is_weekly): (_OF_ALL_GAMES if is_of_all else _OF_A_GAME).format(**columns)
    for is_of_all in (False, True)
    for is_weekly, columns in (
        (False, {"net": "net", "rounds": "rounds", "which": ""}),
        (True, {"net": "week_net", "rounds": "week_rounds", "which": " AND r.week = :week"}),
    )
}
"""By whether it is of all games and of one week. A server's members come first: the records are everyone's."""
_MATCHES = f"""
    WITH scores AS (
        SELECT p.person AS owner, SUM(p.won) AS score, COUNT(*) AS rounds
        FROM matches m JOIN match_players p ON p.table_id = m.table_id AND p.won IS NOT NULL
        WHERE m.guild = :guild AND m.ended_at >= :since AND {member_in_sql("p.person")}
            AND COALESCE(m.unrated, '') NOT IN ('{Unrated.HOUSE.value}', '{Unrated.PASSED.value}')
        GROUP BY p.person)"""
_ANYBODY = f"SELECT 1 FROM accounts WHERE guild = ? AND kind = 'member' AND {member_in_sql('owner')} LIMIT 1"
_BOARD = """{scores},
    own AS (SELECT owner, score, rounds FROM scores WHERE owner = :asker)
    SELECT owner, score, rounds, 0, 0
    FROM (SELECT owner, score, rounds FROM scores ORDER BY score DESC, owner LIMIT :limit) f
    UNION ALL
    SELECT owner, score, rounds,
        (SELECT COUNT(*) FROM scores s WHERE s.score > own.score OR (s.score = own.score AND s.owner < own.owner)),
        (SELECT COUNT(*) FROM scores)
    FROM own ORDER BY 5, 2 DESC, 1"""
"""The first, and last the asker with how many are above and how many there are: the `scores` are worked out once."""
