"""What goes wrong with the database itself: a disk that is full, a server that is gone, a file of another program.

Refusals that belong to a verb (too few chips, a stale table) live beside that verb. What can't be reached, Discord or a
database elsewhere, is tried again after growing pauses.
"""

from __future__ import annotations

import math
from collections.abc import Iterator


class StoreError(Exception):
    """The database can't be used; `str()` is one sentence for the owner. Nothing was half-written."""

    written: bool | None = False
    """Whether what was asked for is in the database all the same; None while nobody can know."""


class NothingThere(StoreError):
    """The database is empty: no bot has opened it, and a move into it has brought nothing yet."""

    def __init__(self, where: object) -> None:
        super().__init__(f"There is nothing of the bot in the database {where}.")


class HalfMoved(StoreError):
    """A move into the database has begun and was never finished."""

    def __init__(self, where: object) -> None:
        super().__init__(f"A move into the database {where} is not finished; run data.move again.")


class Unavailable(StoreError):
    """The database can't be opened just now; `worth` is for how many seconds it is worth trying again."""

    def __init__(self, sentence: str, worth: float = math.inf) -> None:
        super().__init__(sentence)
        self.worth = worth


class Away(Unavailable):
    """The server of the database can't be reached, or let the bot down this once; it is asked again."""


FIRST_PAUSE = 1.0
LONGEST_PAUSE = 60.0


def growing_pauses(first: float = FIRST_PAUSE, longest: float = LONGEST_PAUSE) -> Iterator[float]:
    """Pauses in seconds without end: the `first`, each then twice as long as the one before, up to the `longest`."""
    pause = min(first, longest)
    while True:
        yield pause
        pause = min(2 * pause, longest)
