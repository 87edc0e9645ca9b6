"""Seats become people and pots become accounts: what a table's change moves in the ledger.

Chips at stake are in the table's own account: the bets on the coming round and the pot of the running one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from data.ledger.holds import POT_ROUND
from data.ledger.ledger import Account, Posting
from data.ledger.reasons import LedgerReason
from games import core
from tables.lobby import Lobby
from tables.round_in_play import Setup


class TableAccounts:
    """The accounts of one table in one server, and the postings between them.

    A posting gets its key when all of a change are known (tables/change.py); until then that is empty. `number` is that
    of the round to which it belongs.
    """

    def __init__(self, guild: int, table: int) -> None:
        self.guild, self.table = guild, table
        self.house, self.own = Account.house(guild), Account.table(guild, table)

    def account(self, account: core.Account, setup: Setup) -> Account:
        """The ledger's account for a seat or a pot of a round."""
        if account is core.Pot.HOUSE:
            return self.house
        if account is core.Pot.MIDDLE:
            return self.own
        assert isinstance(account, int)
        return Account.member(self.guild, setup.user_id_in(account))

    def for_bets(
        self, number: int, before: Lobby, after: Lobby, why: LedgerReason = LedgerReason.BET
    ) -> Iterator[Posting]:
        """What people place and take back when the bets on the round `number` change; `why` is the reason to place."""
        old, new = before.staked(), after.staked()
        for user_id in sorted(old.keys() | new.keys()):
            more = new.get(user_id, 0) - old.get(user_id, 0)
            if more < 0:
                yield self._give_back(number, user_id, -more, LedgerReason.BET_BACK)
            elif more > 0:
                yield self._posting(number, Account.member(self.guild, user_id), self.own, more, why)

    def for_lobby(self, number: int, payments: Iterable[core.Transfer]) -> Iterator[Posting]:
        """What people pay each other, or put into the table's pot and get from it.

        `number` is the round to which the bank belongs that is sold; all else is about what stays for longer.
        """
        for payment in payments:
            payer, payee = (
                self.own if who is core.Pot.MIDDLE else Account.member(self.guild, _person(who))
                for who in (payment.payer, payment.payee)
            )
            of_round = number if payment.why == LedgerReason.BANK_SOLD else POT_ROUND
            yield self._posting(of_round, payer, payee, payment.amount, payment.why)

    def for_round(
        self, number: int, setup: Setup, transfers: Iterable[core.Transfer], prepaid: Mapping[int, int]
    ) -> Iterator[Posting]:
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
                yield self._posting(number, payer, payee, amount, transfer.why)
        for user_id, chips in sorted(lying.items()):
            if chips:
                yield self._give_back(number, user_id, chips, LedgerReason.BET_BACK)

    def for_void(self, number: int, put_in: Mapping[int, int], left: int) -> Iterator[Posting]:
        """Return what people have put into a round, of which `left` chips are left; the house makes up the rest."""
        owed = {user_id: chips for user_id, chips in sorted(put_in.items()) if chips > 0}
        if missing := sum(owed.values()) - left:
            payer, payee = (self.house, self.own) if missing > 0 else (self.own, self.house)
            yield self._posting(number, payer, payee, abs(missing), LedgerReason.ROUND_VOID)
        for user_id, chips in owed.items():
            yield self._give_back(number, user_id, chips, LedgerReason.ROUND_VOID)

    def purse(self, person: int, chips: int) -> Posting:
        """What a house player brings to the table."""
        return self._posting(None, self.house, Account.member(self.guild, person), chips, LedgerReason.HOUSE_PURSE)

    def seize_leftover(self, number: int, forgotten: Account, chips: int) -> Posting:
        """Chips that went to somebody who was forgotten, for the house."""
        return self._posting(number, forgotten, self.house, chips, LedgerReason.LEFT)

    def _give_back(self, number: int, user_id: int, chips: int, why: LedgerReason) -> Posting:
        return self._posting(number, self.own, Account.member(self.guild, user_id), chips, why)

    def _posting(self, number: int | None, payer: Account, payee: Account, amount: int, why: str) -> Posting:
        return Posting("", payer, payee, amount, why, self.table, number)


def _person(who: core.Account) -> int:
    assert isinstance(who, int)
    return who
