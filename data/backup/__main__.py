"""Make a copy of the database, and say what came of it. Exit status 1 when there is no good copy."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from data.backup.sqlite import back_up
from data.store.database_path import database_path
from data.store.errors import StoreError


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the copy that the command line asks for, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m data.backup", description="Copy the database, also while the bot runs, and check the copy."
    )
    parser.add_argument("path", type=Path, help="the file to write, or a folder: the name is the time then")
    parser.add_argument(
        "--database", type=Path, help="default: the bot's own, DATABASE_PATH in the environment or .env"
    )
    args = parser.parse_args(arguments)
    try:
        database = args.database or database_path()
        copy = back_up(database, args.path, datetime.now(UTC))
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1
    size = f"{copy.size:,} bytes"
    if copy.is_older:
        print(f"{database} is copied to {copy.path}: {size}, no damage. An older bot made it; this one checks no more.")
    else:
        print(f"{database} is copied to {copy.path}: {size}, {copy.checks} checks, all hold.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
