"""Forms that open on a press. What was filled in comes back with the address of the press that opened it.

discord.py forgets a form when the process ends; Discord does not, and sends it to the next process. So no form is
answered by its own object: every form that is sent, known or not, goes to its route (cogs/app/router.py).
"""

from __future__ import annotations

import discord
from discord import ui

from cogs.table.address import Address

FORM = "f"
"""What comes before the address of a table's form."""
LONGEST_TITLE, LONGEST_LABEL, LONGEST_DESCRIPTION = 45, 45, 100
"""Characters. Discord refuses forms with longer texts, and other languages need more characters than English."""
_OPEN_SECONDS = 900.0  # as long as its interaction could answer anything


class Form(ui.Modal):
    """A form that is answered where its address, `custom_id`, leads."""

    def __init__(self, custom_id: str, title: str, *fields: ui.Label[ui.Modal]) -> None:
        super().__init__(title=shortened(title, LONGEST_TITLE), custom_id=custom_id, timeout=_OPEN_SECONDS)
        for field in fields:
            field.text = shortened(field.text, LONGEST_LABEL)
            field.description = shortened(field.description or "", LONGEST_DESCRIPTION) or None
            self.add_item(field)
        self._sent = super().to_dict()
        self.clear_items()  # each of them refers to the form
        self.stop()  # otherwise discord.py keeps it until it is filled in, or for 15 minutes

    def to_dict(self) -> dict[str, object]:
        """What is sent."""
        return self._sent

    async def on_submit(self, interaction: discord.Interaction, /) -> None:
        """Do nothing: the form's route serves forms of this process and of earlier ones alike."""


class TableForm(Form):
    """A form about one table; `address.verb` names who reads it."""

    def __init__(self, address: Address, title: str, *fields: ui.Label[ui.Modal]) -> None:
        super().__init__(f"{FORM}:{address}", title, *fields)


def shortened(text: str, most: int) -> str:
    """`text`, cut to at most so many characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
