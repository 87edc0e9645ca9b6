"""Buttons and selects of tables: they lead to an Address, and presses.py does what it says."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ButtonStyle

from cogs.app.replies import components
from cogs.app.replies.components import Component
from cogs.table.address import Address

BUTTON, SELECT = "b", "s"
"""What comes before the address."""
AGAIN = "again"
"""What comes before the number of a closed table that somebody wants to open again."""


def table_button(
    address: Address | str,
    label: str | None,
    style: ButtonStyle = ButtonStyle.secondary,
    *,
    emoji: Component | None = None,
) -> Component:
    """A button that leads to `address`, with a text, an emoji or both."""
    return components.button(f"{BUTTON}:{address}", label, style, emoji=emoji)


def table_select(address: Address, options: Sequence[Component], placeholder: str, most: int = 1) -> Component:
    """A select of `options`, of which up to `most` may be chosen."""
    return components.select(f"{SELECT}:{address}", options, placeholder, most)
