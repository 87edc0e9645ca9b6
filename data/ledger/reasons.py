"""What moves chips, as the ledger says it. What a round moves is said in words of its game's rules instead."""

from __future__ import annotations

from enum import StrEnum


class LedgerReason(StrEnum):
    """Why a row of the ledger is there; its value is what the row says."""

    STARTING_CHIPS = "starting chips"
    DAILY_CHIPS = "daily chips"
    DAILY_STREAK = "daily streak"
    """What collecting day after day adds to the daily chips."""
    RELIEF = "relief"
    """Chips for somebody who has too few for the smallest bet."""
    GIFT = "gift"
    GIFT_TAX = "gift tax"
    BANK_GAVE = "bank gave"
    BANK_TOOK = "bank took"
    BANK_SET = "bank set"
    BANK_RESET = "bank reset"
    LEFT = "left"
    """The chips of somebody who was forgotten, for the house."""
    BET = "bet"
    BET_BACK = "bet back"
    BET_CARRIED_OVER = "left lying"
    """A bet that a round has left at the table for the next one."""
    ROUND_VOID = "round void"
    BANK_SOLD = "bank sold"
    """The bank of a Pontoon table, by one member to another."""
    ANTE = "ante"
    ANTE_BACK = "ante back"
    ANTES_WON = "antes won"
    ANTE_FORFEITED = "ante forfeited"
    HOUSE_PURSE = "house purse"
    """What a house player brings to a table from the house."""
    HOUSE_PURSE_BACK = "house purse back"
    """What a house player has when it leaves, for the house."""
    PRACTICE_RETURN = "practice return"
    """What a member who has won the day's most from house players gets back of a round, or gives back."""
    LIMIT_RETURN = "limit return"
    """What goes back to a member because others may not win so much from them today."""
    TOURNAMENT_PRIZE = "tournament prize"
    """What somebody has won in a tournament, from the house."""


BY_HAND = frozenset({LedgerReason.BANK_GAVE, LedgerReason.BANK_TOOK, LedgerReason.BANK_SET, LedgerReason.BANK_RESET})
"""What those who manage a server do themselves."""
PURSES = (LedgerReason.HOUSE_PURSE, LedgerReason.HOUSE_PURSE_BACK)
"""What is paid between the house and its players, before and after they play."""
GIVEN = (LedgerReason.GIFT, LedgerReason.GIFT_TAX, LedgerReason.BANK_SOLD)
"""What gifts take from the payer; the tax, too."""
RECEIVED = (LedgerReason.GIFT, LedgerReason.BANK_SOLD)
"""What gifts bring the payee from another member."""


def in_sql(*reasons: LedgerReason) -> str:
    """A list of `reasons` for SQL's IN, written out: SQLite uses a partial index only for what it can read."""
    return f"({', '.join(repr(reason.value) for reason in reasons)})"
