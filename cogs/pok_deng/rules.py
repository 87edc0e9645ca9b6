"""The rules of Pok Deng as played at one table, in a private message, with what the fair shuffle is bound to."""

from __future__ import annotations

from cogs.render.parts import fairness, lines
from cogs.table.table import Table
from cogs.words import Words


def rules_text(table: Table, words: Words) -> str:
    """What a player needs to know at this table."""
    low, high = table.terms.options.pair_limits(table.terms.minimum, table.terms.maximum)
    return lines(
        words("**Pok Deng at table {table}**", table=str(table.id)),
        words(
            "Five hands, Player 1 to Player 5, and the Banker get two cards each. Bet on any of the hands; each is "
            "compared with the Banker alone. Ace 1, 2-9 their pips, 10 and faces 0; the last digit of the sum counts."
        ),
        words(
            "**9 and 8** beat everything. Then come ace and king of one suit (7.5), a pair of A, 5, 6 or 10 (7.4), two "
            "faces (7.3), a 10 and a face (7.2), two cards of one suit with no points and no face (7.1), then 7 to 0. "
            "Equal values tie, whatever the cards."
        ),
        words(
            "**Odds** are 1:1, and 2:1 when the winner's hand is a flush, a pair or one of those combinations. So a "
            "bet of 100 takes 200: as much again is withheld for a Banker who wins double. When the Banker ends with "
            "exactly 0 or 6, such a win pays 1:1, but an 8 or 9 with a flush or a pair still pays 2:1."
        ),
        words("**Pair** bets pay 11:1 when that Player's two cards have one rank; they take what you bet."),
        words(
            "Bets are from {minimum} to {maximum}, Pair bets from {low} to {high}. Over time a bet returns 98.75 % of "
            "what it takes, a Pair bet 89.64 %.",
            minimum=table.terms.minimum,
            maximum=table.terms.maximum,
            low=low,
            high=high,
        ),
        fairness(table, words),
    )
