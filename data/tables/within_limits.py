"""Whether what a table's change moves is within the server's limits, in the transaction that writes it.

Whoever has worked the change out asked for the limits some time ago; here they are what they are now, and whatever is
written counts towards them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from data.ledger import flows
from data.ledger.flows import Flow, LimitsChanged, returned
from data.ledger.ledger import Posting
from data.ledger.limits import Transfer, TransferLimits, allowed_for, verify_ante, verify_sold_to_house, verify_transfer
from data.ledger.reasons import LedgerReason
from data.people import is_house_player, is_member, member_in_sql
from data.store.database import Database
from data.store.store import seconds
from data.tables.house_wins import count_sale


def verify_flows(
    db: Database, guild: int, won: Sequence[Flow], back: tuple[Flow, ...], limits: TransferLimits, now: datetime
) -> None:
    """Raise LimitsChanged when other chips of what was `won` should go `back`. None of it may count yet."""
    allowed = allowed_for(db, guild, won, limits, now)
    if returned(won, allowed) != back:
        raise LimitsChanged(allowed)


def verify_payments(
    db: Database, postings: Iterable[Posting], players: Collection[int], limits: TransferLimits, now: datetime
) -> None:
    """Raise TransferRefused when an ante, or the price of a bank that house players buy, is more than is allowed.

    `players` begin to play in a match with this change.
    """
    for posting in postings:
        payer, payee, guild = posting.payer.owner, posting.payee.owner, posting.payer.guild
        if posting.why == LedgerReason.ANTE and _plays_members(db, posting.table, players, payer):
            verify_ante(db, guild, payer, posting.amount, limits, now)
        elif posting.why == LedgerReason.BANK_SOLD and is_house_player(payer):
            verify_sold_to_house(db, guild, payee, posting.amount, limits, seconds(now))


def _plays_members(db: Database, table: int | None, players: Iterable[int], person: int) -> bool:
    """Whether other members play in the match at a table; what house players win is the house's."""
    if any(is_member(who) and who != person for who in players):
        return True
    return db.execute(_OTHER_MEMBERS, (table, person)).fetchone() is not None


_OTHER_MEMBERS = f"""
    SELECT 1 FROM match_players p WHERE p.table_id = ? AND p.person <> ? AND {member_in_sql("p.person")} LIMIT 1"""


def count_sales(db: Database, postings: Iterable[Posting], limits: TransferLimits, now: datetime) -> None:
    """Let the sales of banks among `postings`, which are made, count. Raises TransferRefused for one among members."""
    for sale in postings:
        if sale.why == LedgerReason.BANK_SOLD:
            count_sale(db, sale, seconds(now))
            flow = Flow(sale.payer.owner, sale.payee.owner, sale.amount)
            if flow.is_among_members:
                transfer = Transfer(sale.payer.guild, flow.payer, flow.payee, flow.chips, flow.chips)
                verify_transfer(db, transfer, limits, now, is_made=True)
                flows.count(db, sale.payer.guild, (flow,), (), seconds(now))
