"""The rules of Pontoon as played at one table, in a private message, with what the fair shuffle is bound to."""

from __future__ import annotations

from cogs.render.parts import fairness, lines
from cogs.table.table import Table
from cogs.words import Words
from games.pontoon import Options


def rules_text(table: Table, words: Words) -> str:
    """What a player needs to know at this table."""
    options: Options = table.terms.options
    terms = table.terms
    return lines(
        words("**Pontoon at table {table}**", table=str(table.id)),
        words(
            "One of you holds the bank. Get a better hand than the banker's; equal hands are the banker's. Best is a "
            "**Pontoon** (ace and a ten-valued card), then a **Five Card Trick** (five cards up to 21), 21, and less."
        ),
        words(
            "After the first card everybody stakes {minimum} to {maximum}, the banker not. As much again is held as "
            "cover until the deal ends, for Pontoons and Five Card Tricks settle double; the bank covers you too.",
            minimum=terms.minimum,
            maximum=terms.maximum,
        ),
        words(
            "**Buy** a card face down: the third for one to two times your stake, later ones for no more than the one "
            "before. **Twist** a card face up for nothing; that hand can't buy any more. **Stick** from {stick}. "
            "**Split** two cards of one rank{aces}, up to four hands.",
            stick=options.stick_minimum,
            aces=words(" (aces only)") if options.split_aces_only else "",
        ),
        words(
            "A bust hand is shown and lost at once. The banker turns up, draws freely and stays. A banker's Pontoon "
            "takes double from everybody. Without a Pontoon the cards go on unshuffled. A player's unsplit Pontoon "
            "takes the bank; the banker may sell it between deals, or give it up."
        ),
        words(
            "**Shoot**: the banker puts up a kitty. Before the second and the fourth card you may bet against it, as "
            "far as it reaches; a better hand than the banker's wins as much from it. An empty kitty is put up anew, "
            "or the bank is auctioned."
        )
        if options.shoot
        else "",
        words(
            "When your time runs out, the clock stakes the minimum, sticks or twists. Who is away sits out the next "
            "deal and then loses the seat; an absent banker loses the bank after two deals."
        ),
        words(
            "Deal number n begins with the salt of the shuffle, a space and n; the draw for the bank with the word "
            "draw. The salt is the first press after the seed was fixed."
        ),
        fairness(table, words),
    )
