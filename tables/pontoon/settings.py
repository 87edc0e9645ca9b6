"""The house options of Pontoon, and the limits of its tables."""

from __future__ import annotations

from games.core import Phrase
from games.pontoon import COVERED, Options
from tables.settings.bets import limits, table_limit
from tables.settings.kinds import Choice, Setting, Switch, Whole
from tables.settings.schema import GameSettings

_SETTINGS: tuple[Setting, ...] = (
    limits("pontoon"),
    Switch(
        key="pontoon.shoot",
        title=Phrase("Shoot"),
        meaning=Phrase(
            "The banker puts up a kitty that the others can bet against, unless a table's host chooses otherwise."
        ),
        default=False,
        at_opening=True,
    ),
    Switch(
        key="pontoon.split_aces_only",
        title=Phrase("Split aces only"),
        meaning=Phrase("Only two aces can be split, not every pair."),
        default=False,
        note=Phrase("only aces split"),
    ),
    Choice(
        key="pontoon.stick_minimum",
        title=Phrase("Stick from"),
        meaning=Phrase("The lowest total on which players can stick."),
        default=15,
        choices={15: Phrase("15"), 16: Phrase("16")},
        note=Phrase("stick from {value}"),
        usual=Phrase("stick from {value}"),
    ),
    table_limit(
        "pontoon.kitty_min",
        Phrase("Smallest kitty"),
        Phrase("The fewest chips that a banker can put up at Shoot Pontoon."),
        Phrase("kitty from {value}"),
    ),
    table_limit(
        "pontoon.kitty_max",
        Phrase("Largest kitty"),
        Phrase("The most chips that a banker can put up at Shoot Pontoon."),
        Phrase("kitty up to {value}"),
    ),
    Whole(
        key="pontoon.sale_limit",
        title=Phrase("Price of the bank"),
        meaning=Phrase("The highest price, in multiples of the table's highest stake; a sale counts as a gift."),
        default=5,
        least=0,
        most=100,
        unit=lambda number: Phrase("up to {number} × the highest stake", number=number),
        named={0: Phrase("only given away")},
        note=Phrase("price of the bank: {value}"),
    ),
    Switch(
        key="pontoon.two_packs",
        title=Phrase("Two packs for eight"),
        meaning=Phrase("With eight people, two packs are shuffled together."),
        default=True,
        note=Phrase("one pack for eight"),
    ),
    Switch(
        key="pontoon.shuffle_every_deal",
        title=Phrase("Shuffle every deal"),
        meaning=Phrase("The cards are shuffled after every deal, not only after one with a pontoon."),
        effect=Phrase("Without it, anyone who takes notes knows about a third of the next cards."),
        default=False,
        note=Phrase("shuffled after every deal"),
    ),
)

PONTOON = GameSettings(
    key="pontoon",
    title=Phrase("Pontoon"),
    settings=_SETTINGS,
    options=Options.from_json,
    verify=Options.kitty_limits,
    usual=(10, 100),
    smallest=lambda _options, minimum: COVERED * minimum,
    without_transfers={"sale_limit": 0},
)
