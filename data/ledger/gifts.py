"""What members give each other: a gift and its tax for the house, within what a server allows, all in one transaction.

To pay for something that has no value in chips, such as the bank of a table, is a gift too: such a sale counts against
the same limits (data/ledger/limits.py), unless a house player buys or sells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from data.ledger.chips import meet
from data.ledger.flows import Flow, count
from data.ledger.holds import at_tables
from data.ledger.ledger import Account, AlreadyPosted, Posting, balance_of, is_posted, post
from data.ledger.limits import NO_LIMITS, TransferLimits, verify_gift
from data.ledger.reasons import GIVEN, RECEIVED, LedgerReason, in_sql
from data.store.database import Database
from data.store.store import Verbs, moment, seconds
from data.tables.achievements import keep_gift

MOST_SHOWN = 200
"""Gifts in one picture, of each direction."""


@dataclass(frozen=True, slots=True)
class Gift:
    """`amount` chips from the Discord id `giver`, of which `tax` go to the house and the rest to `receiver`.

    `key` is unique among all postings. `tax` is less than `amount`. `starting` are the chips that a new member gets.
    """

    key: str
    guild: int
    giver: int
    receiver: int
    amount: int
    tax: int = 0
    limits: TransferLimits = NO_LIMITS
    starting: int = 0

    def postings(self) -> Iterator[Posting]:
        """What moves."""
        giver, receiver = Account.member(self.guild, self.giver), Account.member(self.guild, self.receiver)
        yield Posting(self.key, giver, receiver, self.amount - self.tax, LedgerReason.GIFT, actor_id=self.giver)
        if self.tax:
            house = Account.house(self.guild)
            yield Posting(f"{self.key}:tax", giver, house, self.tax, LedgerReason.GIFT_TAX, actor_id=self.giver)

    def flow(self) -> Flow:
        """What the receiver has from the giver."""
        return Flow(self.giver, self.receiver, self.amount - self.tax, unearned=True)


@dataclass(frozen=True, slots=True)
class Given:
    """A gift as one side of it sees it: when, the chips that it brought (below 0: took), and the balance after it."""

    at: datetime
    net: int
    after: int


class Gifts(Verbs):
    """The gifts of every server."""

    async def give(self, gift: Gift, now: datetime) -> int:
        """Make a gift; both sides get their starting chips first. Returns what the giver has left.

        Raises:
            InsufficientChips: The giver has less than the amount.
            TransferRefused: The server's limits don't allow it.
            AlreadyPosted: This gift was made before.
            BadAmount: The amount, or what the tax leaves of it, is no amount.
        """
        postings = tuple(gift.postings())

        def work(db: Database) -> int:
            for user_id in (gift.giver, gift.receiver):
                meet(db, gift.guild, user_id, gift.starting, now)
            giver, receiver = (Account.member(gift.guild, who) for who in (gift.giver, gift.receiver))
            was_broke = not balance_of(db, receiver) and not at_tables(db, gift.guild, gift.receiver)
            if is_posted(db, gift.key):
                raise AlreadyPosted(gift.key)
            verify_gift(db, gift.guild, gift.flow(), gift.limits, now, tax=gift.tax)
            post(db, postings, now)
            count(db, gift.guild, (gift.flow(),), (), seconds(now))
            if was_broke:
                keep_gift(db, gift.guild, gift.giver, now)
            return balance_of(db, giver) or 0

        return await self._store.write(work, gift.guild)

    async def verify(self, guild: int, gift: Flow, limits: TransferLimits, now: datetime) -> None:
        """Raise TransferRefused when a gift, or the price of a bank, would be more than `limits` allow now."""
        await self._store.read(lambda db: verify_gift(db, guild, gift, limits, now))

    async def of(self, guild: int, user_id: int) -> list[Given]:
        """The latest gifts that a member gave, with taxes, and got, oldest first: at most `MOST_SHOWN` of each."""

        def work(db: Database) -> list[Given]:
            found = [each for sql in (_GAVE, _GOT) for each in db.execute(sql, (guild, user_id, MOST_SHOWN))]
            return [Given(moment(at), *about) for _, at, *about in sorted(found)]

        return await self._store.read(work)

    async def was_given(self, gift: Gift, since: datetime) -> bool:
        """Whether the giver has already given the receiver the same amount after `since`."""
        row = (gift.guild, gift.giver, gift.receiver, gift.amount - gift.tax, seconds(since))
        return await self._store.read(lambda db: db.execute(_SAME, row).fetchone() is not None)


_GAVE, _GOT = (
    f"""
    SELECT l.id, l.at, {sign}l.amount, l.{side}_after FROM accounts a
    JOIN ledger l ON l.{side} = a.id AND l.why IN {in_sql(*reasons)} AND l.why <> '{LedgerReason.BANK_SOLD}'
    WHERE a.guild = ? AND a.kind = 'member' AND a.owner = ? ORDER BY l.at DESC LIMIT ?"""
    for sign, side, reasons in (("-", "payer", GIVEN), ("", "payee", RECEIVED))
)
_SAME = f"""
    SELECT 1 FROM accounts giver JOIN accounts receiver ON receiver.guild = giver.guild AND receiver.kind = giver.kind
    JOIN ledger l ON l.payer = giver.id AND l.payee = receiver.id AND l.at > ?5
        AND l.why IN {in_sql(LedgerReason.GIFT, LedgerReason.GIFT_TAX)}
    WHERE giver.guild = ?1 AND giver.kind = 'member' AND giver.owner = ?2 AND receiver.owner = ?3 AND l.amount = ?4"""
