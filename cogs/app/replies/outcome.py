"""What has become of a press or a command: whoever answers it marks it, and watch.py counts."""

from __future__ import annotations

from enum import StrEnum

import discord

GAME = "game"
_OUTCOME = "outcome"


class Outcome(StrEnum):
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


def mark(interaction: discord.Interaction, outcome: Outcome) -> None:
    """This has become of it."""
    interaction.extras[_OUTCOME] = outcome


def outcome_of(interaction: discord.Interaction) -> Outcome:
    """What has become of it, once it is over; it is answered unless something else was marked."""
    if not interaction.response.is_done():
        return Outcome.UNANSWERED
    found: Outcome = interaction.extras.get(_OUTCOME, Outcome.ANSWERED)
    return found


def command_of(interaction: discord.Interaction) -> str:
    """The name of the command that was given, such as `blackjack open`; `unknown` for one that the bot doesn't have."""
    return interaction.command.qualified_name if interaction.command is not None else "unknown"


def game_of(interaction: discord.Interaction) -> str:
    """The name of the game at whose table it was; empty when it was at none."""
    found: str = interaction.extras.get(GAME, "")
    return found
