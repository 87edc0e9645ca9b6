"""The ratings of a server's players of Five Hundred: kept with each match that ends, and worked out again from all.

The rows of matches are the truth. A rating is read and written within the transaction that ends the match, so two
matches of one person that end at once are rated one after the other, and `matches.rated` keeps their order. A match
that was won and isn't rated says why in `matches.unrated`.

How skilled somebody is believed to be, and what a match changes in that, is openskill's Plackett-Luce model. A match is
teams that came in at places; equal places are ties. How much of the change counts for somebody is kept with the match
as their weight, so accounts that lose on purpose soon bring nothing. openskill is loaded with the first rated match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from functools import cache, partial
from itertools import chain, groupby
from typing import TYPE_CHECKING, TypeAlias

from data.ledger.flows import day_of
from data.ledger.house_wins import HOUSE_PLAYED
from data.ledger.limits import TransferLimits, is_new
from data.people import member_in_sql
from data.shards import ALL, Shards
from data.store.database import Database, SqlRow
from data.store.store import Verbs, seconds

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


@dataclass(frozen=True, slots=True)
class Skill:
    """`mu` is the best guess, `sigma` how uncertain it is, in openskill's measure; `matches` is what they come from."""

    mu: float = 25.0
    sigma: float = 25.0 / 3
    matches: int = 0

    @property
    def ordinal(self) -> float:
        """The skill that somebody has almost certainly: three sigma below the guess, 0 for a newcomer."""
        return self.mu - 3 * self.sigma


def after(teams: Sequence[Sequence[Skill]], places: Sequence[int]) -> list[list[Skill]]:
    """The skills of all `teams` after a match in which they came in at `places`, the first 1."""
    model = _model()
    before = [[model.rating(mu=skill.mu, sigma=skill.sigma) for skill in team] for team in teams]
    rated = model.rate(before, ranks=[float(place) for place in places])
    return [
        [Skill(new.mu, new.sigma, old.matches + 1) for new, old in zip(news, olds, strict=True)]
        for news, olds in zip(rated, teams, strict=True)
    ]


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce

    return PlackettLuce()


Standing = tuple[tuple[int, int, int], ...]
"""How a match counts, as (seat, side, place); who is missing is not rated."""
FEWEST_DEALS = 3
"""A match of fewer isn't rated: one deal can be lost at a bid."""
MOST_A_DAY = 3
"""Matches against the same opponents that are rated in a UTC day."""
_DAY = timedelta(days=1) / timedelta(seconds=1)


class Unrated(Enum):
    """Why a match that was won changes nobody's rating."""

    HOUSE = "house"
    """A house player had a seat in it at any time."""
    PASSED = "passed"
    """It had fewer than `FEWEST_DEALS` deals, or everyone passed in more than half of them."""
    LEFT = "left"
    """Somebody who was forgotten played in it to its end."""
    NEW = "new"
    """Somebody in it hasn't an account that is old enough to give chips, or hasn't played as much as that takes."""
    OFTEN = "often"
    """Somebody had played against the same opponents in `MOST_A_DAY` rated matches of the same UTC day."""


class Ratings(Verbs):
    """The ratings of every server, for reading."""

    async def ladder(self, guild: int, most: int = 100) -> list[tuple[int, Skill]]:
        """Up to `most` of those who have a rating in a server, the best first, but people who were forgotten."""
        rows = await self._store.long_read(lambda db: db.execute(_LADDER, (guild, most)).fetchall())
        return [(person, Skill(*skill)) for person, *skill in rows]

    async def place(self, guild: int, person: int) -> tuple[Skill | None, int, int]:
        """Somebody's rating, how many of a server's ladder stand above it, and how many are on the ladder."""

        def work(db: Database) -> tuple[Skill | None, int, int]:
            row = db.execute("SELECT mu, sigma, matches FROM ratings WHERE guild = ? AND person = ?", (guild, person))
            own = next((Skill(*found) for found in row.fetchall()), None)
            above, of = db.execute(_ABOVE, (guild, (own or Skill()).ordinal, person)).fetchone()
            return own, above, of

        return await self._store.long_read(work)

    async def catch_up(self, shards: Shards = ALL) -> None:
        """Work out the ratings of servers whose matches are from before there were any. Each start looks by server."""
        sql = _BEHIND.format(shards.in_sql("m.guild"))
        behind = await self._store.read(lambda db: db.execute(sql).fetchall())
        for (guild,) in behind:
            await self._store.write(partial(rebuild, guild=guild), guild)


def rate(
    db: Database, guild: int, table: int, standing: Standing, limits: TransferLimits, now: datetime
) -> Unrated | None:
    """Let the match at `table` count, within the transaction that ends it. Returns why it doesn't.

    `limits` say who is new in the server.
    """
    people = dict(db.execute(_SEATED, (table,)).fetchall())
    opponents = _opponents((side, people[seat]) for seat, side, _ in standing)
    why = _unrated(db, guild, table, opponents, limits, now)
    if why is not None:
        db.execute("UPDATE matches SET unrated = ? WHERE table_id = ?", (why.value, table))
        return why
    away, last = {seat for (seat,) in db.execute(_AWAY, (table,))}, max(place for *_, place in standing)
    before = _met(db.execute(_IN_SEASON, (guild, table)))
    for seat, side, place in standing:
        person = people[seat]
        weight = 0.0 if seat in away and place < last else 1 / (1 + before[person, opponents[person]])
        db.execute(_STANDS, (side, place, table, seat, weight))
    db.execute(_RATED, (guild, table))
    found = db.execute(_OF_MATCH, (guild, table)).fetchall()
    known = {row[2]: Skill(*row[4:]) for row in found if row[4] is not None}
    _keep(db, guild, _rated((row[:4] for row in found), known))
    return None


def _unrated(
    db: Database, guild: int, table: int, opponents: Opponents, limits: TransferLimits, now: datetime
) -> Unrated | None:
    with_house, deals, with_cards = db.execute(_PLAYED, (table,)).fetchone()
    if with_house:
        return Unrated.HOUSE
    if deals < FEWEST_DEALS or 2 * with_cards < deals:
        return Unrated.PASSED
    if not opponents:
        return Unrated.LEFT
    if any(is_new(db, guild, person, limits, now) for person in opponents):
        return Unrated.NEW
    met = meetings_of_day(db, guild, seconds(now))
    return Unrated.OFTEN if any(met[meeting] >= MOST_A_DAY for meeting in opponents.items()) else None


Opponents: TypeAlias = dict[int, frozenset[int]]
"""All opponents in one match of each of its players."""
Meeting: TypeAlias = tuple[int, frozenset[int]]
"""Somebody, and all their opponents in one match."""


def meetings_of_day(db: Database, guild: int, at: float) -> Counter[Meeting]:
    """In how many of a server's rated matches of the UTC day of `at` somebody met the same opponents."""
    midnight = day_of(at) * _DAY
    return _met(db.execute(_IN_DAY, (guild, midnight, midnight + _DAY)))


def _met(rows: Iterable[SqlRow]) -> Counter[Meeting]:
    """In how many matches somebody met the same opponents; `rows` are (table, side, person), tables together."""
    matches = (players for _, players in groupby(rows, key=lambda row: row[0]))
    return Counter(chain.from_iterable(_opponents(player[1:] for player in players).items() for players in matches))


def _opponents(players: Iterable[SqlRow]) -> Opponents:
    """Of each of a match's `players`, who are (side, person)."""
    known = list(players)
    return {person: frozenset(other for theirs, other in known if theirs != side) for side, person in known}


def rebuild(db: Database, guild: int) -> None:
    """Work out all ratings of a server from its matches."""
    db.execute("DELETE FROM ratings WHERE guild = ?", (guild,))
    _keep(db, guild, replayed(db, guild))


def replayed(db: Database, guild: int) -> dict[int, Skill]:
    """What the ratings of a server must be by its matches, by Discord id."""
    known: dict[int, Skill] = {}
    for _, rows in groupby(db.execute(_ALL, (guild,)), key=lambda row: row[0]):
        known |= _rated((row[1:] for row in rows), known)
    return known


def _rated(rows: Iterable[SqlRow], known: dict[int, Skill]) -> dict[int, Skill]:
    """The skills after a match of those who played it; `rows` are (side, place, person, weight), sides together."""
    sides = [list(side) for _, side in groupby(rows, key=lambda row: row[0])]
    before = [[known.get(person, Skill()) for _, _, person, _ in side] for side in sides]
    skills = after(before, [side[0][1] for side in sides])
    changed = zip(chain(*sides), chain(*before), chain(*skills), strict=True)
    return {
        person: Skill((1 - part) * old.mu + part * new.mu, (1 - part) * old.sigma + part * new.sigma, new.matches)
        for (_, _, person, part), old, new in changed
    }


def _keep(db: Database, guild: int, skills: dict[int, Skill]) -> None:
    rows = [(guild, person, skill.mu, skill.sigma, skill.matches) for person, skill in skills.items()]
    db.executemany(_KEEP, rows)


_LADDER = f"""
    SELECT person, mu, sigma, matches FROM ratings
    WHERE guild = ? AND {member_in_sql("+person")} ORDER BY mu - 3 * sigma DESC, person LIMIT ?"""
"""With the "+" the order is that of an index; otherwise SQLite looks for the members along another."""
_ABOVE = f"""
    SELECT COUNT(*) + (
            SELECT COUNT(*) FROM ratings WHERE guild = ?1 AND mu - 3 * sigma = ?2 AND person > 0 AND person < ?3),
        (SELECT COUNT(*) FROM ratings WHERE guild = ?1 AND {member_in_sql("person")})
    FROM ratings WHERE guild = ?1 AND mu - 3 * sigma > ?2 AND {member_in_sql("+person")}"""
_BEHIND = """
    WITH RECURSIVE m (guild) AS (
        SELECT MIN(guild) FROM matches WHERE rated IS NOT NULL UNION ALL
        SELECT (SELECT MIN(guild) FROM matches WHERE rated IS NOT NULL AND guild > m.guild) FROM m WHERE guild > 0)
    SELECT m.guild FROM m WHERE m.guild > 0 AND {} AND NOT EXISTS (SELECT 1 FROM ratings r WHERE r.guild = m.guild)"""
_PLAYED = f"""
    SELECT {HOUSE_PLAYED.format("?1")}, COUNT(*), COUNT(contractor) FROM match_deals WHERE table_id = ?1"""
_SEATED = "SELECT seat, person FROM match_players WHERE table_id = ? ORDER BY since"
_RATED_MATCHES = """
    SELECT m.table_id, p.side, p.person
    FROM matches m JOIN match_players p ON p.table_id = m.table_id AND p.place IS NOT NULL
    WHERE m.guild = ?1 AND {} AND m.rated IS NOT NULL ORDER BY m.table_id"""
_IN_DAY = _RATED_MATCHES.format("m.ended_at >= ?2 AND m.ended_at < ?3")
_IN_SEASON = _RATED_MATCHES.format("""
    m.ended_at >= (SELECT COALESCE(MAX(ended_at), 0) FROM seasons WHERE guild = ?1) AND m.table_id IN (
        SELECT q.table_id FROM match_players q
        WHERE q.person IN (SELECT person FROM match_players WHERE table_id = ?2))""")
_AWAY = """
    SELECT p.seat FROM match_players p JOIN match_deals d ON d.table_id = p.table_id AND d.deal >= p.since
    WHERE p.table_id = ? AND p.since = (
        SELECT MAX(q.since) FROM match_players q WHERE q.table_id = p.table_id AND q.seat = p.seat)
    GROUP BY p.seat HAVING COUNT(*) < 2 * SUM(
        (SELECT COUNT(*) FROM json_each(d.away) s WHERE CAST(s.value AS BIGINT) = p.seat))"""
_STANDS = """
    UPDATE match_players SET side = ?1, place = ?2, weight = ?5
    WHERE table_id = ?3 AND seat = ?4
        AND since = (SELECT MAX(q.since) FROM match_players q WHERE q.table_id = ?3 AND q.seat = ?4)"""
_RATED = """
    UPDATE matches SET rated = (
        SELECT COALESCE(MAX(rated), 0) + 1 FROM matches WHERE guild = ?1 AND rated IS NOT NULL)
    WHERE table_id = ?2"""
_OF_MATCH = """
    SELECT p.side, p.place, p.person, p.weight, r.mu, r.sigma, r.matches
    FROM match_players p LEFT JOIN ratings r ON r.guild = ?1 AND r.person = p.person
    WHERE p.table_id = ?2 AND p.place IS NOT NULL ORDER BY p.side, p.seat"""
# Somebody who was forgotten a moment ago may still stand in old rows by their id; those rows are the number's.
_ALL = """
    SELECT m.rated, p.side, p.place, COALESCE(
        (SELECT e.stand_in FROM erasures e
         WHERE e.guild = m.guild AND e.person = p.person
            AND p.rowid <= CAST(json_extract(e.last, '$.match_players') AS BIGINT)
         ORDER BY e.stand_in DESC LIMIT 1), p.person), p.weight
    FROM matches m JOIN match_players p ON p.table_id = m.table_id AND p.place IS NOT NULL
    WHERE m.guild = ? AND m.rated IS NOT NULL ORDER BY m.rated, p.side, p.seat"""
_KEEP = """
    INSERT INTO ratings (guild, person, mu, sigma, matches) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (guild, person) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, matches = excluded.matches"""
