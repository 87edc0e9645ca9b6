"""Buttons and selects of tables: they lead to an Address, and presses.py does what it says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import discord

from cogs.answers.router import Route, chosen
from cogs.table.address import PATTERN, Address

if TYPE_CHECKING:
    from cogs.app import App


async def _press(interaction: discord.Interaction[App], match: re.Match[str]) -> None:
    await interaction.client.presses.pressed(interaction, Address.of(match))


async def _choose(interaction: discord.Interaction[App], match: re.Match[str]) -> None:
    await interaction.client.presses.pressed(interaction, Address.of(match), values=chosen(interaction))


BUTTON, SELECT = Route("b", PATTERN, _press), Route("s", PATTERN, _choose)
table_button, table_select = BUTTON.button, SELECT.select
