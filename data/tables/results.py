"""What every finished round brought each member: kept with the round's end, so that nobody adds up the ledger again.

A result is the sum of somebody's ledger rows of that round, and a record the sum of somebody's results in one game, of
all time and of the week of their latest round; data/check.py compares them. Rounds with house players have records of
their own, which no leaderboard counts; the results of house players are kept for the check alone. Void rounds have
none, and neither has anybody who moved no chips in a round: a deal of Five Hundred without an ante leaves nothing here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from data.ledger import house_wins
from data.people import house_player_in_sql
from data.store.database import Database, Deferred
from data.store.sql import with_rows
from data.store.store import Verbs


@dataclass(frozen=True, slots=True)
class RoundResult:
    """What a round brought the player `user_id`, in chips: below 0 is lost, 0 a tie.

    `from_house` is what of it they won from house players (below 0: lost to them); None when no house player was dealt
    in. Both are what is left after a practice return.
    """

    user_id: int
    net: int
    from_house: int | None = None


def keep(
    db: Database, guild: int, table: int, number: int, results: Iterable[RoundResult], at: float
) -> Deferred[Mapping[int, int]]:
    """Keep the `results` of round `number`, which ends `at`, and what they add to everyone's record.

    It is part of the transaction of `db`. Returns the balance of each of them after it, by Discord id.
    """
    if not results:
        return dict
    rows, kept = with_rows(
        [{"person": each.user_id, "net": each.net, "from_house": each.from_house} for each in results]
    )
    db.execute(_KEEP.format(results=rows), (*kept, table, number, guild))
    db.execute(_COUNT.format(results=rows), (*kept, week_of(at), table, guild))
    for result in results:
        if result.from_house is not None:
            house_wins.count(db, guild, result.user_id, result.from_house, at)
    return ask_balances(db, table, number)


def ask_balances(db: Database, table: int, number: int) -> Deferred[Mapping[int, int]]:
    """The present balance, by Discord id, of everyone who won or lost something in round `number`."""
    balances = db.execute(_BALANCES, (table, number))
    return lambda: dict(balances.fetchall())


_KEEP = """
    INSERT INTO results (table_id, round, account, net, from_house)
    {results} SELECT ?, ?, a.id, v.net, CAST(v.from_house AS BIGINT)
    FROM v JOIN accounts a ON a.guild = ? AND a.kind = 'member' AND a.owner = v.person"""
_BALANCES = f"""
    SELECT a.owner, a.chips FROM results x JOIN accounts a ON a.id = x.account
    WHERE x.table_id = ? AND x.round = ? AND NOT {house_player_in_sql("a.owner")}"""
_COUNT = f"""
    INSERT INTO records (account, game, with_house, rounds, won, lost, net, biggest, week, week_rounds, week_net)
    {{results}} SELECT a.id, t.game, CASE WHEN v.from_house IS NULL THEN 0 ELSE 1 END,
        1, CASE WHEN v.net > 0 THEN 1 ELSE 0 END, CASE WHEN v.net < 0 THEN 1 ELSE 0 END, v.net,
        CASE WHEN v.net > 0 THEN v.net ELSE 0 END, ?, 1, v.net
    FROM v JOIN tables t ON t.id = ?
    JOIN accounts a ON a.guild = ? AND a.kind = 'member' AND a.owner = v.person
        AND NOT {house_player_in_sql("a.owner")}
    ON CONFLICT (account, game, with_house) DO UPDATE SET rounds = records.rounds + 1, won = records.won + excluded.won,
        lost = records.lost + excluded.lost, net = records.net + excluded.net,
        biggest = CASE WHEN excluded.biggest > records.biggest THEN excluded.biggest ELSE records.biggest END,
        week = CASE WHEN excluded.week > records.week THEN excluded.week ELSE records.week END,
        week_rounds = CASE WHEN excluded.week > records.week THEN 0 ELSE records.week_rounds END
            + CASE WHEN excluded.week >= records.week THEN 1 ELSE 0 END,
        week_net = CASE WHEN excluded.week > records.week THEN 0 ELSE records.week_net END
            + CASE WHEN excluded.week >= records.week THEN excluded.week_net ELSE 0 END"""
"""A round of a later week begins that week's numbers; one of an earlier week, after a clock was set back, adds none."""

_MONDAY = datetime(1969, 12, 29, tzinfo=UTC).timestamp()
_WEEK = timedelta(weeks=1) / timedelta(seconds=1)


def week_of(at: float) -> int:
    """The number of the week in which a time of the database lies; each begins on a Monday at 00:00 UTC."""
    return int((at - _MONDAY) // _WEEK)


def begin_of_week(at: float) -> float:
    """The Monday at 00:00 UTC with which the week of `at` began."""
    return _MONDAY + week_of(at) * _WEEK


@dataclass(frozen=True, slots=True)
class Record:
    """A member's rounds of one game: how many, how many of them won, lost and tied, and chips.

    Those `with_house` players and all others are two records.
    """

    game: str
    rounds: int
    won: int
    lost: int
    tied: int
    net: int
    biggest: int
    """The most that one round brought; 0 when none was won."""
    with_house: bool = False


class Results(Verbs):
    """What the rounds of every server brought."""

    async def records(self, guild: int, user_id: int) -> list[Record]:
        """A member's record in each game that they played for chips in this server."""
        rows = await self._store.find(_RECORDS, (guild, user_id))
        return [
            Record(game, rounds, won, lost, tied, net, biggest, bool(with_house))
            for game, rounds, won, lost, tied, net, biggest, with_house in rows
        ]


_RECORDS = """
    SELECT r.game, r.rounds, r.won, r.lost, r.rounds - r.won - r.lost, r.net, r.biggest, r.with_house
    FROM records r
    WHERE r.account = (SELECT id FROM accounts WHERE guild = ? AND kind = 'member' AND owner = ?)
    ORDER BY r.game, r.with_house"""
