"""Buttons and selects whose address is all they are: they outlive the process that drew them.

Discord calls the class back with the custom_id; what is done with it is said in presses.py. A view must hold dynamic
items only, so these two are all that any table shows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Protocol, Self, cast

import discord
from discord import ui

from cogs.table.address import PATTERN, Address
from cogs.table.forms import texts

LONGEST_LABEL = 80
"""Characters; Discord refuses a table with a longer one, and other languages need more of them than English."""


class Presses(Protocol):
    """Where presses are brought; cogs/table/presses.py is the one there is."""

    async def pressed(
        self, interaction: discord.Interaction[Any], address: Address, *, values: tuple[str, ...] = ()
    ) -> None:
        """Do what was pressed, and answer."""


class Shown(ui.LayoutView):
    """What a message shows. discord.py keeps it with a timer for 15 minutes if it is private, unless it was stopped.

    Nothing is lost by that: the controls are found by their addresses.
    """

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.stop()


class _Button(ui.Button[Any]):
    """A button whose emoji is sent as Discord describes it: its id is text; discord.py sends a number."""

    def to_component_dict(self) -> Any:
        payload: Any = super().to_component_dict()
        if (emoji := payload.get("emoji")) is not None and emoji["id"] is not None:
            payload["emoji"] = {**emoji, "id": str(emoji["id"])}
        return payload


class TableButton(ui.DynamicItem[ui.Button[Any]], template="b:" + PATTERN):
    """A button of a table."""

    def __init__(self, address: Address, button: ui.Button[Any]) -> None:
        self.address = address
        super().__init__(button)

    @classmethod
    def labelled(
        cls,
        address: Address,
        label: str | None,
        *,
        emoji: discord.PartialEmoji | None = None,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    ) -> Self:
        """A new button that leads to `address`, with a text, an emoji or both."""
        return cls(
            address, _Button(label=label and label[:LONGEST_LABEL], emoji=emoji, style=style, custom_id=f"b:{address}")
        )

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
    """A select of a table; what was chosen comes with the interaction."""

    def __init__(self, address: Address, select: ui.Select[Any]) -> None:
        self.address = address
        super().__init__(select)

    @classmethod
    def offering(
        cls, address: Address, options: Sequence[discord.SelectOption], *, placeholder: str, most: int = 1
    ) -> Self:
        """A new select of `options`, of which up to `most` may be chosen."""
        select: ui.Select[Any] = ui.Select(
            custom_id=f"s:{address}", options=list(options), placeholder=placeholder, max_values=most
        )
        return cls(address, select)

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
