"""Where the buttons and selects of tables lead: the table, the question they were drawn for, what to do.

All of it is in the custom_id, so they work after a restart as before; presses.py does what it says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from discord import ButtonStyle

from cogs.app.replies import components
from cogs.app.replies.components import Component

BUTTON, SELECT = "b", "s"
"""What comes before the address."""
AGAIN = "again"
"""What comes before the number of a closed table that somebody wants to open again."""

PATTERN = (
    r"(?P<table>[0-9]{1,18}):(?P<asked>[0-9]{1,9}\.(?:b|[0-9]{1,6}(?:\.[0-9]{1,6})?)):(?P<verb>[a-z]+)"
    r"(?::(?P<argument>[A-Za-z0-9 -]*))?"
)
"""An address in a custom_id, after the prefix of its kind of control."""


def written(table: int, question_id: str, verb: str, argument: str = "") -> str:
    """An address as text; see Address."""
    return f"{table}:{question_id}:{verb}:{argument}" if argument else f"{table}:{question_id}:{verb}"


class Address(NamedTuple):
    """`verb` is something that the table's game or every table can do, `argument` is what it needs for that.

    `question_id` is the question as everybody sees it or, on a private panel, as its owner does
    (`Table.question_id_of`).
    """

    table: int
    question_id: str
    verb: str
    argument: str = ""

    def __str__(self) -> str:
        return written(*self)

    def to(self, verb: str, argument: str = "") -> Address:
        """Another thing to do about the same question."""
        return Address(self.table, self.question_id, verb, argument)

    @classmethod
    def of(cls, match: re.Match[str]) -> Address:
        """The address that `PATTERN` found."""
        return cls(int(match["table"]), match["asked"], match["verb"], match["argument"] or "")


def table_button(
    address: Address,
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
