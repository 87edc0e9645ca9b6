"""The settings of a server about players of the house, and about the coach."""

from __future__ import annotations

from enum import Enum

from games.core import Phrase
from tables.settings.general import MOST_TRANSFERRED
from tables.settings.kinds import Choice, Setting, Switch, Values, Whole


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


def _sit_down(values: Values) -> bool:
    return bool(values("house_players") != HousePlayers.OFF.value)


def _play_for_chips(values: Values) -> bool:
    return values("house_players") in (HousePlayers.NO_ANTES.value, HousePlayers.EVERYWHERE.value)


HOUSE_PLAYERS: tuple[Setting, ...] = (
    Choice(
        key="house_players",
        title=Phrase("House players"),
        meaning=Phrase("Where the house may fill a seat at Pontoon and Five Hundred with a player of its own."),
        default=HousePlayers.NO_ANTES.value,
        choices={
            HousePlayers.OFF.value: Phrase("nowhere"),
            HousePlayers.PRACTICE.value: Phrase("only without chips"),
            HousePlayers.NO_ANTES.value: Phrase("everywhere without an ante"),
            HousePlayers.EVERYWHERE.value: Phrase("everywhere"),
        },
    ),
    Choice(
        key="house_player_adders",
        title=Phrase("Who adds house players"),
        meaning=Phrase("Who may add a house player to a table, or send one away."),
        default="host",
        choices={"host": Phrase("the table's host"), "everyone": Phrase("everyone at the table")},
        applies=_sit_down,
    ),
    Whole(
        key="house_winnings",
        title=Phrase("Winnings from house players"),
        meaning=Phrase("How many chips a member can win from house players in one UTC day; 0 for no limit."),
        default=500,
        least=0,
        most=MOST_TRANSFERRED,
        named={0: Phrase("no limit")},
        applies=_play_for_chips,
    ),
    Choice(
        key="house_memory",
        title=Phrase("Memory of house players"),
        meaning=Phrase("What house players at Pontoon remember of the cards that were seen in earlier deals."),
        default="nothing",
        choices={"nothing": Phrase("nothing"), "everything": Phrase("every card since the shuffle")},
        applies=_sit_down,
    ),
    Switch(
        key="substitutes",
        title=Phrase("Substitutes"),
        meaning=Phrase("At Pontoon and Five Hundred the house plays for members who are away, until they are back."),
        default=True,
    ),
    Choice(
        key="hints",
        title=Phrase("Hints"),
        meaning=Phrase("Where players may privately ask for the best move."),
        default=Hints.FREE.value,
        choices={
            Hints.OFF.value: Phrase("nowhere"),
            Hints.FREE.value: Phrase("in practice and without an ante"),
            Hints.EVERYWHERE.value: Phrase("everywhere"),
        },
    ),
)
