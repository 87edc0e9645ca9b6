"""`python -m data.check [database]`: does the database keep every promise that the code makes about it?

Each check is a claim, a query that counts what it is about, and a query whose rows contradict it. The database is a
file or a PostgreSQL server's; it is left as it is, and seen as of one instant, also while the bot runs. Exit status 1
when a claim is contradicted or the database can't be read.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing, nullcontext
from pathlib import Path

from data.checks import sqlite
from data.checks.claims import CARRIED
from data.checks.claims_ledger import CHECKS as LEDGER_CHECKS
from data.checks.claims_matches import CHECKS as MATCH_CHECKS
from data.checks.claims_matches import expect_ratings
from data.checks.claims_records import CHECKS as RECORD_CHECKS
from data.checks.claims_tables import CHECKS as TABLE_CHECKS
from data.checks.findings import Dialect, Finding, add_up, dialect_of, finding, unless_something_is_gone
from data.guild.forget_guild import look_past_what_goes
from data.store.database import Database, OpenDatabase
from data.store.errors import NothingThere, StoreError
from data.store.sqlite.connection import in_a_sentence
from data.store.sqlite.migrate import migrations
from data.store.where import PostgresUrl, Where, own_database, place

_SHOWN = 10  # contradictions printed per check


CHECKS = (*LEDGER_CHECKS, *TABLE_CHECKS, *RECORD_CHECKS, *MATCH_CHECKS)


def examine(db: Database) -> list[Finding]:
    """Run every check on one state of the database. A file too damaged to go on raises sqlite3.DatabaseError."""
    dialect = dialect_of(db)
    db.execute("BEGIN")
    try:
        made = _as_made(dialect, db)
        with unless_something_is_gone(db):
            look_past_what_goes(db)
        db.execute(CARRIED)
        add_up(db)
        with unless_something_is_gone(db):
            expect_ratings(db)
        return [made, *(finding(db, check) for check in (*dialect.own_checks(db), *CHECKS))]
    finally:
        db.execute("ROLLBACK")


def _as_made(dialect: Dialect, db: Database) -> Finding:
    """Whether every table, index and trigger that keeps the promises is there, just as this version makes it."""
    there, wanted = dialect.present(db), dialect.wanted(db)
    problems = [f"{name} is missing" for name in sorted(wanted.keys() - there.keys())]
    problems += [f"{name} is not of this version" for name in sorted(there.keys() - wanted.keys())]
    problems += [f"{name} was altered" for name in sorted(wanted.keys() & there.keys()) if wanted[name] != there[name]]
    return Finding("every table, index and trigger is this version's", len(wanted), tuple(problems))


def problems(db: Database) -> list[str]:
    """Everything that is wrong with the database, a sentence each; nothing when it is sound."""
    return [problem for found in examine(db) for problem in found.problems]


def verify(db: Database, wrong: str, advice: str = "") -> int:
    """How many checks hold. Raises StoreError, which begins with `wrong` and ends with `advice`, when one doesn't."""
    findings = examine(db)
    for problem in (problem for found in findings for problem in found.problems):
        raise StoreError(f"{wrong}{problem}.{advice}")
    return len(findings)


def open_for_check(where: Where) -> OpenDatabase:
    """A connection in autocommit mode, each of whose transactions sees one state. A file can only be read by it.

    Raises StoreError when there is no database of this bot's version at `where`, or it can't be read.
    """
    db: OpenDatabase
    if isinstance(where, PostgresUrl):
        from data.checks import postgres  # loaded only where there is a server

        db, version = postgres.open_to_read(where)
    else:
        db, version = sqlite.open_to_read(where)
    known = migrations()[-1][0]
    if version != known:
        db.close()
        if not version:
            raise NothingThere(where)
        raise StoreError(f"The database {where} has version {version}; this check is for version {known}.")
    return db


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the database named on the command line, print a line per check, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m data.check", description="Check every invariant of the database.")
    parser.add_argument(
        "database",
        nargs="?",
        help="a file, or postgresql://...; default: the bot's own, as the environment or .env says",
    )
    args = parser.parse_args(arguments)
    try:
        where = place(args.database) if args.database else own_database()
        with closing(open_for_check(where)) as db, in_a_sentence(where) if isinstance(where, Path) else nullcontext():
            findings = examine(db)
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1
    for found in findings:
        print(f"{'FAIL' if found.problems else 'ok  '} {found.claim} ({found.count:,} looked at)")
        for problem in found.problems[:_SHOWN]:
            print(f"       {problem}")
        if len(found.problems) > _SHOWN:
            print(f"       and {len(found.problems) - _SHOWN:,} more")
    wrong = sum(len(found.problems) for found in findings)
    print(f"{where}: {len(findings)} checks, {f'{wrong:,} problems' if wrong else 'all hold'}.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
