"""What the house gives members from time to time: daily chips, more of them day after day, and relief for the broke.

How many days in a row somebody has collected is read from the ledger's keys, a day each, and stored nowhere. Who is
broke is found in the transaction that pays, so chips that are given away or bet at the same moment count.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

from data.guild.forget_member import departed_at
from data.ledger.flows import TAXES, day_of
from data.ledger.holds import at_tables
from data.ledger.ledger import Account, Cause, balance_of, is_posted, pay
from data.ledger.reasons import LedgerReason
from data.store.database import Database
from data.store.store import Verbs, moment, seconds

LONGEST_STREAK = 366
"""Days in a row that are counted; more are shown as so many."""
STILL_HAD = timedelta(days=1)
"""For so long, and the rest of that UTC day, chips that somebody gave away count as theirs when they ask for relief."""


@dataclass(frozen=True, slots=True)
class DailyTerms:
    """The daily `chips`; each further day in a row adds `percent` of them, up to day number `most_days`."""

    chips: int
    percent: int = 0
    most_days: int = 1

    def bonus(self, day: int) -> int:
        """What day number `day` of a streak adds."""
        return self.chips * self.percent * (min(day, max(self.most_days, 1)) - 1) // 100


@dataclass(frozen=True, slots=True)
class Daily:
    """The answer to a claim: the chips that were `paid`, what a streak adds among them, and the `balance` after it.

    `days` is how many days in a row were collected, today included if it was; `next_chips` is what can be collected
    from `next_at` on.
    """

    paid: int
    balance: int
    days: int
    next_chips: int
    next_at: datetime


@dataclass(frozen=True, slots=True)
class ReliefTerms:
    """Whoever has fewer than `below` chips gets `chips`, once in so many `hours`."""

    chips: int
    below: int
    hours: int


@dataclass(frozen=True, slots=True)
class Relief:
    """Whether somebody can have relief of `chips`: what they `had` in all, of what is `below` the smallest bet.

    `next_at` is when they can ask again, None when it isn't too soon. `paid` are the chips that they got, and `balance`
    is what they have now.
    """

    chips: int
    below: int
    had: int
    balance: int
    next_at: datetime | None = None
    paid: int = 0

    @property
    def is_broke(self) -> bool:
        """Whether they had too few chips for the smallest bet."""
        return self.had < self.below


class Allowances(Verbs):
    """The allowances of every server."""

    async def claim_daily(self, guild: int, user_id: int, terms: DailyTerms, now: datetime) -> Daily:
        """Pay a member the daily chips, once per UTC day, and not on the day on which they were forgotten."""
        return await self._store.write(lambda db: _claim(db, guild, user_id, terms, now), guild)

    async def next_daily(self, guild: int, user_id: int, now: datetime) -> datetime | None:
        """When a member can collect the daily chips; None for now."""
        is_due = await self._store.read(lambda db: _is_due(db, guild, user_id, now))
        return None if is_due else _midnight(now)

    async def relief(self, guild: int, user_id: int, terms: ReliefTerms, now: datetime) -> Relief:
        """Whether a member can have relief now; nothing is paid."""
        return await self._store.read(lambda db: _relief(db, guild, user_id, terms, now))

    async def claim_relief(self, guild: int, user_id: int, terms: ReliefTerms, now: datetime) -> Relief:
        """Pay a member relief if they are broke and it isn't too soon."""

        def work(db: Database) -> Relief:
            found = _relief(db, guild, user_id, terms, now)
            if found.next_at is not None or not found.is_broke:
                return found
            key = f"relief:{guild}:{user_id}:{round(now.timestamp())}"
            cause = Cause(key, LedgerReason.RELIEF, now, user_id)
            pay(db, Account.house(guild), Account.member(guild, user_id), terms.chips, cause)
            next_at = now + timedelta(hours=terms.hours)
            return replace(found, paid=terms.chips, balance=found.balance + terms.chips, next_at=next_at)

        return await self._store.write(work, guild)


# The daily chips


def _claim(db: Database, guild: int, user_id: int, terms: DailyTerms, now: datetime) -> Daily:
    day, member = now.astimezone(UTC).date(), Account.member(guild, user_id)
    days, paid = 0, 0
    while days < LONGEST_STREAK and _was_collected(db, member, day - timedelta(days=days + 1)):
        days += 1
    if _is_due(db, guild, user_id, now):
        days += 1
        bonus = terms.bonus(days)
        paid = terms.chips + bonus
        daily = Cause(_key(member, day), LedgerReason.DAILY_CHIPS, now, user_id)
        pay(db, Account.house(guild), member, terms.chips, daily)
        if bonus:
            streak = Cause(f"streak:{guild}:{user_id}:{day}", LedgerReason.DAILY_STREAK, now, user_id)
            pay(db, Account.house(guild), member, bonus, streak)
    else:
        days += _was_collected(db, member, day)
    return Daily(
        paid=paid,
        balance=balance_of(db, member) or 0,
        days=days,
        next_chips=terms.chips + terms.bonus(days + 1),
        next_at=_midnight(now),
    )


def _is_due(db: Database, guild: int, user_id: int, now: datetime) -> bool:
    day, left = now.astimezone(UTC).date(), departed_at(db, guild, user_id, now)
    is_back = left is not None and left.date() == day
    return not is_back and not is_posted(db, _key(Account.member(guild, user_id), day))


def _was_collected(db: Database, member: Account, day: date) -> bool:
    """Whether this account was paid that day; the rows of somebody who was forgotten belong to another account."""
    row = (_key(member, day), member.guild, member.kind.value, member.owner)
    return db.execute(_COLLECTED, row).fetchone() is not None


_COLLECTED = """
    SELECT 1 FROM ledger l JOIN accounts a ON a.id = l.payee
    WHERE l.key = ? AND a.guild = ? AND a.kind = ? AND a.owner = ?"""


def _key(member: Account, day: date) -> str:
    return f"daily:{member.guild}:{member.owner}:{day}"


def _midnight(now: datetime) -> datetime:
    return datetime.combine(now.astimezone(UTC).date() + timedelta(days=1), time(), UTC)


# Relief


def _relief(db: Database, guild: int, user_id: int, terms: ReliefTerms, now: datetime) -> Relief:
    member, every = Account.member(guild, user_id), timedelta(hours=terms.hours)
    balance = balance_of(db, member) or 0
    at_all_tables = sum(chips for _, chips in at_tables(db, guild, user_id))
    given = db.execute(_GIVEN, (guild, member.kind.value, user_id, day_of(seconds(now - STILL_HAD)))).fetchone()[0]
    had = balance + at_all_tables + int(given)
    last = db.execute(_LAST_RELIEF, (guild, member.kind.value, user_id)).fetchone()[0]
    due = [] if last is None else [moment(last) + every]
    if (left := departed_at(db, guild, user_id, now)) is not None:
        due.append(left + max(every, STILL_HAD))  # nobody can be forgotten to look broke
    next_at = max((at for at in due if at > now), default=None)
    return Relief(terms.chips, terms.below, had, balance, next_at)


_GIVEN = f"""
    SELECT COALESCE(SUM(chips), 0) FROM (
        SELECT SUM(f.unearned) + {TAXES} AS chips FROM accounts a JOIN flows f ON f.payer = a.id AND f.day >= ?4
        WHERE a.guild = ?1 AND a.kind = ?2 AND a.owner = ?3
        GROUP BY a.id, f.day) given"""
"""What a member has given away from a UTC day on, taxes included."""
_LAST_RELIEF = f"""
    SELECT MAX(l.at) FROM accounts a JOIN ledger l ON l.payee = a.id AND l.why = '{LedgerReason.RELIEF}'
    WHERE a.guild = ? AND a.kind = ? AND a.owner = ?"""
