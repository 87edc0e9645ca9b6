"""What only Discord knows about a value of a setting, before it is set: whether a role or a channel suits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import discord

from cogs.server_log.server_log import may_write
from games.core import IllegalAction
from tables.settings.kinds import Value

Check: TypeAlias = Callable[[discord.Interaction[Any], Value], None]
"""Raises IllegalAction for a value that the server of the interaction can't have."""


def _verify_given_by_hand(interaction: discord.Interaction[Any], value: Value) -> None:
    """Only a role that people give to members says whom they trust."""
    role = interaction.guild.get_role(value) if interaction.guild is not None else None
    if role is None:
        raise IllegalAction("The bot doesn't see that role. Choose another one.")
    if role.is_default():
        raise IllegalAction("Everyone has that role. Choose one that you give to the people you trust.")
    if role.managed:
        raise IllegalAction("Discord itself gives that role. Choose one that you give to the people you trust.")


def _verify_writable(interaction: discord.Interaction[Any], value: Value) -> None:
    """The bot has to be able to write in its log channel."""
    if not may_write(interaction.guild, value):
        raise IllegalAction(
            "The bot can't write in {channel}. Give it View Channel and Send Messages there, or choose another "
            "channel.",
            channel=f"<#{value}>",
        )


CHECKS: Mapping[str, Check] = {"manager_role": _verify_given_by_hand, "log_channel": _verify_writable}
"""By the setting's key."""
