"""How long to wait before trying again what can't be reached: Discord, or a database elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

FIRST = 1.0
LONGEST = 60.0


def growing(first: float = FIRST, longest: float = LONGEST) -> Iterator[float]:
    """Pauses in seconds without end: the `first`, each then twice as long as the one before, up to the `longest`."""
    pause = min(first, longest)
    while True:
        yield pause
        pause = min(2 * pause, longest)
