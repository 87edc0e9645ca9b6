"""What the rules of Pok Deng in rules.md are filled in with. The bet of all examples is 100 chips."""

from __future__ import annotations

from pathlib import Path

from cogs.table.faces import CardText
from cogs.table.rules_text import HouseRules, RulesPage, written
from games.pok_deng import PAIR_PAYS, PLAYERS, BetKind, Options
from i18n.words import Words

SHARES = {
    1: (98.7870, 16.75, 29.18, 8.15, 26.75, 19.18),
    2: (98.7655, 17.04, 28.83, 8.27, 26.36, 19.50),
    3: (98.7585, 17.13, 28.72, 8.31, 26.23, 19.61),
    4: (98.7551, 17.17, 28.66, 8.33, 26.17, 19.66),
    5: (98.7530, 17.20, 28.63, 8.35, 26.13, 19.69),
    6: (98.7516, 17.22, 28.60, 8.36, 26.11, 19.71),
    7: (98.7506, 17.23, 28.59, 8.37, 26.09, 19.73),
    8: (98.7499, 17.24, 28.57, 8.37, 26.07, 19.74),
}
"""In percent, by number of packs: how much of a bet's chips comes back over time, and how many of all deals make a bet
win double, win, tie, lose, lose double. Counted by tools.odds.pok_deng."""


def pages(rules: HouseRules, words: Words, cards: CardText) -> tuple[RulesPage, ...]:
    """The rules in rules.md for one house."""
    options: Options = rules.options
    bet, taken, decks = 100, BetKind.MAIN.taken(100), options.decks
    shares = zip(("returned", "win_double", "win", "tie", "lose", "lose_double"), SHARES[decks], strict=True)
    values = {name: words.decimal(share, 2) for name, share in shares} | {
        "hands": PLAYERS,
        "taken": taken,
        "wins_double": taken + 2 * bet,
        "wins": taken + bet,
        "loses": taken - bet,
        "loses_double": taken - 2 * bet,
        "wins_pair": (1 + PAIR_PAYS) * bet,
        "pair_pays": PAIR_PAYS,
        # The second card is one of the remaining ones of the first one's rank.
        "pair_returned": words.decimal(100 * (1 + PAIR_PAYS) * (4 * decks - 1) / (52 * decks - 1), 2),
    }
    if rules.table is not None and rules.limits is not None:
        low, high = options.pair_limits(*rules.limits)
        values |= {"pair_low": low, "pair_high": high}
    return written(Path(__file__).with_name("rules.md"), rules, words, cards, values)
