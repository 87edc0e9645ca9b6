"""Work on many rows in transactions so short that nobody waits long for the writer, however slow the machine is."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

SECONDS = 0.005
"""After so long a slice begins nothing more. Its commit comes on top, and what others wrote shares that."""


def while_short(items: Iterable[T]) -> Iterator[T]:
    """The first of `items`, and those that follow until the slice has taken long enough."""
    end = time.perf_counter() + SECONDS
    for item in items:
        yield item
        if time.perf_counter() >= end:
            return
