"""What members give each other: a gift and its tax for the house, and what a server allows, all in one transaction.

To pay for something that has no value in chips, such as the bank of a table, is a gift too: such a sale counts against
the same limits, unless a house player buys or sells. They are looked at after the chips have moved, within the
transaction that moves them, so no two at once can pass them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time

from data.ledger.chips import meet
from data.ledger.ledger import Account, Posting, balance_of, post
from data.ledger.reasons import GIVEN, RECEIVED, LedgerReason, in_sql
from data.people import house_player_in_sql
from data.store.database import Database
from data.store.store import Store, moment, seconds
from data.tables.achievements import keep_gift
from data.tables.holds import at_tables

MOST_SHOWN = 200
"""Gifts in one picture, of each direction."""


class TransferRefused(Exception):
    """What a server allows is used up, or not earned yet; nothing has moved."""


class TooFewRounds(TransferRefused):
    """The giver has `played` rounds in this server, and gives chips only after `needed`."""

    def __init__(self, needed: int, played: int) -> None:
        super().__init__(f"{played:,} of {needed:,} rounds are played.")
        self.needed = needed
        self.played = played


class CapReached(TransferRefused):
    """The giver may give away `cap` chips per UTC day and has given `given`."""

    def __init__(self, cap: int, given: int) -> None:
        super().__init__(f"{given:,} of {cap:,} chips are given away today.")
        self.cap = cap
        self.given = given


class ReceiverCapReached(TransferRefused):
    """The Discord id `receiver` may get `cap` chips per UTC day from all others and has got `received`."""

    def __init__(self, receiver: int, cap: int, received: int) -> None:
        super().__init__(f"{received:,} of {cap:,} chips are received today.")
        self.receiver = receiver
        self.cap = cap
        self.received = received


@dataclass(frozen=True, slots=True)
class Limits:
    """What a server allows: chips that one member may give away (taxes included) and get, each per UTC day, and the
    `rounds` that a giver must have played there. 0 is no limit.
    """

    given: int = 0
    received: int = 0
    rounds: int = 0


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Transfer:
    """`paid` chips of the Discord id `giver`, of which `kept` reach the `receiver`."""

    guild: int
    giver: int
    receiver: int
    paid: int
    kept: int


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
    limits: Limits = NO_LIMITS
    starting: int = 0

    def postings(self) -> Iterator[Posting]:
        """What moves."""
        giver, receiver = Account.member(self.guild, self.giver), Account.member(self.guild, self.receiver)
        yield Posting(self.key, giver, receiver, self.amount - self.tax, LedgerReason.GIFT, actor_id=self.giver)
        if self.tax:
            house = Account.house(self.guild)
            yield Posting(f"{self.key}:tax", giver, house, self.tax, LedgerReason.GIFT_TAX, actor_id=self.giver)

    def transfer(self) -> Transfer:
        """What counts against the limits."""
        return Transfer(self.guild, self.giver, self.receiver, self.amount, self.amount - self.tax)


@dataclass(frozen=True, slots=True)
class Given:
    """A gift as one side of it sees it: when, the chips that it brought (below 0: took), and the balance after it."""

    at: datetime
    net: int
    after: int


class Gifts:
    """The gifts of every server."""

    def __init__(self, store: Store) -> None:
        self._store = store

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
            # A replay is posted too, and refused, before the limits are looked at.
            post(db, postings, now)
            verify_moved(db, gift.transfer(), gift.limits, now)
            if was_broke:
                keep_gift(db, gift.guild, gift.giver, now)
            return balance_of(db, giver) or 0

        return await self._store.write(work, gift.guild)

    async def verify(self, transfer: Transfer, limits: Limits, now: datetime) -> None:
        """Raise TransferRefused when `transfer` would be more than `limits` allow now."""
        await self._store.read(lambda db: _verify(db, transfer, limits, now, is_made=False))

    async def of(self, guild: int, user_id: int) -> list[Given]:
        """The latest gifts that a member gave, with taxes, and got, oldest first: at most `MOST_SHOWN` of each."""

        def work(db: Database) -> list[Given]:
            member = Account.member(guild, user_id)
            row = (guild, member.kind.value, user_id, MOST_SHOWN)
            found = [each for sql in (_GAVE, _GOT) for each in db.execute(sql, row)]
            return [Given(moment(at), *about) for _, at, *about in sorted(found)]

        return await self._store.read(work)

    async def was_given(self, gift: Gift, since: datetime) -> bool:
        """Whether the giver has already given the receiver the same amount after `since`."""
        giver, receiver = (Account.member(gift.guild, user_id) for user_id in (gift.giver, gift.receiver))
        row = (gift.guild, giver.kind.value, giver.owner, receiver.owner, gift.amount - gift.tax, seconds(since))
        return await self._store.read(lambda db: db.execute(_SAME, row).fetchone() is not None)


def verify_moved(db: Database, transfer: Transfer, limits: Limits, now: datetime) -> None:
    """Raise TransferRefused when a transfer that this transaction has made is more than `limits` allow."""
    _verify(db, transfer, limits, now, is_made=True)


def _verify(db: Database, transfer: Transfer, limits: Limits, now: datetime, *, is_made: bool) -> None:
    giver = Account.member(transfer.guild, transfer.giver)
    receiver = Account.member(transfer.guild, transfer.receiver)
    midnight = datetime.combine(now.astimezone(UTC).date(), time(), UTC)
    if limits.rounds and (played := _rounds(db, giver, limits.rounds)) < limits.rounds:
        raise TooFewRounds(limits.rounds, played)
    if limits.given:
        given = _sum(db, _GIVEN, giver, midnight) - (transfer.paid if is_made else 0)
        if given + transfer.paid > limits.given:
            raise CapReached(limits.given, given)
    if limits.received:
        received = _sum(db, _RECEIVED, receiver, midnight) - (transfer.kept if is_made else 0)
        if received + transfer.kept > limits.received:
            raise ReceiverCapReached(transfer.receiver, limits.received, received)


def given_since(db: Database, giver: Account, since: datetime) -> int:
    """What a member has given away since then, taxes and the prices of banks included."""
    return _sum(db, _GIVEN, giver, since)


def _sum(db: Database, sql: str, account: Account, since: datetime) -> int:
    row = db.execute(sql, (account.guild, account.kind.value, account.owner, seconds(since))).fetchone()
    return int(row[0])


_AMONG_MEMBERS = f"NOT EXISTS (SELECT 1 FROM accounts o WHERE o.id = {{0}} AND {house_player_in_sql('o.owner')})"
_GIVEN = f"""
    SELECT COALESCE(SUM(l.amount), 0) FROM accounts a
    JOIN ledger l ON l.payer = a.id AND l.why IN {in_sql(*GIVEN)} AND l.at >= ?4 AND {_AMONG_MEMBERS.format("l.payee")}
    WHERE a.guild = ?1 AND a.kind = ?2 AND a.owner = ?3"""
_RECEIVED = f"""
    SELECT COALESCE(SUM(l.amount), 0) FROM accounts a
    JOIN ledger l ON l.payee = a.id AND l.why IN {in_sql(*RECEIVED)} AND ?4 <= l.at
        AND {_AMONG_MEMBERS.format("l.payer")}
    WHERE a.guild = ?1 AND a.kind = ?2 AND a.owner = ?3"""


def _rounds(db: Database, account: Account, most: int) -> int:
    """The rounds that somebody has played for chips and the deals of matches, counted up to `most`."""
    row = db.execute(_ROUNDS, (account.guild, account.kind.value, account.owner, most)).fetchone()
    return int(row[0])


_ROUNDS = """
    SELECT COUNT(*) FROM (
        SELECT 1 FROM accounts a JOIN results x ON x.account = a.id
        WHERE a.guild = ?1 AND a.kind = ?2 AND a.owner = ?3
        UNION ALL
        SELECT 1 FROM match_players p JOIN matches m ON m.table_id = p.table_id AND m.guild = ?1
        JOIN match_deals d ON d.table_id = p.table_id AND d.deal >= p.since
        WHERE p.person = ?3 AND NOT EXISTS (
            SELECT 1 FROM match_players q
            WHERE q.table_id = p.table_id AND q.seat = p.seat AND q.since > p.since AND q.since <= d.deal)
        LIMIT ?4) r"""
_GAVE = f"""
    SELECT l.id, l.at, -l.amount, l.payer_after FROM accounts a
    JOIN ledger l ON l.payer = a.id AND l.why IN {in_sql(*GIVEN)} AND l.why <> '{LedgerReason.BANK_SOLD}'
    WHERE a.guild = ?1 AND a.kind = ?2 AND a.owner = ?3 ORDER BY l.at DESC LIMIT ?4"""
_GOT = f"""
    SELECT l.id, l.at, l.amount, l.payee_after FROM accounts a
    JOIN ledger l ON l.payee = a.id AND l.why IN {in_sql(*RECEIVED)} AND l.why <> '{LedgerReason.BANK_SOLD}'
    WHERE a.guild = ?1 AND a.kind = ?2 AND a.owner = ?3 ORDER BY l.at DESC LIMIT ?4"""
_SAME = f"""
    SELECT 1 FROM accounts giver JOIN accounts receiver ON receiver.guild = giver.guild AND receiver.kind = giver.kind
    JOIN ledger l ON l.payer = giver.id AND l.payee = receiver.id AND l.at > ?6
        AND l.why IN {in_sql(LedgerReason.GIFT, LedgerReason.GIFT_TAX)}
    WHERE giver.guild = ?1 AND giver.kind = ?2 AND giver.owner = ?3 AND receiver.owner = ?4 AND l.amount = ?5"""
