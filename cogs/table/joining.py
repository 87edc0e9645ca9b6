"""Sitting down at a table from a message elsewhere: the answer leads to the table instead of showing it there."""

from __future__ import annotations

from dataclasses import dataclass

from discord import ButtonStyle

from cogs.app.replies import components
from cogs.app.replies.components import Component, Layout
from cogs.app.replies.errors import whisper
from cogs.table.message import TableMessage
from cogs.table.press import Press
from games.values import quickly_made

SIT = "sit"
"""The verb of the button that takes a seat, at every table with seats."""


@quickly_made()
@dataclass(frozen=True, slots=True)
class Joining(Press):
    """A press on *Join* in a list of tables, handled as the table's own *Sit*."""

    message: TableMessage

    async def answer(self) -> None:
        """Say which seat it is and what to press at the table, with a button that leads there."""
        seat, words = self.table.lobby.seat_of(self.user_id), self.words
        number, label = str(self.table.id), _main_label(self.message.view())
        if self.user_id in self.table.lobby.promised_seats.values():
            text = words("You take over a house player's seat at table {table} when this round is over.", table=number)
        elif seat is None:
            text = words("Table {table} continues there.", table=number)
        elif label is None:
            text = words("You have seat {seat} at table {table}.", seat=seat + 1, table=number)
        else:
            text = words(
                "You have seat {seat} at table {table}. Press **{button}** there.",
                seat=seat + 1,
                table=number,
                button=label,
            )
        await whisper(self.interaction, text, components.link_button(self.message.link, words("Go to the table")))


def _main_label(view: Layout) -> str | None:
    """The label of the first button at a table that stands out; not of the one that takes a seat."""
    for part in _all(view.to_components()):
        takes_seat = str(part.get("custom_id")).endswith(f":{SIT}")
        if part.get("style") == ButtonStyle.primary.value and "label" in part and not takes_seat:
            return str(part["label"])
    return None


def _all(parts: list[Component]) -> list[Component]:
    found: list[Component] = []
    for part in parts:
        inside = part.get("components")
        found += [part, *(_all(inside) if isinstance(inside, list) else [])]
    return found
