"""Where a button leads: the table, the question it was drawn for, what to do. All of it is in the custom_id.

Because a button is nothing but its address, it works after a restart as before.
"""

from __future__ import annotations

import re
from typing import NamedTuple

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
