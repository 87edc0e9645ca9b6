"""Buttons and selects beside the tables' own: their address, the custom_id, is all they are, so they outlive a restart.

An address can be put on any message by anybody; what is private is shown to whoever presses, and to nobody else.
"""

from __future__ import annotations

import re
from typing import Any, Self, TypeVar, cast

import discord
from discord import app_commands, ui

from cogs.components import Component, Layout, button
from cogs.errors import answering
from games.core import IllegalAction

Control = TypeVar("Control", bound=ui.Item[Any])
BEYOND = 2**63
"""No number of Discord's or of the database is as large."""
NOWHERE = "(?!)"
"""Matches no address: what leads somewhere says its own."""


class Addressed(ui.DynamicItem[Control], template=NOWHERE):
    """A control whose `template` takes its address apart. `about` is the command that a fault is logged with."""

    about = ""

    def __init__(self, control: Control, match: re.Match[str] | None = None) -> None:
        """`match` is there once it was pressed."""
        self._match = match
        super().__init__(control)

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The control that was pressed."""
        return cls(cast("Control", item), match)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do it; whatever goes wrong is explained to the person."""
        assert self._match is not None
        async with answering(interaction, self.about):
            if interaction.guild_id is None:
                raise app_commands.NoPrivateMessage
            if any(part.isdecimal() and int(part) >= BEYOND for part in self._match.groupdict(default="").values()):
                raise IllegalAction("The bot can't read that. Give the command once more.")
            await self.pressed(interaction, self._match)

    async def pressed(self, interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
        """Do what the address says, and answer. Raises IllegalAction."""
        raise NotImplementedError


class PersistentButton(Addressed[ui.Button[Any]], template=NOWHERE):
    """A button."""

    @classmethod
    def labelled(
        cls, address: str, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
    ) -> Component:
        """A new button that leads to `address`."""
        return button(address, label, style)


def is_private(interaction: discord.Interaction[Any]) -> bool:
    """Whether this was pressed on a message that only its reader sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def show(interaction: discord.Interaction[Any], view: Layout) -> None:
    """Show `view` in the place of the private panel that was pressed on; elsewhere as a new private message."""
    if is_private(interaction):
        await interaction.response.edit_message(view=view)
    else:
        await interaction.response.send_message(view=view, ephemeral=True)
