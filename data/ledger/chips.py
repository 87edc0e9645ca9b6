"""A member's chips, as verbs: the balance and the starting chips.

Accounts and postings are in data/ledger/ledger.py, the daily chips in data/ledger/allowances.py.
"""

from __future__ import annotations

from datetime import datetime

from data.guild.forget_member import departed_at, welcome_back
from data.ledger.holds import at_tables
from data.ledger.ledger import Account, Cause, balance_of, open_account, pay
from data.ledger.reasons import LedgerReason
from data.store import write_log
from data.store.database import Database
from data.store.store import Verbs

_MET = """
    SELECT chips FROM accounts
    WHERE guild = ? AND kind = 'member' AND owner = ? AND (? = 0 OR EXISTS (SELECT 1 FROM ledger WHERE key = ?))"""
"""The balance of a member who has had the starting chips, if any are to be had."""


def meet(db: Database, guild: int, user_id: int, starting: int, now: datetime) -> int:
    """A member's balance, after the `starting` chips on first contact, within the unit of work that `db` is in.

    Somebody who was forgotten and comes back has had them.
    """
    found = db.execute(_MET, (guild, user_id, starting, _start_key(guild, user_id))).fetchone()
    if found is not None:
        return int(found[0])
    member = Account.member(guild, user_id)
    if departed_at(db, guild, user_id, now) is not None:
        welcome_back(db, guild, user_id)
        starting = 0
    if starting == 0:
        return open_account(db, member)
    cause = Cause(_start_key(guild, user_id), LedgerReason.STARTING_CHIPS, now, user_id)
    pay(db, Account.house(guild), member, starting, cause)
    return balance_of(db, member) or 0


def _start_key(guild: int, user_id: int) -> str:
    return f"start:{guild}:{user_id}"


class Chips(Verbs):
    """The bank of every server, as verbs."""

    async def balance(self, guild: int, user_id: int) -> int | None:
        """What a member has to play with; None when they never had an account. Chips at tables don't count."""
        return await self._store.read(lambda db: balance_of(db, Account.member(guild, user_id)))

    async def open_member(self, guild: int, user_id: int, starting: int, now: datetime) -> int:
        """A member's balance, after the house has paid the `starting` chips, once, on their first contact.

        With 0 of them the account is made empty. Raises BadAmount when that is no amount and not 0.
        """
        found = await self._store.find(_MET, (guild, user_id, starting, _start_key(guild, user_id)))
        if found:
            return int(found[0][0])
        with write_log.unrelated():
            balance = await self._store.write(lambda db: meet(db, guild, user_id, starting, now), guild)
        if balance:
            write_log.enter(starting_chips=True)
        return balance

    async def at_tables(self, guild: int, user_id: int) -> list[tuple[int, int]]:
        """The chips that a member has lying at open tables, as (table, chips), oldest table first.

        At a table they lie there from the bet to the end of its round, less what the round paid back so far.
        """
        return await self._store.read(lambda db: at_tables(db, guild, user_id))
