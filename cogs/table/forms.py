"""Forms that open on a press. What was filled in comes back with the address of the press that opened it.

discord.py forgets a form when the process ends; Discord does not, and sends it to the next process. So no form is
answered by its own object: every one that is sent, known or not, is read here from what Discord says of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import discord
from discord import ui

from cogs.table.address import PATTERN, Address

_CUSTOM_ID = re.compile("f:" + PATTERN)
LONGEST_TITLE, LONGEST_LABEL, LONGEST_DESCRIPTION = 45, 45, 100
"""Characters; Discord refuses a form with longer texts, and other languages need more of them than English."""
_OPEN_SECONDS = 900.0  # as long as its interaction could answer anything


class Form(ui.Modal):
    """A form whose custom_id says all that is needed to read it; `filled` takes it apart."""

    def __init__(self, custom_id: str, title: str, *fields: ui.Label[Any]) -> None:
        super().__init__(title=shortened(title, LONGEST_TITLE), custom_id=custom_id, timeout=_OPEN_SECONDS)
        for field in fields:
            field.text = shortened(field.text, LONGEST_LABEL)
            field.description = shortened(field.description or "", LONGEST_DESCRIPTION) or None
            self.add_item(field)
        self.stop()  # else discord.py keeps it until it is filled in, or 15 minutes

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        """Nothing: `filled` serves forms of this process and of the ones before it alike."""


class TableForm(Form):
    """A form about one table; `address.verb` names who reads it."""

    def __init__(self, address: Address, title: str, *fields: ui.Label[Any]) -> None:
        super().__init__(f"f:{address}", title, *fields)


def shortened(text: str, most: int) -> str:
    """`text` in at most so many characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def read(interaction: discord.Interaction[Any]) -> tuple[Address, Mapping[str, tuple[str, ...]]] | None:
    """Where a sent form belongs and what was filled in, by field; None when the interaction is no form of a table."""
    found = filled(interaction, _CUSTOM_ID)
    return None if found is None else (Address.of(found[0]), found[1])


def filled(
    interaction: discord.Interaction[Any], custom_id: re.Pattern[str]
) -> tuple[re.Match[str], Mapping[str, tuple[str, ...]]] | None:
    """How a sent form's custom_id matches, and what was filled in, by field; None when it is no such form."""
    data: Any = interaction.data
    if interaction.type is not discord.InteractionType.modal_submit:
        return None
    match = custom_id.fullmatch(data["custom_id"])
    return None if match is None else (match, dict(_fields(data.get("components") or ())))


def texts(values: Any) -> tuple[str, ...]:
    """What was chosen or typed, of whatever Discord sent: only text counts, and letters that are none are marked."""
    found = values if isinstance(values, list) else [values]
    return tuple(value.encode(errors="replace").decode() for value in found if isinstance(value, str))


def _fields(components: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for component in components:
        if "custom_id" in component:
            yield component["custom_id"], texts(component.get("values", component.get("value")))
        inside = component.get("component")
        yield from _fields([*(component.get("components") or ()), *([] if inside is None else [inside])])
