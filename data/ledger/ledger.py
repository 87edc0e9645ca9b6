"""The ledger: accounts, postings, and the only code that moves a chip.

Each server has an account per member, one for the house and one per table; an account comes into being with its
first chips. A posting moves chips from one account to another of the same server: two balances and a row of the
append-only ledger change in one transaction, under a key that is used once. The house may owe; nobody else can.

This file knows no game: who staked and who won is decided elsewhere. What lies at tables is in data/ledger/holds.py.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from itertools import islice

from data.store.database import Database, Later, Rows
from data.store.store import seconds

MAX_AMOUNT = 10**15
"""The most chips that one posting moves: thousands of them still add up within 64 bits."""


class AccountKind(Enum):
    """Whose an account is."""

    MEMBER = "member"
    HOUSE = "house"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Account:
    """An account of the server `guild`; `owner` is the member's Discord id, the table's number, or 0 for the house."""

    guild: int
    kind: AccountKind
    owner: int

    @classmethod
    def member(cls, guild: int, user_id: int) -> Account:
        """What a member has to play with."""
        return cls(guild, AccountKind.MEMBER, user_id)

    @classmethod
    def house(cls, guild: int) -> Account:
        """The server's house: it pays starting chips and winnings, and may be below 0."""
        return cls(guild, AccountKind.HOUSE, 0)

    @classmethod
    def table(cls, guild: int, table: int) -> Account:
        """What is staked at a table and not yet won."""
        return cls(guild, AccountKind.TABLE, table)


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
            if account.kind is AccountKind.TABLE and (account.owner != self.table or self.round is None):
                raise ValueError(f"{self.key}: a posting with a table's account names that table and the round")

    def keyed(self, key: str, actor_id: int | None, reason: str | None) -> Posting:
        """The same under `key`, with who caused it and what they said."""
        return Posting(key, self.payer, self.payee, self.amount, self.why, self.table, self.round, actor_id, reason)


@dataclass(frozen=True, slots=True)
class Cause:
    """What makes chips move outside tables: `why`, `now`, and as in a Posting its `key`, who caused it, and a reason.

    A key that says what is done for whom and when lets it happen once, however often it is asked for.
    """

    key: str
    why: str
    now: datetime
    actor_id: int | None = None
    reason: str | None = None


_FIND = "SELECT id, chips FROM accounts WHERE guild = ? AND kind = ? AND owner = ?"
_WHOSE = "SELECT guild, kind, owner, id, chips FROM accounts WHERE guild = ? AND kind = ? AND owner = ?"
_OPEN = "INSERT INTO accounts (guild, kind, owner, chips) VALUES (?, ?, ?, 0) RETURNING id"
_IN_THE_WAY = """
    SELECT guild, NULL FROM resets WHERE guild IN ({guilds})
    UNION ALL SELECT guild, key FROM ledger WHERE key IN ({keys})"""
_CHANGE = "UPDATE accounts SET chips = ? WHERE id = ?"
_ROW = """
    INSERT INTO ledger (guild, key, payer, payee, amount, why, table_id, round, actor, reason, at,
        payer_after, payee_after)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""


def balance_of(db: Database, account: Account) -> int | None:
    """The chips of `account`; None when nothing ever moved there."""
    row = db.execute(_FIND, (account.guild, account.kind.value, account.owner)).fetchone()
    return None if row is None else int(row[1])


def is_posted(db: Database, key: str) -> bool:
    """Whether a posting with this key was made."""
    return db.execute("SELECT 1 FROM ledger WHERE key = ?", (key,)).fetchone() is not None


@dataclass(frozen=True, slots=True)
class Ledger:
    """What postings have to know before they are made: the resets and replays `in_the_way`, and the `balances`."""

    in_the_way: Rows
    balances: Later[dict[Account, _Balance]]


def ask(db: Database, postings: Sequence[Posting]) -> Ledger:
    """Ask for what `postings` have to know, so that `post` need not wait for it alone."""
    guilds, keys = {posting.payer.guild for posting in postings}, [posting.key for posting in postings]
    in_the_way = _IN_THE_WAY.format(guilds=_marks(guilds), keys=_marks(keys))
    accounts = dict.fromkeys(account for posting in postings for account in (posting.payer, posting.payee))
    return Ledger(db.execute(in_the_way, (*guilds, *keys)), _ask_balances(db, accounts))


def post(db: Database, postings: Iterable[Posting], now: datetime, known: Ledger | None = None) -> None:
    """Make `postings` in their order, within the unit of work that `db` is in.

    `known` is what was asked for in this unit of work, since when no chip has moved. Let what this raises leave that
    unit of work: only its rollback undoes the postings before the refused one.

    Raises:
        InsufficientChips: A member or a table would fall below 0.
        AlreadyPosted: The key is in the ledger.
        ChipsStandStill: The server is being reset.
    """
    at, made, rows = seconds(now), tuple(postings), []
    if not made:
        return
    known = known or ask(db, made)
    posted = _posted(known)
    # Nobody else writes now, so a balance that several postings change is read once and written once.
    balances = known.balances()
    for posting in made:
        if posting.key in posted:
            raise AlreadyPosted(posting.key)
        posted.add(posting.key)
        payer, payee = (_balance(db, balances, account) for account in (posting.payer, posting.payee))
        if posting.payer.kind is not AccountKind.HOUSE and payer.chips < posting.amount:
            raise InsufficientChips(posting.payer, payer.chips, posting.amount)
        payer.chips -= posting.amount
        payee.chips += posting.amount
        rows.append((
            posting.payer.guild, posting.key, payer.id, payee.id, posting.amount, str(posting.why),
            posting.table, posting.round, posting.actor_id, posting.reason, at, payer.chips, payee.chips,
        ))  # fmt: skip
    db.executemany(_CHANGE, [(balance.chips, balance.id) for balance in balances.values()])
    db.executemany(_ROW, rows)


def pay(db: Database, payer: Account, payee: Account, amount: int, cause: Cause) -> None:
    """Let `payer` pay `payee` within the unit of work that `db` is in. Raises BadAmount, and what `post` raises."""
    posting = Posting(cause.key, payer, payee, amount, cause.why, actor_id=cause.actor_id, reason=cause.reason)
    post(db, (posting,), cause.now)


def give(db: Database, member: Account, amount: int, cause: Cause) -> None:
    """Let the house give `member` chips; see `pay`."""
    pay(db, Account.house(member.guild), member, amount, cause)


def take(db: Database, member: Account, amount: int, cause: Cause) -> None:
    """Let the house take chips from `member`; see `pay`."""
    pay(db, member, Account.house(member.guild), amount, cause)


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


def _ask_balances(db: Database, accounts: Iterable[Account]) -> Later[dict[Account, _Balance]]:
    """The balances of those of `accounts` that are there, in as few statements as it takes."""
    answers, left = [], iter(accounts)
    while some := tuple(islice(left, _AT_ONCE)):
        whose = [part for account in some for part in (account.guild, account.kind.value, account.owner)]
        answers.append(db.execute(" UNION ALL ".join([_WHOSE] * len(some)), whose))
    return lambda: {
        Account(guild, AccountKind(kind), owner): _Balance(number, chips)
        for rows in answers
        for guild, kind, owner, number, chips in rows
    }


def _posted(known: Ledger) -> set[str]:
    """The keys that are in the ledger already. Raises ChipsStandStill when a server is being reset."""
    keys = set()
    for guild, key in known.in_the_way:
        if key is None:
            raise ChipsStandStill(guild)
        keys.add(key)
    return keys


def _marks(values: Collection[object]) -> str:
    return ", ".join("?" * len(values))


def _balance(db: Database, known: dict[Account, _Balance], account: Account) -> _Balance:
    """The balance of `account` among those `known`, which it joins; the account is made when it isn't there."""
    balance = known.get(account)
    if balance is None:
        whose = (account.guild, account.kind.value, account.owner)
        found = db.execute(_FIND, whose).fetchone() or (*db.execute(_OPEN, whose).fetchall()[0], 0)
        balance = known[account] = _Balance(*found)
    return balance
