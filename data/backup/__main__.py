"""Make a copy of the database, and say what came of it. Exit status 1 when there is no good copy."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from data.backup import sqlite
from data.backup.copies import Copy
from data.store.errors import StoreError
from data.store.where import PostgresUrl, Where, own_database, place


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the copy that the command line asks for, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m data.backup", description="Copy the database, also while the bot runs, and check the copy."
    )
    parser.add_argument("path", type=Path, help="the file to write, or a folder: the name is the time then")
    parser.add_argument(
        "--database", help="a file, or postgresql://...; default: the bot's own, as the environment or .env says"
    )
    parser.add_argument("--pg-dump", type=Path, help="PostgreSQL's program; default: the one on the PATH")
    parser.add_argument("--check-in", help="an empty PostgreSQL database to check the copy in; default: one is made")
    args = parser.parse_args(arguments)
    try:
        database = place(args.database) if args.database else own_database()
        copy = _back_up(database, args)
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1
    size = f"{copy.size:,} bytes"
    if copy.is_older:
        print(f"{database} is copied to {copy.path}: {size}, no damage. An older bot made it; this one checks no more.")
    else:
        print(f"{database} is copied to {copy.path}: {size}, {copy.checks} checks, all hold.")
    return 0


def _back_up(database: Where, args: argparse.Namespace) -> Copy:
    now = datetime.now(UTC)
    if isinstance(database, PostgresUrl):
        from data.backup import postgres  # loaded only where there is a server

        check_in = None if args.check_in is None else PostgresUrl(args.check_in)
        return postgres.back_up(database, args.path, now, args.pg_dump, check_in)
    return sqlite.back_up(database, args.path, now)


if __name__ == "__main__":
    sys.exit(main())
