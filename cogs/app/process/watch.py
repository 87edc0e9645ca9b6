"""What is told about the bot at work, for whoever counts it. Nobody does unless the owner wants it (metrics.py)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from players.choice import Choice, Question

Think = Callable[[Question, bytes], Awaitable[Choice]]


class Watch:
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

    def too_many(self, scope: str) -> None:
        """Discord has refused a request because there were too many, counted as its `scope` says."""

    def thinking(self, think: Think) -> Think:
        """What answers questions as `think` does, and is watched."""
        return think
