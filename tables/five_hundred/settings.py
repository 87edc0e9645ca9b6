"""The house options of Five Hundred, which is played for points."""

from __future__ import annotations

from collections.abc import Mapping

from games.core import Phrase
from games.five_hundred import Options
from tables.settings.general import MOST_CHIPS
from tables.settings.kinds import Choice, Setting, Switch, Value, Whole
from tables.settings.schema import GameSettings


def _misere_may_wait(options: Mapping[str, Value]) -> bool:
    return bool(options["allow_misere"]) and options["players"] != 3


def _misere(options: Mapping[str, Value]) -> bool:
    return bool(options["allow_misere"])


def _several_rounds(options: Mapping[str, Value]) -> bool:
    return not options["single_round_bidding"]


def _five(options: Mapping[str, Value]) -> bool:
    return bool(options["players"] == 5)


def _six(options: Mapping[str, Value]) -> bool:
    return bool(options["players"] == 6)


_SETTINGS: tuple[Setting, ...] = (
    Whole(
        key="five_hundred.players",
        title=Phrase("Players"),
        meaning=Phrase("How many players a match has if its host doesn't choose."),
        default=4,
        least=2,
        most=6,
        at_opening=True,
    ),
    Whole(
        key="five_hundred.target",
        title=Phrase("Target"),
        meaning=Phrase("The points that win a match if its host doesn't choose."),
        default=500,
        least=250,
        most=1_000,
        at_opening=True,
    ),
    Whole(
        key="five_hundred.ante",
        title=Phrase("Ante"),
        meaning=Phrase("The chips that everyone puts in if a match's host doesn't choose; the winners share them."),
        default=0,
        least=0,
        most=MOST_CHIPS,
        named={0: Phrase("none", "ante")},
        at_opening=True,
    ),
    Whole(
        key="five_hundred.highest_ante",
        title=Phrase("Highest ante"),
        meaning=Phrase("The most chips that the ante of a new match can be."),
        default=1_000,
        least=0,
        most=MOST_CHIPS,
    ),
    Switch(
        key="five_hundred.allow_misere",
        title=Phrase("Misère"),
        meaning=Phrase("Players may bid to lose every trick, alone; off means no Open or Blind Misère either."),
        default=True,
        note=Phrase("no misère"),
    ),
    Switch(
        key="five_hundred.misere_needs_seven",
        title=Phrase("Misère after a 7"),
        meaning=Phrase("Misère may be bid only after someone has bid a 7; with three players it never waits for that."),
        default=True,
        note=Phrase("misère without a 7"),
        where=_misere_may_wait,
    ),
    Switch(
        key="five_hundred.allow_open_misere",
        title=Phrase("Open Misère"),
        meaning=Phrase("Open Misère may be bid: the hand is shown after the first trick."),
        default=True,
        note=Phrase("no Open Misère"),
        where=_misere,
    ),
    Switch(
        key="five_hundred.allow_blind_misere",
        title=Phrase("Blind Misère"),
        meaning=Phrase("Blind Misère may be bid: a misère bid before looking at your cards."),
        default=True,
        note=Phrase("no Blind Misère"),
        where=_misere,
    ),
    Switch(
        key="five_hundred.sans_kitty",
        title=Phrase("Sans kitty"),
        meaning=Phrase("Any bid may be made sans kitty: the contractor doesn't pick up the kitty."),
        default=True,
        note=Phrase("no bids sans kitty"),
    ),
    Switch(
        key="five_hundred.joker_lead_last_trick_only",
        title=Phrase("Joker led last"),
        meaning=Phrase("Without trumps the joker may be led only to the last trick."),
        default=False,
        note=Phrase("joker led to the last trick only"),
    ),
    Switch(
        key="five_hundred.raise_own_bid_after_passes",
        title=Phrase("Raise after passes"),
        meaning=Phrase(
            "The contractor may raise their own bid once when all others have passed; not with one round of bidding."
        ),
        default=True,
        note=Phrase("no raising your own bid"),
        where=_several_rounds,
    ),
    Choice(
        key="five_hundred.no_trick_points_at",
        title=Phrase("No trick points from"),
        meaning=Phrase("A side with this many points scores nothing more for tricks against a contractor."),
        default=None,
        choices={None: Phrase("never"), 480: Phrase("480"), 490: Phrase("490")},
        note=Phrase("no trick points from {value}"),
    ),
    Switch(
        key="five_hundred.single_round_bidding",
        title=Phrase("One round of bidding"),
        meaning=Phrase("Everyone bids or passes once, and the highest bid wins."),
        default=False,
        note=Phrase("one round of bidding"),
    ),
    Switch(
        key="five_hundred.must_win_contract",
        title=Phrase("Win by a contract"),
        meaning=Phrase("A side wins only through a contract of its own, not through trick points."),
        default=True,
        note=Phrase("trick points win too"),
    ),
    Switch(
        key="five_hundred.slam_bonus",
        title=Phrase("Slam bonus"),
        meaning=Phrase("All ten tricks on a contract worth less than 250 score 250."),
        default=True,
        note=Phrase("no slam bonus"),
    ),
    Choice(
        key="five_hundred.five_partner",
        title=Phrase("Partner with five"),
        meaning=Phrase(
            "With five players, the contractor calls a card and plays with its holder, or chooses a player."
        ),
        default="card",
        choices={"card": Phrase("call a card"), "player": Phrase("choose a player")},
        note=Phrase("the contractor chooses a player"),
        where=_five,
    ),
    Switch(
        key="five_hundred.five_full_value",
        title=Phrase("Full value with five"),
        meaning=Phrase("With five players, contractor and partner each score the whole value instead of half of it."),
        default=False,
        note=Phrase("full value for both"),
        where=_five,
    ),
    Choice(
        key="five_hundred.six_teams",
        title=Phrase("Sides with six"),
        meaning=Phrase("Whether six players are two sides of three or three pairs."),
        default="teams",
        choices={"teams": Phrase("two sides of three"), "pairs": Phrase("three pairs")},
        note=Phrase("three pairs"),
        where=_six,
    ),
)

FIVE_HUNDRED = GameSettings(
    key="five_hundred",
    title=Phrase("Five Hundred"),
    settings=_SETTINGS,
    options=Options.from_json,
    verify_new=Options.verify_ante,
)
