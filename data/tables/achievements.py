"""What members have achieved, each thing once: written with the round's end, or the gift, that brought it.

Which achievements a round brought its players is decided by their game (tables/<game>/<game>_achievements.py) and
stands in the change that ends it. Those that need rows of the database are decided here, in one statement a round; a
round with house players brings none of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from data.languages import UNSHOWN_ACHIEVEMENTS
from data.people import is_member, member_in_sql
from data.store.database import Database, Deferred, Rows
from data.store.store import Verbs, moment, seconds

LAST_CHIPS = "last_chips"
"""Won a round in which somebody staked the last chips of a balance."""
HUNDRED_ROUNDS = "hundred_rounds"
"""Played so many rounds for chips."""
GIFT = "gift"
"""Gave chips to a member who had none."""
_ROUNDS = 100
_COVER = "bank cover"
"""What a banker at Pontoon puts in besides all stakes, in its rules' words; it is no stake, and may be all chips."""


@dataclass(frozen=True, slots=True)
class Earned:
    """The Discord id of somebody, and what they have achieved; they may want it to be `unshown`."""

    user_id: int
    key: str
    unshown: bool = False


@dataclass(frozen=True, slots=True)
class Achieved:
    """What a member has achieved, when, and in which round of which table; `table` is None where it was at none.

    `is_new` says that they have not seen it in their list yet.
    """

    key: str
    at: datetime
    table: int | None
    game: str | None
    round: int | None
    is_new: bool


def keep(
    db: Database, guild: int, table: int, number: int, earned: Iterable[Earned], at: float
) -> Deferred[tuple[Earned, ...]]:
    """Keep what round `number` of a table brought: `earned`, and what follows from its rows, which are there already.

    It is part of the transaction of `db`. Returns those that are new.
    """
    about = {"guild": guild, "table": table, "round": number, "at": at, "rounds": _ROUNDS}
    people = [one for one in earned if is_member(one.user_id)]
    kept = [db.execute(_BY_ROWS, about), *(_keep(db, guild, one, at, table, number) for one in people)]
    return lambda: tuple(Earned(person, key, bool(unshown)) for rows in kept for person, key, unshown in rows)


def keep_gift(db: Database, guild: int, giver: int, now: datetime) -> None:
    """Keep that `giver` gave chips to somebody who had none, in the transaction of `db`."""
    _keep(db, guild, Earned(giver, GIFT), seconds(now), None, None)


def _keep(db: Database, guild: int, one: Earned, at: float, table: int | None, number: int | None) -> Rows:
    return db.execute(_KEEP, (guild, one.user_id, one.key, at, table, number))


UNSHOWN = f"EXISTS (SELECT 1 FROM switches s WHERE s.person = {{person}} AND s.name = '{UNSHOWN_ACHIEVEMENTS}')"
"""Whether a `person` wants tables to say nothing of what they achieve, in SQL."""
_RETURNING = f"RETURNING person, key, {UNSHOWN.format(person='achievements.person')}"
_KEEP = f"""
    INSERT INTO achievements (guild, person, key, at, table_id, round) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (guild, person, key) DO NOTHING {_RETURNING}"""
# A bet that was taken back before the cards were dealt was none.
# The plus keeps SQLite from looking through all that somebody ever paid.
_BY_ROWS = f"""
    INSERT INTO achievements (guild, person, key, at, table_id, round)
    SELECT :guild, a.owner, k.key, :at, :table, :round
    FROM results x JOIN accounts a ON a.id = x.account AND {member_in_sql("a.owner")}
    CROSS JOIN (SELECT '{LAST_CHIPS}' AS key UNION ALL SELECT '{HUNDRED_ROUNDS}') k
    WHERE x.table_id = :table AND x.round = :round AND x.from_house IS NULL AND CASE k.key
        WHEN '{LAST_CHIPS}' THEN x.net > 0 AND EXISTS (
            SELECT 1 FROM ledger l
            WHERE l.table_id = :table AND l.round = :round AND +l.payer = x.account AND l.payer_after = 0
                AND l.why <> '{_COVER}'
                AND NOT EXISTS (
                    SELECT 1 FROM ledger b JOIN rounds r ON r.table_id = :table AND r.round = :round
                    WHERE b.table_id = :table AND b.round = :round AND +b.payee = x.account
                        AND b.id > l.id AND b.at < r.started_at))
        ELSE (SELECT SUM(r.rounds) FROM records r WHERE r.account = x.account AND r.with_house = 0) >= :rounds END
    ON CONFLICT (guild, person, key) DO NOTHING {_RETURNING}"""


class Achievements(Verbs):
    """What the members of every server have achieved."""

    async def of(self, guild: int, user_id: int) -> list[Achieved]:
        """What a member has achieved, the latest first."""
        return [
            Achieved(key, moment(at), table, game, number, is_new=not seen)
            for key, at, table, game, number, seen in await self._store.find(_OF, (guild, user_id))
        ]

    async def see(self, guild: int, user_id: int, seen: Iterable[Achieved]) -> None:
        """The member has been `seen` of these; what they have achieved since is still new."""
        rows = [(guild, user_id, each.key) for each in seen if each.is_new]
        if rows:
            await self._store.write(lambda db: db.executemany(_SEE, rows), guild)


_OF = """
    SELECT x.key, x.at, x.table_id, t.game, x.round, x.seen
    FROM achievements x LEFT JOIN tables t ON t.id = x.table_id
    WHERE x.guild = ? AND x.person = ? ORDER BY x.at DESC, x.key"""
_SEE = "UPDATE achievements SET seen = 1 WHERE guild = ? AND person = ? AND key = ?"
