"""The settings of a server that belong to no single game: chips, gifts, tables."""

from __future__ import annotations

from games.core import Counted, Phrase
from i18n.offered import languages
from tables.settings.kinds import Channels, Choice, Role, Setting, Switch, Values, Whole

MOST_CHIPS = 1_000_000
"""The highest limit that a table can have, and the most chips that the house gives anybody at once."""
MOST_TRANSFERRED = 1_000_000_000
MOST_TABLES = 50
_NO_LIMIT = Phrase("no limit")


def _gives_daily(values: Values) -> bool:
    return bool(values("daily_chips"))


def _grows(values: Values) -> bool:
    return _gives_daily(values) and bool(values("streak_bonus"))


def _relieves(values: Values) -> bool:
    return bool(values("relief"))


def _allows_gifts(values: Values) -> bool:
    return bool(values("transfers") != "off")


def _keeps_newcomers(values: Values) -> bool:
    return _allows_gifts(values) or bool(values("newcomer_losses"))


def _taxes(values: Values) -> bool:
    return bool(values("transfers") == "taxed")


def _asks_for_a_role(values: Values) -> bool:
    return bool(values("openers") == "role")


def _days(count: int) -> Phrase:
    return Counted("{count} day", "{count} days", count)


def _hours(count: int) -> Phrase:
    return Counted("{count} hour", "{count} hours", count)


def _percent(number: int) -> Phrase:
    return Phrase("{number}%", number=number)


def _percent_a_day(number: int) -> Phrase:
    return Phrase("{number}% a day", number=number)


CHIPS: tuple[Setting, ...] = (
    Whole(
        key="starting_chips",
        title=Phrase("Starting chips"),
        meaning=Phrase("How many chips each member gets once, when they first use the bot."),
        default=1_000,
        least=0,
        most=MOST_CHIPS,
    ),
    Whole(
        key="daily_chips",
        title=Phrase("Daily chips"),
        meaning=Phrase("How many chips a member can collect once a day with /chips daily; 0 for none."),
        default=200,
        least=0,
        most=MOST_CHIPS,
        named={0: Phrase("none", "daily chips")},
    ),
    Whole(
        key="streak_bonus",
        title=Phrase("Streak bonus"),
        meaning=Phrase("How many percent more each further day in a row brings; 0 for nothing."),
        default=10,
        least=0,
        most=100,
        unit=_percent_a_day,
        named={0: Phrase("none", "streak bonus")},
        applies=_gives_daily,
    ),
    Whole(
        key="streak_days",
        title=Phrase("Longest streak"),
        meaning=Phrase("After this many days in a row the daily chips stop growing."),
        default=7,
        least=2,
        most=365,
        unit=_days,
        applies=_grows,
    ),
    Switch(
        key="relief",
        title=Phrase("Relief"),
        meaning=Phrase("Members with too few chips for the smallest bet can ask for relief with /chips relief."),
        default=True,
    ),
    Whole(
        key="relief_chips",
        title=Phrase("Relief amount"),
        meaning=Phrase("How many chips relief is; 0 for automatic: as many as the smallest bet takes in every game."),
        default=0,
        least=0,
        most=MOST_CHIPS,
        named={0: Phrase("automatic")},
        applies=_relieves,
    ),
    Whole(
        key="relief_hours",
        title=Phrase("Time between reliefs"),
        meaning=Phrase("How many hours a member waits before the next relief."),
        default=12,
        least=1,
        most=720,
        unit=_hours,
        applies=_relieves,
    ),
    Choice(
        key="transfers",
        title=Phrase("Gifts"),
        meaning=Phrase("Whether members may give each other chips, and sell each other the bank at Pontoon."),
        default="on",
        choices={"on": Phrase("on", "gifts"), "off": Phrase("off", "gifts"), "taxed": Phrase("taxed", "gifts")},
    ),
    Whole(
        key="transfer_tax",
        title=Phrase("Gift tax"),
        meaning=Phrase("The share of a gift that goes to the house where gifts are taxed."),
        default=10,
        least=1,
        most=90,
        unit=_percent,
        applies=_taxes,
    ),
    Whole(
        key="transfer_cap",
        title=Phrase("Giving limit"),
        meaning=Phrase("How many chips a member can give away in one UTC day; 0 for no limit."),
        default=500,
        least=0,
        most=MOST_TRANSFERRED,
        named={0: _NO_LIMIT},
        applies=_allows_gifts,
    ),
    Whole(
        key="transfer_received",
        title=Phrase("Receiving limit"),
        meaning=Phrase("How many chips a member can get from others in one UTC day; 0 for no limit."),
        default=1_000,
        least=0,
        most=MOST_TRANSFERRED,
        named={0: _NO_LIMIT},
        applies=_allows_gifts,
    ),
    Whole(
        key="transfer_rounds",
        title=Phrase("Rounds before giving"),
        meaning=Phrase(
            "How many rounds for chips a member must have played here before giving chips, without house players; 0 "
            "for none."
        ),
        default=20,
        least=0,
        most=1_000,
        named={0: Phrase("none", "rounds")},
        applies=_keeps_newcomers,
    ),
    Whole(
        key="transfer_account_days",
        title=Phrase("Account age for gifts"),
        meaning=Phrase("How many days old a Discord account must be to give or get chips; 0 for any age."),
        default=30,
        least=0,
        most=3_650,
        unit=_days,
        named={0: Phrase("any age")},
        applies=_keeps_newcomers,
    ),
    Whole(
        key="newcomer_losses",
        title=Phrase("Newcomers' losses"),
        meaning=Phrase(
            "How many chips a member who may not give chips yet can lose to others in one UTC day, with gifts off too; "
            "0 for no limit."
        ),
        default=500,
        least=0,
        most=MOST_TRANSFERRED,
        named={0: _NO_LIMIT},
    ),
)

_LANGUAGES: dict[str | int | None, Phrase | str] = {"": Phrase("as in Discord")}
_LANGUAGES.update(languages().items())

TABLES: tuple[Setting, ...] = (
    Choice(
        key="language",
        title=Phrase("Language"),
        meaning=Phrase("What tables and everything else that all members see is written in; /language is for oneself."),
        default="",
        choices=_LANGUAGES,
    ),
    Channels(
        key="channels",
        title=Phrase("Channels"),
        meaning=Phrase("Where tables may be opened: these channels and their threads."),
        default=[],
    ),
    Choice(
        key="openers",
        title=Phrase("Who may open tables"),
        meaning=Phrase("Everyone, or only some members; managers always may."),
        default="everyone",
        choices={
            "everyone": Phrase("everyone"),
            "role": Phrase("members with the role"),
            "managers": Phrase("managers"),
        },
    ),
    Role(
        key="opener_role",
        title=Phrase("Role that opens tables"),
        meaning=Phrase("The role that counts when only members with a role may open tables."),
        default=0,
        applies=_asks_for_a_role,
    ),
    Switch(
        key="adults_only",
        title=Phrase("Age-restricted channels only"),
        meaning=Phrase("Tables may be opened only in channels that Discord shows to adults."),
        default=False,
    ),
    Choice(
        key="pace",
        title=Phrase("Pace"),
        meaning=Phrase("The pace of a table if its host doesn't choose."),
        default="normal",
        choices={"quick": Phrase("quick"), "normal": Phrase("normal"), "relaxed": Phrase("relaxed")},
    ),
    Switch(
        key="mentions",
        title=Phrase("Turn mentions"),
        meaning=Phrase("Mention a player when half of their time is over."),
        default=True,
    ),
    Switch(
        key="opening_calls",
        title=Phrase("Opening calls"),
        meaning=Phrase("When a table opens, mention the members who asked for it with /table callme."),
        default=True,
    ),
    Whole(
        key="untouched_days",
        title=Phrase("Idle matches"),
        meaning=Phrase("A match that nobody touches for this many days ends, and the antes are returned."),
        default=14,
        least=1,
        most=365,
        unit=_days,
    ),
    Whole(
        key="tables_per_channel",
        title=Phrase("Tables per channel"),
        meaning=Phrase("How many tables may be open in one channel."),
        default=5,
        least=1,
        most=MOST_TABLES,
    ),
    Whole(
        key="tables_per_person",
        title=Phrase("Tables per person"),
        meaning=Phrase(
            "How many tables opened by one person may be open in this server; private ones count apart, and finished "
            "matches don't."
        ),
        default=3,
        least=1,
        most=MOST_TABLES,
    ),
)
