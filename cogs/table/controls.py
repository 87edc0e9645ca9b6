"""Buttons and selects whose address is all they are: they outlive the process that drew them.

Discord calls the class back with the custom_id; what is done with it is said in presses.py. A view must hold dynamic
items only, so these two are all that any table shows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Protocol, Self

import discord
from discord import ui

from cogs.table.address import PATTERN, Address


class Presses(Protocol):
    """Where presses are brought; cogs/table/presses.py is the one there is."""

    async def pressed(
        self, interaction: discord.Interaction[Any], address: Address, *, values: tuple[str, ...] = ()
    ) -> None:
        """Do what was pressed, and answer."""


class TableButton(ui.DynamicItem[ui.Button[Any]], template="b:" + PATTERN):
    """A button of a table."""

    def __init__(
        self,
        address: Address,
        label: str | None = None,
        *,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    ) -> None:
        self.address = address
        super().__init__(ui.Button(label=label, style=style, custom_id=f"b:{address}"))

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed."""
        return cls(Address.of(match), "-")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Bring the press to its table."""
        presses: Presses = interaction.client.presses
        await presses.pressed(interaction, self.address)


class TableSelect(ui.DynamicItem[ui.Select[Any]], template="s:" + PATTERN):
    """A select of a table; what was chosen comes with the interaction."""

    def __init__(
        self, address: Address, options: Sequence[discord.SelectOption], *, placeholder: str, most: int = 1
    ) -> None:
        self.address = address
        super().__init__(
            ui.Select(custom_id=f"s:{address}", options=list(options), placeholder=placeholder, max_values=most)
        )

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The select in which something was chosen."""
        return cls(Address.of(match), [discord.SelectOption(label="-")], placeholder="-")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Bring the choice to its table."""
        data: Any = interaction.data
        presses: Presses = interaction.client.presses
        await presses.pressed(interaction, self.address, values=tuple(data["values"]))
