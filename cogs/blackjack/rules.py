"""The rules of Blackjack as played at one table, in a private message, with what the fair shuffle is bound to."""

from __future__ import annotations

from cogs.render.parts import fairness, lines
from cogs.table.table import Table
from cogs.words import Words
from games.blackjack import Options


def rules_text(table: Table, words: Words) -> str:
    """What a player needs to know at this table."""
    options: Options = table.terms.options
    return lines(
        words("**Blackjack at table {table}**", table=str(table.id)),
        words(
            "Come nearer to 21 than the dealer without going over. 2-10 count their pips, faces 10, an ace 1 or 11. "
            "An ace and a ten-valued card as your first two are a blackjack: it pays {pays} and beats any other 21.",
            pays=options.blackjack_pays.value,
        ),
        words(
            "**Bets** are from {minimum} to {maximum}, multiples of {unit}. The Pair bet pays 11:1 when your first two "
            "cards have the same rank.",
            minimum=table.terms.minimum,
            maximum=table.terms.maximum,
            unit=options.unit,
        ),
        words(
            "**Hit** takes a card, **Stand** none. **Double** adds your bet again for exactly one card. "
            "**Split** parts two cards of "
            "equal value into two hands, once; then only hit or stand{das}, and aces get one card each. "
            "**Surrender**, as your first decision, gives up half the bet; not when the dealer shows an ace{ten}.",
            das=words(" or double") if options.double_after_split else "",
            ten="" if options.surrender_vs_ten else words(" or a ten"),
        ),
        words(
            "The dealer has one card until all hands are played, then draws to 16 and stands on 17{soft}. A dealer's "
            "blackjack takes doubles and splits too. **Insurance** against it costs half the bet and pays 2:1.",
            soft=words(", but hits a soft 17") if options.dealer_hits_soft_17 else "",
        ),
        words(
            "**Bet behind** puts chips on a seated player's hand. You have five seconds to follow a split or a double; "
            "otherwise your bet stays as it is."
        ),
        words("If your time runs out, the clock hits up to 11 and then stands. It never spends a chip."),
        fairness(table, words),
    )
