"""What members give each other: a gift, its tax for the house, and the day's limit, all in one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time

from data.chips import meet
from data.ledger import Account, Posting, balance_of, post
from data.store import Store, seconds

GIFT, GIFT_TAX = "gift", "gift tax"


class CapReached(Exception):
    """The giver may give away `cap` chips per UTC day and has given `given`; nothing has moved."""

    def __init__(self, cap: int, given: int) -> None:
        super().__init__(f"{given:,} of {cap:,} chips are given away today.")
        self.cap = cap
        self.given = given


@dataclass(frozen=True, slots=True)
class Gift:
    """`amount` chips from the Discord id `giver`, of which `tax` go to the house and the rest to `receiver`.

    `key` is unique among all postings. `tax` is less than `amount`. `cap` is what one member may give away per UTC
    day, taxes included; 0 is no cap. `starting` are the chips with which somebody new begins.
    """

    key: str
    guild: int
    giver: int
    receiver: int
    amount: int
    tax: int = 0
    cap: int = 0
    starting: int = 0

    def postings(self) -> Iterator[Posting]:
        """What moves."""
        giver, receiver = Account.member(self.guild, self.giver), Account.member(self.guild, self.receiver)
        yield Posting(self.key, giver, receiver, self.amount - self.tax, GIFT, actor=self.giver)
        if self.tax:
            house = Account.house(self.guild)
            yield Posting(f"{self.key}:tax", giver, house, self.tax, GIFT_TAX, actor=self.giver)


class Gifts:
    """The gifts of every server."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def give(self, gift: Gift, now: datetime) -> int:
        """Make a gift; both sides get their starting chips first. Returns what the giver has left.

        Raises:
            InsufficientChips: The giver has less than the amount.
            CapReached: With this gift they would have given away more today than they may.
            AlreadyPosted: This gift was made before.
            BadAmount: The amount, or what the tax leaves of it, is no amount.
        """
        postings = tuple(gift.postings())
        midnight = datetime.combine(now.astimezone(UTC).date(), time(), UTC)

        def work(db: sqlite3.Connection) -> int:
            for person in (gift.giver, gift.receiver):
                meet(db, gift.guild, person, gift.starting, now)
            giver = Account.member(gift.guild, gift.giver)
            # Also a replay is posted, and refused, before the day's limit is looked at.
            post(db, postings, now)
            if gift.cap and (given := _given_since(db, giver, midnight)) > gift.cap:
                raise CapReached(gift.cap, given - gift.amount)
            return balance_of(db, giver) or 0

        return await self._store.write(work)

    async def was_given(self, gift: Gift, since: datetime) -> bool:
        """Whether the giver has given the receiver just as much after `since` already."""
        giver, receiver = (Account.member(gift.guild, person) for person in (gift.giver, gift.receiver))
        row = (gift.guild, giver.kind.value, giver.owner, receiver.owner, gift.amount - gift.tax, seconds(since))
        return await self._store.read(lambda db: db.execute(_SAME, row).fetchone() is not None)


def _given_since(db: sqlite3.Connection, giver: Account, since: datetime) -> int:
    row = db.execute(_GIVEN, (giver.guild, giver.kind.value, giver.owner, seconds(since))).fetchone()
    return int(row[0])


_GIVEN = """
    SELECT COALESCE(SUM(l.amount), 0) FROM accounts a
    JOIN ledger l ON l.payer = a.id AND l.why IN ('gift', 'gift tax') AND l.at >= ?4
    WHERE a.guild = ?1 AND a.kind = ?2 AND a.owner = ?3"""
_SAME = """
    SELECT 1 FROM accounts giver JOIN accounts receiver ON receiver.guild = giver.guild AND receiver.kind = giver.kind
    JOIN ledger l ON l.payer = giver.id AND l.payee = receiver.id AND l.why IN ('gift', 'gift tax') AND l.at > ?6
    WHERE giver.guild = ?1 AND giver.kind = ?2 AND giver.owner = ?3 AND receiver.owner = ?4 AND l.amount = ?5"""
