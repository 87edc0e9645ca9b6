"""The house options of Pok Deng, and the limits of its tables. The figures are those of the rules."""

from __future__ import annotations

from games.core import Phrase
from games.pok_deng import BetKind, Options
from tables.settings.bets import limits, table_limit
from tables.settings.kinds import Setting, Whole
from tables.settings.schema import GameSettings

_SETTINGS: tuple[Setting, ...] = (
    limits("pok_deng"),
    Whole(
        key="pok_deng.decks",
        title=Phrase("Decks"),
        meaning=Phrase("How many decks of 52 cards are in the shoe."),
        effect=Phrase(
            "With eight decks, a bet returns 98.75% of what it takes, and a Pair bet 89.64%. With one deck, it is "
            "98.79% and 70.59%."
        ),
        default=8,
        least=1,
        most=8,
        note=Phrase("decks: {value}"),
    ),
    Whole(
        key="pok_deng.cut_card_depth",
        title=Phrase("Cut card"),
        meaning=Phrase("How many cards are left in the shoe when the cut card comes out; that round is the last."),
        effect=Phrase("It doesn't change the return."),
        default=52,
        least=13,
        most=416,
        note=Phrase("cut card {value} from the end"),
    ),
    table_limit(
        "pok_deng.pair_minimum",
        Phrase("Lowest Pair bet"),
        Phrase("The lowest Pair bet in chips."),
        Phrase("Pair bets from {value}"),
    ),
    table_limit(
        "pok_deng.pair_maximum",
        Phrase("Highest Pair bet"),
        Phrase("The highest Pair bet in chips."),
        Phrase("Pair bets up to {value}"),
    ),
)

POK_DENG = GameSettings(
    key="pok_deng",
    title=Phrase("Pok Deng"),
    settings=_SETTINGS,
    options=Options.from_json,
    verify=Options.pair_limits,
    usual=(10, 500),
    smallest=lambda _options, minimum: BetKind.MAIN.taken(minimum),
)
