"""Somebody asks to be forgotten in one server: their chips go to the house, and a number takes the place of their id.

Their account and their rows stay, because everybody else's books are made of the same rows. But wherever their Discord
id stood, a number below 0 stands from then on. One transaction changes all that counts: the account, the open tables,
and what is kept so that nobody gains by it. The old rows follow, a few at a time (data/guild/personal_data.py). All
places where an id may stand are in data/guild/owned.py. That somebody was here is remembered for 30 days as a digest
under a key that never leaves the database, so that nobody gets the starting chips twice by being forgotten in between.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain

from data.guild.owned import ME, OF_ALL_SERVERS, OWNED
from data.guild.personal_data import digest_of, erase, keep_erasure, rewrite_at_once, rewritten
from data.ledger.ledger import Account, Cause, balance_of, pay
from data.ledger.reasons import LedgerReason
from data.people import left
from data.shards import ALL, Shards
from data.store.database import Database
from data.store.store import Store, moment, seconds
from data.tables.daily import GRACE, ended
from data.tables.puzzles import week_of

REMEMBERED = timedelta(days=30)
"""How long a digest is kept of somebody who does not come back."""


class StillPlaying(Exception):
    """The person is still in the rounds that run at `tables`; nothing has changed."""

    def __init__(self, tables: tuple[int, ...]) -> None:
        super().__init__(f"Rounds at the tables {tables} are not over.")
        self.tables = tables


@dataclass(frozen=True, slots=True)
class Departure:
    """What came of it: the number that stands for the person now, the chips that the house got, and the new lobbies.

    `lobbies` are the texts of the open tables where the person's id stood, by table.
    """

    stand_in: int
    chips: int
    lobbies: dict[int, str]


class Departures:
    """Those who ask to be forgotten, in every server of `shards`."""

    def __init__(self, store: Store, shards: Shards = ALL) -> None:
        self._store = store
        self._shards = shards

    async def forget(self, guild: int, user_id: int, now: datetime, *, played_on: Collection[int] = ()) -> Departure:
        """Forget the Discord id `user_id` in a server: all that counts from now on, or nothing. `erase` does the rest.

        The running rounds at the tables `played_on` go on with the number that stands for the person. A caller that
        keeps open tables in memory holds them still meanwhile, and adopts the new lobbies before play continues. Raises
        StillPlaying when the person is in another round that is running.
        """
        return await self._store.write(lambda db: _forget(db, guild, user_id, now, played_on), guild)

    async def erase(self) -> None:
        """Let the old rows of all who were forgotten name them no more, a few rows at a time.

        Who was forgotten before a restart is among them; so it is called at the start too.
        """
        if await erase(self._store, self._shards):
            await self._store.purge()

    async def forget_digests(self, now: datetime) -> None:
        """Delete the digests whose time is over."""
        due = {
            "departed WHERE returned = 0 AND left_at < ?": seconds(now - REMEMBERED),
            "kept_tries WHERE until <= ?": seconds(now),
        }

        def forget(db: Database) -> int:
            here = self._shards.in_sql("guild")
            return sum(db.execute(f"DELETE FROM {which} AND {here}", (limit,)).rowcount for which, limit in due.items())

        if await self._store.write(forget):
            await self._store.purge()


def _forget(db: Database, guild: int, user_id: int, now: datetime, played_on: Collection[int]) -> Departure:
    setups = db.execute(_RUNNING, (guild, str(user_id))).fetchall()
    running = [table for table, setup in setups if rewritten(setup, user_id, 0) != rewritten(setup, 0, 0)]
    if playing := tuple(table for table in running if table not in played_on):
        raise StillPlaying(playing)
    stand_in = left(int(db.execute(_NEXT_NUMBER).fetchall()[0][0]))
    member = Account.member(guild, user_id)
    if chips := balance_of(db, member) or 0:
        pay(db, member, Account.house(guild), chips, Cause(f"left:{guild}:{stand_in}", LedgerReason.LEFT, now))
    row = {"guild": guild, "person": user_id, "stand_in": stand_in, "text": str(user_id), "number": str(stand_in)}
    account = db.execute(f"SELECT {ME}", row).fetchone()[0]
    _remember(db, guild, user_id, now)
    tries = {"digest": digest_of(db, str(user_id)), "posted": ended(now), "week": week_of(now)}
    for keep in _KEEP_TRIES:
        db.execute(keep, row | tries | {"grace": GRACE.total_seconds()})
    at_once = [owned.forget(owned.at_once) for owned in (*OWNED, *OF_ALL_SERVERS) if owned.at_once]
    for forget in (*_LEAVE_TOURNAMENTS, *chain.from_iterable(at_once)):
        db.execute(forget, row)
    rewrites = {owned.table: rewrite_at_once(db, owned, row) for owned in OWNED if owned.json}
    keep_erasure(db, guild, user_id, stand_in, account)
    return Departure(stand_in, chips, rewrites["tables"])


_LEAVE_TOURNAMENTS = (
    "DELETE FROM tournament_players WHERE guild = :guild AND person = :person AND entrant IS NULL",
    "UPDATE tournament_players SET partner = NULL WHERE guild = :guild AND partner = :person",
)
# Nobody plays the same deal, or tries the same puzzle, again by being forgotten in between. "+ 0" keeps PostgreSQL from
# reading what all others have tried since then.
_KEEP_TRIES = (
    """
    INSERT INTO kept_tries (guild, digest, what, until)
    SELECT guild, :digest, 'daily ' || day, (day + 1) * 86400.0 + :grace FROM daily_entries
    WHERE guild = :guild AND person = :person AND day + 0 > :posted ON CONFLICT (digest, what) DO NOTHING""",
    """
    INSERT INTO kept_tries (guild, digest, what, until)
    SELECT guild, :digest, 'puzzle ' || week || ' ' || number, (7 * week + 4) * 86400.0 FROM puzzle_tries
    WHERE guild = :guild AND person = :person AND week + 0 >= :week ON CONFLICT (digest, what) DO NOTHING""",
)
_RUNNING = """
    SELECT t.id, r.setup FROM tables t JOIN rounds r ON r.table_id = t.id AND r.ended_at IS NULL
    WHERE t.guild = ? AND t.closed_at IS NULL AND INSTR(r.setup, ?) > 0 ORDER BY t.id"""


_NEXT_NUMBER = """
    INSERT INTO meta (key, value) VALUES ('departures', '1')
    ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(meta.value AS INTEGER) + 1 AS TEXT) RETURNING value"""
"""A number that nobody had, in any server."""


# People who come back


def departed_at(db: Database, guild: int, user_id: int, now: datetime) -> datetime | None:
    """When `user_id` was last forgotten in a server, while that is remembered; None otherwise."""
    row = db.execute(
        "SELECT left_at FROM departed WHERE guild = ? AND digest = ? AND (returned = 1 OR left_at >= ?)",
        (guild, digest_of(db, f"{guild}:{user_id}"), seconds(now - REMEMBERED)),
    ).fetchone()
    return None if row is None else moment(row[0])


def welcome_back(db: Database, guild: int, user_id: int) -> None:
    """`user_id` has an account again. So it is no secret any more that they left once, and that stays remembered."""
    db.execute(
        "UPDATE departed SET returned = 1 WHERE guild = ? AND digest = ?", (guild, digest_of(db, f"{guild}:{user_id}"))
    )


def _remember(db: Database, guild: int, user_id: int, now: datetime) -> None:
    db.execute(
        "INSERT INTO meta (key, value) VALUES ('departure key', ?) ON CONFLICT (key) DO NOTHING",
        (secrets.token_hex(32),),
    )
    db.execute(
        "INSERT INTO departed (guild, digest, left_at) VALUES (?, ?, ?)"
        " ON CONFLICT (guild, digest) DO UPDATE SET left_at = excluded.left_at, returned = 0",
        (guild, digest_of(db, f"{guild}:{user_id}"), seconds(now)),
    )
