"""What only Discord knows about a value of a setting, before it is set: whether a role suits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import discord

from games.core import IllegalAction
from guild_settings.kinds import Value

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


CHECKS: Mapping[str, Check] = {"manager_role": _verify_given_by_hand}
"""By the setting's key."""
