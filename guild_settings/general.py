"""The settings of a server that belong to no single game: chips, transfers, tables."""

from __future__ import annotations

from games.core import Phrase
from guild_settings.kinds import Channels, Choice, Role, Setting, Switch, Whole

MOST_CHIPS = 1_000_000
"""The highest limit that a table can have, and the most chips that the house gives anybody at once."""
MOST_TRANSFERRED = 1_000_000_000
MOST_TABLES = 50
_NO_LIMIT = Phrase("no limit")

CHIPS: tuple[Setting, ...] = (
    Whole(
        key="starting_chips",
        title=Phrase("Starting chips"),
        meaning=Phrase("The chips that the house gives every member once, at their first contact with the bot."),
        default=1_000,
        least=0,
        most=MOST_CHIPS,
    ),
    Whole(
        key="daily_chips",
        title=Phrase("Daily chips"),
        meaning=Phrase("The chips that a member can take once a day with /chips daily; 0 for none."),
        default=200,
        least=0,
        most=MOST_CHIPS,
        named={0: Phrase("none")},
    ),
    Whole(
        key="streak_bonus",
        title=Phrase("Streak bonus"),
        meaning=Phrase("What each further day in a row adds to the daily chips, in percent of them; 0 for nothing."),
        default=10,
        least=0,
        most=100,
        unit=Phrase("{number} % a day"),
        named={0: Phrase("none")},
    ),
    Whole(
        key="streak_days",
        title=Phrase("Longest streak"),
        meaning=Phrase("After so many days in a row the daily chips don't grow any more."),
        default=7,
        least=2,
        most=365,
        unit=Phrase("{number} days"),
    ),
    Switch(
        key="relief",
        title=Phrase("Relief"),
        meaning=Phrase("Members with too few chips for the smallest bet can ask for relief with /chips relief."),
        default=True,
    ),
    Whole(
        key="relief_chips",
        title=Phrase("Chips of relief"),
        meaning=Phrase("How many chips relief is; 0 for as many as the smallest bet takes in every game."),
        default=0,
        least=0,
        most=MOST_CHIPS,
        named={0: Phrase("as many as the smallest bets take")},
    ),
    Whole(
        key="relief_hours",
        title=Phrase("Time between reliefs"),
        meaning=Phrase("How many hours a member waits before the next relief."),
        default=12,
        least=1,
        most=720,
        unit=Phrase("{number} hours"),
    ),
    Choice(
        key="transfers",
        title=Phrase("Transfers"),
        meaning=Phrase("Whether members may give each other chips, or sell each other the bank at Pontoon."),
        default="on",
        choices={"on": Phrase("on"), "off": Phrase("off"), "taxed": Phrase("taxed")},
    ),
    Whole(
        key="transfer_tax",
        title=Phrase("Transfer tax"),
        meaning=Phrase("The percentage of a gift that goes to the house where transfers are taxed."),
        default=10,
        least=1,
        most=90,
        unit=Phrase("{number} %"),
    ),
    Whole(
        key="transfer_cap",
        title=Phrase("Giving limit"),
        meaning=Phrase("The chips that one member can give away per UTC day; 0 for no limit."),
        default=500,
        least=0,
        most=MOST_TRANSFERRED,
        named={0: _NO_LIMIT},
    ),
    Whole(
        key="transfer_received",
        title=Phrase("Receiving limit"),
        meaning=Phrase("The chips that one member can get from all others per UTC day; 0 for no limit."),
        default=1_000,
        least=0,
        most=MOST_TRANSFERRED,
        named={0: _NO_LIMIT},
    ),
    Whole(
        key="transfer_rounds",
        title=Phrase("Rounds before giving"),
        meaning=Phrase("How many rounds a member must have played here to give chips away; 0 for none."),
        default=20,
        least=0,
        most=1_000,
        named={0: Phrase("none")},
    ),
    Whole(
        key="transfer_account_days",
        title=Phrase("Account age for transfers"),
        meaning=Phrase("How many days old a Discord account must be to give or get chips; 0 for any age."),
        default=30,
        least=0,
        most=3_650,
        named={0: Phrase("any age")},
    ),
)

TABLES: tuple[Setting, ...] = (
    Channels(
        key="channels",
        title=Phrase("Channels"),
        meaning=Phrase("The channels in which tables may be opened, with their threads."),
        default=[],
    ),
    Choice(
        key="openers",
        title=Phrase("Who may open tables"),
        meaning=Phrase("Everybody, members with the role below, or members with Manage Server, who always may."),
        default="everyone",
        choices={
            "everyone": Phrase("everybody"),
            "role": Phrase("members with the role"),
            "managers": Phrase("members with Manage Server"),
        },
    ),
    Role(
        key="opener_role",
        title=Phrase("Role that opens tables"),
        meaning=Phrase("The role that counts when only members with a role may open tables."),
        default=0,
    ),
    Switch(
        key="adults_only",
        title=Phrase("Age-restricted channels only"),
        meaning=Phrase("Tables are opened only in channels that Discord shows to adults alone."),
        default=False,
    ),
    Choice(
        key="pace",
        title=Phrase("Pace"),
        meaning=Phrase("The pace of tables whose opener names none."),
        default="normal",
        choices={"quick": Phrase("quick"), "normal": Phrase("normal"), "relaxed": Phrase("relaxed")},
    ),
    Switch(
        key="mentions",
        title=Phrase("Turn mentions"),
        meaning=Phrase("A player whose time is half over is mentioned."),
        default=True,
    ),
    Switch(
        key="opening_calls",
        title=Phrase("Opening calls"),
        meaning=Phrase("When a table opens, members who asked for it with /table callme are mentioned."),
        default=True,
    ),
    Whole(
        key="untouched_days",
        title=Phrase("Idle matches"),
        meaning=Phrase("After so many days in which nobody does anything a match ends by itself; the antes go back."),
        default=14,
        least=1,
        most=365,
        unit=Phrase("{number} days"),
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
        meaning=Phrase("How many tables that one person opened may be open in the server."),
        default=3,
        least=1,
        most=MOST_TABLES,
    ),
)
