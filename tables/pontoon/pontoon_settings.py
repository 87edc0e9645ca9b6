"""The house options of Pontoon, and the limits of its tables."""

from __future__ import annotations

from games.core import Phrase
from games.pontoon import COVERED, Options
from tables.settings.kinds import Choice, Switch, Whole
from tables.settings.schema import GameSettings, bet_limits, rows, table_limit


class _Settings:
    limits = bet_limits(10, 100)
    shoot = Switch(
        "Shoot",
        "The banker puts up a kitty that the others can bet against, unless a table's host chooses otherwise.",
        at_opening=True,
    )
    split_aces_only = Switch("Split aces only")
    stick_minimum = Choice[int]("Lowest total to stick", choices={15: "15", 16: "16"})
    kitty_min = table_limit("Minimum kitty")
    kitty_max = table_limit("Maximum kitty")
    sale_limit = Whole(
        "Maximum bank price",
        "Maximum price, in multiples of the table's maximum stake; a sale counts as a gift.",
        most=100,
        unit=lambda number: Phrase("up to {number} × the maximum stake", number=number),
        named={0: Phrase("only given away")},
    )
    two_packs = Switch("Two packs for eight")
    shuffle_every_deal = Switch(
        "Shuffle every deal",
        effect=Phrase("Without it, anyone who takes notes knows about a third of the next cards."),
    )


PONTOON = GameSettings(
    key="pontoon",
    title=Phrase("Pontoon"),
    settings=rows(_Settings),
    options=Options.from_json,
    verify=Options.kitty_limits,
    smallest=lambda _options, minimum: COVERED * minimum,
    without_transfers={"sale_limit": 0},
)
