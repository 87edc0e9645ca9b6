"""The command: `python -m tools.arena [game] [options]`; see the package for what is measured."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence

from tools.arena import duels, five_hundred, pontoon

GAMES: Mapping[str, Callable[[Sequence[str]], int]] = {
    "five_hundred": five_hundred.main,
    "duels": duels.main,
    "pontoon": pontoon.main,
}
"""What is measured, by the game's package, and of Five Hundred the play alone; the first unless told."""


def main(arguments: Sequence[str]) -> int:
    """Run the game that comes first in `arguments` with the rest of them."""
    if arguments and arguments[0] in GAMES:
        return GAMES[arguments[0]](arguments[1:])
    return next(iter(GAMES.values()))(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
