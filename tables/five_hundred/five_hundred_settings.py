"""The house options of Five Hundred, which is played for points."""

from __future__ import annotations

from games.core import Phrase
from games.five_hundred import Options
from tables.settings.kinds import Choice, Switch, Whole
from tables.settings.schema import GameSettings, Preset, rows


class _Settings:
    players = Whole(
        "Players", "The default, unless the table's host chooses another.", least=2, most=6, at_opening=True
    )
    target = Whole(
        "Target", "The default, unless the table's host chooses another.", least=250, most=1_000, at_opening=True
    )
    ante = Whole(
        "Ante",
        "Default ante of a match; the winners share it.",
        at_opening=True,
    )
    highest_ante = Whole("Maximum ante")
    allow_misere = Switch(
        "Misère", "Players can bid to lose every trick, alone; off means no Open or Blind Misère either."
    )
    misere_needs_seven = Switch(
        "Misère after a 7",
        "Misère can be bid only after someone has bid a 7; with three players it never waits for that.",
    )
    allow_open_misere = Switch("Open Misère", "Open Misère can be bid: the hand is shown after the first trick.")
    allow_blind_misere = Switch("Blind Misère", "Blind Misère can be bid: a misère bid before looking at your cards.")
    sans_kitty = Switch("Sans kitty", "Any bid can be made sans kitty: the contractor doesn't pick up the kitty.")
    joker_lead_last_trick_only = Switch(
        "Joker led only to the last trick", "Without trumps the joker can be led only to the last trick."
    )
    raise_own_bid_after_passes = Switch(
        "Raise after passes",
        "The contractor can raise their own bid once when all others have passed; not with one round of bidding.",
    )
    no_trick_points_at = Choice[int | None](
        "Trick point cap",
        "A side with this many points scores nothing more for tricks against a contractor.",
        choices={None: Phrase("no limit"), 480: "480", 490: "490"},
    )
    single_round_bidding = Switch("One round of bidding", "Everyone bids or passes once, and the highest bid wins.")
    must_win_contract = Switch(
        "Win by a contract", "A side wins only through its own contract, not through trick points."
    )
    slam_bonus = Switch("Slam bonus", "All ten tricks on a contract worth less than 250 score 250.")
    five_partner = Choice[str](
        "Partner with five players",
        "With five players, the contractor calls a card and plays with its holder, or chooses a player.",
        choices={"card": Phrase("call a card"), "player": Phrase("choose a player")},
    )
    five_full_value = Switch(
        "Full value with five players",
        "Contractor and partner each score the whole value.",
    )
    six_teams = Choice[str](
        "Sides with six players",
        "Whether six players are two sides of three or three pairs.",
        choices={"teams": Phrase("two sides of three"), "pairs": Phrase("three pairs")},
    )


_AUSTRALIAN = {
    name: value
    for name, value in Options().to_json().items()
    if name not in ("players", "target", "ante", "highest_ante", "five_partner", "five_full_value", "six_teams")
}

FIVE_HUNDRED = GameSettings(
    key="five_hundred",
    title=Phrase("Five Hundred"),
    settings=rows(_Settings),
    presets={
        "australian": Preset(Phrase("Australian"), _AUSTRALIAN),
        "american": Preset(
            Phrase("American"),
            {
                **_AUSTRALIAN,
                "misere_needs_seven": False,
                "allow_blind_misere": False,
                "sans_kitty": False,
                "single_round_bidding": True,
                "must_win_contract": False,
            },
        ),
    },
    options=Options.from_json,
    verify_new=Options.verify_ante,
)
