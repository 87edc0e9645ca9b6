"""Move a database from SQLite to PostgreSQL or back, and say how far it is. Exit status 1 when nothing is moved."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, datetime

from data.move.moving import move
from data.store.errors import StoreError
from data.store.where import own_database, place


def main(arguments: Sequence[str] | None = None) -> int:
    """Move what the command line says, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m data.move",
        description="Bring everything in a database to another, from SQLite to PostgreSQL or back, while no bot runs.",
    )
    own = "a file, or postgresql://...; default: the bot's own, as the environment or .env says"
    parser.add_argument("--from", dest="source", help=f"the database to read: {own}")
    parser.add_argument("--to", dest="target", help=f"a database without rows: {own}")
    args = parser.parse_args(arguments)
    try:
        source, target = (place(text) if text else own_database() for text in (args.source, args.target))
        moved = move(source, target, datetime.now(UTC), lambda said: print(said, flush=True))
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1
    print(
        f"{source} is moved to {target}: {moved.rows:,} rows in {moved.tables} tables, the same in both;"
        f" {moved.checks} checks, all hold."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
