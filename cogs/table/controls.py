"""Buttons and selects of tables. Their address is all they are: they outlive the process that drew them.

Discord calls the class back with the custom_id; what is done with it is said in presses.py.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Protocol, Self, cast

import discord
from discord import ButtonStyle, ui

from cogs import components
from cogs.components import Component
from cogs.table.address import PATTERN, Address
from cogs.table.forms import texts


def table_button(
    address: Address, label: str | None, style: ButtonStyle = ButtonStyle.secondary, *, emoji: Component | None = None
) -> Component:
    """A button that leads to `address`, with a text, an emoji or both."""
    return components.button(f"b:{address}", label, style, emoji=emoji)


def table_select(address: Address, options: Sequence[Component], placeholder: str, most: int = 1) -> Component:
    """A select of `options`, of which up to `most` may be chosen; what was chosen comes with the interaction."""
    return components.select(f"s:{address}", options, placeholder, most)


class Presses(Protocol):
    """Where presses are brought; cogs/table/presses.py is the one there is."""

    async def pressed(
        self, interaction: discord.Interaction[Any], address: Address, *, values: tuple[str, ...] = ()
    ) -> None:
        """Do what was pressed, and answer."""


class TableButton(ui.DynamicItem[ui.Button[Any]], template="b:" + PATTERN):
    """A button that was pressed."""

    def __init__(self, address: Address, button: ui.Button[Any]) -> None:
        self.address = address
        super().__init__(button)

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed."""
        return cls(Address.of(match), cast("ui.Button[Any]", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Bring the press to its table."""
        presses: Presses = interaction.client.presses
        await presses.pressed(interaction, self.address)


class TableSelect(ui.DynamicItem[ui.Select[Any]], template="s:" + PATTERN):
    """A select in which something was chosen."""

    def __init__(self, address: Address, select: ui.Select[Any]) -> None:
        self.address = address
        super().__init__(select)

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The select in which something was chosen."""
        return cls(Address.of(match), cast("ui.Select[Any]", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Bring the choice to its table."""
        data: Any = interaction.data
        presses: Presses = interaction.client.presses
        await presses.pressed(interaction, self.address, values=texts(data.get("values")))
