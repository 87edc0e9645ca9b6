"""Make a copy of the database, and say what came of it. Exit status 1 when there is no good copy."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from data.backup import sqlite
from data.backup.copies import Copy, latest_in
from data.store.errors import StoreError
from data.store.where import PostgresUrl, Where, own_database, place


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the copy that the command line asks for, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m data.backup", description="Copy the database, also while the bot runs, and check the copy."
    )
    parser.add_argument("path", type=Path, help="the file to write, or a folder: the name is the time then")
    parser.add_argument(
        "--drill",
        action="store_true",
        help="write nothing: restore that file, or the latest of the folder, and check it",
    )
    parser.add_argument(
        "--database", help="a file, or postgresql://...; default: the bot's own, as the environment or .env says"
    )
    parser.add_argument("--pg-dump", type=Path, help="PostgreSQL's program; default: the one on the PATH")
    parser.add_argument("--check-in", help="an empty PostgreSQL database to check the copy in; default: one is made")
    args = parser.parse_args(arguments)
    try:
        database = place(args.database) if args.database else own_database()
        if args.drill:
            print(_drill(database, args))
            return 0
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


def _drill(database: Where, args: argparse.Namespace) -> str:
    """Restore the copy that the command line names, beside the database, and say what was found."""
    copy, began = args.path, time.monotonic()
    if copy.is_dir():
        if (latest := latest_in(copy)) is None:
            raise StoreError(f"There is no copy in {copy}.")
        copy = latest[0]
    if not copy.is_file():
        raise StoreError(f"There is no file {copy}.")
    if isinstance(database, PostgresUrl):
        from data.backup import postgres

        check_in = None if args.check_in is None else PostgresUrl(args.check_in)
        checks, is_older = postgres.drill(database, copy, args.pg_dump, check_in)
    else:
        checks, is_older = sqlite.drill(copy)
    held = "no damage, made by an older bot" if is_older else f"{checks} checks, all hold"
    return f"{copy} can be restored: {held}, {time.monotonic() - began:.0f} seconds."


if __name__ == "__main__":
    sys.exit(main())
