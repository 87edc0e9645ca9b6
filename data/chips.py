"""Chips: accounts, the ledger, and the only code that moves a chip.

Each server has an account per member, one for the house and one per table; an account comes into being with its
first chips. A posting moves chips from one account to another of the same server: two guarded updates and a row of
the append-only ledger in one transaction, under a key that is used once. The house may owe; nobody else can.

What lies at a table is not stored but read from the ledger: the rows between a member and the table's account that
belong to a round not over yet. So a posting to or from a table's account names the round it is for; between rounds
that is the next one.

This file knows no game: who staked and who won is decided elsewhere.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from enum import Enum

from data.store import Store, seconds

MAX_AMOUNT = 10**15
"""The most chips that one posting moves: thousands of them still add up within 64 bits."""


class Kind(Enum):
    """Whose an account is."""

    MEMBER = "member"
    HOUSE = "house"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Account:
    """An account of the server `guild`; `owner` is the member's Discord id, the table's number, or 0 for the house."""

    guild: int
    kind: Kind
    owner: int

    @classmethod
    def member(cls, guild: int, user: int) -> Account:
        """What a member has to play with."""
        return cls(guild, Kind.MEMBER, user)

    @classmethod
    def house(cls, guild: int) -> Account:
        """The server's house: it pays starting chips and winnings, and may be below 0."""
        return cls(guild, Kind.HOUSE, 0)

    @classmethod
    def table(cls, guild: int, table: int) -> Account:
        """What is staked at a table and not yet won."""
        return cls(guild, Kind.TABLE, table)


class BadAmount(Exception):
    """`amount` isn't a whole number of chips from 1 to MAX_AMOUNT."""

    def __init__(self, amount: object) -> None:
        super().__init__(f"An amount is a whole number from 1 to {MAX_AMOUNT:,}, not {amount!r}.")
        self.amount = amount


class InsufficientChips(Exception):
    """`account` has `balance` chips and `needed` were asked of it; nothing has moved."""

    def __init__(self, account: Account, balance: int, needed: int) -> None:
        super().__init__(f"{needed:,} chips are needed and only {balance:,} are there.")
        self.account = account
        self.balance = balance
        self.needed = needed


class AlreadyPosted(Exception):
    """A posting with this `key` is in the ledger already; nothing has moved again."""

    def __init__(self, key: str) -> None:
        super().__init__(f"The posting {key} was made before.")
        self.key = key


@dataclass(frozen=True, slots=True)
class Posting:
    """`amount` chips from `payer` to `payee`.

    `key` is unique among all postings ever. `why` is a word or two for the ledger. `table` and `round` say where it
    happened and are needed when a table's account pays or is paid; `actor` is the Discord id of who caused it.

    Raises:
        BadAmount: The amount is no int (bool and float aren't), below 1 or above MAX_AMOUNT.
        ValueError: The accounts are the same or of two servers, a table's account without its table and round, or a
            round without a table.
    """

    key: str
    payer: Account
    payee: Account
    amount: int
    why: str
    table: int | None = None
    round: int | None = None
    actor: int | None = None

    def __post_init__(self) -> None:
        if type(self.amount) is not int or not 1 <= self.amount <= MAX_AMOUNT:
            raise BadAmount(self.amount)
        if self.payer == self.payee:
            raise ValueError(f"{self.key}: a posting from {self.payer} to itself")
        if self.payer.guild != self.payee.guild:
            raise ValueError(f"{self.key}: a posting from one server to another")
        if self.round is not None and self.table is None:
            raise ValueError(f"{self.key}: a posting in a round names its table")
        for account in (self.payer, self.payee):
            if account.kind is Kind.TABLE and (account.owner != self.table or self.round is None):
                raise ValueError(f"{self.key}: a posting with a table's account names that table and the round")


@dataclass(frozen=True, slots=True)
class Daily:
    """The answer to a claim: whether it `paid`, the member's `balance` after it, and when the next one pays."""

    paid: bool
    balance: int
    next_at: datetime


_BALANCE = "SELECT chips FROM accounts WHERE guild = ? AND kind = ? AND owner = ?"
_ADD = """
    INSERT INTO accounts (guild, kind, owner, chips) VALUES (?, ?, ?, ?)
    ON CONFLICT (guild, kind, owner) DO UPDATE SET chips = accounts.chips + excluded.chips
    RETURNING id, chips"""
_TAKE = """
    UPDATE accounts SET chips = chips - ? WHERE guild = ? AND kind = ? AND owner = ? AND chips >= ?
    RETURNING id, chips"""
_ROW = """
    INSERT INTO ledger (guild, key, payer, payee, amount, why, table_id, round, actor, at, payer_after, payee_after)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""


def balance_of(db: sqlite3.Connection, account: Account) -> int | None:
    """The chips of `account`; None when nothing ever moved there."""
    row = db.execute(_BALANCE, (account.guild, account.kind.value, account.owner)).fetchone()
    return None if row is None else int(row[0])


def post(db: sqlite3.Connection, postings: Iterable[Posting], now: datetime) -> None:
    """Make `postings` in their order, within the unit of work that `db` is in.

    Let what it raises leave that unit of work: only its rollback undoes the postings before the refused one.

    Raises:
        InsufficientChips: A member or a table would fall below 0.
        AlreadyPosted: The key is in the ledger.
    """
    at = seconds(now)
    for posting in postings:
        payer, payer_after = _take(db, posting)
        payee, payee_after = _add(db, posting.payee, posting.amount)
        row = (
            posting.payer.guild, posting.key, payer, payee, posting.amount, posting.why,
            posting.table, posting.round, posting.actor, at, payer_after, payee_after,
        )  # fmt: skip
        try:
            db.execute(_ROW, row)
        except sqlite3.IntegrityError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_UNIQUE:  # the key's; the ledger has no other
                raise AlreadyPosted(posting.key) from error
            raise


def _take(db: sqlite3.Connection, posting: Posting) -> tuple[int, int]:
    """Take the amount from the payer; its account's id and the balance after."""
    payer, amount = posting.payer, posting.amount
    if payer.kind is Kind.HOUSE:
        return _add(db, payer, -amount)
    rows = db.execute(_TAKE, (amount, payer.guild, payer.kind.value, payer.owner, amount)).fetchall()
    if not rows:
        # A replay is told that it is one, also when the chips are gone by now.
        if db.execute("SELECT 1 FROM ledger WHERE key = ?", (posting.key,)).fetchone():
            raise AlreadyPosted(posting.key)
        raise InsufficientChips(payer, balance_of(db, payer) or 0, amount)
    return rows[0][0], rows[0][1]


def _add(db: sqlite3.Connection, account: Account, chips: int) -> tuple[int, int]:
    rows = db.execute(_ADD, (account.guild, account.kind.value, account.owner, chips)).fetchall()
    return rows[0][0], rows[0][1]


def held_in_round(db: sqlite3.Connection, guild: int, table: int, number: int) -> dict[int, int]:
    """What each member put into the table's account for round `number` and has not got back from it.

    Used to void a round. A member who took more than they put in counts below 0. The sum differs from
    `lying_in_round` when the house has taken from the table's account by then, or paid into it.

    Returns:
        Chips by Discord id, members at 0 left out.
    """
    rows = db.execute(
        """
        SELECT m.owner, SUM(CASE WHEN l.payer = m.id THEN l.amount ELSE -l.amount END) AS net
        FROM accounts t
        JOIN ledger l ON l.table_id = t.owner AND l.round = ? AND t.id IN (l.payer, l.payee)
        JOIN accounts m ON m.id = l.payer + l.payee - t.id AND m.kind = 'member'
        WHERE t.guild = ? AND t.kind = 'table' AND t.owner = ?
        GROUP BY m.owner HAVING SUM(CASE WHEN l.payer = m.id THEN l.amount ELSE -l.amount END) <> 0
        ORDER BY m.owner""",
        (number, guild, table),
    )
    return dict(rows.fetchall())


def lying_in_round(db: sqlite3.Connection, guild: int, table: int, number: int) -> int:
    """The chips of round `number` that lie in the table's account, whoever they came from."""
    row = db.execute(
        """
        SELECT COALESCE(SUM(CASE WHEN l.payee = t.id THEN l.amount ELSE -l.amount END), 0)
        FROM accounts t JOIN ledger l ON l.table_id = t.owner AND l.round = ? AND t.id IN (l.payer, l.payee)
        WHERE t.guild = ? AND t.kind = 'table' AND t.owner = ?""",
        (number, guild, table),
    ).fetchone()
    return int(row[0])


class Chips:
    """The bank of every server, as verbs."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def balance(self, guild: int, user: int) -> int | None:
        """What a member has to play with; None when they never had an account. Chips at tables don't count."""
        return await self._store.read(lambda db: balance_of(db, Account.member(guild, user)))

    async def open_member(self, guild: int, user: int, starting: int, now: datetime) -> int:
        """A member's balance, after paying the `starting` chips when this is their first contact.

        Args:
            guild: The server.
            user: The member's Discord id.
            starting: Chips that the house pays once per member; with 0 the account is made empty.
            now: When.

        Returns:
            The balance in chips.

        Raises:
            BadAmount: `starting` is no amount and not 0.
        """
        member, key = Account.member(guild, user), f"start:{guild}:{user}"

        def known(db: sqlite3.Connection) -> int | None:
            balance = balance_of(db, member)
            if balance is None or starting == 0:
                return balance
            return balance if db.execute("SELECT 1 FROM ledger WHERE key = ?", (key,)).fetchone() else None

        def meet(db: sqlite3.Connection) -> int:
            if (balance := known(db)) is not None:
                return balance
            if starting == 0:
                return _add(db, member, 0)[1]
            post(db, (Posting(key, Account.house(guild), member, starting, "starting chips", actor=user),), now)
            return balance_of(db, member) or 0

        if (balance := await self._store.read(known)) is not None:
            return balance
        return await self._store.write(meet)

    async def post(self, postings: Iterable[Posting], now: datetime) -> None:
        """Make all `postings`, or none.

        Raises:
            InsufficientChips: A member or a table would fall below 0.
            AlreadyPosted: A key is in the ledger.
        """
        made = tuple(postings)
        await self._store.write(lambda db: post(db, made, now))

    async def claim_daily(self, guild: int, user: int, amount: int, now: datetime) -> Daily:
        """Pay a member `amount` chips, once per UTC day.

        Args:
            guild: The server.
            user: The member's Discord id.
            amount: Chips.
            now: When; its UTC date is the day that counts.

        Returns:
            Whether it paid, the balance, and the next UTC midnight.

        Raises:
            BadAmount: `amount` is no amount.
        """
        day = now.astimezone(UTC).date()
        member = Account.member(guild, user)
        posting = Posting(
            f"daily:{guild}:{user}:{day}", Account.house(guild), member, amount, "daily chips", actor=user
        )

        def claim(db: sqlite3.Connection) -> Daily:
            paid = db.execute("SELECT 1 FROM ledger WHERE key = ?", (posting.key,)).fetchone() is None
            if paid:
                post(db, (posting,), now)
            next_at = datetime.combine(day + timedelta(days=1), time(), UTC)
            return Daily(paid, balance_of(db, member) or 0, next_at)

        return await self._store.write(claim)

    async def top(self, guild: int, limit: int) -> list[tuple[int, int]]:
        """The `limit` members with the most chips, as (Discord id, chips), richest first."""

        def work(db: sqlite3.Connection) -> list[tuple[int, int]]:
            return db.execute(
                "SELECT owner, chips FROM accounts WHERE guild = ? AND kind = 'member'"
                " ORDER BY chips DESC, owner LIMIT ?",
                (guild, limit),
            ).fetchall()

        return await self._store.read(work)

    async def held(self, guild: int, user: int) -> list[tuple[int, int]]:
        """The chips that a member has lying at open tables, as (table, chips), oldest table first.

        At a table they lie there from the bet to the end of its round, less what the round paid back so far.
        """

        def work(db: sqlite3.Connection) -> list[tuple[int, int]]:
            return db.execute(_HELD, (guild, user)).fetchall()

        return await self._store.read(work)


# The last round that ended is the table's last one, or the one before while one is running.
_HELD = """
    SELECT t.id, SUM(CASE WHEN l.payer = m.id THEN l.amount ELSE -l.amount END)
    FROM accounts m
    JOIN tables t ON t.guild = m.guild AND t.closed_at IS NULL
    JOIN accounts a ON a.guild = t.guild AND a.kind = 'table' AND a.owner = t.id
    JOIN ledger l ON l.table_id = t.id AND (l.payer, l.payee) IN ((m.id, a.id), (a.id, m.id))
        AND l.round > t.round - (SELECT COUNT(*) FROM rounds r WHERE r.table_id = t.id AND r.ended_at IS NULL)
    WHERE m.guild = ? AND m.kind = 'member' AND m.owner = ?
    GROUP BY t.id HAVING SUM(CASE WHEN l.payer = m.id THEN l.amount ELSE -l.amount END) > 0
    ORDER BY t.id"""
