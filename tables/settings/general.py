"""What a server can set that belongs to no single game: a row each, with its name, its meaning and its default.

Each is read as an attribute of `ServerSettings` (tables/settings/servers.py).
"""

from __future__ import annotations

from enum import Enum

from games.core import Counted, Phrase
from i18n.words import languages
from tables.settings.kinds import Channel, Channels, Choice, Games, Role, Switch, Whole

MOST_TRANSFERRED = 1_000_000_000
MOST_TABLES = 50
_NO_LIMIT = Phrase("no limit")


class Transfers(Enum):
    """Whether members may give each other chips."""

    OFF = "off"
    ON = "on"
    TAXED = "taxed"
    """The house takes a part of every gift."""


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


class Hints(Enum):
    """Where the coach may be asked."""

    OFF = "off"
    FREE = "free"
    """At practice tables, and where there is no ante."""
    EVERYWHERE = "everywhere"


def _gives_daily(here: ChipSettings) -> bool:
    return here.daily_chips > 0


def _grows(here: ChipSettings) -> bool:
    return _gives_daily(here) and here.streak_bonus > 0


def _relieves(here: ChipSettings) -> bool:
    return here.relief


def _allows_gifts(here: ChipSettings) -> bool:
    return here.transfers is not Transfers.OFF


def _keeps_newcomers(here: ChipSettings) -> bool:
    return _allows_gifts(here) or here.newcomer_losses > 0


def _taxes(here: ChipSettings) -> bool:
    return here.transfers is Transfers.TAXED


def _asks_for_a_role(here: TableSettings) -> bool:
    return here.openers is Openers.ROLE


def _sit_down(here: HouseSettings) -> bool:
    return here.house_players is not HousePlayers.OFF


def _play_for_chips(here: HouseSettings) -> bool:
    return here.house_players in (HousePlayers.NO_ANTES, HousePlayers.EVERYWHERE)


def _days(count: int) -> Phrase:
    return Counted("{count} day", "{count} days", count)


def _hours(count: int) -> Phrase:
    return Counted("{count} hour", "{count} hours", count)


def _percent(number: int) -> Phrase:
    return Phrase("{number}%", number=number)


def _percent_a_day(number: int) -> Phrase:
    return Phrase("{number}% a day", number=number)


class ChipSettings:
    """Where chips come from, and how they may go from member to member."""

    starting_chips = Whole(
        Phrase("Starting chips"),
        Phrase("How many chips each member gets once, when they first use the bot."),
        default=1_000,
    )
    daily_chips = Whole(
        Phrase("Daily chips"),
        Phrase("How many chips a member can collect once a day with /chips daily; 0 for none."),
        default=200,
        named={0: Phrase("none", "daily chips")},
    )
    streak_bonus = Whole(
        Phrase("Streak bonus"),
        Phrase("How many percent more each further day in a row brings; 0 for nothing."),
        default=10,
        most=100,
        unit=_percent_a_day,
        named={0: Phrase("none", "streak bonus")},
        applies=_gives_daily,
    )
    streak_days = Whole(
        Phrase("Longest streak"),
        Phrase("After this many days in a row the daily chips stop growing."),
        default=7,
        least=2,
        most=365,
        unit=_days,
        applies=_grows,
    )
    relief = Switch(
        Phrase("Relief"),
        Phrase("Members with too few chips for the smallest bet can ask for relief with /chips relief."),
        default=True,
    )
    relief_chips = Whole(
        Phrase("Relief amount"),
        Phrase("How many chips relief is; 0 for automatic: as many as the smallest bet takes in every game."),
        default=0,
        named={0: Phrase("automatic")},
        applies=_relieves,
    )
    relief_hours = Whole(
        Phrase("Time between reliefs"),
        Phrase("How many hours a member waits before the next relief."),
        default=12,
        least=1,
        most=720,
        unit=_hours,
        applies=_relieves,
    )
    transfers = Choice(
        Phrase("Gifts"),
        Phrase("Whether members may give each other chips, and sell each other the bank at Pontoon."),
        default="on",
        choices={"on": Phrase("on", "gifts"), "off": Phrase("off", "gifts"), "taxed": Phrase("taxed", "gifts")},
        parse=Transfers,
    )
    transfer_tax = Whole(
        Phrase("Gift tax"),
        Phrase("The share of a gift that goes to the house where gifts are taxed."),
        default=10,
        least=1,
        most=90,
        unit=_percent,
        applies=_taxes,
    )
    transfer_cap = Whole(
        Phrase("Giving limit"),
        Phrase("How many chips a member can give away in one UTC day; 0 for no limit."),
        default=500,
        most=MOST_TRANSFERRED,
        named={0: _NO_LIMIT},
        applies=_allows_gifts,
    )
    transfer_received = Whole(
        Phrase("Receiving limit"),
        Phrase("How many chips a member can get from others in one UTC day; 0 for no limit."),
        default=1_000,
        most=MOST_TRANSFERRED,
        named={0: _NO_LIMIT},
        applies=_allows_gifts,
    )
    transfer_rounds = Whole(
        Phrase("Rounds before giving"),
        Phrase(
            "How many rounds for chips a member must have played here before giving chips, without house players; 0 "
            "for none."
        ),
        default=20,
        most=1_000,
        named={0: Phrase("none", "rounds")},
        applies=_keeps_newcomers,
    )
    transfer_account_days = Whole(
        Phrase("Account age for gifts"),
        Phrase("How many days old a Discord account must be to give or get chips; 0 for any age."),
        default=30,
        most=3_650,
        unit=_days,
        named={0: Phrase("any age")},
        applies=_keeps_newcomers,
    )
    newcomer_losses = Whole(
        Phrase("Newcomers' losses"),
        Phrase(
            "How many chips a member who may not give chips yet can lose to others in one UTC day, with gifts off too; "
            "0 for no limit."
        ),
        default=500,
        most=MOST_TRANSFERRED,
        named={0: _NO_LIMIT},
    )


_LANGUAGES: dict[str | int | None, Phrase | str] = {"": Phrase("as in Discord")}
_LANGUAGES.update(languages().items())


class TableSettings:
    """Which tables there may be, and how they are played."""

    games_off = Games(
        Phrase("Games"),
        Phrase(
            "Which games can be played here; where one is switched off, rounds and matches in play are finished and"
            " its tables close."
        ),
        default=[],
    )
    language = Choice[str](
        Phrase("Language"),
        Phrase("What tables and everything else that all members see is written in; /language is for oneself."),
        default="",
        choices=_LANGUAGES,
    )
    channels = Channels(
        Phrase("Channels"), Phrase("Where tables may be opened: these channels and their threads."), default=[]
    )
    openers = Choice(
        Phrase("Who may open tables"),
        Phrase("Everyone, or only some members; managers always may."),
        default="everyone",
        choices={
            "everyone": Phrase("everyone"),
            "role": Phrase("members with the role"),
            "managers": Phrase("managers"),
        },
        parse=Openers,
    )
    opener_role = Role(
        Phrase("Role that opens tables"),
        Phrase("The role that counts when only members with a role may open tables."),
        default=0,
        applies=_asks_for_a_role,
    )
    adults_only = Switch(
        Phrase("Age-restricted channels only"),
        Phrase("Tables may be opened only in channels that Discord shows to adults."),
        default=False,
    )
    pace = Choice[str](
        Phrase("Pace"),
        Phrase("The pace of a table if its host doesn't choose."),
        default="normal",
        choices={"quick": Phrase("quick"), "normal": Phrase("normal"), "relaxed": Phrase("relaxed")},
    )
    mentions = Switch(
        Phrase("Turn mentions"), Phrase("Mention a player when half of their time is over."), default=True
    )
    opening_calls = Switch(
        Phrase("Opening calls"),
        Phrase("When a table opens, mention the members who asked for it with /table callme."),
        default=True,
    )
    untouched_days = Whole(
        Phrase("Idle matches"),
        Phrase("A match that nobody touches for this many days ends, and the antes are returned."),
        default=14,
        least=1,
        most=365,
        unit=_days,
    )
    tables_per_channel = Whole(
        Phrase("Tables per channel"),
        Phrase("How many tables may be open in one channel."),
        default=5,
        least=1,
        most=MOST_TABLES,
    )
    tables_per_person = Whole(
        Phrase("Tables per person"),
        Phrase(
            "How many tables opened by one person may be open in this server; private ones count apart, and finished "
            "matches don't."
        ),
        default=3,
        least=1,
        most=MOST_TABLES,
    )


class HouseSettings:
    """House players, and the coach."""

    house_players = Choice(
        Phrase("House players"),
        Phrase("Where the house may fill a seat at Pontoon and Five Hundred with a player of its own."),
        default=HousePlayers.NO_ANTES.value,
        choices={
            HousePlayers.OFF.value: Phrase("nowhere"),
            HousePlayers.PRACTICE.value: Phrase("only without chips"),
            HousePlayers.NO_ANTES.value: Phrase("everywhere without an ante"),
            HousePlayers.EVERYWHERE.value: Phrase("everywhere"),
        },
        parse=HousePlayers,
    )
    house_player_adders = Choice[str](
        Phrase("Who adds house players"),
        Phrase("Who may add a house player to a table, or send one away."),
        default="host",
        choices={"host": Phrase("the table's host"), "everyone": Phrase("everyone at the table")},
        applies=_sit_down,
    )
    house_winnings = Whole(
        Phrase("Winnings from house players"),
        Phrase("How many chips a member can win from house players in one UTC day; 0 for no limit."),
        default=500,
        most=MOST_TRANSFERRED,
        named={0: _NO_LIMIT},
        applies=_play_for_chips,
    )
    house_memory = Choice[str](
        Phrase("Memory of house players"),
        Phrase("What house players at Pontoon remember of the cards that were seen in earlier deals."),
        default="nothing",
        choices={"nothing": Phrase("nothing"), "everything": Phrase("every card since the shuffle")},
        applies=_sit_down,
    )
    substitutes = Switch(
        Phrase("Substitutes"),
        Phrase("At Pontoon and Five Hundred the house plays for members who are away, until they are back."),
        default=True,
    )
    hints = Choice(
        Phrase("Hints"),
        Phrase("Where players may privately ask for the best move."),
        default=Hints.FREE.value,
        choices={
            Hints.OFF.value: Phrase("nowhere"),
            Hints.FREE.value: Phrase("in practice and without an ante"),
            Hints.EVERYWHERE.value: Phrase("everywhere"),
        },
        parse=Hints,
    )


class ManagerSettings:
    """Who manages the bot here. Those who have no more than the role can't change these."""

    manager_role = Role(
        Phrase("Role of managers"),
        Phrase(
            "Members with this role may do all that the bot lets members with Manage Server do, except change the"
            " settings of this group."
        ),
        effect=Phrase("They see /bank once you allow it for the role in Discord: Server Settings, Integrations."),
        default=0,
        guarded=True,
    )
    log_channel = Channel(
        Phrase("Log channel"),
        Phrase(
            "Where the bot posts every changed setting, chips that managers give or take, and tables that anyone but"
            " their host closes."
        ),
        default=0,
        guarded=True,
    )
