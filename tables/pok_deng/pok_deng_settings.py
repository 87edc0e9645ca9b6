"""The house options of Pok Deng, and the limits of its tables. The figures are those of the rules."""

from __future__ import annotations

from games.core import Phrase
from games.pok_deng import BetKind, Options
from tables.settings.kinds import Whole
from tables.settings.schema import GameSettings, bet_limits, rows, table_limit


class _Settings:
    limits = bet_limits(10, 500)
    decks = Whole(
        "Decks",
        "Decks of 52 cards in the shoe.",
        effect=Phrase(
            "With eight decks, a bet returns 98.75% of the chips put in, and a Pair bet 89.64%. With one deck, "
            "it is 98.79% and 70.59%."
        ),
        least=1,
        most=8,
    )
    cut_card_depth = Whole(
        "Cut card",
        "Cards left in the shoe when the cut card comes out; that round is the last.",
        effect=Phrase("It doesn't change the return."),
        least=13,
        most=416,
    )
    pair_minimum = table_limit("Minimum Pair bet")
    pair_maximum = table_limit("Maximum Pair bet")


POK_DENG = GameSettings(
    key="pok_deng",
    title=Phrase("Pok Deng"),
    settings=rows(_Settings),
    options=Options.from_json,
    verify=Options.pair_limits,
    smallest=lambda _options, minimum: BetKind.MAIN.taken(minimum),
)
