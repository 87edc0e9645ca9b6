"""The ledger: accounts, postings, and the only code that moves a chip.

Each server has an account per member, one for the house and one per table; an account comes into being with its
first chips. A posting moves chips from one account to another of the same server: two balances and a row of the
append-only ledger change in one transaction, under a key that is used once. The house may owe; nobody else can.

This file knows no game: who staked and who won is decided elsewhere. What lies at tables is in data/ledger/holds.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from itertools import islice
from typing import Generic, TypeVar

from msgspec import Struct, structs

from data.store.database import Database, SqlRow
from data.store.sql import marks, refuse, with_rows
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


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Rows of a ledger, newest first, and whether there are newer and older ones."""

    rows: tuple[T, ...] = ()
    has_newer: bool = False
    has_older: bool = False


LAST_ROW = 2**63 - 1
"""No row of the ledger has a higher number."""


class BadAmount(Exception):
    """`amount` isn't a whole number of chips from 1 to MAX_AMOUNT."""

    def __init__(self, amount: object) -> None:
        super().__init__(f"An amount is a whole number from 1 to {MAX_AMOUNT:,}, not {amount!r}.")


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


class Posting(Struct, frozen=True):
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
        return structs.replace(self, key=key, actor_id=actor_id, reason=reason)


class Cause(Struct, frozen=True):
    """What makes chips move outside tables: `why`, `now`, and as in a Posting its `key`, who caused it, and a reason.

    A key that says what is done for whom and when lets it happen once, however often it is asked for.
    """

    key: str
    why: str
    now: datetime
    actor_id: int | None = None
    reason: str | None = None


_FIND = "SELECT chips FROM accounts WHERE guild = ? AND kind = ? AND owner = ?"
_LESS = f"""
    SELECT c.chips FROM (SELECT COALESCE(({_FIND}), 0) AS chips) c WHERE c.chips < ?"""
_OPEN = """
    INSERT INTO accounts (guild, kind, owner, chips) VALUES (?, ?, ?, 0)
    ON CONFLICT (guild, kind, owner) DO NOTHING"""


def balance_of(db: Database, account: Account) -> int | None:
    """The chips of `account`; None when nothing ever moved there."""
    row = db.execute(_FIND, _identity(account)).fetchone()
    return None if row is None else int(row[0])


def is_posted(db: Database, key: str) -> bool:
    """Whether a posting with this key was made."""
    return db.execute("SELECT 1 FROM ledger WHERE key = ?", (key,)).fetchone() is not None


def open_account(db: Database, account: Account) -> int:
    """Make `account` with no chips unless it is there; its balance."""
    db.execute(_OPEN, _identity(account))
    return balance_of(db, account) or 0


def refuse_less(db: Database, account: Account, chips: int) -> None:
    """Refuse with TooFewLeft what leaves `account` less than so many chips."""
    refuse(db, _LESS, (*_identity(account), chips), lambda row: TooFewLeft(account, row[0], chips))


def refuse_any(db: Database, account: Account, refusal: Callable[[int], Exception]) -> None:
    """Refuse what leaves chips in `account`."""
    refuse(db, f"{_FIND} AND chips <> 0", _identity(account), lambda row: refusal(row[0]))


def _identity(account: Account) -> tuple[int, str, int]:
    return account.guild, account.kind.value, account.owner


def _named(account: Account) -> dict[str, object]:
    return {"guild": account.guild, "kind": account.kind.value, "owner": account.owner}


# Making postings. What they add up to is known without any balance, so nothing is read before it is written: the
# database refuses what may not be.

_AT_ONCE = 100
"""Postings that are made together."""
_REFUSED = """
    SELECT guild, '' AS key, -1 AS payer, 0 AS chips FROM resets WHERE guild IN ({guilds})
    UNION ALL SELECT 0, key, -1, 0 FROM ledger WHERE key IN ({keys})"""
_SHORT = """
    UNION ALL SELECT 0, '', v.n, COALESCE(a.chips, 0) FROM v
    LEFT JOIN accounts a ON a.guild = v.guild AND a.kind = v.kind AND a.owner = v.owner
    WHERE COALESCE(a.chips, 0) < v.needed"""
_PAY = "UPDATE accounts SET chips = chips + ? WHERE guild = ? AND kind = ? AND owner = ?"
_PAY_IN = """
    INSERT INTO accounts (chips, guild, kind, owner) {accounts} SELECT chips, guild, kind, owner FROM v WHERE TRUE
    ON CONFLICT (guild, kind, owner) DO UPDATE SET chips = accounts.chips + excluded.chips"""
_ROW = {
    "guild": "p.guild",
    "payer": "p.id",
    "payee": "q.id",
    "payer_after": "p.chips - v.payer_later",
    "payee_after": "q.chips - v.payee_later",
    "key": "v.key",
    "amount": "v.amount",
    "why": "v.why",
    "table_id": "CAST(v.table_id AS BIGINT)",
    "round": "CAST(v.round AS BIGINT)",
    "actor": "CAST(v.actor AS BIGINT)",
    "reason": "v.reason",
    "at": "v.at",
}
"""What a row of the ledger holds of a posting v, and of its accounts p and q after all that are made with it."""
_ROWS = f"""
    INSERT INTO ledger ({", ".join(_ROW)})
    {{postings}} SELECT {", ".join(_ROW.values())} FROM v
    JOIN accounts p ON p.guild = v.guild AND p.kind = v.payer_kind AND p.owner = v.payer
    JOIN accounts q ON q.guild = v.guild AND q.kind = v.payee_kind AND q.owner = v.payee
    ORDER BY v.n"""


def post(db: Database, postings: Iterable[Posting], now: datetime) -> None:
    """Make `postings` in their order, within the unit of work that `db` is in.

    Let what this raises leave that unit of work: only its rollback undoes the postings before the refused one.

    Raises:
        InsufficientChips: A member or a table would fall below 0.
        AlreadyPosted: The key is in the ledger.
        ChipsStandStill: The server is being reset.
    """
    at, left = seconds(now), iter(postings)
    while made := tuple(islice(left, _AT_ONCE)):
        _post(db, made, at)


def _post(db: Database, made: Sequence[Posting], at: float) -> None:
    sums: dict[Account, int] = {}
    needs: dict[Account, int] = {}
    """What a payer must have before the first posting."""
    keys, running = set(), []
    for posting in made:
        payer, payee = posting.payer, posting.payee
        if posting.key in keys:
            raise AlreadyPosted(posting.key)
        keys.add(posting.key)
        sums[payer] = sums.get(payer, 0) - posting.amount
        sums[payee] = sums.get(payee, 0) + posting.amount
        running.append((sums[payer], sums[payee]))
        if payer.kind is not AccountKind.HOUSE and needs.get(payer, 0) < -sums[payer]:
            needs[payer] = -sums[payer]
    _refuse(db, made, needs)
    is_paid = {account: chips >= 0 or account.kind is AccountKind.HOUSE for account, chips in sums.items()}
    rows, paid = with_rows([_named(account) | {"chips": chips} for account, chips in sums.items() if is_paid[account]])
    db.execute(_PAY_IN.format(accounts=rows), paid)
    db.executemany(_PAY, [(chips, *_identity(account)) for account, chips in sums.items() if not is_paid[account]])
    rows, kept = with_rows(
        [
            {
                "n": n,
                "guild": posting.payer.guild,
                "payer_kind": posting.payer.kind.value,
                "payer": posting.payer.owner,
                "payee_kind": posting.payee.kind.value,
                "payee": posting.payee.owner,
                "payer_later": sums[posting.payer] - payer,
                "payee_later": sums[posting.payee] - payee,
                "key": posting.key,
                "amount": posting.amount,
                "why": str(posting.why),
                "table_id": posting.table,
                "round": posting.round,
                "actor": posting.actor_id,
                "reason": posting.reason,
                "at": at,
            }
            for n, (posting, (payer, payee)) in enumerate(zip(made, running, strict=True))
        ]
    )
    db.execute(_ROWS.format(postings=rows), kept)


def _refuse(db: Database, made: Sequence[Posting], needs: Mapping[Account, int]) -> None:
    """Let nothing of what is `made` be written when a server is being reset, a key is used, or a payer has too little.

    `needs` are the chips that payers must have before the first of them.
    """
    guilds, keys = list({posting.payer.guild for posting in made}), [posting.key for posting in made]
    sql, parameters = _REFUSED.format(guilds=marks(guilds), keys=marks(keys)), [*guilds, *keys]
    if needs:
        rows, payers = with_rows(
            [_named(who) | {"n": n, "needed": chips} for n, (who, chips) in enumerate(needs.items())]
        )
        sql, parameters = f"{rows}{sql}{_SHORT}", [*payers, *parameters]

    def refusal(found: SqlRow) -> Exception:
        guild, key, payer, chips = found
        if guild:
            return ChipsStandStill(guild)
        if key:
            return AlreadyPosted(key)
        return _short(made, list(needs)[payer], chips)

    refuse(db, sql, parameters, refusal)


def _short(made: Iterable[Posting], account: Account, chips: int) -> InsufficientChips:
    """What is said of the first posting for which `account`, which has `chips` before all of them, has too little."""
    for posting in made:
        if posting.payer == account and chips < posting.amount:
            return InsufficientChips(account, chips, posting.amount)
        chips += posting.amount * ((posting.payee == account) - (posting.payer == account))
    raise AssertionError  # it has enough


def pay(db: Database, payer: Account, payee: Account, amount: int, cause: Cause) -> None:
    """Let `payer` pay `payee` within the unit of work that `db` is in. Raises BadAmount, and what `post` raises."""
    said = structs.asdict(cause)
    now = said.pop("now")
    post(db, (Posting(payer=payer, payee=payee, amount=amount, **said),), now)
