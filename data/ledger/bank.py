"""What those who manage a server do to its chips by hand: give, take, set and reset.

Each is one transaction, written with who did it and why, under a key that is used once. They concern purses. Chips at
tables stay there, and a member who has chips at a table is not reset.

Only the reset of a whole server goes member by member, in many transactions, so that nobody elsewhere waits long for
the writer. While it is under way the database says so, with the last member who was reset, and no other chips of that
server move: nobody can save chips from the reset by giving them to a member who has been reset already. When the
process dies half-way, the next start finishes the reset.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from data.ledger.chips import meet
from data.ledger.holds import at_tables
from data.ledger.ledger import Account, AlreadyPosted, Cause, is_posted, pay
from data.ledger.reasons import LedgerReason
from data.ledger.seasons import SeasonChange, turn, was_started
from data.people import member_in_sql
from data.shards import ALL, Shards
from data.store.database import Database
from data.store.store import Slices, Store, moment, seconds


class ChipsAtTables(Exception):
    """Members who are to be reset have chips at `tables`; nothing has moved."""

    def __init__(self, tables: tuple[int, ...]) -> None:
        super().__init__(f"Chips lie at the tables {tables}.")
        self.tables = tables


@dataclass(frozen=True, slots=True)
class BankOrder:
    """What somebody who manages the server `guild` ordered: a `key` of its own, who, why, and when.

    `starting` are the chips that a new member gets here.
    """

    key: str
    guild: int
    actor_id: int
    reason: str
    now: datetime
    starting: int = 0

    def carry_out(self, db: Database, key: str, user_id: int, change: int, why: LedgerReason) -> None:
        """Give a member the `change` in chips, or take it when that is below 0."""
        house, member = Account.house(self.guild), Account.member(self.guild, user_id)
        payer, payee = (house, member) if change > 0 else (member, house)
        pay(db, payer, payee, abs(change), Cause(key, why, self.now, self.actor_id, self.reason))


@dataclass(frozen=True, slots=True)
class BalanceChange:
    """A member's balance `before` and `after`, in chips."""

    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Extent:
    """What a reset is about: how many members, the chips in their purses, and those that lie at which tables."""

    members: int
    chips: int
    at_tables: int
    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reset:
    """How many balances a reset changed, and what the house has got (above 0) or paid by it."""

    members: int
    to_house: int


Target = Callable[[int], int]
"""From the present balance to the one that was ordered."""


class Bank:
    """The verbs of those who manage a server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._alone: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        """Held while a whole server is reset."""

    async def give(self, order: BankOrder, user_id: int, amount: int) -> BalanceChange:
        """Give a member `amount` chips of the house; a new member gets the starting chips first.

        Raises:
            AlreadyPosted: The order was carried out before.
            BadAmount: `amount` is no amount.
        """
        return await self._move(order, user_id, LedgerReason.BANK_GAVE, lambda before: before + amount)

    async def take(self, order: BankOrder, user_id: int, amount: int | None) -> BalanceChange:
        """Take `amount` chips from a member's purse, None for all of them.

        Raises:
            InsufficientChips: Less is there.
            AlreadyPosted: The order was carried out before.
            BadAmount: `amount` is no amount.
        """
        left = (lambda _before: 0) if amount is None else (lambda before: before - amount)
        return await self._move(order, user_id, LedgerReason.BANK_TOOK, left)

    async def set(self, order: BankOrder, user_id: int, amount: int) -> BalanceChange:
        """Make a member's purse hold exactly `amount` chips, whatever happens at the same time.

        Raises:
            AlreadyPosted: The order was carried out before.
            BadAmount: The difference is no amount.
        """
        return await self._move(order, user_id, LedgerReason.BANK_SET, lambda _before: amount)

    async def _move(self, order: BankOrder, user_id: int, why: LedgerReason, target: Target) -> BalanceChange:
        def work(db: Database) -> BalanceChange:
            if is_posted(db, order.key):
                raise AlreadyPosted(order.key)
            before = meet(db, order.guild, user_id, order.starting, order.now)
            if change := target(before) - before:
                order.carry_out(db, order.key, user_id, change, why)
            return BalanceChange(before, before + change)

        return await self._store.write(work, order.guild)

    async def extent(self, guild: int, user_id: int | None) -> Extent:
        """What a reset of one member, or of the whole server when `user_id` is None, would touch now."""

        def work(db: Database) -> Extent:
            held = _held(db, guild, user_id)
            members, chips = db.execute(_PURSES, (guild, user_id)).fetchone()
            return Extent(members, chips, sum(lying for _, lying in held), tuple(table for table, _ in held))

        return await self._store.read(work)

    async def was_reset(self, order: BankOrder) -> bool:
        """Whether this reset was carried out before, to its end."""
        unfinished = "SELECT 1 FROM resets WHERE guild = ? AND key = ?"

        def work(db: Database) -> bool:
            is_over = db.execute(unfinished, (order.guild, order.key)).fetchone() is None
            return is_over and (is_posted(db, f"{order.key}:0") or was_started(db, order.key))

        return await self._store.read(work)

    async def reset(self, order: BankOrder, user_id: int | None, season: SeasonChange | None = None) -> Reset:
        """Make the balance of one member, or of everyone when `user_id` is None, the starting chips.

        A `season` begins with it, and the winners of the one before are kept.

        Raises:
            ChipsAtTables: Some of theirs lie at tables.
            AlreadyPosted: The order was carried out before.
            ChipsStandStill: Everyone is being reset already.
        """

        def begin(db: Database) -> Reset:
            """Reset the first members, and record that others follow; a season ends with the chips before that."""
            if is_posted(db, f"{order.key}:0") or was_started(db, order.key):
                raise AlreadyPosted(order.key)  # whatever chips have been bet since
            if held := _held(db, order.guild, user_id):
                raise ChipsAtTables(tuple(table for table, _ in held))
            if user_id is not None:
                return _reset(db, order, user_id, Reset(0, 0))
            if season is not None:
                turn(db, order.guild, season, order.key, order.actor_id, order.now)
            return _reset_next(db, order, 0, Reset(0, 0), self._store.slices)

        if user_id is not None:
            return await self._store.write(begin, order.guild)
        async with self._alone[order.guild]:
            under_way = await self._finish(order.guild)
            if under_way is not None and under_way.key == order.key:
                return under_way.done
            done = await self._store.write(begin, order.guild)
            rest = await self._finish(order.guild)
        return done if rest is None else rest.done

    async def finish_resets(self, shards: Shards = ALL) -> list[int]:
        """Finish the resets that were under way when the bot was stopped, and return their servers."""
        guilds = await self._store.find(f"SELECT guild FROM resets WHERE {shards.in_sql('guild')} ORDER BY guild")
        for (guild,) in guilds:
            async with self._alone[guild]:
                await self._finish(guild)
        return [guild for (guild,) in guilds]

    async def _finish(self, guild: int) -> _UnderWay | None:
        """Reset the members who are left; None when no reset is under way."""
        found: _UnderWay | None = None
        slices = self._store.slices
        while (more := await self._store.write(lambda db: _reset_some(db, guild, slices), guild)) is not None:
            found = more
            await asyncio.sleep(0)  # who waits for the writer by now goes first
        return found


@dataclass(frozen=True, slots=True)
class _UnderWay:
    """How far the reset with the `key` has come."""

    key: str
    done: Reset


def _reset_some(db: Database, guild: int, slices: Slices) -> _UnderWay | None:
    """Reset the next members of a server; None when none of its resets is under way."""
    # The row is taken away within this transaction, so that the reset's own chips can move.
    rows = db.execute(_TAKE_UP, (guild,)).fetchall()
    if not rows:
        return None
    key, actor_id, reason, starting, at, behind, changed, to_house = rows[0]
    order = BankOrder(key, guild, actor_id, reason, moment(at), starting)
    return _UnderWay(key, _reset_next(db, order, behind, Reset(changed, to_house), slices))


def _reset_next(db: Database, order: BankOrder, behind: int, done: Reset, slices: Slices) -> Reset:
    """Reset the members after the Discord id `behind`, add them to what was `done`, and record whether more follow."""
    owners = [owner for (owner,) in db.execute(_NEXT, (order.guild, behind, slices.items))]
    for behind in slices.of(owners):
        done = _reset(db, order, behind, done)
    if len(owners) == slices.items or (owners and behind != owners[-1]):
        about = (order.guild, order.key, order.actor_id, order.reason, order.starting, seconds(order.now))
        db.execute(_UNDER_WAY, (*about, behind, done.members, done.to_house))
    return done


def _reset(db: Database, order: BankOrder, owner: int, done: Reset) -> Reset:
    """Reset `owner`, and return what was `done` before and now."""
    # A member who has not had the starting chips yet must not get them on top of these.
    change = order.starting - meet(db, order.guild, owner, order.starting, order.now)
    if not change:
        return done
    order.carry_out(db, f"{order.key}:{done.members}", owner, change, LedgerReason.BANK_RESET)
    return Reset(done.members + 1, done.to_house - change)


_TAKE_UP = """
    DELETE FROM resets WHERE guild = ?
    RETURNING key, actor, reason, starting, at, behind, changed, to_house"""
_UNDER_WAY = """
    INSERT INTO resets (guild, key, actor, reason, starting, at, behind, changed, to_house)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_NEXT = "SELECT owner FROM accounts WHERE guild = ? AND kind = 'member' AND owner > ? ORDER BY owner LIMIT ?"


# Somebody who has asked to be forgotten, and has an id below 0, is no member.
_PURSES = f"""
    SELECT COUNT(*), COALESCE(SUM(chips), 0) FROM accounts
    WHERE guild = ?1 AND kind = 'member' AND {member_in_sql("owner")}
        AND (CAST(?2 AS BIGINT) IS NULL OR owner = ?2)"""


def _held(db: Database, guild: int, user_id: int | None) -> list[tuple[int, int]]:
    """(table, chips) that lie there, of one member or of anybody."""
    if user_id is not None:
        return at_tables(db, guild, user_id)
    return db.execute(_HELD, (guild,)).fetchall()


# A closed table has no chips, and a server may have had very many.
_HELD = """
    SELECT a.owner, a.chips FROM tables t
    JOIN accounts a ON a.guild = t.guild AND a.kind = 'table' AND a.owner = t.id AND a.chips > 0
    WHERE t.guild = ? AND t.closed_at IS NULL ORDER BY a.owner"""
