"""Read a match of Five Hundred that the bot has given out *As a file*: `python -m tools.record FILE`.

Prints how each deal ended, what each side got for it and the score after it; or says which line is wrong, and why. The
format is described in docs/match-file.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from games.five_hundred import BadFile, PlayedDeal, for_people, read_match, write


def told(played: PlayedDeal) -> str:
    """A deal in one line."""
    result = for_people(write(played.deal)).splitlines()[-1].removeprefix("result: ")
    points, score = (" ".join(map(str, numbers)) for numbers in (played.points, played.score))
    return f"Deal {played.number}: {result}; points {points}; score {score}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the file that is named; 1 when it is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path)
    path = parser.parse_args(arguments).file
    try:
        deals = read_match(path.read_text(encoding="utf-8"))
    except BadFile as error:
        print(f"Line {error.line.number} is wrong: {error.problem}.", file=sys.stderr)
        return 1
    except (OSError, UnicodeDecodeError) as error:
        print(f"{path} can't be read: {error}.", file=sys.stderr)
        return 1
    for played in deals:
        print(told(played))
    return 0


if __name__ == "__main__":
    sys.exit(main())
