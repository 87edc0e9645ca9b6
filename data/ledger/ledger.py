"""The ledger: accounts, postings, and the only code that moves a chip.

Each server has an account per member, one for the house and one per table; an account comes into being with its
first chips. A posting moves chips from one account to another of the same server: two balances and a row of the
append-only ledger change in one transaction, under a key that is used once. The house may owe; nobody else can.

This file knows no game: who staked and who won is decided elsewhere. What lies at tables is in data/tables/holds.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from itertools import islice

from data.store.database import Database
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
    def member(cls, guild: int, user_id: int) -> Account:
        """What a member has to play with."""
        return cls(guild, Kind.MEMBER, user_id)

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
    `round` say where it happened and are needed when a table's account pays or is paid; `actor_id` is the Discord id of
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
    actor_id: int | None = None
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


_FIND = "SELECT id, chips FROM accounts WHERE guild = ? AND kind = ? AND owner = ?"
_WHOSE = "SELECT guild, kind, owner, id, chips FROM accounts WHERE guild = ? AND kind = ? AND owner = ?"
_OPEN = "INSERT INTO accounts (guild, kind, owner, chips) VALUES (?, ?, ?, 0) RETURNING id"
_CHANGE = "UPDATE accounts SET chips = ? WHERE id = ?"
_ROW = """
    INSERT INTO ledger (guild, key, payer, payee, amount, why, table_id, round, actor, reason, at,
        payer_after, payee_after)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (key) DO NOTHING"""
_LAST = "SELECT key FROM ledger WHERE guild IN ({guilds}) ORDER BY id DESC LIMIT ?"


def balance_of(db: Database, account: Account) -> int | None:
    """The chips of `account`; None when nothing ever moved there."""
    row = db.execute(_FIND, (account.guild, account.kind.value, account.owner)).fetchone()
    return None if row is None else int(row[1])


def is_posted(db: Database, key: str) -> bool:
    """Whether a posting with this key was made."""
    return db.execute("SELECT 1 FROM ledger WHERE key = ?", (key,)).fetchone() is not None


def post(db: Database, postings: Iterable[Posting], now: datetime) -> None:
    """Make `postings` in their order, within the unit of work that `db` is in.

    Let what it raises leave that unit of work: only its rollback undoes the postings before the refused one.

    Raises:
        InsufficientChips: A member or a table would fall below 0.
        AlreadyPosted: The key is in the ledger.
        ChipsStandStill: The server is being reset.
    """
    at, made = seconds(now), tuple(postings)
    for guild in {posting.payer.guild for posting in made}:
        if db.execute("SELECT 1 FROM resets WHERE guild = ?", (guild,)).fetchone() is not None:
            raise ChipsStandStill(guild)
    # Nobody else writes now, so a balance that several postings change is read once and written once.
    balances = _balances(db, [account for posting in made for account in (posting.payer, posting.payee)])
    rows = []
    for n, posting in enumerate(made):
        payer, payee = (_balance(db, balances, account) for account in (posting.payer, posting.payee))
        if posting.payer.kind is not Kind.HOUSE and payer.chips < posting.amount:
            _refuse_replay(db, made[: n + 1])
            raise InsufficientChips(posting.payer, payer.chips, posting.amount)
        payer.chips -= posting.amount
        payee.chips += posting.amount
        rows.append((
            posting.payer.guild, posting.key, payer.id, payee.id, posting.amount, str(posting.why),
            posting.table, posting.round, posting.actor_id, posting.reason, at, payer.chips, payee.chips,
        ))  # fmt: skip
    db.executemany(_CHANGE, [(balance.chips, balance.id) for balance in balances.values()])
    before = db.total_changes
    db.executemany(_ROW, rows)
    if (written := db.total_changes - before) < len(rows):
        raise AlreadyPosted(_replayed(db, made, written))


def open_account(db: Database, account: Account) -> int:
    """Make `account` with no chips unless it is there; its balance."""
    return _balance(db, {}, account).chips


@dataclass(slots=True)
class _Balance:
    """The chips of the account with the number `id`, as the postings up to now leave them."""

    id: int
    chips: int


_AT_ONCE = 8
"""Accounts that one statement finds."""


def _balances(db: Database, accounts: Iterable[Account]) -> dict[Account, _Balance]:
    """The balances of those of `accounts` that are there, in as few statements as it takes: a server is far away."""
    found: dict[Account, _Balance] = {}
    left = iter(dict.fromkeys(accounts))
    while some := tuple(islice(left, _AT_ONCE)):
        whose = [part for account in some for part in (account.guild, account.kind.value, account.owner)]
        for guild, kind, owner, number, chips in db.execute(" UNION ALL ".join([_WHOSE] * len(some)), whose):
            found[Account(guild, Kind(kind), owner)] = _Balance(number, chips)
    return found


def _balance(db: Database, known: dict[Account, _Balance], account: Account) -> _Balance:
    """The balance of `account` among those `known`, which it joins; the account is made when it isn't there."""
    balance = known.get(account)
    if balance is None:
        whose = (account.guild, account.kind.value, account.owner)
        found = db.execute(_FIND, whose).fetchone() or (*db.execute(_OPEN, whose).fetchall()[0], 0)
        balance = known[account] = _Balance(*found)
    return balance


def _replayed(db: Database, made: Sequence[Posting], written: int) -> str:
    """The first key of `made` that was there before the last rows of their servers were `written`."""
    guilds = ", ".join(sorted({str(posting.payer.guild) for posting in made}))
    fresh = {key for (key,) in db.execute(_LAST.format(guilds=guilds), (written,))}
    for posting in made:
        if posting.key not in fresh:
            return posting.key
        fresh.remove(posting.key)
    raise AssertionError("all of them are written")


def _refuse_replay(db: Database, postings: Iterable[Posting]) -> None:
    """A replay is told that it is one, also when the chips are gone by now."""
    for posting in postings:
        if is_posted(db, posting.key):
            raise AlreadyPosted(posting.key)
