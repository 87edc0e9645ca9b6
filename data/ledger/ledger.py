"""The ledger: accounts, postings, and the only code that moves a chip.

Each server has an account per member, one for the house and one per table; an account comes into being with its
first chips. A posting moves chips from one account to another of the same server: two guarded updates and a row of
the append-only ledger in one transaction, under a key that is used once. The house may owe; nobody else can.

This file knows no game: who staked and who won is decided elsewhere. What lies at tables is in data/tables/holds.py.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from data.store.store import seconds

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


class TooFewLeft(InsufficientChips):
    """`account` would have `balance` chips left and must have `needed`; nothing has moved."""


class AlreadyPosted(Exception):
    """A posting with this `key` is in the ledger already; nothing has moved again."""

    def __init__(self, key: str) -> None:
        super().__init__(f"The posting {key} was made before.")
        self.key = key


class ChipsStandStill(Exception):
    """All members of the server `guild` are being reset, and nothing else moves there until that is done."""

    def __init__(self, guild: int) -> None:
        super().__init__(f"The chips of server {guild} are being reset.")
        self.guild = guild


@dataclass(frozen=True, slots=True)
class Posting:
    """`amount` chips from `payer` to `payee`.

    `key` is unique among all postings ever. `why` is a LedgerReason, or the word of a game's rules. `table` and
    `round` say where it happened and are needed when a table's account pays or is paid; `actor` is the Discord id of
    who caused it, and `reason` what they said about it.

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
    reason: str | None = None

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


_BALANCE = "SELECT chips FROM accounts WHERE guild = ? AND kind = ? AND owner = ?"
_ADD = """
    INSERT INTO accounts (guild, kind, owner, chips) VALUES (?, ?, ?, ?)
    ON CONFLICT (guild, kind, owner) DO UPDATE SET chips = accounts.chips + excluded.chips
    RETURNING id, chips"""
_TAKE = """
    UPDATE accounts SET chips = chips - ? WHERE guild = ? AND kind = ? AND owner = ? AND chips >= ?
    RETURNING id, chips"""
_ROW = """
    INSERT INTO ledger (guild, key, payer, payee, amount, why, table_id, round, actor, reason, at,
        payer_after, payee_after)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""


def balance_of(db: sqlite3.Connection, account: Account) -> int | None:
    """The chips of `account`; None when nothing ever moved there."""
    row = db.execute(_BALANCE, (account.guild, account.kind.value, account.owner)).fetchone()
    return None if row is None else int(row[0])


def is_posted(db: sqlite3.Connection, key: str) -> bool:
    """Whether a posting with this key was made."""
    return db.execute("SELECT 1 FROM ledger WHERE key = ?", (key,)).fetchone() is not None


def post(db: sqlite3.Connection, postings: Iterable[Posting], now: datetime) -> None:
    """Make `postings` in their order, within the unit of work that `db` is in.

    Let what it raises leave that unit of work: only its rollback undoes the postings before the refused one.

    Raises:
        InsufficientChips: A member or a table would fall below 0.
        AlreadyPosted: The key is in the ledger.
        ChipsStandStill: The server is being reset.
    """
    at = seconds(now)
    for posting in postings:
        if db.execute("SELECT 1 FROM resets WHERE guild = ?", (posting.payer.guild,)).fetchone() is not None:
            raise ChipsStandStill(posting.payer.guild)
        payer, payer_after = _take(db, posting)
        payee, payee_after = _add(db, posting.payee, posting.amount)
        row = (
            posting.payer.guild, posting.key, payer, payee, posting.amount, str(posting.why),
            posting.table, posting.round, posting.actor, posting.reason, at, payer_after, payee_after,
        )  # fmt: skip
        try:
            db.execute(_ROW, row)
        except sqlite3.IntegrityError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_UNIQUE:  # the key's; the ledger has no other
                raise AlreadyPosted(posting.key) from error
            raise


def open_account(db: sqlite3.Connection, account: Account) -> int:
    """Make `account` with no chips unless it is there; its balance."""
    return _add(db, account, 0)[1]


def _take(db: sqlite3.Connection, posting: Posting) -> tuple[int, int]:
    """Take the amount from the payer; its account's id and the balance after."""
    payer, amount = posting.payer, posting.amount
    if payer.kind is Kind.HOUSE:
        return _add(db, payer, -amount)
    rows = db.execute(_TAKE, (amount, payer.guild, payer.kind.value, payer.owner, amount)).fetchall()
    if not rows:
        # A replay is told that it is one, also when the chips are gone by now.
        if is_posted(db, posting.key):
            raise AlreadyPosted(posting.key)
        raise InsufficientChips(payer, balance_of(db, payer) or 0, amount)
    return rows[0][0], rows[0][1]


def _add(db: sqlite3.Connection, account: Account, chips: int) -> tuple[int, int]:
    rows = db.execute(_ADD, (account.guild, account.kind.value, account.owner, chips)).fetchall()
    return rows[0][0], rows[0][1]
