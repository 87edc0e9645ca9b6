"""What goes wrong with the database itself: a disk that is full, a server that is gone, a file of another program.

Refusals that belong to a verb (too few chips, a stale table) live beside that verb.
"""

from __future__ import annotations

import math


class StoreError(Exception):
    """The database can't be used; `str()` is one sentence for the owner. Nothing was half-written."""

    written: bool | None = False
    """Whether what was asked for is in the database all the same; None while nobody can know."""


class HalfMoved(StoreError):
    """A move into the database has begun and was never finished."""

    def __init__(self, where: object) -> None:
        super().__init__(f"A move into the database {where} is not finished; run data.move again.")


class Unavailable(StoreError):
    """The database can't be opened just now; `worth` is for how many seconds it is worth trying again."""

    def __init__(self, sentence: str, worth: float = math.inf) -> None:
        super().__init__(sentence)
        self.worth = worth
