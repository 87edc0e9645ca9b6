"""What a server can set that belongs to no single game: a row each, with its name, its meaning and its default.

Each is read as an attribute of `ServerSettings` (tables/settings/servers.py).
"""

from __future__ import annotations

from enum import Enum

from games.core import Counted, Phrase
from i18n.words import languages
from tables.modes import EASY, STRONG, USUAL
from tables.settings.evening import ClubEvening
from tables.settings.kinds import Channel, Channels, Choice, Games, Givers, Role, Switch, Whole

MOST_TRANSFERRED = 1_000_000_000
NO_GIFTS = 100
"""The tax, in percent, where members may not give each other chips."""
MOST_TABLES = 50
_NO_LIMIT = Phrase("no limit")


class Openers(Enum):
    """Who may open tables."""

    EVERYONE = "everyone"
    ROLE = "role"
    """Members with one role, and managers."""
    MANAGERS = "managers"


class HousePlayers(Enum):
    """Where house players may take a seat."""

    OFF = "off"
    PRACTICE = "practice"
    """Only where no chips are played for."""
    NO_ANTES = "no_antes"
    """Everywhere but in matches with an ante."""
    EVERYWHERE = "everywhere"


class WhereHints(Enum):
    """Where the coach may be asked."""

    OFF = "off"
    FREE = "free"
    """At practice tables, and where there is no ante."""
    EVERYWHERE = "everywhere"


def _days(count: int) -> Phrase:
    return Counted("{count} days", count)


def _house_players_sit_down(here: HouseSettings) -> bool:
    return here.house_players is not HousePlayers.OFF


class ChipSettings:
    """Where chips come from, and how they may go from member to member."""

    starting_chips = Whole("Starting chips", "Chips each member gets once, when they first use the bot.", default=1_000)
    daily_chips = Whole("Daily chips", "Chips a member can collect once a day with /daily; 0 for none.", default=200)
    streak_bonus = Whole(
        "Streak bonus",
        "Extra percent for each further day in a row; 0 for no bonus.",
        default=10,
        most=100,
        unit=lambda number: Phrase("{number}% a day", number=number),
        applies=lambda here: here.daily_chips > 0,
    )
    streak_days = Whole(
        "Longest streak",
        "After this many days in a row the daily chips stop growing.",
        default=7,
        least=2,
        most=365,
        unit=_days,
        applies=lambda here: here.daily_chips > 0 and here.streak_bonus > 0,
    )
    relief = Switch(
        "Relief", "Members with too few chips for the minimum bet can ask for relief with /daily.", default=True
    )
    relief_chips = Whole(
        "Relief amount",
        "Chips per relief; 0 for automatic: enough for the minimum bet in every game.",
        default=0,
        named={0: Phrase("automatic")},
        applies=lambda here: here.relief,
    )
    relief_hours = Whole(
        "Time between reliefs",
        default=12,
        least=1,
        most=720,
        unit=lambda count: Counted("{count} hours", count),
        applies=lambda here: here.relief,
    )
    gifts = Whole(
        "Gifts",
        "Tax on gifts between members in percent; 0 is on without tax, 100 is off, with no sale of the bank at "
        "Pontoon.",
        default=0,
        most=NO_GIFTS,
        unit=lambda number: Phrase("{number}% tax", number=number),
        named={0: Phrase("on", "gifts"), NO_GIFTS: Phrase("off", "gifts")},
    )
    givers = Givers(
        "Who can give",
        "Days that the Discord accounts of giver and receiver must be old, and rounds for chips that the giver "
        "must have played here without house players; 0 for none.",
        default=[30, 20],
        least=0,
        most=3_650,
        applies=lambda here: here.allows_gifts or here.between_members > 0,
    )
    between_members = Whole(
        "Daily limit between members",
        "Most chips per UTC day that a member can give, and get; newcomers can't lose more than that to others, "
        "even with gifts off; 0 for no limit.",
        default=500,
        most=MOST_TRANSFERRED,
        named={0: _NO_LIMIT},
    )

    @property
    def allows_gifts(self) -> bool:
        """Whether members may give each other chips."""
        return self.gifts < NO_GIFTS


_LANGUAGES: dict[str | int | None, Phrase | str] = {"": Phrase("Follow Discord")}
_LANGUAGES.update(languages().items())


class TableSettings:
    """Which tables there may be, and how they are played."""

    games_off = Games(
        "Games",
        "Games that can be played here; switching one off lets current rounds and matches finish, then closes "
        "its tables.",
        default=[],
    )
    language = Choice[str](
        "Language",
        "Language of tables and all public messages; members choose their own with /language.",
        default="",
        choices=_LANGUAGES,
    )
    channels = Channels("Channels", "Where tables can be opened: these channels and their threads.", default=[])
    tournaments = Switch("Tournaments", "Managers can announce tournaments with /tournament.", default=True)
    openers = Choice(
        "Who can open tables",
        "Everyone, or only some members; managers always can.",
        default="everyone",
        choices={
            "everyone": Phrase("everyone"),
            "role": Phrase("members with the role"),
            "managers": Phrase("managers"),
        },
        parse=Openers,
    )
    opener_role = Role(
        "Table opener role",
        "The role for opening tables, when only members with a role can.",
        default=0,
        applies=lambda here: here.openers is Openers.ROLE,
    )
    adults_only = Switch("Age-restricted channels only", default=False)
    pace = Choice[str](
        "Pace",
        "The default, unless the table's host chooses another.",
        default="normal",
        choices={"quick": Phrase("quick"), "normal": Phrase("normal"), "relaxed": Phrase("relaxed")},
    )
    mentions = Switch("Turn mentions", "Mention a player at half time, except at the quick pace.", default=True)
    opening_calls = Switch(
        "Table pings", "When a table opens, ping the members who asked for it with /play.", default=True
    )
    evening = ClubEvening(
        "Club evening",
        "Once a week the bot opens tables in one channel, pings the members who asked for it, and posts who won.",
    )
    untouched_days = Whole(
        "Idle matches",
        "A match that nobody touches for this many days ends, and the antes are returned.",
        default=14,
        least=1,
        most=365,
        unit=_days,
    )
    tables_per_channel = Whole("Tables per channel", default=5, least=1, most=MOST_TABLES)
    tables_per_person = Whole(
        "Tables per person",
        "Open tables per person in this server; private tables are counted separately, finished matches not at all.",
        default=3,
        least=1,
        most=MOST_TABLES,
    )


class HouseSettings:
    """House players, and the coach."""

    house_players = Choice(
        "House players",
        "Where house players can fill seats at Pontoon and Five Hundred.",
        default="no_antes",
        choices={
            "off": Phrase("nowhere"),
            "practice": Phrase("only without chips"),
            "no_antes": Phrase("only without an ante"),
            "everywhere": Phrase("everywhere"),
        },
        parse=HousePlayers,
    )
    house_player_adders = Choice[str](
        "Who adds house players",
        "Who can add a house player to a table, or send one away.",
        default="host",
        choices={"host": Phrase("the table's host"), "everyone": Phrase("everyone at the table")},
        applies=_house_players_sit_down,
    )
    house_winnings = Whole(
        "Winnings from house players",
        "Most chips a member can win from house players in one UTC day; 0 for no limit.",
        default=500,
        most=MOST_TRANSFERRED,
        named={0: _NO_LIMIT},
        applies=lambda here: here.house_players in (HousePlayers.NO_ANTES, HousePlayers.EVERYWHERE),
    )
    house_level = Choice[str](
        "House player level",
        "Strength of house players at Five Hundred; in practice everyone chooses their own.",
        default=USUAL,
        choices={EASY: Phrase("easy"), USUAL: Phrase("normal"), STRONG: Phrase("hard")},
        applies=_house_players_sit_down,
        at_opening=True,
    )
    house_conventions = Switch(
        "House conventions",
        "House players at Five Hundred bid by conventions, which every table explains.",
        default=True,
        applies=_house_players_sit_down,
        at_opening=True,
    )
    house_memory = Choice[str](
        "House player memory",
        "Cards from earlier deals that house players remember at Pontoon.",
        default="nothing",
        choices={"nothing": Phrase("nothing"), "everything": Phrase("every card since the shuffle")},
        applies=_house_players_sit_down,
        at_opening=True,
    )
    daily_deal = Switch(
        "Daily deal and puzzles",
        "/daily offers the daily deal of Five Hundred, with the same cards for everyone, and the week's puzzles.",
        default=True,
        applies=_house_players_sit_down,
    )
    daily_channel = Channel(
        "Daily deal channel",
        "Where the bot posts the winners of yesterday's daily deal.",
        default=0,
        applies=lambda here: _house_players_sit_down(here) and here.daily_deal,
    )
    substitutes = Switch(
        "Substitutes",
        "At Pontoon and Five Hundred the house plays for members who are away, until they are back.",
        default=True,
        at_opening=True,
    )
    hints = Choice(
        "Hints",
        "Where players can privately ask for the best move.",
        default="free",
        choices={
            "off": Phrase("nowhere"),
            "free": Phrase("in practice and without an ante"),
            "everywhere": Phrase("everywhere"),
        },
        parse=WhereHints,
    )


class ManagerSettings:
    """Who manages the bot here. Those who have no more than the role can't change these."""

    manager_role = Role(
        "Manager role",
        "Members with this role can do all that members with Manage Server can, except change the settings of "
        "this group.",
        effect=Phrase("They see /bank once you allow it for the role in Discord: Server Settings, Integrations."),
        default=0,
        guarded=True,
    )
    log_channel = Channel(
        "Log channel",
        "Where the bot posts every changed setting, chips that managers give or take, and tables that anyone but"
        " their host closes.",
        default=0,
        guarded=True,
    )
