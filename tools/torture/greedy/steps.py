"""One deed of a person, so written that it can be done again in another server: in a story that is shorter, say."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from cogs.table.parts import PATTERN

_AT_A_TABLE = re.compile(rf"(?P<kind>[bs]):{PATTERN}")
_LONG_NUMBER = re.compile(r"[0-9]{15,}")


class Does(Enum):
    """What people do, and what time and the machine do to them."""

    PRESS = "press"
    CHOOSE = "choose"
    FILL = "fill"
    """Send the form that the bot has shown them last."""
    COMMAND = "command"
    WAIT = "wait"
    RESTART = "restart"
    PLACE = "place"
    """Something happens to a channel, a thread or a permission."""


@dataclass(frozen=True, slots=True)
class Step:
    """Who does what; `what` is a control's `sign`, or a command, and `values` are what is chosen, typed or named.

    With `at_once` it is on its way to the bot when the next step is.
    """

    who: int
    does: Does
    what: str = ""
    values: tuple[tuple[str, str], ...] = ()
    seconds: float = 0.0
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class Sign:
    """What an address says, without the question that it was drawn for."""

    kind: str
    table: int
    verb: str
    argument: str

    def address(self, question: str) -> str:
        """The address for `question`, as Discord sends it."""
        return f"{self.kind}:{self.table}:{question}:{self.verb}" + (f":{self.argument}" if self.argument else "")

    def __str__(self) -> str:
        return self.address("")


def sign_of(address: str) -> str:
    """What tells an address from others in every server in which the same has happened."""
    sign = at_a_table(address)
    return _LONG_NUMBER.sub("#", address) if sign is None else str(sign)


def at_a_table(address: str) -> Sign | None:
    """The address of a button or a list of a table in its parts; None for others."""
    found = _AT_A_TABLE.fullmatch(address)
    if found is None:
        return None
    return Sign(found["kind"], int(found["table"]), found["verb"], found["argument"] or "")


def question_in(address: str) -> tuple[int, str] | None:
    """The table and the question that a button or a list of a table was drawn for; None for others.

    *Last trick* asks nothing, and stays as it is through a whole deal.
    """
    found = _AT_A_TABLE.fullmatch(address)
    return None if found is None or found["verb"] == "last" else (int(found["table"]), found["asked"])


def sign_in(text: str) -> Sign | None:
    """The parts of a table's `sign_of`."""
    kind, *rest = text.split(":", 4)
    if len(rest) < 3 or not rest[0].isdecimal() or rest[1]:
        return None
    return Sign(kind, int(rest[0]), rest[2], rest[3] if len(rest) > 3 else "")
