"""What those who manage a server do to its chips by hand: give, take, set, and begin anew.

Each is one transaction, written with who did it and why, under a key that is used once. They concern purses; chips
that lie at tables stay there, and nobody is reset whose chips do.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from data.chips import meet
from data.holds import at_tables
from data.ledger import Account, AlreadyPosted, Kind, Posting, is_posted, post
from data.store import Store

GAVE, TOOK, SET, RESET = "bank gave", "bank took", "bank set", "bank reset"
BY_HAND = frozenset({GAVE, TOOK, SET, RESET})
"""The ledger's words for what is done by hand."""


class ChipsAtTables(Exception):
    """Chips of those who are to be reset lie at `tables`; nothing has moved."""

    def __init__(self, tables: tuple[int, ...]) -> None:
        super().__init__(f"Chips lie at the tables {tables}.")
        self.tables = tables


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody who manages the server `guild` ordered: a `key` of its own, who, why, and when.

    `starting` are the chips with which somebody new begins here.
    """

    key: str
    guild: int
    actor: int
    reason: str
    now: datetime
    starting: int = 0

    def posting(self, key: str, member: Account, amount: int, why: str) -> Posting:
        """The house gives `member` the `amount`, or takes it when that is below 0."""
        house = Account.house(self.guild)
        payer, payee = (house, member) if amount > 0 else (member, house)
        return Posting(key, payer, payee, abs(amount), why, actor=self.actor, reason=self.reason)


@dataclass(frozen=True, slots=True)
class Moved:
    """A member's balance `before` and `after`, in chips."""

    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Extent:
    """What a reset is about: how many members, the chips in their purses, and those that lie at which tables."""

    members: int
    chips: int
    held: int
    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reset:
    """How many balances a reset changed, and what the house has got (above 0) or paid by it."""

    members: int
    to_house: int


Target = Callable[[int], int]
"""From the balance that is there to the one that is ordered."""


class Bank:
    """The verbs of those who manage a server."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def give(self, order: Order, user: int, amount: int) -> Moved:
        """Give a member `amount` chips of the house; who is new gets the starting chips first.

        Raises:
            AlreadyPosted: The order was carried out before.
            BadAmount: `amount` is no amount.
        """
        return await self._move(order, user, GAVE, lambda before: before + amount)

    async def take(self, order: Order, user: int, amount: int | None) -> Moved:
        """Take `amount` chips from a member's purse, None for all of them.

        Raises:
            InsufficientChips: Less is there.
            AlreadyPosted: The order was carried out before.
            BadAmount: `amount` is no amount.
        """
        return await self._move(order, user, TOOK, lambda before: 0 if amount is None else before - amount)

    async def set(self, order: Order, user: int, amount: int) -> Moved:
        """Make a member's purse hold exactly `amount` chips, whatever happens at the same time.

        Raises:
            AlreadyPosted: The order was carried out before.
            BadAmount: The difference is no amount.
        """
        return await self._move(order, user, SET, lambda _before: amount)

    async def _move(self, order: Order, user: int, why: str, target: Target) -> Moved:
        member = Account.member(order.guild, user)

        def work(db: sqlite3.Connection) -> Moved:
            if is_posted(db, order.key):
                raise AlreadyPosted(order.key)
            before = meet(db, order.guild, user, order.starting, order.now)
            if change := target(before) - before:
                post(db, (order.posting(order.key, member, change, why),), order.now)
            return Moved(before, before + change)

        return await self._store.write(work)

    async def extent(self, guild: int, user: int | None) -> Extent:
        """What a reset of one member, or of the whole server when `user` is None, would touch now."""
        return await self._store.read(lambda db: _extent(db, guild, user))

    async def was_reset(self, order: Order) -> bool:
        """Whether this reset has changed balances already."""
        return await self._store.read(lambda db: is_posted(db, f"{order.key}:0"))

    async def reset(self, order: Order, user: int | None) -> Reset:
        """Make the balance of one member, or of everybody when `user` is None, the starting chips.

        Raises:
            ChipsAtTables: Some of theirs lie at tables.
            AlreadyPosted: The order was carried out before.
        """

        def work(db: sqlite3.Connection) -> Reset:
            if held := _held(db, order.guild, user):
                raise ChipsAtTables(tuple(table for table, _ in held))
            postings = tuple(_reset(db, order, user))
            post(db, postings, order.now)
            to_house = sum(each.amount if each.payee.kind is Kind.HOUSE else -each.amount for each in postings)
            return Reset(len(postings), to_house)

        return await self._store.write(work)


def _reset(db: sqlite3.Connection, order: Order, user: int | None) -> Iterator[Posting]:
    owners = [user] if user is not None else [owner for owner, _ in _purses(db, order.guild, None)]
    # Who has not had the starting chips yet must not get them on top of these.
    befores = [(owner, meet(db, order.guild, owner, order.starting, order.now)) for owner in owners]
    changes = [(owner, order.starting - before) for owner, before in befores if order.starting != before]
    for index, (owner, change) in enumerate(changes):
        yield order.posting(f"{order.key}:{index}", Account.member(order.guild, owner), change, RESET)


def _extent(db: sqlite3.Connection, guild: int, user: int | None) -> Extent:
    purses, held = _purses(db, guild, user), _held(db, guild, user)
    return Extent(
        members=len(purses),
        chips=sum(chips for _, chips in purses),
        held=sum(chips for _, chips in held),
        tables=tuple(table for table, _ in held),
    )


def _purses(db: sqlite3.Connection, guild: int, user: int | None) -> list[tuple[int, int]]:
    """(Discord id, chips) of one member or of all; who has asked to be forgotten, with an id below 0, is not one."""
    return db.execute(
        "SELECT owner, chips FROM accounts WHERE guild = ?1 AND kind = 'member' AND owner > 0"
        " AND (?2 IS NULL OR owner = ?2) ORDER BY owner",
        (guild, user),
    ).fetchall()


def _held(db: sqlite3.Connection, guild: int, user: int | None) -> list[tuple[int, int]]:
    """(table, chips) that lie there, of one member or of anybody."""
    if user is not None:
        return at_tables(db, guild, user)
    return db.execute(
        "SELECT owner, chips FROM accounts WHERE guild = ? AND kind = 'table' AND chips > 0 ORDER BY owner", (guild,)
    ).fetchall()
