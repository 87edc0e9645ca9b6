"""What a table agrees on when it opens, and what it waits for: frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tables.clock import Pace
from tables.modes import FOR_CHIPS, Mode


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed when a table opens: limits in chips, the game's options, the pace, and the mode."""

    minimum: int
    maximum: int
    options: Any
    pace: Pace
    mode: Mode = FOR_CHIPS


@dataclass(frozen=True, slots=True)
class Window:
    """A table's wait between two rounds: for `what`, a word of the game's own, and for how long at most.

    The clock starts again when a table comes to wait for something else.
    """

    what: str
    seconds: float
