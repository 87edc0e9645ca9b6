"""Seats become people and pots become accounts: what a table's change moves in the ledger.

Chips at stake are in the table's own account: the bets on the coming round and the pot of the running one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from data.ledger.ledger import Account, Kind, Posting
from data.ledger.reasons import LedgerReason
from data.people import was_forgotten
from games import core
from tables.chips import Due
from tables.game import Setup
from tables.lobby import Lobby


@dataclass(frozen=True, slots=True)
class Payment:
    """`amount` chips from one account to another; the table adds a key and a round when it is written."""

    payer: Account
    payee: Account
    amount: int
    why: str
    actor_id: int | None = None
    """Who caused it, if that isn't the person who caused the whole change."""

    def posting(
        self, key: str, table: int, round_number: int | None, actor_id: int | None, reason: str | None = None
    ) -> Posting:
        """This payment as a row of the ledger; `actor_id` caused the change that it is a part of."""
        who = self.actor_id if actor_id is None else actor_id
        return Posting(key, self.payer, self.payee, self.amount, self.why, table, round_number, who, reason)


@dataclass(frozen=True, slots=True)
class TableAccounts:
    """The accounts of one table in one server."""

    guild: int
    table: int
    house: Account = field(init=False, compare=False)
    own: Account = field(init=False, compare=False)
    """The table's account: what is staked there and not yet won."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "house", Account.house(self.guild))
        object.__setattr__(self, "own", Account.table(self.guild, self.table))

    def account(self, account: core.Account, setup: Setup) -> Account:
        """The ledger's account for a seat or a pot of a round."""
        if account is core.Pot.HOUSE:
            return self.house
        if account is core.Pot.MIDDLE:
            return self.own
        assert isinstance(account, int)
        return Account.member(self.guild, setup.user_id_in(account))

    def for_bets(self, before: Lobby, after: Lobby, why: LedgerReason = LedgerReason.BET) -> Iterator[Payment]:
        """What people place and take back when the bets on the coming round change; `why` is the reason for placing."""
        old, new = before.staked(), after.staked()
        for user_id in sorted(old.keys() | new.keys()):
            more = new.get(user_id, 0) - old.get(user_id, 0)
            if more < 0:
                yield self.give_back(user_id, -more, LedgerReason.BET_BACK)
            elif more > 0:
                yield Payment(Account.member(self.guild, user_id), self.own, more, why)

    def for_due(self, due: Due) -> Payment:
        """What people pay each other, or put into the table's pot and get from it."""
        payer, payee = (
            self.own if user_id is None else Account.member(self.guild, user_id) for user_id in (due.payer, due.payee)
        )
        return Payment(payer, payee, due.chips, due.why)

    def for_round(
        self, setup: Setup, transfers: Iterable[core.Transfer], prepaid: Mapping[int, int]
    ) -> Iterator[Payment]:
        """What a round moves. Stakes are taken from the bets placed before the deal; the rest of those is returned."""
        lying = dict(prepaid)
        for transfer in transfers:
            amount = transfer.amount
            if transfer.payee is core.Pot.MIDDLE and isinstance(transfer.payer, int):
                user_id = setup.user_id_in(transfer.payer)
                covered = min(amount, lying.get(user_id, 0))
                lying[user_id] = lying.get(user_id, 0) - covered
                amount -= covered
            if amount:
                payer, payee = self.account(transfer.payer, setup), self.account(transfer.payee, setup)
                yield Payment(payer, payee, amount, transfer.why)
        for user_id, chips in sorted(lying.items()):
            if chips:
                yield self.give_back(user_id, chips, LedgerReason.BET_BACK)

    def for_void(self, held: Mapping[int, int], lying: int) -> Iterator[Payment]:
        """Return what people have put into a round, of which `lying` chips are left; the house makes up the rest."""
        owed = {user_id: chips for user_id, chips in sorted(held.items()) if chips > 0}
        if missing := sum(owed.values()) - lying:
            payer, payee = (self.house, self.own) if missing > 0 else (self.own, self.house)
            yield Payment(payer, payee, abs(missing), LedgerReason.ROUND_VOID)
        for user_id, chips in owed.items():
            yield self.give_back(user_id, chips, LedgerReason.ROUND_VOID)

    def purse(self, person: int, chips: int) -> Payment:
        """What a house player brings to the table."""
        return Payment(self.house, Account.member(self.guild, person), chips, LedgerReason.HOUSE_PURSE)

    def hand_on(self, forgotten: Account, chips: int) -> Payment:
        """Chips that went to somebody who was forgotten, for the house."""
        return Payment(forgotten, self.house, chips, LedgerReason.LEFT)

    def give_back(self, user_id: int, chips: int, why: LedgerReason) -> Payment:
        """Chips at the table, back to `user_id`."""
        return Payment(self.own, Account.member(self.guild, user_id), chips, why)


def is_forgotten(account: Account) -> bool:
    """Whether the account was that of somebody who asked to be forgotten."""
    return account.kind is Kind.MEMBER and was_forgotten(account.owner)
