"""What is told about the bot at work, for whoever counts it. Nobody does unless the owner wants it (metrics.py).

Whoever answers a press or a command marks what has become of it.
"""

from __future__ import annotations

from enum import StrEnum

import discord

from players.choice import Think
from tables.table import Table

TABLE = "table"
"""Where the `extras` of an interaction have the open table at which somebody acts, if it is there for them."""
_OUTCOME = "outcome"


class MetricsSink:
    """Is told what happens, and counts nothing. All its methods are quick: some are called at each press."""

    def arrived(self) -> None:
        """A press or a command has come, and is dealt with in this context."""

    def acknowledged(self) -> None:
        """Discord has taken the first answer to what has arrived in this context."""

    def pressed(self, interaction: discord.Interaction) -> None:
        """A press, a choice or a form is over."""

    def commanded(self, interaction: discord.Interaction) -> None:
        """A command is over."""

    def committed(self, seconds: float) -> None:
        """Something was written, and `seconds` after it was asked for it was on the disk."""

    def late(self, seconds: float) -> None:
        """The event loop has come to what was due every second so much later."""

    def too_many(self, scope: str) -> None:
        """Discord has refused a request because there were too many, counted as its `scope` says."""

    def thinking(self, think: Think) -> Think:
        """What answers questions as `think` does, and is watched."""
        return think


class PressOutcome(StrEnum):
    """How a press or a command has ended."""

    ANSWERED = "answered"
    REFUSED = "refused"
    """The rules, too few chips, a missing permission, too many commands."""
    STALE = "stale"
    """It came too late: the question was over, the table closed, the message an older copy."""
    FAILED = "failed"
    """A fault of the bot or of its disk."""
    UNANSWERED = "unanswered"
    """Discord has taken no answer, or got none."""


def mark(interaction: discord.Interaction, outcome: PressOutcome) -> None:
    """This has become of it."""
    interaction.extras[_OUTCOME] = outcome


def outcome_of(interaction: discord.Interaction) -> PressOutcome:
    """What has become of it, once it is over; it is answered unless something else was marked."""
    if not interaction.response.is_done():
        return PressOutcome.UNANSWERED
    found: PressOutcome = interaction.extras.get(_OUTCOME, PressOutcome.ANSWERED)
    return found


def command_of(interaction: discord.Interaction) -> str:
    """The name of the command that was given, such as `blackjack open`; `unknown` for one that the bot doesn't have."""
    return interaction.command.qualified_name if interaction.command is not None else "unknown"


def game_of(interaction: discord.Interaction) -> str:
    """The name of the game at whose table it was; empty when it was at none."""
    table: Table | None = interaction.extras.get(TABLE)
    return "" if table is None else table.game.name
