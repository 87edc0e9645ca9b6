"""Why chips moved, in words: one table for `/balance`, the server's books and the file of one's data.

What a round moves is said by its game, and a game's own words stand in the ledger as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from data.ledger.reasons import LedgerReason as Why
from games.core import Phrase


@dataclass(frozen=True, slots=True)
class Wording:
    """How one reason is said, where it is; `{person}` is who is on the other side."""

    got: Phrase | None = None
    """In the history of whoever was paid."""
    paid: Phrase | None = None
    """In the history of whoever paid; None where that is said the same way."""
    books: Phrase | None = None
    """In what an auditor sees of the server's ledger."""
    file: str | None = None
    """In the file of one's data, which is English; None leaves the ledger's own word."""


_GIVEN, _TAKEN = Phrase("Given by a manager"), Phrase("Taken by a manager")
WORDINGS: Mapping[str, Wording] = {
    Why.STARTING_CHIPS: Wording(Phrase("Starting chips"), books=Phrase("Starting chips")),
    Why.DAILY_CHIPS: Wording(Phrase("Daily chips"), books=Phrase("Daily chips")),
    Why.DAILY_STREAK: Wording(
        Phrase("Streak bonus"),
        books=Phrase("Streak bonus"),
        file="bonus for collecting daily chips day after day",
    ),
    Why.TOURNAMENT_PRIZE: Wording(Phrase("Tournament prize"), books=Phrase("Tournament prize")),
    Why.RELIEF: Wording(Phrase("Relief"), books=Phrase("Relief")),
    Why.GIFT: Wording(Phrase("Gift from {person}"), Phrase("Gift to {person}"), Phrase("Gift")),
    Why.GIFT_TAX: Wording(Phrase("Tax on a gift"), books=Phrase("Tax on a gift")),
    Why.BANK_GAVE: Wording(_GIVEN, _TAKEN, _GIVEN, "given by those who manage the server"),
    Why.BANK_TOOK: Wording(_GIVEN, _TAKEN, _TAKEN, "taken by those who manage the server"),
    Why.BANK_SET: Wording(
        _GIVEN, _TAKEN, Phrase("Balance set by a manager"), "balance set by those who manage the server"
    ),
    Why.BANK_RESET: Wording(_GIVEN, _TAKEN, Phrase("Reset"), "reset by those who manage the server"),
    Why.LEFT: Wording(books=Phrase("Chips of someone who was forgotten")),
    Why.BET: Wording(file="bet at a table"),
    Why.BET_BACK: Wording(file="bet given back"),
    Why.BET_CARRIED_OVER: Wording(file="bet left for the next round"),
    Why.ROUND_VOID: Wording(file="given back, the round did not count"),
    Why.BANK_SOLD: Wording(
        Phrase("Sold the bank to {person}"),
        Phrase("Bought the bank from {person}"),
        file="the bank of a Pontoon table changed hands",
    ),
    Why.ANTE: Wording(Phrase("Ante")),
    Why.ANTE_BACK: Wording(Phrase("Ante returned")),
    Why.ANTES_WON: Wording(Phrase("Won the match")),
    Why.ANTE_FORFEITED: Wording(Phrase("Antes that others forfeited"), Phrase("Ante forfeited by leaving")),
    Why.HOUSE_PURSE: Wording(books=Phrase("Chips for a house player")),
    Why.HOUSE_PURSE_BACK: Wording(books=Phrase("What a house player had left")),
    Why.PRACTICE_RETURN: Wording(
        Phrase("Returned after practice"),
        books=Phrase("Returned after practice"),
        file="returned, the most of a day had been won from house players",
    ),
    Why.LIMIT_RETURN: Wording(
        Phrase("Returned: over the daily limit"),
        books=Phrase("Returned: over the daily limit"),
        file="returned, others may not win so much in a day",
    ),
}
